"""What the 36 lights say in Piratenclaim: one segment as a flower of seven blocks, or six dice as six columns.

On the segment a block of four lights is a field: position 1 at the right of the centre, 2 below it to the right, and so
on around. On the dice a column is a die, a row a face. `colours` are the seats' colours, seat 0 first; `now` and
`began` are seconds of the loop's clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.table import NUMBERS, Axes
from companion.lights.composition import (
    ALARM,
    AMBER,
    DARK,
    DIM,
    EDGE,
    FAST_S,
    SLOW_S,
    STEADY,
    WHITE,
    Intensity,
    Lights,
    Paint,
    blink,
    breathe,
    compose,
    dim,
    frame,
    glint,
    pulse,
    sequence,
)
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import DIE_LETTERS, ships_at
from engine.piratenclaim import Cube, Pirate, field_at, pirates_at, position_of, segment_of
from hardware.device import OFF, SIDE, Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from engine.game import Seat
    from engine.piratenclaim import Dice, Field, State

Colours = Sequence[Colour]

CUBES = {
    Cube.RED: Colour(141, 0, 1),
    Cube.ORANGE: Colour(230, 96, 31),
    Cube.YELLOW: Colour(255, 255, 0),
    Cube.GREEN: Colour(50, 247, 219),
    Cube.BLUE: Colour(42, 62, 156),
    Cube.PURPLE: Colour(196, 125, 255),
}
"""The colours of the cubes. They were searched for, as those of the seats were: six that stay far apart for every kind
of eye in `companion.lights.colour_vision`, each within what its name allows."""
BROWN, GREY = Colour(208, 123, 0), Colour(124, 122, 132)
DICE = (Colour(153, 0, 0), Colour(55, 255, 186), GREY, Colour(240, 232, 255), Colour(57, 39, 123), BROWN)
"""The colours of the dice, in the order in which they are thrown; searched for in the same way. Black cannot glow: its
column is lit in blue, and the face that lies is the one that is dark."""
BLACK_DIE = 4
OPEN = Colour(72, 78, 96)
"""A field without a disc: so faint that the shape of the segment is seen, and a disc as a hole in it."""

TURN_S = 0.8
"""How long the edge shows whose turn begins."""
BLACK_EVERY_S = 1.5
BLACK_FLASHES = ((0.0, 0.1), (0.25, 0.1))
"""When a black pirate flashes in that time, and for how long, in seconds: between them its light is dark."""
FAINT = 0.3
"""The level to which what breathes goes down."""
LEAST = 0.2
"""The level of the smallest threat."""
PATHS = 0.5
"""The level of the lights of a die below its face."""

_LOWER_LEFT = {0: (2, 2), 1: (4, 2), 2: (3, 0), 3: (1, 0), 4: (0, 2), 5: (1, 4), 6: (3, 4)}
"""Where the block of each position begins: column and row. Three blocks in the middle, two above, two below."""


def _block(position: int) -> tuple[int, ...]:
    column, row = _LOWER_LEFT[position]
    return tuple(SIDE * (row + up) + column + along for up in (0, 1) for along in (0, 1))


BLOCKS = tuple(map(_block, range(len(_LOWER_LEFT))))
"""The four lights of each position: lower left, lower right, upper left, upper right."""
POSITION_OF = {light: position for position, block in enumerate(BLOCKS) for light in block}
"""The position that each light belongs to; the lights at the four corners belong to none."""


def segment(state: State, colours: Colours, now: float, shown: int) -> Lights:
    """One segment as it lies."""
    return compose(_segment(state, colours, now, shown))


def turn(state: State, colours: Colours, now: float, began: float, shown: int) -> Lights:
    """A turn begins: for a moment the mover's colour frames the segment."""
    edge = Paint(EDGE, colours[state.turn], sequence(now, began, (1.0,), TURN_S))
    return compose([*_segment(state, colours, now, shown), edge])


def begins(seat: Seat, colours: Colours) -> Lights:
    """Before the game: the edge in the colour of the seat that is to begin."""
    return frame(colours[seat])


def cursor(  # noqa: PLR0917 - as the others, and the field
    state: State, colours: Colours, now: float, began: float, field: Field, usable: Iterable[Field] = ()
) -> Lights:
    """The segment of the field under the cursor, which blinks fast in the mover's colour; usable ones blink amber."""
    shown = segment_of(field)
    paints = _segment(state, colours, now, shown)
    paints += (
        Paint(BLOCKS[position_of(other)], AMBER, blink(now, began, SLOW_S))
        for other in usable
        if segment_of(other) == shown
    )
    here = BLOCKS[position_of(field)]
    return compose([*paints, Paint(here, OFF), Paint(here, colours[state.turn], blink(now, began, FAST_S))])


def at_field(model: Model, now: float, field: Field) -> Lights:
    """The same for a page that is about that field, of the game as it lies; nothing is usable."""
    return cursor(session_of(model).state, model.seat_colours, now, model.shown_since, field)


def fresh(state: State, colours: Colours, now: float, began: float, field: Field) -> Lights:
    """The segment with what is new on one field, which goes out and comes back."""
    gone = blink(now, began + FAST_S, SLOW_S)
    return compose([*_segment(state, colours, now, segment_of(field)), Paint(BLOCKS[position_of(field)], OFF, gone)])


def lesson(
    state: State, colours: Colours, now: float, shown: Field, *, marked: Iterable[Field], cursor: bool
) -> Lights:
    """The segment of a field; those that were found are amber, and under the cursor it blinks fast in white."""
    segment_shown = segment_of(shown)
    found = [BLOCKS[position_of(each)] for each in marked if segment_of(each) == segment_shown]
    paints = [*_segment(state, colours, now, segment_shown), *(Paint(block, AMBER) for block in found)]
    here = BLOCKS[position_of(shown)]
    return compose([*paints, *([Paint(here, OFF), Paint(here, WHITE, blink(now, 0.0, FAST_S))] if cursor else [])])


def alone(field: Field, colour: Colour) -> Lights:
    """One field, and no other: the place of a physical step."""
    return compose([Paint(BLOCKS[position_of(field)], colour)])


def move(origin: Field, field: Field, colour: Colour, now: float, began: float) -> Lights:
    """A pirate moves: where it stood glows, where it goes blinks; into another segment only where it goes is shown."""
    paints = [Paint(BLOCKS[position_of(field)], colour, blink(now, began, SLOW_S))]
    if segment_of(origin) == segment_of(field):
        paints.append(Paint(BLOCKS[position_of(origin)], dim(colour, FAINT)))
    return compose(paints)


def dice(thrown: Dice, now: float, began: float, *, used: bool) -> Lights:
    """Six dice: a column each, lit up to the face that lies, which is bright; red, green and grey are dim once used."""
    return compose(paint for die in range(len(thrown)) for paint in _column(thrown, die, now, began, used=used))


def dice_axes(_: Translator) -> Axes:
    """Returns the labels of the dice: a letter for each column, a face for each row."""
    return Axes(columns=tuple(_(DIE_LETTERS)), rows=NUMBERS)


def threat(now: float, began: float, field: Field, shares: Mapping[Field, float]) -> Lights:
    """How likely a pirate comes to each field of a segment, as brightness; the field under the cursor blinks."""
    around = (field_at(segment_of(field), position) for position in range(len(BLOCKS)))
    paints = [
        Paint(BLOCKS[position_of(other)], dim(ALARM, LEAST + (1 - LEAST) * shares[other]))
        for other in around
        if shares.get(other)
    ]
    mark = BLOCKS[position_of(field)][-1:]  # only a corner of the block: the brightness of the others stays to be seen
    return compose([*paints, Paint(mark, OFF), Paint(mark, WHITE, blink(now, began, FAST_S))])


def only(state: State, colours: Colours, seat: Seat, shown: int) -> Lights:
    """The ships of one seat in a segment, and nothing else."""
    own = (ship.field for ship in state.ships if ship.player == seat and segment_of(ship.field) == shown)
    return compose(Paint(BLOCKS[position_of(field)], colours[seat]) for field in own)


def winner(seats: Sequence[Seat], colours: Colours, now: float, began: float) -> Lights:
    """The end: every block pulses in the winner's colour; winners who share take turns; dark where nobody won."""
    if not seats:
        return DARK
    return compose(
        Paint(block, colours[seats[number % len(seats)]], breathe(now, began)) for number, block in enumerate(BLOCKS)
    )


def _segment(state: State, colours: Colours, now: float, shown: int) -> list[Paint]:
    fields = (field_at(shown, position) for position in range(len(BLOCKS)))
    return [paint for field in fields for paint in _field(state, field, colours, now)]


def _field(state: State, field: Field, colours: Colours, now: float) -> Iterator[Paint]:
    """Dark: a disc. Two colours: a system, lower cube below. Pirates above at the left, ships below at the right."""
    block = lower_left, lower_right, upper_left, upper_right = BLOCKS[position_of(field)]
    if state.discs >> field & 1:
        return
    system = state.systems[field]
    if system is None:
        yield Paint(block, OPEN)
    else:
        yield Paint(block[:2], dim(CUBES[system.lower], DIM))
        yield Paint(block[2:], dim(CUBES[system.upper], DIM))
    for light, pirate in zip((upper_left, upper_right, lower_left), pirates_at(state, field), strict=False):
        yield from _pirate(light, pirate, now)
    seats = dict.fromkeys(ship.player for ship in ships_at(state, field))
    for light, seat in zip((lower_right, lower_left, upper_right), seats, strict=False):
        yield Paint((light,), colours[seat])
        yield Paint((light,), WHITE, glint(now, light))


def _pirate(light: int, pirate: Pirate, now: float) -> Iterator[Paint]:
    """White is steady, brown breathes, black is dark and flashes twice."""
    match pirate:
        case Pirate.WHITE:
            yield Paint((light,), WHITE)
        case Pirate.BROWN:
            yield Paint((light,), dim(BROWN, FAINT))
            yield Paint((light,), BROWN, breathe(now))
        case Pirate.BLACK:
            yield Paint((light,), OFF)
            for start, on_s in BLACK_FLASHES:
                yield Paint((light,), WHITE, pulse(now, start, on_s, BLACK_EVERY_S))


def _column(thrown: Dice, die: int, now: float, began: float, *, used: bool) -> Iterator[Paint]:
    """A face that still waits for a discovery blinks slowly; used ones are dim; white is steady, brown breathes."""
    lights = tuple(range(die, SIDE * SIDE, SIDE))
    face, colour = thrown[die] - 1, DICE[die]
    if die == BLACK_DIE:
        yield Paint(lights[:face] + lights[face + 1 :], dim(colour, DIM))
        return
    faded = used and die < 3
    yield Paint(lights[:face], dim(colour, PATHS * (FAINT if faded else 1)))
    if faded:
        rhythm = Intensity(FAINT, None)
    elif die < 3:
        rhythm = blink(now, began, SLOW_S)
    else:
        rhythm = breathe(now, began) if colour == BROWN else STEADY
    yield Paint(lights[face : face + 1], colour, rhythm)
