"""The 36 lights in a match of Klondike: four for each claim, one for each tile end that touches it.

The upper left light of a claim is its north, the upper right its east, the lower right its south, the lower left its
west.

`colours` are the colours of the seats, in their order. `now` and `began` are seconds of the loop's clock.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.core.model import Model
from companion.core.snapshot import Axes
from companion.lights import composition
from companion.lights.composition import AMBER, SLOW_S, WHITE, Lights, Paint, blink, compose, cursor, pulse
from companion.tables.klondike.session import session_of
from companion.tables.shared_pages import first_seat
from engine.klondike import CLAIMS, SLOT_POSITIONS, Claim, Slot, SlotPosition, State, Tile, TilePlacement
from hardware.device import OFF, SIDE, Colour

Colours = Sequence[Colour]

DIGITS = (
    Colour(255, 255, 255),
    Colour(192, 0, 0),
    Colour(186, 255, 0),
    Colour(10, 0, 236),
    Colour(243, 94, 108),
    Colour(6, 130, 255),
    Colour(237, 186, 255),
)
"""The colours of the digits 0 to 6. They were computed like the colours of the seats: seven colours that stay far
apart, bright, dim, or one bright and one dim, for every kind of colour vision in
`tests/companion/lights/colour_vision.py`. The screen also shows the digits as pips."""

AXES = Axes(*[("1", "1", "2", "2", "3", "3")] * 2)  # a claim has two columns and two rows of lights

FLICKER_EVERY_S = 1.7
FLICKERS = ((0.0, 0.1), (0.25, 0.06))
"""Start and duration of the dark phases of a spoiled claim in that period, in seconds."""

_SIDE_OFFSETS = {"N": SIDE, "E": SIDE + 1, "S": 1, "W": 0}
"""Offset of a side's light from the lower left light of its claim."""
_OPPOSITE = {"N": "S", "E": "W"}
"""The side at which a slot touches its second claim."""


def side_light(claim: Claim, letter: str) -> int:
    return 2 * SIDE * (claim // 3) + 2 * (claim % 3) + _SIDE_OFFSETS[letter]


BLOCKS = tuple(tuple(side_light(claim, letter) for letter in _SIDE_OFFSETS) for claim in CLAIMS)
"""The four lights of each claim."""


def _lights_of(place: SlotPosition) -> tuple[int, ...]:
    letter = place.name[-1]
    near = side_light(place.inner, letter)
    return (near,) if place.outer is None else (near, side_light(place.outer, _OPPOSITE[letter]))


ENDS = tuple(map(_lights_of, SLOT_POSITIONS))
"""The lights of each slot: one where the tile's first end touches a claim, and one for the second end if it touches
one."""
END_OF = {light: (Slot(slot), end) for slot, lights in enumerate(ENDS) for end, light in enumerate(lights)}
"""The slot of each light, and which end of it the light shows."""
END_AT_PLACE = {AXES.place_at(light): slot_and_end for light, slot_and_end in END_OF.items()}
"""The same, by the name of the light's place. At the first end this is also the name of the slot."""


def tile_at_light(state: State, light: int) -> Tile | None:
    """Returns the tile at one side of a claim, the end at that claim first."""
    slot, end = END_OF[light]
    tile = state.slots[slot]
    return tile[::-1] if tile and end else tile


def board(model: Model, now: float) -> Lights:
    """Returns the lights of the board; before the start, of the seat that will start."""
    if session_of(model).record is None:
        return composition.edge_lights(model.seat_colours[first_seat(model.session)])
    return table(session_of(model).state, model.seat_colours, now)


def table(state: State, colours: Colours, now: float) -> Lights:
    return compose(_table(state, colours, now))


def turn(state: State, colours: Colours, now: float, began: float) -> Lights:
    """Returns the position; at first the active player's colour frames the board."""
    return compose([*_table(state, colours, now), composition.opening_edge(colours[state.turn], now, began)])


def placements(
    found: Iterable[TilePlacement], chosen: TilePlacement, now: float, began: float, cause: Slot | None = None
) -> Lights:
    """Returns the slots where a tile fits, blinking amber; the selected one blinks fast in the colours of its ends.

    `cause` is the slot, if any, whose tile makes an exception possible (`cause_of`); it blinks white.
    """
    slot, tile = chosen
    paints = [Paint(ENDS[where], AMBER, blink(now, began, SLOW_S)) for where, _ in found]
    paints.append(Paint(ENDS[slot], OFF))
    for light, digit in zip(ENDS[slot], tile, strict=False):
        paints.append(Paint((light,), DIGITS[digit], blink(now, began, composition.FAST_S)))
    if cause is not None:
        paints += [Paint(ENDS[cause], OFF), Paint(ENDS[cause], WHITE, blink(now, began, SLOW_S))]
    return compose(paints)


def with_cursor(state: State, colours: Colours, now: float, began: float, chosen: Slot) -> Lights:
    """Returns the position; the selected slot blinks white."""
    return compose([*_table(state, colours, now), *cursor(ENDS[chosen], WHITE, now, began)])


def lesson(
    state: State, colours: Colours, now: float, *, places: Iterable[Slot], marked: Iterable[Slot], chosen: Slot | None
) -> Lights:
    """Returns a layout; the slots of the task blink amber, the selected one fast in white; found ones stay lit."""
    paints = _table(state, colours, now)
    paints += [Paint(ENDS[slot], AMBER, blink(now, 0.0, SLOW_S)) for slot in places]
    paints += [Paint(ENDS[slot], AMBER) for slot in marked]
    return compose(paints if chosen is None else [*paints, *cursor(ENDS[chosen], WHITE, now, 0.0)])


def check(state: State, colours: Colours, now: float, claim: Claim) -> Lights:
    return compose(_claim(state, claim, colours, now))


def _table(state: State, colours: Colours, now: float) -> list[Paint]:
    return [paint for claim in CLAIMS for paint in _claim(state, claim, colours, now)]


def _claim(state: State, claim: Claim, colours: Colours, now: float) -> Iterator[Paint]:
    """A won claim has the winner's colour and a glint. Else ends are bright, open sides dim; spoiled claims flicker."""
    claim_state = state.claims[claim]
    if claim_state.won_by is not None:
        yield Paint(BLOCKS[claim], colours[claim_state.won_by])
        yield Paint(BLOCKS[claim], WHITE, composition.glint(now, claim + 1))
    elif claim_state.digit is not None:
        yield Paint(BLOCKS[claim], composition.dim(DIGITS[claim_state.digit], composition.DIM))
        for light in BLOCKS[claim]:
            if tile := tile_at_light(state, light):
                yield Paint((light,), DIGITS[tile[0]])  # a tile end, in the colour of its digit
        if claim_state.spoiled:
            for start, on_s in FLICKERS:  # neighbours at different times
                yield Paint(BLOCKS[claim], OFF, pulse(now, start + claim / 10, on_s, FLICKER_EVERY_S))
