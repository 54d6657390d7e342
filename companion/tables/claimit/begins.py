"""Who begins: each rolls three dice, the highest sum begins, ties roll again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.model import Model, Step, refuse
from companion.names import brief, shown
from companion.screen.canvas import Box, Canvas
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, header
from companion.screen.pieces import small_die
from companion.tables.claimit.board import board, mover, rolled
from companion.tables.claimit.by_hand import ByHand
from companion.tables.claimit.play import happen
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.running import Running
    from engine.claimit.opening import Opening


@dataclass(frozen=True, slots=True)
class Begins:
    """The players roll for the start, then the one who begins is named."""

    name: ClassVar[str] = "begins"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` rolls for the next player, at last starts; `undo` takes back a roll by hand."""
        running = model.running
        seat = rolled(running).to_roll
        match button:
            case Button.OK if seat is None:
                return happen(model, running.start_event(mover(running)))
            case Button.OK if running.lineup.by_hand:
                return Step(model.opening(ByHand()))
            case Button.OK:
                return happen(model, {"event": "begin", "seat": seat, "dice": list(running.throw(3))})
            case Button.UNDO if running.prologue and "by" in running.prologue[-1]:
                return happen(model, {"event": "undo"})
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Roll, or go."""
        again = Icon.UNDO if model.running.prologue and model.running.lineup.by_hand else None
        return (None, None, Icon.CHECK if rolled(model.running).to_roll is None else Icon.ROLL, None, again)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Who rolls, large; below, what the others have."""
        _, running = model.words, model.running
        now = rolled(running)
        header(canvas, _("A tie: again!") if _is_tie(now, running) else _("Who begins?"))
        big(canvas, shown(_, running.lineup.players[mover(running)]), Box(1, 11, 127, 38))
        if now.to_roll is None:
            canvas.text(64, 43, _("begins!"), BOLD, "centre")
        else:
            _newest(model, canvas)

    def lights(self, model: Model, now: float) -> Lights:
        """The colour of the seat that rolls, or begins."""
        return board(model, now)


def _is_tie(now: Opening, running: Running) -> bool:
    """Whether those who roll have rolled before, as high as each other."""
    return now.first is None and len(running.prologue) > len(now.sums)


def _newest(model: Model, canvas: Canvas) -> None:
    """The newest roll, its dice and their sum."""
    if not model.running.prologue:
        canvas.text(64, 43, model.words("roll three dice"), align="centre")
        return
    roll = model.running.prologue[-1]
    canvas.text(1, 43, brief(model.words, model.running.lineup.players[roll["seat"]]))
    for place, value in enumerate(roll["dice"]):
        small_die(canvas, 72 + 11 * place, 43, value)
    canvas.text(127, 43, f"{sum(roll['dice'])}", BOLD, "right")
