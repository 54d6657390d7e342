import pytest

from companion.lights.composition import DIM, dim
from companion.tables.klondike import lights
from companion.tables.klondike.lights import DIGITS
from engine import klondike
from engine.klondike import State
from hardware.device import OFF, Colour
from tests.companion.lights.colour_vision import similar_pairs
from tests.companion.lights.positions import COLOURS
from tests.companion.pages.klondike import CROWDED, SIXES, played
from tests.engine.claimit_boards import NAMES

QUIET_S = 1.2
"""A moment at which no light glints, flickers or blinks."""
BRIGHT_AND_DIM = [*DIGITS, *(dim(colour, DIM) for colour in DIGITS)]


def after(*moves: str, players: int = 2) -> State:
    state = played(*moves, players=NAMES[:players]).session.state
    assert isinstance(state, klondike.State)
    return state


def lit(state: State, field: str, now: float = QUIET_S) -> Colour:
    column, row = map(int, field.split("/"))
    return lights.table(state, COLOURS, now).colours[6 * (row - 1) + column - 1]


def test_a_spoiled_claim_flickers() -> None:
    state = after(*SIXES, "1/1E 0|1")
    assert (lit(state, "1/1", 0.05), lit(state, "1/1", 0.15)) == (OFF, DIGITS[6])
    assert lit(state, "6/1", 0.05) == DIGITS[6]
    assert lights.table(state, COLOURS, 0.05).next_change == pytest.approx(0.1)


def test_only_available_slots_are_lit() -> None:
    state = after(*CROWDED, players=3)
    placements = klondike.tile_placements(state, (2, 6))
    colours = lights.placements(placements, placements[0], 0.0, 0.0).colours
    near, far = lights.ENDS[placements[0][0]]
    assert (colours[near], colours[far]) == (DIGITS[2], DIGITS[6])
    may = {light for slot, _ in placements for light in lights.ENDS[slot]}
    assert {light for light, colour in enumerate(colours) if colour != OFF} == may


def test_every_eye_distinguishes_the_digits() -> None:
    assert similar_pairs(BRIGHT_AND_DIM) == []
