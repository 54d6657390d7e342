"""The rolls for the first turn: each player rolls three dice; the highest sum starts, ties roll again."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.model import Model, Page, Transition, open_on_top
from companion.core.player_names import display_name, short_names
from companion.core.snapshot import Snapshot
from companion.locale.translator import Translator
from companion.tables.claimit.guide import SetupGuidePage
from companion.tables.claimit.session import (
    Session,
    acting_seat,
    record_event,
    session_of,
    spaced,
    start_roll_progress,
)
from companion.tables.claimit.turn import roll_or_enter
from companion.tables.shared_pages import snapshot_before_start
from companion.ui.art import Icon
from companion.ui.screen import Big, BoxOnly, Option, Screen, Text, WebOnly
from engine.claimit import Dice, Roll
from engine.game import Undo
from hardware.device import Button

LINE_PX = 126
"""The width of a line with the players' sums."""
SUM_PX = 22
"""The width of a sum after a name, with the comma."""


class StartRollsPage(Page, frozen=True):
    name: ClassVar[str] = "begins"

    def screen(self, model: Model) -> Screen:
        _, session, name = model.translate, session_of(model), _player_name(model)
        now, seat, title, again = start_roll_progress(session), acting_seat(session), _("Who starts?"), WebOnly(())
        word, sentence = Big(name), _("{name} rolls for first turn", name=name)
        below = Text(_sums(_, session) if session.start_rolls else _("roll three dice"))
        if session.start_rolls and now.first is not None:
            dice = _rolls_by_seat(session)[now.first][-1]
            title, word = "", Big(name, _("starts: {dice} = {sum}", dice=spaced(dice), sum=sum(dice)))
            sentence = _("{name} starts: {dice} = {sum}", name=name, dice=spaced(dice), sum=sum(dice))
        elif now.to_roll is None:
            word, below, sentence = Big(name, _("starts!")), Text(""), _("{name} starts", name=name)
        elif _is_tie(session):
            names = (display_name(_, session.lineup.players[each]) for each in now.rolling)
            title, sentence = _("A tie: again!"), _("A tie: {names} again", names=_(" and ").join(names))
            again = WebOnly((Text(_("{name}, roll!", name=name), "bold"),))
        lines = (word, below) if below.text else (word,)
        return Screen(title, body=(BoxOnly(lines), again), keys=self._keys(model), sentence=sentence, seat=seat)

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


def _sums(_: Translator, session: Session) -> str:
    """Returns each player's sums, after a tie several, in two lines."""
    players = session.lineup.players
    names = short_names(_, players, LINE_PX // -(-len(players) // 2) - SUM_PX)
    rolls = zip(names, _rolls_by_seat(session), strict=True)
    return ", ".join(f"{name} {'→'.join(str(sum(dice)) for dice in made)}" for name, made in rolls if made)


def _player_name(model: Model) -> str:
    return display_name(model.translate, model.session.lineup.players[acting_seat(session_of(model))])


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
