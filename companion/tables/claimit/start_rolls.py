"""Who begins: each rolls three dice, the highest sum begins, ties roll again. On the page, and in words and figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, open_on_top
from companion.core.player_names import display_name, short_names
from companion.core.snapshot import Snapshot, snapshot_before_start
from companion.screen import font as letters
from companion.screen.art import Icon
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.layout import big, header, wrapped
from companion.tables.claimit.guide import SETUP, SetupGuidePage
from companion.tables.claimit.session import acting_seat, record_event, session_of, spaced, start_roll_progress
from companion.tables.claimit.turn import throw
from engine.claimit import Roll
from engine.game import Undo
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.core.model import Model, Transition
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
        else:
            words = _("Enter your roll") if session.lineup.by_hand else _("Roll")
            rows = {Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), words, name)}
        if model.guides_hands and not session.start_rolls:
            opened = open_on_top(model, SetupGuidePage())
            rows[Button.BANK] = ButtonRow(Icon.FIELDS, opened, _("Set up"), _("what has to lie ready"))
        # As in a turn: what people have entered may be wrong, the box's own roll stays.
        if session.start_rolls and session.lineup.by_hand:
            return rows | {Button.UNDO: ButtonRow(Icon.UNDO, lambda: record_event(model, Undo()), _("Take back"))}
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, session, name = model.translate, session_of(model), _mover_name(model)
        now = start_roll_progress(session)
        if not session.start_rolls:
            header(canvas, _("Who begins?"))
            big(canvas, name, Rect(1, 11, 127, 38))
            if now.to_roll is None:
                canvas.text(64, 43, _("begins!"), BOLD, "centre")
            else:
                canvas.text(64, 43, _("roll three dice"), align="centre")
            return
        if now.first is not None:
            dice = _rolls_by_seat(session)[now.first][-1]
            big(canvas, name, Rect(1, 0, 127, 17), (DOUBLE, BOLD, THIN))
            canvas.text(64, 17, _("begins: {dice} = {sum}", dice=spaced(dice), sum=sum(dice)), BOLD, "centre")
        elif _is_tie(session) and not now.sums:
            # In full where it fits; else the columns alone show who rolls again.
            box, players = Rect(1, 0, 127, ROLLS_Y - 1), session.lineup.players
            text = _tie_text(_, short_names(_, [players[seat] for seat in now.rolling], NAME_PX))
            fits = len(wrapped(THIN, text, box.width)) <= TIE_LINES
            big(canvas, text if fits else _("A tie: again!"), box, (BOLD, THIN))
        else:
            header(canvas, _("A tie: again!") if _is_tie(session) else _("Who begins?"))
            big(canvas, name, Rect(1, 11, 127, ROLLS_Y))
        _draw_rolls(model, canvas)


def _rolls_by_seat(session: Session) -> tuple[tuple[Dice, ...], ...]:
    """Returns each seat's rolls for who begins, the oldest first; after a tie there are several."""
    rolls = [(each.seat, each.roll.dice) for each in session.start_rolls if isinstance(each.roll, Roll)]
    seats = range(len(session.lineup.players))
    return tuple(tuple(dice for roller, dice in rolls if roller == seat) for seat in seats)


def _is_tie(session: Session) -> bool:
    """Returns whether those who roll have rolled before, as high as each other."""
    now = start_roll_progress(session)
    return now.first is None and len(session.start_rolls) > len(now.sums)


def _tie_text(_: Translator, names: Iterable[str]) -> str:
    return _("A tie: {names} again", names=_(" and ").join(names))


def _mover_name(model: Model) -> str:
    return display_name(model.translate, model.session.lineup.players[acting_seat(session_of(model))])


def _draw_rolls(model: Model, canvas: Canvas) -> None:
    """Draws a column a seat: its name, its newest dice, the sums of its rolls; whoever rolls or begins is inverse."""
    _, session = model.translate, session_of(model)
    rolls, acting = _rolls_by_seat(session), acting_seat(session)
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
    """Draws the newest dice; below it the newest sum, bold, after as many of the earlier ones as there is room for."""
    dice = spaced(made[-1])
    narrow = letters.text_width(THIN, dice) + SUM_GAP > width
    canvas.text(middle, ROLLS_Y + 9, dice.replace(" ", "") if narrow else dice, THIN, "centre", says="")
    newest = str(sum(made[-1]))
    earlier = [str(sum(dice)) for dice in made[:-1]]
    # The oldest go first: what counts is the newest, and that there was a tie.
    while earlier and letters.text_width(THIN, " ".join(earlier)) + SUM_GAP + letters.text_width(BOLD, newest) > width:
        earlier = earlier[1:]
    before = " ".join(earlier)
    taken = letters.text_width(THIN, before) + SUM_GAP if before else 0
    left = middle - (taken + letters.text_width(BOLD, newest)) // 2
    canvas.text(left, ROLLS_Y + 18, before, THIN, says="")
    canvas.text(left + taken, ROLLS_Y + 18, newest, BOLD, says="")


def start_rolls_snapshot(model: Model) -> Snapshot:
    """Returns who rolls to begin, and what each has rolled; at last who begins, and with what."""
    _, session = model.translate, session_of(model)
    before_start, now = snapshot_before_start(model, acting_seat(session)), start_roll_progress(session)
    rolls = _rolls_by_seat(session)
    names = [player.name for player in before_start.players]
    if now.to_roll is not None:
        status = _("{name} rolls for the beginning", name=names[acting_seat(session)])
        before_start = replace(before_start, status=status)
    if isinstance(model.page, SetupGuidePage):
        before_start = replace(before_start, status=_(SETUP[model.page.step]))
    if not session.start_rolls:
        return before_start
    dice = rolls[session.start_rolls[-1].seat][-1]
    if now.first is not None:
        dice = rolls[now.first][-1]
        status = _("{name} begins: {dice} = {sum}", name=names[now.first], dice=spaced(dice), sum=sum(dice))
        before_start = replace(before_start, status=status)
    elif _is_tie(session):
        again = _("{name}, roll!", name=names[acting_seat(session)])
        before_start = replace(before_start, status=_tie_text(_, (names[seat] for seat in now.rolling)), news=again)

    def figures(made: Sequence[Dice]) -> tuple[str, ...]:
        # A narrow table breaks between two rolls, not within one.
        dice = ", ".join(spaced(each).replace(" ", "\N{NO-BREAK SPACE}") for each in made)
        return dice, ", ".join(str(sum(each)) for each in made)

    players = tuple(
        replace(player, figures=figures(made), rolled=made[-1] if made else ())
        for player, made in zip(before_start.players, rolls, strict=True)
    )
    return replace(before_start, figures=(_("rolled"), _("sum")), players=players, dice=dice)
