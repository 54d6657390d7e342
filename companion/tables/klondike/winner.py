"""The match is over: who has won, and with how many chips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.effects import Finish
from companion.model import Model, Step, refuse
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big
from companion.tables.course import winning
from companion.tables.klondike import lights
from companion.tables.klondike.scores import Scores
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import Running
    from companion.words import Words
    from engine.game import Json
    from engine.klondike import State


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner, or those who share the win."""

    name: ClassVar[str] = "winner"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` ends the match for good; `right` shows the scores."""
        match button:
            case Button.OK:
                finish = Finish(summary(model.running))
                return Step(replace(model, game=None).alone(model.home), (finish,))
            case Button.RIGHT:
                return Step(model.opening(Scores()))
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """The scores, and the end."""
        return (None, Icon.SCORES, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The name as large as it goes, and the chips."""
        _, state = model.words, model.running.state
        names, win = winning(_, state)
        big(canvas, names, Box(1, 0, 127, 28))
        canvas.text(64, 29, win, BOLD, "centre")
        canvas.text(64, 41, reason(_, state), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Everything pulses in the winner's colour."""
        return lights.winner(model.running.state.winners, model.seat_colours, now, model.began)


def reason(_: Words, state: State) -> str:
    """How the win was decided: the most chips, which those who share it all have."""
    return _.many("{n} chip", "{n} chips", max(state.chips))


def summary(running: Running) -> Json:
    """What the history tells of the match: who played, who won, how it ended."""
    state = running.state
    return {
        "players": list(state.players),
        "winners": list(state.winners or ()),
        "turns": state.turns,
        "standings": [{"chips": chips} for chips in state.chips],
    }
