"""Joining a game in progress: players enter the stones with the cursor, then whose turn it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import lru_cache, partial
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.model import BoardScreenPage, ListScreenPage, Model, Transition, close, open_on_top, show
from companion.core.player_names import display_name
from companion.core.snapshot import Snapshot
from companion.lights.composition import Lights
from companion.locale.translator import Translator
from companion.tables.claimit import lights
from companion.tables.claimit.session import record_event, reject_place, session_of
from companion.tables.claimit.stones import field_block
from companion.ui.art import Icon
from companion.ui.screen import Choices, OnDemand, Option, Screen
from engine import claimit
from engine.claimit import FIELDS, Field, JoinedPosition, LastRound, State
from engine.game import Illegal, Seat
from hardware.device import Button


class Piece(NamedTuple):
    """What may be on a field between two turns."""

    seat: Seat
    is_goldclaim: bool


class JoinBoardPage(BoardScreenPage, frozen=True):
    """The cursor visits the fields and sets what is on each of them on the table."""

    state: State
    """The game with the stones entered so far."""
    field: Field = FIELDS[0]
    """The selected field."""
    name: ClassVar[str] = "join_board"

    def screen(self, model: Model) -> Screen:
        _, laid = model.translate, sum(fields.bit_count() for fields in self.state.fields)
        back = Option(_("Back"), close(model), icon=Icon.UNDO)
        if laid:
            # Undo clears one field per press, the selected one first: closing the page would lose everything entered.
            last = max(field for field in FIELDS if _piece_on(self.state, field))
            field = self.field if _piece_on(self.state, self.field) else last
            taken_off = replace(self, state=_with(self.state, field, None), field=field)
            back = Option(_("Take off"), show(model, taken_off), icon=Icon.UNDO)
        done = open_on_top(model, JoinTurnPage(self.state))
        return Screen(
            _("Set up a position"),
            str(laid),
            (field_block(_, self.state, self.field),),
            Choices(
                OnDemand(len(FIELDS), lambda number: replace(self, field=FIELDS[number]).next_piece(model)),
                FIELDS.index(self.field),
                "board",
                lambda cursor: Transition(model.with_page(replace(self, field=FIELDS[cursor]))),
            ),
            {Button.BANK: Option(_("Done"), done, _("whose turn is it?"), Icon.CHECK), Button.UNDO: back},
            partial(reject_place, model),
            _("Place the stones as they are on the table."),
        )

    def lights(self, model: Model, now: float) -> Lights:
        return lights.walk(self.state, model.seat_colours, now, model.shown_since, self.field)

    def next_piece(self, model: Model) -> Option:
        name, put = claimit.format_field(self.field), _with(self.state, self.field, self._next)
        on = show(model, replace(self, state=put))
        return Option(self.what_comes(model.translate), on, name, Icon.PLACE, place=name)

    def what_comes(self, _: Translator) -> str:
        """Returns what `ok` puts on the selected field."""
        if self._next is None:
            return _("nothing")
        name = display_name(_, self.state.players[self._next.seat])
        return _("goldclaim of {name}", name=name) if self._next.is_goldclaim else _("stone of {name}", name=name)

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
        players, calls = [display_name(_, name) for name in self.state.players], _callers(choices)
        options = [
            Option(players[each.turn], partial(_join, model, each), value=self._caller(_, each, calls), key=_key(each))
            for each in choices
        ]
        chosen = options[self.cursor]
        return Screen(
            title=_("Last round!") if calls else _("Whose turn?"),
            choices=Choices(options, self.cursor),
            keys={
                Button.OK: Option(_("Start"), chosen.do, _("{name}, roll!", name=chosen.label), Icon.CHECK),
                Button.UNDO: Option(_("Back"), close(model), _("to the stones"), Icon.UNDO),
            },
        )

    def lights(self, model: Model, now: float) -> Lights:
        position = _choices(self.state)[self.cursor]
        return lights.turn(dataclasses.replace(self.state, turn=position.turn), model.seat_colours, now, now)

    def _caller(self, _: Translator, position: JoinedPosition, calls: Collection[Seat]) -> str:
        if position.last_round is None or len(calls) == 1:
            return ""
        return _("{name} called it", name=display_name(_, self.state.players[position.last_round.called_by]))


def join_game(model: Model) -> JoinBoardPage:
    """Returns the page for entering a game in progress, starting from the current board."""
    session = session_of(model)
    players, options = session.lineup.players, session.lineup.options
    return JoinBoardPage(claimit.start(players, Seat(0), options) if session.record is None else session.state)


def joining_snapshot(_: Translator, laid: Snapshot) -> Snapshot:
    """Returns the stones entered so far; every field is available.

    Args:
        _: the language.
        laid: a game at the position entered so far.
    """
    places = (replace(place, use=_("Choose a field; again: the next stone."), usable=True) for place in laid.places)
    return replace(
        laid,
        turn=None,
        places=tuple(places),
        log=(),
    )


@lru_cache(maxsize=1)  # slow, and the lights need it many times a second
def _choices(state: State) -> tuple[JoinedPosition, ...]:
    """Returns the possible positions with these stones: whose turn it is, and who called the last round."""
    seats = [Seat(seat) for seat in range(len(state.players))]
    stacks = tuple((field, tuple(stones)) for field, stones in sorted(claimit.stacks(state).items()))
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


def _callers(choices: Iterable[JoinedPosition]) -> set[Seat]:
    return {each.last_round.called_by for each in choices if each.last_round}


def _key(position: JoinedPosition) -> str:
    turn, end = f"turn {position.turn}", position.last_round
    return turn if end is None else f"{turn}, called by {end.called_by}, {end.turns_left} left"


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


def _with(state: State, field: Field, piece: Piece | None) -> State:
    here = 1 << field
    fields = tuple(
        others | here if piece is not None and piece.seat == seat else others
        for seat, others in enumerate(fields & ~here for fields in state.fields)
    )
    gold = state.gold & ~here | (here if piece is not None and piece.is_goldclaim else 0)
    return dataclasses.replace(state, fields=fields, gold=gold)
