"""Who begins: each rolls three dice, the highest sum begins, ties roll again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, open_on_top
from companion.core.player_names import display_name, short_names
from companion.screen import font as letters
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import big, header, wrapped
from companion.tables.claimit.board import acting_seat, board, start_roll_progress, start_rolls
from companion.tables.claimit.dice_by_hand import ByHandPage
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn_flow import record_event
from engine import claimit
from engine.game import StartRoll, Undo
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.core.model import Model, Transition
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.tables.claimit.session import Session
    from engine.claimit import Dice

ROLLS_Y = 27
"""Where the three lines with all rolls begin: names, dice, sums."""
NAME_PX = 60
"""The widest name in the text of a tie."""
TIE_LINES = 2
"""What there is room for above the rolls."""
SUM_GAP = 6
"""Columns between the sums of a seat's earlier rolls and its newest."""


@dataclass(frozen=True, slots=True)
class StartRollsPage(Page):
    """The players roll for the start, then the one who begins is named."""

    name: ClassVar[str] = "begins"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, session, name = model.translate, session_of(model), _mover_name(model)
        if start_roll_progress(session).to_roll is None:

            def begin() -> Transition:
                return record_event(model, session.start_event(acting_seat(session)))

            rows = {Button.OK: ButtonRow(Icon.CHECK, begin, _("Begin"), _("{name} begins", name=name))}
        elif session.lineup.by_hand:
            rows = {Button.OK: ButtonRow(Icon.ROLL, open_on_top(model, ByHandPage()), _("Enter your roll"), name)}
        else:

            def roll() -> Transition:
                return record_event(model, StartRoll(acting_seat(session), claimit.start_rule.draw(session.draws)))

            rows = {Button.OK: ButtonRow(Icon.ROLL, roll, _("Roll"), name)}
        if session.start_rolls and session.lineup.by_hand:
            return rows | {Button.UNDO: ButtonRow(Icon.UNDO, lambda: record_event(model, Undo()), _("Take back"))}
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Who rolls, a tie or who begins, large; below, what each has rolled."""
        session = session_of(model)
        if not session.start_rolls:
            _draw_before_rolls(model, canvas)
            return
        now = start_roll_progress(session)
        if now.first is not None:
            dice = start_rolls(session_of(model))[now.first][-1]
            big(canvas, _mover_name(model), Rect(1, 0, 127, 17), (DOUBLE, BOLD, THIN))
            text = model.translate("begins: {dice} = {sum}", dice=spaced(dice), sum=sum(dice))
            canvas.text(64, 17, text, BOLD, "centre")
        elif is_tie(session) and not now.sums:
            _draw_tie(model, canvas)
        else:
            header(canvas, model.translate("A tie: again!") if is_tie(session) else model.translate("Who begins?"))
            big(canvas, _mover_name(model), Rect(1, 11, 127, ROLLS_Y))
        _draw_rolls(model, canvas)

    def lights(self, model: Model, now: float) -> Lights:
        """The colour of the seat that rolls, or begins."""
        return board(model, now)


def is_tie(session: Session) -> bool:
    """Whether those who roll have rolled before, as high as each other."""
    now = start_roll_progress(session)
    return now.first is None and len(session.start_rolls) > len(now.sums)


def tie_text(_: Translator, names: Iterable[str]) -> str:
    """That these have to roll again."""
    return _("A tie: {names} again", names=_(" and ").join(names))


def spaced(dice: Dice) -> str:
    """The dice of a roll in one line."""
    return " ".join(map(str, dice))


def _mover_name(model: Model) -> str:
    return display_name(model.translate, model.session.lineup.players[acting_seat(session_of(model))])


def _draw_before_rolls(model: Model, canvas: Canvas) -> None:
    """Nobody has rolled: a name, and what to do; or who begins, if it was asked for."""
    _ = model.translate
    header(canvas, _("Who begins?"))
    big(canvas, _mover_name(model), Rect(1, 11, 127, 38))
    if start_roll_progress(session_of(model)).to_roll is None:
        canvas.text(64, 43, _("begins!"), BOLD, "centre")
    else:
        canvas.text(64, 43, _("roll three dice"), align="centre")


def _draw_tie(model: Model, canvas: Canvas) -> None:
    """In full where it fits; else the columns alone show who rolls again."""
    _, session, box = model.translate, session_of(model), Rect(1, 0, 127, ROLLS_Y - 1)
    text = tie_text(
        _, short_names(_, [session.lineup.players[seat] for seat in start_roll_progress(session).rolling], NAME_PX)
    )
    fits = len(wrapped(THIN, text, box.width)) <= TIE_LINES
    big(canvas, text if fits else _("A tie: again!"), box, (BOLD, THIN))


def _draw_rolls(model: Model, canvas: Canvas) -> None:
    """A column a seat: its name, its newest dice, the sums of all its rolls; whoever rolls or begins is inverse."""
    _, session = model.translate, session_of(model)
    rolls, acting = start_rolls(session), acting_seat(session)
    width = WIDTH // len(rolls)
    names = short_names(_, session.lineup.players, width - 3)
    for seat, (player, name, made) in enumerate(zip(session.lineup.players, names, rolls, strict=True)):
        middle = round(WIDTH * (2 * seat + 1) / (2 * len(rolls)))
        if seat == acting:
            canvas.fill(Rect(middle - width // 2 + 1, ROLLS_Y - 1, middle + width // 2, ROLLS_Y + 8), WHITE, 1)
        ink = BLACK if seat == acting else WHITE
        says = ", ".join((display_name(_, player), *(f"{spaced(dice)} = {sum(dice)}" for dice in made)))
        canvas.text(middle, ROLLS_Y, name, THIN, "centre", ink=ink, says=says)
        if made:
            _draw_column(canvas, middle, width, made)


def _draw_column(canvas: Canvas, middle: int, width: int, made: Sequence[Dice]) -> None:
    """The newest dice; below it the newest sum, bold, after as many of the earlier ones as there is room for."""
    dice = spaced(made[-1])
    narrow = letters.text_width(THIN, dice) + SUM_GAP > width
    canvas.text(middle, ROLLS_Y + 9, dice.replace(" ", "") if narrow else dice, THIN, "centre", says="")
    newest = str(sum(made[-1]))
    earlier = [str(sum(dice)) for dice in made[:-1]]
    while earlier and letters.text_width(THIN, " ".join(earlier)) + SUM_GAP + letters.text_width(BOLD, newest) > width:
        earlier = earlier[1:]
    before = " ".join(earlier)
    taken = letters.text_width(THIN, before) + SUM_GAP if before else 0
    left = middle - (taken + letters.text_width(BOLD, newest)) // 2
    canvas.text(left, ROLLS_Y + 18, before, THIN, says="")
    canvas.text(left + taken, ROLLS_Y + 18, newest, BOLD, says="")
