"""The rolls for the first turn: each player rolls three dice; the highest sum starts, ties roll again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.model import Model, Page, Transition, open_on_top
from companion.core.player_names import display_name, short_names
from companion.core.snapshot import Snapshot, snapshot_before_start
from companion.locale.translator import Translator
from companion.tables.claimit.guide import SetupGuidePage
from companion.tables.claimit.session import Session, acting_seat, record_event, session_of, spaced, start_roll_progress
from companion.tables.claimit.turn import roll_or_enter
from companion.ui.art import Icon
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD, THIN, text_width
from companion.ui.layout import BODY, wrapped
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, BoxOnly, Option, Screen, Text, WebOnly
from engine.claimit import Dice, Roll
from engine.game import Seat, Undo
from hardware.device import WIDTH, Button

NAME_PX = 60
"""Maximum width of a name in the text of a tie."""
TIE_LINES = 2
"""Maximum number of lines above the rolls."""
SUM_GAP = 6
"""Gap between the sums of a seat's earlier rolls and its newest sum."""


class StartRollsPage(Page, frozen=True):
    name: ClassVar[str] = "begins"

    def screen(self, model: Model) -> Screen:
        _, session, name = model.translate, session_of(model), _player_name(model)
        now, keys, again = start_roll_progress(session), self._keys(model), WebOnly(())
        begins = now.to_roll is None
        sentence = _("{name} starts", name=name) if begins else _("{name} rolls for first turn", name=name)
        if not session.start_rolls:
            said = BoxOnly((Big(name, _("starts!")),) if begins else (Big(name), Text(_("roll three dice"))))
            return Screen(_("Who starts?"), body=(said,), keys=keys, sentence=sentence, seat=acting_seat(session))
        players, rolls, title = session.lineup.players, _rolls_by_seat(session), ""
        if now.first is not None:
            dice = rolls[now.first][-1]
            word = Big(name, _("starts: {dice} = {sum}", dice=spaced(dice), sum=sum(dice)))
            sentence = _("{name} starts: {dice} = {sum}", name=name, dice=spaced(dice), sum=sum(dice))
        elif _is_tie(session) and not now.sums:
            # All names if they fit; otherwise the columns alone show who rolls again.
            text = _tie_text(_, short_names(_, [players[seat] for seat in now.rolling], NAME_PX))
            word = Big(text if len(wrapped(THIN, text, BODY.width)) <= TIE_LINES else _("A tie: again!"))
        else:
            word, title = Big(name), _("A tie: again!") if _is_tie(session) else _("Who starts?")
        if _is_tie(session):
            sentence = _tie_text(_, (display_name(_, players[seat]) for seat in now.rolling))
            again = WebOnly((Text(_("{name}, roll!", name=name), "bold"),))
        says = tuple(
            ", ".join((display_name(_, player), *(f"{spaced(dice)} = {sum(dice)}" for dice in made)))
            for player, made in zip(players, rolls, strict=True)
        )
        columns = Rolls(short_names(_, players, WIDTH // len(rolls) - 3), says, rolls, acting_seat(session))
        body = (BoxOnly((word, columns)), again)
        return Screen(title, body=body, keys=keys, sentence=sentence, seat=acting_seat(session))

    def _keys(self, model: Model) -> dict[Button, Option]:
        _, session, name = model.translate, session_of(model), _player_name(model)
        if start_roll_progress(session).to_roll is None:

            def begin() -> Transition:
                return record_event(model, session.start_event(acting_seat(session)))

            keys = {Button.OK: Option(_("Start"), begin, _("{name} starts", name=name), Icon.CHECK)}
        else:
            words = _("Enter your roll") if session.lineup.by_hand else _("Roll")
            keys = {Button.OK: Option(words, lambda: roll_or_enter(model), name, Icon.ROLL)}
        if model.guides_hands and not session.start_rolls:
            opened = open_on_top(model, SetupGuidePage())
            keys[Button.BANK] = Option(_("Set up"), opened, _("what you need on the table"), Icon.FIELDS)
        # As in a turn, entered dice may be wrong, but a roll of the box stays.
        if session.start_rolls and session.lineup.by_hand:
            keys[Button.UNDO] = Option(_("Undo"), lambda: record_event(model, Undo()), icon=Icon.UNDO)
        return keys


def _rolls_by_seat(session: Session) -> tuple[tuple[Dice, ...], ...]:
    """Returns the rolls of each seat, oldest first; several after a tie."""
    rolls = [(each.seat, each.roll.dice) for each in session.start_rolls if isinstance(each.roll, Roll)]
    seats = range(len(session.lineup.players))
    return tuple(tuple(dice for roller, dice in rolls if roller == seat) for seat in seats)


def _is_tie(session: Session) -> bool:
    """Returns whether the seats that roll now have tied before."""
    now = start_roll_progress(session)
    return now.first is None and len(session.start_rolls) > len(now.sums)


def _tie_text(_: Translator, names: Iterable[str]) -> str:
    return _("A tie: {names} again", names=_(" and ").join(names))


def _player_name(model: Model) -> str:
    return display_name(model.translate, model.session.lineup.players[acting_seat(session_of(model))])


class Rolls(Picture, Struct, frozen=True):
    """A column per seat: its name, newest dice and sums; the name of the active seat is inverse."""

    names: tuple[str, ...]
    """Short enough for their columns."""
    says: tuple[str, ...]
    """Each full name, with all rolls and their sums."""
    rolls: tuple[tuple[Dice, ...], ...]
    """The rolls of each seat, oldest first."""
    acting: Seat

    @property
    def size(self) -> Size:
        return Size(WIDTH, 26)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        count = len(self.names)
        width = WIDTH // count
        for seat, (name, says, rolls) in enumerate(zip(self.names, self.says, self.rolls, strict=True)):
            middle = x + round(WIDTH * (2 * seat + 1) / (2 * count))
            if seat == self.acting:
                canvas.fill(Rect(middle - width // 2 + 1, y, middle + width // 2, y + 9), WHITE, 1)
            canvas.text(middle, y + 1, name, THIN, "centre", ink=BLACK if seat == self.acting else WHITE, says=says)
            if rolls:
                _draw_column(canvas, middle, y + 10, width, rolls)


def _draw_column(canvas: Canvas, middle: int, top: int, width: int, rolls: Sequence[Dice]) -> None:
    """Draws the newest dice, and below them the newest sum (bold) after as many earlier sums as fit."""
    dice, newest = spaced(rolls[-1]), str(sum(rolls[-1]))
    narrow = text_width(THIN, dice) + SUM_GAP > width
    canvas.text(middle, top, dice.replace(" ", "") if narrow else dice, THIN, "centre", says="")
    earlier = [str(sum(dice)) for dice in rolls[:-1]]
    # The oldest sums are dropped first: the newest one counts.
    while earlier and text_width(THIN, " ".join(earlier)) + SUM_GAP + text_width(BOLD, newest) > width:
        earlier = earlier[1:]
    before = " ".join(earlier)
    taken = text_width(THIN, before) + SUM_GAP if before else 0
    left = middle - (taken + text_width(BOLD, newest)) // 2
    canvas.text(left, top + 9, before, THIN, says="")
    canvas.text(left + taken, top + 9, newest, BOLD, says="")


def start_rolls_snapshot(model: Model) -> Snapshot:
    """Returns who rolls for the first turn, and all rolls so far."""
    _, session = model.translate, session_of(model)
    before_start, first = snapshot_before_start(model, acting_seat(session)), start_roll_progress(session).first
    rolls = _rolls_by_seat(session)
    if not session.start_rolls:
        return before_start
    dice = rolls[session.start_rolls[-1].seat if first is None else first][-1]

    def figures(made: Sequence[Dice]) -> tuple[str, ...]:
        # A narrow table breaks between two rolls, not within one.
        dice = ", ".join(spaced(each).replace(" ", "\N{NO-BREAK SPACE}") for each in made)
        return dice, ", ".join(str(sum(each)) for each in made)

    players = tuple(
        replace(player, figures=figures(made), rolled=made[-1] if made else ())
        for player, made in zip(before_start.players, rolls, strict=True)
    )
    return replace(before_start, figures=(_("rolled"), _("sum")), players=players, dice=dice)
