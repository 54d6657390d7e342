"""A game in this process with a scripted player: the real loop, journal and drivers on simulated chips."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

from companion.core.lineup import SEAT_COLOUR_NAMES, LineUp
from companion.core.messages import JournalOpened, Pressed, SeedCreated
from companion.core.model import Model
from companion.main import open_simulated_box
from companion.program.update import update
from companion.program.view import View
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.runtime.loop import Frontend, Loop
from companion.settings.schema import Settings, Sound
from companion.tables.claimit.guide import GuidePage
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn import ChoosePage
from engine import claimit
from engine.game import Seat
from hardware.device import Button, Press
from hardware.simulated.device import SimulatedDevice


def launch_config(journal: Path, players: Sequence[str] = SEAT_COLOUR_NAMES[:2]) -> LaunchConfig:
    """Returns the configuration of a game that starts immediately, with the same dice in each run."""
    lineup = LineUp("claimit", tuple(players), {"recycle": False}, first=Seat(0), colours=tuple(range(len(players))))
    return LaunchConfig(Settings(sound=Sound(voice=False)), journal, lineup, seed=bytes(32))


def simulated_device() -> SimulatedDevice:
    return open_simulated_box(Settings())


def model_of_new_game(players: Sequence[str] = SEAT_COLOUR_NAMES[:2]) -> Model:
    """Returns the model at the start of that game, with a new journal."""
    first = initial_model(launch_config(Path("journal.sqlite"), players))
    opened = update(first, JournalOpened(None, first.last_active_at)).model
    return update(opened, SeedCreated(bytes(32), first.last_active_at)).model


def after_press(model: Model, press: Press) -> Model:
    """Returns the model after a press, one second later; if the press starts another game, with its dice."""
    new = update(model, Pressed(press, model.now + 1)).model
    return new if new.requested_lineup is None else update(new, SeedCreated(bytes(32), new.now)).model


class ScriptedFrontend(Frontend):
    """Calls `watch` with each view and runs `play`; stops the loop when `play` returns."""

    def __init__(self, watch: Callable[[View, Model], None], play: Callable[[Loop], Awaitable[None]]) -> None:
        self._watch = watch
        self._play = play

    def show(self, view: View, model: Model) -> None:
        self._watch(view, model)

    async def run(self, loop: Loop) -> None:
        try:
            await self._play(loop)
        finally:
            loop.stop()


class ScriptedPlayer:
    """Presses buttons that continue the game.

    Before a placement it moves the cursor with the probability `move_chance`; it rolls again instead of banking with
    the probability `roll_again_chance`.
    """

    def __init__(self, move_chance: float, roll_again_chance: float, seed: int = 1) -> None:
        self._rng = Random(seed)
        self._move_chance = move_chance
        self._roll_again_chance = roll_again_chance

    def next_press(self, model: Model) -> Press:
        match model.page:
            case PlaceStonePage() if (
                len(claimit.legal(session_of(model).state)) > 1 and self._rng.random() < self._move_chance
            ):
                return Press(Button.RIGHT)
            case ChoosePage() if self._rng.random() >= self._roll_again_chance:
                return Press(Button.BANK)
            case GuidePage():
                return Press(Button.BANK)
            case _:
                return Press(Button.OK)
