"""How a game begins: the rolls for who begins, or the position of a game in progress.

Each player rolls three dice; the highest sum starts, ties roll again. To join a game in progress, players enter the
stones with the cursor, then whose turn it is.
"""

import dataclasses
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from math import ceil
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.model import BoardScreenPage, ListScreenPage, Model, Page, Transition, close, open_on_top, show
from companion.core.player_names import display_name, short_names
from companion.core.snapshot import Snapshot
from companion.lights.composition import Lights
from companion.locale.translator import Translator
from companion.tables.claimit import lights
from companion.tables.claimit.guide import SetupGuidePage
from companion.tables.claimit.session import (
    Session,
    acting_seat,
    field_block,
    record_event,
    reject_place,
    session_of,
    spaced,
    start_roll_progress,
)
from companion.tables.claimit.turn import roll_or_enter
from companion.tables.shared_pages import snapshot_before_start
from companion.ui.art import Icon
from companion.ui.screen import Big, BoxOnly, Choices, OnDemand, Option, Screen, Text, WebOnly
from engine import claimit
from engine.claimit import FIELDS, Dice, Field, JoinedPosition, LastRound, Roll, State
from engine.game import Illegal, Seat, Undo
from hardware.device import Button

LINE_PX = 126
"""The width of a line with the players' sums."""
SUM_PX = 22
"""The width of a sum after a name, with the comma."""


class StartRollsPage(Page, frozen=True):
    name: ClassVar[str] = "begins"

    def screen(self, model: Model) -> Screen:
        _, session, name = model.translate, session_of(model), _player_name(model)
        progress, seat = start_roll_progress(session), acting_seat(session)
        title, prompt = _("Who starts?"), WebOnly(())
        headline, sentence = Big(name), _("{name} rolls for first turn", name=name)
        below = Text(_sums(_, session) if session.start_rolls else _("roll three dice"))
        if session.start_rolls and progress.first is not None:  # decided by the rolls
            dice = _rolls_by_seat(session)[progress.first][-1]
            title, headline = "", Big(name, _("starts: {dice} = {sum}", dice=spaced(dice), sum=sum(dice)))
            sentence = _("{name} starts: {dice} = {sum}", name=name, dice=spaced(dice), sum=sum(dice))
        elif progress.to_roll is None:  # decided without a roll
            headline, below, sentence = Big(name, _("starts!")), Text(""), _("{name} starts", name=name)
        elif len(session.start_rolls) > len(progress.sums):  # seats that tied roll again
            names = [display_name(_, session.lineup.players[each]) for each in progress.rolling]
            title, sentence = _("A tie: again!"), _("A tie: {names} again", names=_.listed(names))
            prompt = WebOnly((Text(_("{name}, roll!", name=name), "bold"),))
        lines = (headline, below) if below.text else (headline,)
        return Screen(title, body=(BoxOnly(lines), prompt), keys=self._keys(model), sentence=sentence, seat=seat)

    def _keys(self, model: Model) -> dict[Button, Option]:
        _, session, name = model.translate, session_of(model), _player_name(model)
        if start_roll_progress(session).to_roll is None:

            def begin() -> Transition:
                return record_event(model, session.start_event(acting_seat(session)))

            keys = {Button.OK: Option(_("Start"), begin, _("{name} starts", name=name), Icon.CHECK)}
        else:
            words = _("Enter your roll") if session.lineup.by_hand else _("Roll")
            keys = {Button.OK: Option(words, lambda: roll_or_enter(model), name, Icon.ROLL)}
        if model.guides_players and not session.start_rolls:
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


def _sums(_: Translator, session: Session) -> str:
    """Returns each player's sums, after a tie several, in two lines."""
    players = session.lineup.players
    names = short_names(_, players, LINE_PX // ceil(len(players) / 2) - SUM_PX)
    rolls = zip(names, _rolls_by_seat(session), strict=True)
    return ", ".join(f"{name} {'→'.join(str(sum(dice)) for dice in made)}" for name, made in rolls if made)


def _player_name(model: Model) -> str:
    return display_name(model.translate, model.session.lineup.players[acting_seat(session_of(model))])


def start_rolls_snapshot(model: Model) -> Snapshot:
    """Returns who rolls next for who begins, and all rolls so far."""
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


class Piece(NamedTuple):
    """What may be on a field between two turns."""

    seat: Seat
    is_goldclaim: bool


class JoinBoardPage(BoardScreenPage, frozen=True):
    """The cursor visits the fields and sets what is on each of them on the table."""

    state: State
    field: Field = FIELDS[0]
    name: ClassVar[str] = "join_board"

    def screen(self, model: Model) -> Screen:
        _, stones = model.translate, sum(fields.bit_count() for fields in self.state.fields)
        back = Option(_("Back"), close(model), icon=Icon.UNDO)
        if stones:
            # Undo clears one field per press, the selected one first: closing the page would lose everything entered.
            last = max(field for field in FIELDS if _piece_on(self.state, field))
            field = self.field if _piece_on(self.state, self.field) else last
            taken_off = replace(self, state=_with_piece(self.state, field, None), field=field)
            back = Option(_("Take off"), show(model, taken_off), icon=Icon.UNDO)
        done = open_on_top(model, JoinTurnPage(self.state))
        return Screen(
            _("Set up a position"),
            str(stones),
            (field_block(_, self.state, self.field),),
            Choices(
                OnDemand(len(FIELDS), lambda number: replace(self, field=FIELDS[number]).next_piece(model)),
                FIELDS.index(self.field),
                "board",
                lambda cursor: Transition(model.with_page(replace(self, field=FIELDS[cursor]))),
            ),
            {Button.BANK: Option(_("Done"), done, _("whose turn is it?"), Icon.CHECK), Button.UNDO: back},
            point=partial(reject_place, model),
            sentence=_("Place the stones as they are on the table."),
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.with_cursor(self.state, model.seat_colours, now, model.shown_since, self.field)

    def next_piece(self, model: Model) -> Option:
        """Returns the option that puts the next piece on the selected field."""
        _, piece, field = model.translate, self._next, claimit.format_field(self.field)
        label = _("nothing")
        if piece is not None:
            name = display_name(_, self.state.players[piece.seat])
            label = _("goldclaim of {name}", name=name) if piece.is_goldclaim else _("stone of {name}", name=name)
        on = show(model, replace(self, state=_with_piece(self.state, self.field, piece)))
        return Option(label, on, field, Icon.PLACE, place=field)

    @property
    def _next(self) -> Piece | None:
        """Returns what follows the content of the field: each player's stone and goldclaim in turn, then nothing."""
        piece = _piece_on(self.state, self.field)
        # The ownership stone of the goldclaim on this field is available again for the next content.
        is_gold_left = claimit.ownership_stones_left(self.state) > 0 or (piece is not None and piece.is_goldclaim)
        seats = map(Seat, range(len(self.state.players)))
        order = [None, *(Piece(seat, gold) for seat in seats for gold in (False, True) if is_gold_left or not gold)]
        return order[(order.index(piece) + 1) % len(order)]


class JoinTurnPage(ListScreenPage, frozen=True):
    """Prompts for whose turn it is; in a last round also for who called it, if several seats may have."""

    state: State
    cursor: int = 0
    name: ClassVar[str] = "join_turn"
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        _, choices = model.translate, _choices(self.state)
        players = [display_name(_, name) for name in self.state.players]
        callers = {each.last_round.called_by for each in choices if each.last_round}
        options = list[Option]()
        for each in choices:
            caller, key = "", f"turn {each.turn}"
            if (end := each.last_round) is not None:
                caller = _("{name} called it", name=players[end.called_by]) if len(callers) > 1 else ""
                key += f", called by {end.called_by}, {end.turns_left} left"
            options.append(Option(players[each.turn], partial(_join, model, each), value=caller, key=key))
        chosen = options[self.cursor]
        return Screen(
            title=_("Last round!") if callers else _("Whose turn?"),
            choices=Choices(options, self.cursor),
            keys={
                Button.OK: Option(_("Start"), chosen.do, _("{name}, roll!", name=chosen.label), Icon.CHECK),
                Button.UNDO: Option(_("Back"), close(model), _("to the stones"), Icon.UNDO),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        position = _choices(self.state)[self.cursor]
        return lights.turn(dataclasses.replace(self.state, turn=position.turn), model.seat_colours, now, now)


def join_game(model: Model) -> JoinBoardPage:
    session = session_of(model)
    players, options = session.lineup.players, session.lineup.options
    return JoinBoardPage(claimit.start(players, Seat(0), options) if session.record is None else session.state)


def joining_snapshot(_: Translator, entered: Snapshot) -> Snapshot:
    """Returns the stones entered so far; every field is available."""
    places = (replace(place, use=_("Choose a field; again: the next stone."), usable=True) for place in entered.places)
    return replace(entered, turn=None, places=tuple(places), log=())


@lru_cache(maxsize=1)  # slow, and the lights need it many times a second
def _choices(state: State) -> tuple[JoinedPosition, ...]:
    """Returns the possible positions with these stones: whose turn it is, and who called the last round."""
    seats = [Seat(seat) for seat in range(len(state.players))]
    stacks = tuple(sorted(claimit.stacks(state).items()))
    calls = [None, *(LastRound(caller, left) for caller in seats for left in range(len(seats), 0, -1))]
    # The rules apply a joined position to an empty board.
    empty = dataclasses.replace(state, fields=(0,) * len(seats), gold=0)
    found = list[JoinedPosition]()
    for turn in seats:
        for last_round in calls:
            position = JoinedPosition(stacks, turn, last_round)
            # The rules reject a caller with too few goldclaims.
            with suppress(Illegal):
                claimit.apply(empty, position)
                found.append(position)
    return tuple(found)


def _join(model: Model, position: JoinedPosition) -> Transition:
    """Records the position, after a start if the game has none: the first player does not matter."""
    session = session_of(model)
    if session.record is not None:
        return record_event(model, position)
    started = record_event(model, session.start_event(Seat(0)))
    joined = record_event(started.model, position)
    return Transition(joined.model, (*started.effects, *joined.effects))


def _piece_on(state: State, field: Field) -> Piece | None:
    owner = next((seat for seat, fields in enumerate(state.fields) if fields >> field & 1), None)
    return None if owner is None else Piece(Seat(owner), bool(state.gold >> field & 1))


def _with_piece(state: State, field: Field, piece: Piece | None) -> State:
    here = 1 << field
    fields = tuple(
        others | here if piece is not None and piece.seat == seat else others
        for seat, others in enumerate(fields & ~here for fields in state.fields)
    )
    gold = state.gold & ~here | (here if piece is not None and piece.is_goldclaim else 0)
    return dataclasses.replace(state, fields=fields, gold=gold)
