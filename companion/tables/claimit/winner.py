"""The game is over: who has won, and how it was decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.effects import Append, Effect, Finish
from companion.model import Model, Step, refuse
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, paragraph
from companion.tables.claimit import lights
from companion.tables.claimit.scores import Scores
from companion.tables.course import winning
from engine import claimit
from engine.claimit import DecidedBy, Phase, State
from engine.game import Json, Reveal
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import Running
    from companion.words import Words


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner, or those who share the win."""

    name: ClassVar[str] = "winner"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` ends the game for good; `right` shows the scores."""
        match button:
            case Button.OK:
                return _finish(model)
            case Button.RIGHT:
                return Step(model.opening(Scores()))
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """The scores, and the end."""
        return (None, Icon.SCORES, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The name as large as it goes, and the reason."""
        _, state = model.words, model.running.state
        names, win = winning(_, state)
        big(canvas, names, Box(1, 0, 127, 25))
        canvas.text(64, 25, win, BOLD, "centre")
        paragraph(canvas, reason(_, state), Box(1, 35, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The whole game in a few seconds; then the mines are counted up, and the winner's stays."""
        states = (step.state for step in model.running.played.line)
        turns = [state for state in states if state.phase in {Phase.ROLL, Phase.OVER}]
        return lights.time_lapse(turns, model.seat_colours, now, model.began)


def reason(_: Words, state: State) -> str:
    """How the win was decided, in figures."""
    best = claimit.standing(state, (state.winners or (state.turn,))[0])
    match claimit.decided_by(state):
        case DecidedBy.MINE:
            return _("largest mine: {mine}", mine=best.mine)
        case DecidedBy.GOLDCLAIMS:
            return _("mines tie at {mine}, most goldclaims: {gold}", mine=best.mine, gold=best.goldclaims)
        case DecidedBy.FIELDS:
            return _("mines and goldclaims tie, most fields: {fields}", fields=best.fields)
        case DecidedBy.SHARED:
            return _("mines, goldclaims and fields tie")


def summary(running: Running) -> Json:
    """What the history tells of the game: who played, who won, how it ended."""
    state = running.state
    return {
        "players": list(state.players),
        "winners": list(state.winners or ()),
        "turns": state.turns,
        "standings": [each._asdict() for each in claimit.standings(state)],
    }


def _finish(model: Model) -> Step:
    """Tells the secret of the dice, so that anyone can check them, and puts the game into the history."""
    running, effects = model.running, list[Effect]()
    if running.virtual_rolls and not isinstance(running.line[-1], Reveal):
        reveal = Reveal(running.seed)
        running, effects = running.happen(reveal), [Append(reveal)]
    effects.append(Finish(summary(running)))
    return Step(replace(model, game=None).alone(model.home), tuple(effects))
