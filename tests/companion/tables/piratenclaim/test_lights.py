from companion.lights.composition import ALARM, AMBER, DIM, FAST_S, WHITE, dim
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.lights import BLOCKS, CUBES, DICE, OPEN
from companion.tables.piratenclaim.session import session_of
from engine.game import Json
from engine.piratenclaim import FIELDS_BY_NAME, Field, State
from hardware.device import OFF, Colour
from tests.companion.lights.colour_vision import MIN_DISTANCE, pair_distances, similar_pairs
from tests.companion.lights.positions import COLOURS
from tests.companion.pages.piratenclaim import ENTERED, PLACED, played

QUIET_S = 1.2
"""A moment at which no light glints or flashes."""


def after(*events: Json) -> State:
    return session_of(played(PLACED, *events)).state


def block(state: State, field: str, now: float = QUIET_S) -> tuple[Colour, ...]:
    segment, position = map(int, field.split("/"))
    colours = lights.segment(state, COLOURS, now, segment).colours
    return tuple(colours[light] for light in BLOCKS[position])


def test_a_field_with_a_disc_is_dark() -> None:
    assert (block(after(), "1/0"), block(after(), "1/1")) == ((OFF,) * 4, (OPEN,) * 4)


def test_pirates_have_different_rhythms() -> None:
    state = after(*ENTERED[1:])
    white, brown, black = ({block(state, field, now / 10)[2] for now in range(30)} for field in ("2/1", "1/5", "1/2"))
    assert (white, black) == ({WHITE}, {OFF, WHITE})
    assert len(brown) > 10
    assert [block(state, "1/2", now)[2] for now in (0.05, 0.2, 0.3, 0.5)] == [WHITE, OFF, WHITE, OFF]


def test_available_fields_blink_and_the_cursor_blinks_faster() -> None:
    state = after()
    fields = [FIELDS_BY_NAME[name] for name in ("2/0", "2/2", "4/0")]
    lit = lights.selected(state, COLOURS, 0.0, 0.0, fields[0], fields).colours
    assert (lit[BLOCKS[0][0]], lit[BLOCKS[2][0]]) == (COLOURS[0], AMBER)
    dark = lights.selected(state, COLOURS, 0.6 * FAST_S, 0.0, fields[0], fields).colours
    assert (dark[BLOCKS[0][0]], dark[BLOCKS[2][0]]) == (OFF, AMBER)


def test_a_field_is_brighter_the_more_likely_a_pirate_moves_there() -> None:
    shares: dict[Field, float] = {FIELDS_BY_NAME["3/1"]: 0.2, FIELDS_BY_NAME["3/2"]: 0.9, FIELDS_BY_NAME["3/3"]: 1.0}
    lit = lights.threat(QUIET_S, 0.0, FIELDS_BY_NAME["3/0"], shares).colours
    seen = [lit[BLOCKS[position][0]].red for position in (4, 1, 2, 3)]
    assert seen == sorted(set(seen))
    assert lit[BLOCKS[3][0]] == ALARM


def test_every_eye_distinguishes_the_colours() -> None:
    for colours in [tuple(CUBES.values()), DICE]:
        assert similar_pairs(list(colours)) == []
        assert min(pair.distance for pair in pair_distances(list(colours))) > 2 * MIN_DISTANCE


def test_every_eye_distinguishes_the_cubes() -> None:
    assert similar_pairs([dim(colour, DIM) for colour in CUBES.values()]) == []
