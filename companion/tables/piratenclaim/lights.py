"""The 36 lights in Piratenclaim: one segment as a flower of seven blocks, or six dice as six columns.

A block of four lights is a field of the segment: position 1 to the right of the centre, 2 below it on the right, and so
on around. A column is a die, a row is a face.

`colours` are the colours of the seats, in their order. `now` and `began` are seconds of the loop's clock.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.snapshot import NUMBERS, Axes
from companion.lights import composition
from companion.lights.composition import AMBER, DIM, SLOW_S, WHITE, Lights, Paint, blink, breathe, compose, cursor, dim
from companion.locale.translator import Translator
from companion.tables.piratenclaim.session import DIE_LETTERS, ships_at
from engine.piratenclaim import Cube, Dice, Field, Pirate, State, field_at, pirates_at, position_of, segment_of
from hardware.device import OFF, SIDE, Colour

Colours = Sequence[Colour]

CUBES = {
    Cube.RED: Colour(141, 0, 1),
    Cube.ORANGE: Colour(230, 96, 31),
    Cube.YELLOW: Colour(255, 255, 0),
    Cube.GREEN: Colour(50, 247, 219),
    Cube.BLUE: Colour(42, 62, 156),
    Cube.PURPLE: Colour(196, 125, 255),
}
"""The colours of the cubes. They were computed like the colours of the seats: six colours, each within the range of its
name, that stay far apart for every kind of colour vision in `tests/companion/lights/colour_vision.py`."""
BROWN, GREY = Colour(208, 123, 0), Colour(124, 122, 132)
DICE = (Colour(153, 0, 0), Colour(55, 255, 186), GREY, Colour(240, 232, 255), Colour(57, 39, 123), BROWN)
"""The colours of the dice in the order in which they are rolled; computed in the same way. A light cannot be black: the
column of the black die is blue, and its face is dark."""
BLACK_DIE = 4
OPEN = Colour(72, 78, 96)
"""A field without a disc: faint, so that the shape of the segment is visible and a disc is a hole in it."""

BLACK_EVERY_S = 1.5
BLACK_FLASHES = ((0.0, 0.1), (0.25, 0.1))
"""Start and duration of the flashes of a black pirate in that period, in seconds; it is dark between them."""
FAINT = 0.3
"""The lowest level of a breathing light."""
LEAST_THREAT = 0.2
"""The level of the smallest threat."""
BELOW_FACE = 0.5
"""The level of the lights of a die below its face."""

_LOWER_LEFT = (2, 2), (4, 2), (3, 0), (1, 0), (0, 2), (1, 4), (3, 4)
"""The lower left corner (column, row) of each position's block: three blocks in the middle, two above, two below."""

BLOCKS = tuple(
    tuple(SIDE * (row + up) + column + along for up in (0, 1) for along in (0, 1)) for column, row in _LOWER_LEFT
)
"""The four lights of each position: lower left, lower right, upper left, upper right."""
POSITION_OF = {light: position for position, block in enumerate(BLOCKS) for light in block}
"""The position of each light; the lights at the four corners have none."""


def segment(state: State, colours: Colours, now: float, shown: int) -> Lights:
    return compose(_segment(state, colours, now, shown))


def turn(state: State, colours: Colours, now: float, began: float, shown: int) -> Lights:
    """Returns the segment; at first the active player's colour frames it."""
    return compose([*_segment(state, colours, now, shown), composition.opening_edge(colours[state.turn], now, began)])


def selected(  # noqa: PLR0917 - as the others, and the field
    state: State, colours: Colours, now: float, began: float, field: Field, available: Iterable[Field] = ()
) -> Lights:
    """Returns the segment of the selected field, which blinks fast in the player's colour; available ones are amber."""
    shown = segment_of(field)
    paints = _segment(state, colours, now, shown)
    paints += (
        Paint(BLOCKS[position_of(other)], AMBER, blink(now, began, SLOW_S))
        for other in available
        if segment_of(other) == shown
    )
    return compose([*paints, *cursor(BLOCKS[position_of(field)], colours[state.turn], now, began)])


def lesson(
    state: State, colours: Colours, now: float, field: Field, *, marked: Iterable[Field], is_chosen: bool
) -> Lights:
    """Returns the segment of a field; found fields are amber, and if `field` is chosen, it blinks fast in white."""
    shown = segment_of(field)
    found = [BLOCKS[position_of(each)] for each in marked if segment_of(each) == shown]
    paints = [*_segment(state, colours, now, shown), *(Paint(block, AMBER) for block in found)]
    return compose([*paints, *cursor(BLOCKS[position_of(field)], WHITE, now, 0.0)] if is_chosen else paints)


def move(origin: Field, field: Field, colour: Colour, now: float, began: float) -> Lights:
    """Returns a pirate's move: its origin glows, its destination blinks; in another segment only the destination."""
    paints = [Paint(BLOCKS[position_of(field)], colour, blink(now, began, SLOW_S))]
    if segment_of(origin) == segment_of(field):
        paints.append(Paint(BLOCKS[position_of(origin)], dim(colour, FAINT)))
    return compose(paints)


def dice(rolled: Dice, now: float, began: float, *, used: bool) -> Lights:
    """Returns six dice, a column each, lit up to the bright face; red, green and grey are dim once used."""
    return compose(paint for die in range(len(rolled)) for paint in _column(rolled, die, now, began, used=used))


def dice_axes(_: Translator) -> Axes:
    """Returns the labels of the dice: a letter for each column, a face for each row."""
    return Axes(columns=tuple(_(DIE_LETTERS)), rows=NUMBERS)


def threat(now: float, began: float, field: Field, shares: Mapping[Field, float]) -> Lights:
    """Returns the probability of a pirate on each field as brightness; the selected field blinks."""
    around = (field_at(segment_of(field), position) for position in range(len(BLOCKS)))
    paints = [
        Paint(BLOCKS[position_of(other)], dim(composition.ALARM, LEAST_THREAT + (1 - LEAST_THREAT) * shares[other]))
        for other in around
        if shares.get(other)
    ]
    mark = BLOCKS[position_of(field)][-1:]  # one corner: the others keep their brightness
    return compose([*paints, *cursor(mark, WHITE, now, began)])


def _segment(state: State, colours: Colours, now: float, shown: int) -> list[Paint]:
    fields = (field_at(shown, position) for position in range(len(BLOCKS)))
    return [paint for field in fields for paint in _field(state, field, colours, now)]


def _field(state: State, field: Field, colours: Colours, now: float) -> Iterator[Paint]:
    """Dark: a disc. Two colours: a system, lower cube below. Pirates above on the left, ships below on the right."""
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
        yield Paint((light,), WHITE, composition.glint(now, light))


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
                yield Paint((light,), WHITE, composition.pulse(now, start, on_s, BLACK_EVERY_S))


def _column(rolled: Dice, die: int, now: float, began: float, *, used: bool) -> Iterator[Paint]:
    """A face with an open discovery blinks slowly; used ones are dim; white is steady, brown breathes."""
    lights = tuple(range(die, SIDE * SIDE, SIDE))
    face, colour = rolled[die] - 1, DICE[die]
    if die == BLACK_DIE:
        yield Paint(lights[:face] + lights[face + 1 :], dim(colour, DIM))
        return
    faded = used and die < 3  # red, green or grey
    yield Paint(lights[:face], dim(colour, BELOW_FACE * (FAINT if faded else 1)))
    if faded:
        rhythm = composition.Intensity(FAINT, None)
    elif die < 3:
        rhythm = blink(now, began, SLOW_S)
    else:
        rhythm = breathe(now, began) if colour == BROWN else composition.STEADY
    yield Paint(lights[face : face + 1], colour, rhythm)
