"""The 36 lights in a game of Claim It!

`colours` are the colours of the seats, in their order. `now` and `began` are seconds of the loop's clock; `began` is
when the page opened or the cursor moved. Animations that continue from page to page (glints, breathing, alternation)
use only `now`.

Lights are painted in layers, later ones over earlier ones: the players' stones, the marks, the corners of the last
round, and what the page adds. A field that must be visible on any stone is painted dark first.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from companion.core.model import Model
from companion.lights import composition
from companion.lights.composition import DIM, WHITE, Lights, Paint, breathe, compose, cursor, dim, sequence
from companion.tables.claimit.session import acting_seat, session_of
from engine.claimit.position import Field, State, claimed, fields_in, largest_mine, legal, marks, seats_of
from engine.game import Seat
from hardware.device import OFF, Colour

Colours = Sequence[Colour]

FLASHES = (1.0, 0.0, 1.0)
"""Two flashes, then dark."""
FLASH_S = 0.25
BANK_STEP_S, COUNT_STEP_S, HOLD_S = 0.15, 0.2, 0.8
"""Time for each field of a bank, for each field of a mine that is counted, and at the end of both."""
FAINT = 0.3
"""Level of a colour that pulses or that the winners' mines begin with."""
LAPSE_S = 1 / 15
"""Duration of each turn of the time-lapse: two frames."""
LEAST_SHADE = 0.25
"""Brightness of the dimmest shade, which must be visible too."""
GLOW = 0.6
"""Brightness of the corners in the last round."""


def table(state: State, colours: Colours, now: float) -> Lights:
    """Returns the position, for the page `choose` and every page without other lights."""
    return compose(_table(state, colours, now))


def board(model: Model, now: float) -> Lights:
    session = session_of(model)
    if session.record is None:
        return composition.edge_lights(model.seat_colours[acting_seat(session)])
    return table(session.state, model.seat_colours, now)


def turn(state: State, colours: Colours, now: float, began: float) -> Lights:
    """Returns the position; at first the active player's colour frames the board."""
    return compose([*_table(state, colours, now), composition.opening_edge(colours[state.turn], now, began)])


def roll(
    state: State, colours: Colours, now: float, began: float, chosen: Collection[Field] = (), *, is_lit: bool = True
) -> Lights:
    """Returns a roll: chosen fields blink fast in the player's colour, and if `is_lit`, available ones amber."""
    paints = _table(state, colours, now)
    if is_lit:
        paints.append(Paint(legal(state), composition.AMBER, composition.blink(now, began, composition.SLOW_S)))
    return compose([*paints, *cursor(chosen, colours[state.turn], now, began)])


def bust(state: State, colours: Colours, now: float, began: float, *, lost: int) -> Lights:
    """Returns a bust: the fields of the lost marks flash red twice; `state` is the one after the bust."""
    flash = Paint(list(fields_in(lost)), composition.ALARM, sequence(now, began, FLASHES, FLASH_S))
    return compose([*_table(state, colours, now), flash])


def bank(state: State, colours: Colours, now: float, began: float, *, seat: Seat, taken: Sequence[Field]) -> Lights:
    """Returns a bank: the fields in `taken` change to the seat's colour one by one; `state` is after the bank."""
    run_s = bank_s(len(taken))
    paints = _table(state, colours, now)
    paints.append(Paint(taken, colours[seat], sequence(now, began, (1.0,), run_s)))
    for number, field in enumerate(taken, 1):  # white covers the colour, on each field for a step longer
        paints.append(Paint((field,), dim(WHITE, DIM), sequence(now, began, (1.0,), number * BANK_STEP_S)))
    return compose(paints)


def bank_s(taken: int) -> float:
    return taken * BANK_STEP_S + HOLD_S


def last_round(state: State, colours: Colours, now: float, began: float) -> Lights:
    """Returns the call of the last round: a ring in the caller's colour runs around the edge."""
    paints = _table(state, colours, now)
    if state.last_round:
        paints += composition.ring(colours[state.last_round.called_by], now, began)
    return compose(paints)


def time_lapse(turns: Sequence[State], colours: Colours, now: float, began: float) -> Lights:
    """Returns the whole game in a few seconds: the board after each turn, then the end."""
    turn = composition.elapsed(now, began, LAPSE_S)
    if turn < len(turns):
        return Lights(table(turns[turn], colours, now).colours, began + (turn + 1) * LAPSE_S)
    return winner(turns[-1], colours, now, began + len(turns) * LAPSE_S)


def winner(state: State, colours: Colours, now: float, began: float) -> Lights:
    """Returns the end: each seat's largest mine is counted field by field, then the winners' mines pulse."""
    # A seat's count ends before the next one starts, so that players can follow one mine at a time.
    paints, start = list[Paint](), began
    for seat in seats_of(state):
        mine = list(fields_in(largest_mine(state, seat)))
        end = start + len(mine) * COUNT_STEP_S + HOLD_S
        for index, field in enumerate(mine):
            lit_at = start + index * COUNT_STEP_S
            paints.append(Paint((field,), colours[seat], sequence(now, lit_at, (1.0,), end - lit_at)))
        start = end
    for seat in state.winners or ():
        mine = list(fields_in(largest_mine(state, seat)))
        paints.append(Paint(mine, dim(colours[seat], FAINT), composition.after(now, start)))
        paints.append(Paint(mine, colours[seat], composition.after(now, start, breathe(now, start))))
    return compose(paints)


def spotlight(state: State, colours: Colours, now: float, seat: Seat) -> Lights:
    return compose(_stones(state, seat, colours[seat], now))


def check(state: State, colours: Colours, field: Field) -> Lights:
    """Returns only the field to be compared with the real board, in its owner's colour, or white."""
    owner = next((colours[seat] for seat in seats_of(state) if state.fields[seat] >> field & 1), WHITE)
    return composition.only((field,), owner)


def with_cursor(state: State, colours: Colours, now: float, began: float, chosen: Field) -> Lights:
    """Returns the position; the selected field blinks white."""
    return compose([*_table(state, colours, now), *cursor((chosen,), WHITE, now, began)])


def shaded(state: State, colours: Colours, now: float, colour: Colour, shades: Mapping[int, float]) -> Lights:
    """Returns the position with some fields in one colour, each with its shade from 0 (dim) to 1 (bright)."""
    paints = _table(state, colours, now)
    for field, shade in shades.items():
        paints += [Paint((field,), OFF), Paint((field,), dim(colour, LEAST_SHADE + (1 - LEAST_SHADE) * shade))]
    return compose(paints)


def lesson(state: State, colours: Colours, now: float, marked: Iterable[Field], chosen: Field | None) -> Lights:
    """Returns a position with the marked fields amber; the selected field blinks white."""
    paints = _table(state, colours, now)
    for field in marked:
        paints += [Paint((field,), OFF), Paint((field,), composition.AMBER)]
    return compose(paints if chosen is None else [*paints, *cursor((chosen,), WHITE, now, 0.0)])


def _table(state: State, colours: Colours, now: float) -> list[Paint]:
    paints = [paint for seat in seats_of(state) for paint in _stones(state, seat, colours[seat], now)]
    paints += _marks(state, colours[state.turn], now)
    if state.last_round:
        glow = composition.scaled(breathe(now), GLOW)
        paints.append(Paint(glowing_corners(state), colours[state.last_round.called_by], glow))
    return paints


def _stones(state: State, seat: Seat, colour: Colour, now: float) -> Iterator[Paint]:
    gold = state.fields[seat] & state.gold
    yield Paint(list(fields_in(state.fields[seat] & ~gold)), dim(colour, DIM))
    yield Paint(list(fields_in(gold)), colour)
    for field in fields_in(gold):
        yield Paint((field,), WHITE, composition.glint(now, field))


def _marks(state: State, colour: Colour, now: float) -> Iterator[Paint]:
    claims = claimed(state)
    covering = claims & reduce(or_, state.fields)
    yield Paint(list(fields_in(claims & ~covering)), dim(WHITE, DIM))
    yield Paint(list(fields_in(covering)), dim(WHITE, DIM), composition.blink(now, 0.0, composition.ALTERNATE_S))
    yield Paint(list(fields_in(state.owned)), dim(colour, FAINT))
    yield Paint(list(fields_in(state.owned)), colour, breathe(now))


def glowing_corners(state: State) -> tuple[int, ...]:
    """Returns the corners that glow in the last round: the empty ones, because the colours of two owners would mix."""
    if not state.last_round:
        return ()
    occupied = reduce(or_, state.fields) | marks(state)
    return tuple(corner for corner in composition.CORNERS if not occupied >> corner & 1)
