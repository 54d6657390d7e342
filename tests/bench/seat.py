"""A table in this process, and one who plays at it: the real loop, errands, journal and drivers; simulated chips."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

from companion.core.lineup import SEAT_COLOUR_NAMES, LineUp
from companion.core.messages import JournalOpened, Pressed, SeedDrawn
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


def order(journal: Path, players: Sequence[str] = SEAT_COLOUR_NAMES[:2]) -> LaunchConfig:
    """A game that begins at once, with dice that fall the same in each run."""
    lineup = LineUp("claimit", tuple(players), {"recycle": False}, first=Seat(0), colours=tuple(range(len(players))))
    return LaunchConfig(Settings(sound=Sound(voice=False)), journal, lineup, seed=bytes(32))


def device() -> SimulatedDevice:
    return open_simulated_box(Settings())


def at_table(players: Sequence[str] = SEAT_COLOUR_NAMES[:2]) -> Model:
    """The model of that game as it begins, in a journal that held none."""
    first = initial_model(order(Path("journal.sqlite"), players))
    opened = update(first, JournalOpened(None, first.last_press_at)).model
    return update(opened, SeedDrawn(bytes(32), first.last_press_at)).model


def pressed(model: Model, press: Press) -> Model:
    """The model a second later, after a press; where it begins another game, with that game's dice."""
    new = update(model, Pressed(press, model.now + 1)).model
    return new if new.requested_lineup is None else update(new, SeedDrawn(bytes(32), new.now)).model


class Guest(Frontend):
    """Sits at the table: `watch` sees what is shown there, `sit` is what the guest does meanwhile."""

    def __init__(self, watch: Callable[[View, Model], None], sit: Callable[[Loop], Awaitable[None]]) -> None:
        self._watch = watch
        self._sit = sit

    def show(self, view: View, model: Model) -> None:
        self._watch(view, model)

    async def run(self, loop: Loop) -> None:
        """Stays as long as it likes, and the table is left with it."""
        try:
            await self._sit(loop)
        finally:
            loop.stop()


class Player:
    """Presses what leads on, and reads a few fields before it chooses one."""

    def __init__(self, looks: float, again: float, seed: int = 1) -> None:
        self._chance = Random(seed)
        self._looks = looks
        self._again = again

    def next_press(self, model: Model) -> Press:
        match model.page:
            case PlaceStonePage() if (
                len(claimit.legal(session_of(model).state)) > 1 and self._chance.random() < self._looks
            ):
                return Press(Button.RIGHT)
            case ChoosePage() if self._chance.random() >= self._again:
                return Press(Button.BANK)
            case GuidePage():
                return Press(Button.BANK)
            case _:
                return Press(Button.OK)
