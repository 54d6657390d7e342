"""What the 36 lights say in a game of Claim It!

`colours` are the seats' colours, seat 0 first; `now` and `began` are seconds of the loop's clock, `began` when the
page opened or the cursor moved. What stays from page to page (glints, breath, alternation) keeps the clock's own time.

All is painted in layers, the later over the earlier: the players' stones, this turn's marks, the sign of the last
round, and what the page adds. A field that is to be seen whatever lies there is painted dark first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from companion.lights.composition import (
    ALARM,
    ALTERNATE_S,
    AMBER,
    CORNERS,
    DIM,
    EDGE,
    FAST_S,
    SLOW_S,
    WHITE,
    Lights,
    Paint,
    after,
    blink,
    breathe,
    compose,
    dim,
    elapsed,
    frame,
    glint,
    ring,
    scaled,
    sequence,
    single_light,
)
from companion.tables.claimit.session import acting_seat, session_of
from engine.claimit.board import Field, fields_in
from engine.claimit.placements import legal
from engine.claimit.position import State, claimed, marks
from engine.claimit.scoring import largest_mine
from engine.game import Seat
from hardware.device import OFF, Colour

if TYPE_CHECKING:
    from companion.core.model import Model

Colours = Sequence[Colour]

TURN_S = 0.8
"""How long the edge shows whose turn begins."""
FLASHES = (1.0, 0.0, 1.0)
"""Twice, and out."""
FLASH_S = 0.25
BANK_STEP_S = 0.15
COUNT_STEP_S = 0.2
HOLD_S = 0.8
"""How long the last step of a count or of a run stays."""
FAINT = 0.3
"""The level to which what breathes goes down."""
LAPSE_S = 1 / 15
"""How long each turn of the time-lapse is to be seen: two frames."""
LEAST_SHADE = 0.25
"""How bright the dimmest shade is: it must be seen as well."""
GLOW = 0.6
"""How strongly the corners glow in the last round."""


def table(state: State, colours: Colours, now: float) -> Lights:
    """Returns the board as it lies, for the page `choose` and every page without lights of its own."""
    return compose(_table(state, colours, now))


def begins(seat: Seat, colours: Colours) -> Lights:
    """Returns the edge in the colour of the seat that rolls, or that begins; before the game."""
    return frame(colours[seat])


def board(model: Model, now: float) -> Lights:
    """Returns the lights under every page that has none of its own."""
    session = session_of(model)
    if session.record is None:
        return begins(acting_seat(session), model.seat_colours)
    return table(session.state, model.seat_colours, now)


def turn(state: State, colours: Colours, now: float, began: float) -> Lights:
    """Returns the beginning of a turn: for a moment the mover's colour frames the table."""
    edge = Paint(EDGE, colours[state.turn], sequence(now, began, (1.0,), TURN_S))
    return compose([*_table(state, colours, now), edge])


def roll(
    state: State, colours: Colours, now: float, began: float, chosen: Collection[Field] = (), *, usable: bool = True
) -> Lights:
    """A roll lies there: chosen fields blink fast in the mover's colour; usable ones amber, if they are lit."""
    paints = _table(state, colours, now)
    if usable:
        paints.append(Paint(legal(state), AMBER, blink(now, began, SLOW_S)))
    paints += [Paint(chosen, OFF), Paint(chosen, colours[state.turn], blink(now, began, FAST_S))]
    return compose(paints)


def bust(state: State, colours: Colours, now: float, began: float, *, lost: int) -> Lights:
    """The marks that were lost, a set of fields, flash red twice and go out; `state` is the one without them."""
    flash = Paint(list(fields_in(lost)), ALARM, sequence(now, began, FLASHES, FLASH_S))
    return compose([*_table(state, colours, now), flash])


def bank(state: State, colours: Colours, now: float, began: float, *, seat: Seat, taken: Sequence[Field]) -> Lights:
    """What the seat took runs over into its colour, in the order of `taken`; `state` is the one after the bank."""
    run_s = bank_s(len(taken))
    paints = _table(state, colours, now)
    paints.append(Paint(taken, colours[seat], sequence(now, began, (1.0,), run_s)))
    for place, field in enumerate(taken, 1):
        paints.append(Paint((field,), dim(WHITE, DIM), sequence(now, began, (1.0,), place * BANK_STEP_S)))
    return compose(paints)


def bank_s(taken: int) -> float:
    """How long a bank of so many fields runs over, in seconds."""
    return taken * BANK_STEP_S + HOLD_S


def last_round(state: State, colours: Colours, now: float, began: float) -> Lights:
    """The last round was called: a ring runs around the edge in the caller's colour, over the table."""
    paints = _table(state, colours, now)
    if state.last_round:
        paints += ring(colours[state.last_round.called_by], now, began)
    return compose(paints)


def time_lapse(turns: Sequence[State], colours: Colours, now: float, began: float) -> Lights:
    """Returns the whole game in a few seconds: the board after each turn, then the end."""
    turn = elapsed(now, began, LAPSE_S)
    if turn < len(turns):
        return Lights(table(turns[turn], colours, now).colours, began + (turn + 1) * LAPSE_S)
    return winner(turns[-1], colours, now, began + len(turns) * LAPSE_S)


def winner(state: State, colours: Colours, now: float, began: float) -> Lights:
    """The end: each seat's largest mine is counted up field by field, seat by seat; the winners' stay, pulsing."""
    # A seat's count ends before the next begins: the eye follows one mine at a time.
    paints, start = list[Paint](), began
    for seat in _seats(state):
        mine = list(fields_in(largest_mine(state, seat)))
        end = start + len(mine) * COUNT_STEP_S + HOLD_S
        for place, field in enumerate(mine):
            lit = start + place * COUNT_STEP_S
            paints.append(Paint((field,), colours[seat], sequence(now, lit, (1.0,), end - lit)))
        start = end
    for seat in state.winners or ():
        mine = list(fields_in(largest_mine(state, seat)))
        paints.append(Paint(mine, dim(colours[seat], FAINT), after(now, start)))
        paints.append(Paint(mine, colours[seat], after(now, start, breathe(now, start))))
    return compose(paints)


def only(state: State, colours: Colours, now: float, seat: Seat) -> Lights:
    """Returns the fields of one seat, and nothing else."""
    return compose(_stones(state, seat, colours[seat], now))


def guide(field: Field, seat: Seat, colours: Colours) -> Lights:
    """Returns the field to be changed, alone, in the colour of the seat that moves the pieces."""
    return single_light(field, colours[seat])


def check(state: State, colours: Colours, field: Field) -> Lights:
    """Returns the field to be compared with the real board, alone, in its owner's colour; white if it has none."""
    owner = next((colours[seat] for seat in _seats(state) if state.fields[seat] >> field & 1), WHITE)
    return single_light(field, owner)


def walk(state: State, colours: Colours, now: float, began: float, cursor: Field) -> Lights:
    """Returns the board as it lies; the field under the cursor blinks white."""
    paints = [*_table(state, colours, now), Paint((cursor,), OFF), Paint((cursor,), WHITE, blink(now, began, FAST_S))]
    return compose(paints)


def shaded(state: State, colours: Colours, now: float, colour: Colour, shades: Mapping[int, float]) -> Lights:
    """Returns the board with some fields in one colour: by its shade each, from 0, dim, to 1, bright."""
    paints = _table(state, colours, now)
    for field, shade in shades.items():
        paints += [Paint((field,), OFF), Paint((field,), dim(colour, LEAST_SHADE + (1 - LEAST_SHADE) * shade))]
    return compose(paints)


def lesson(state: State, colours: Colours, now: float, marked: Iterable[Field], cursor: Field | None) -> Lights:
    """Returns a position with what was marked in it; the field under the cursor blinks white."""
    paints = [*_table(state, colours, now)]
    for field in marked:
        paints += [Paint((field,), OFF), Paint((field,), AMBER)]
    if cursor is not None:
        paints += [Paint((cursor,), OFF), Paint((cursor,), WHITE, blink(now, 0.0, FAST_S))]
    return compose(paints)


def _table(state: State, colours: Colours, now: float) -> list[Paint]:
    """Stones, then this turn's marks over them, then the sign of the last round."""
    paints = [paint for seat in _seats(state) for paint in _stones(state, seat, colours[seat], now)]
    paints += _marks(state, colours[state.turn], now)
    if state.last_round:
        glow = scaled(breathe(now), GLOW)
        paints.append(Paint(glowing_corners(state), colours[state.last_round.called_by], glow))
    return paints


def _stones(state: State, seat: Seat, colour: Colour, now: float) -> Iterator[Paint]:
    """A stone dim; a goldclaim bright, with a glint now and then."""
    gold = state.fields[seat] & state.gold
    yield Paint(list(fields_in(state.fields[seat] & ~gold)), dim(colour, DIM))
    yield Paint(list(fields_in(gold)), colour)
    for field in fields_in(gold):
        yield Paint((field,), WHITE, glint(now, field))


def _marks(state: State, mover: Colour, now: float) -> Iterator[Paint]:
    """A claim stone white, alternating with the colour of the opponent whose stone it covers; an ownership stone."""
    claims = claimed(state)
    covering = claims & reduce(or_, state.fields)
    yield Paint(list(fields_in(claims & ~covering)), dim(WHITE, DIM))
    yield Paint(list(fields_in(covering)), dim(WHITE, DIM), blink(now, 0.0, ALTERNATE_S))
    yield Paint(list(fields_in(state.owned)), dim(mover, FAINT))
    yield Paint(list(fields_in(state.owned)), mover, breathe(now))


def glowing_corners(state: State) -> tuple[int, ...]:
    """Returns the corners that glow as the sign of the last round: the empty ones, as over a stone two owners mix."""
    lies = reduce(or_, state.fields) | marks(state) if state.last_round else -1
    return tuple(corner for corner in CORNERS if not lies >> corner & 1)


def _seats(state: State) -> list[Seat]:
    return [Seat(number) for number in range(len(state.players))]
