import itertools
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.lights import composition
from companion.lights.composition import AMBER, CORNERS, DIM, SEATS, WHITE, Intensity, Lights, Paint, compose, dim
from companion.tables.claimit import lights
from engine.claimit.position import Field, State, format_field, legal
from hardware.device import LIGHTS, OFF, Colour
from tests.companion.lights.colour_vision import Lab, ciede2000, similar_pairs
from tests.companion.lights.positions import CALLED, CHOOSING, COLOURS, GREEN, ROLLED, field_set
from tests.companion.lights.scenes import SCENES, pictures
from tests.pictures.golden import is_unchanged, outdated_files

START_TIMES = st.floats(min_value=0, max_value=3e7, allow_nan=False)
"""Times up to a year, as of a clock that starts with the machine."""
RHYTHMS: dict[str, Callable[[float, float], composition.Intensity]] = {
    "slow": lambda now, began: composition.blink(now, began, composition.SLOW_S),
    "fast": lambda now, began: composition.blink(now, began, composition.FAST_S),
    "pulse": lambda now, began: composition.pulse(now, began, 0.1, 0.7),
    "breath": composition.breathe,
    "once": lambda now, began: composition.sequence(now, began, (1.0, 0.0, 0.5), 0.25),
    "after": lambda now, began: composition.after(now, began + 1),
    "glint": lambda now, _: composition.glint(now, 7),
}


@pytest.mark.parametrize("name", RHYTHMS)
@given(began=START_TIMES, age_s=st.floats(min_value=0, max_value=100))
def test_a_rhythm_changes_exactly_when_it_says(name: str, began: float, age_s: float) -> None:
    rhythm, now = RHYTHMS[name], began + age_s
    level, until = rhythm(now, began)
    if until is None:
        assert rhythm(now + 1000, began) == (level, None)
        return
    assert until > now
    assert rhythm((now + until) / 2, began).level == level
    assert rhythm(max(now, until - 2e-6), began).level == level
    assert rhythm(until, began).level != level


RED, BLUE = Colour(200, 0, 0), Colour(0, 0, 200)


def colour_and_next_change(lights: Lights, field: int) -> tuple[Colour, float | None]:
    return lights.colours[field], lights.next_change


def test_later_layers_cover_earlier_ones() -> None:
    assert colour_and_next_change(compose([Paint([3], RED, Intensity(0.5, 1.0)), Paint([3], BLUE)]), 3) == (BLUE, None)


def test_a_transparent_layer_shows_the_one_below() -> None:
    assert colour_and_next_change(
        compose([Paint([3], RED, Intensity(1.0, 2.0)), Paint([3], BLUE, Intensity(0.5, 5.0))]), 3
    ) == (
        Colour(100, 0, 100),
        2.0,
    )


LOWER_LAYER = composition.only((28,), GREEN)


def test_a_missing_screen_is_shown_as_a_crossed_out_sign() -> None:
    screen, crossed, board = (
        composition.no_screen(LOWER_LAYER, 100.0 + later, 100.0, 0.0) for later in (0.0, 0.7, 1.4)
    )
    assert [divmod(field, 6)[0] for field in composition.SCREEN].count(1) == 6
    assert {field for field in range(LIGHTS) if screen.colours[field] == WHITE} == set(composition.SCREEN)
    assert {field for field in range(LIGHTS) if crossed.colours[field] == WHITE} == {
        *composition.SCREEN,
        *composition.STROKE,
    }
    assert set(screen.colours) == set(crossed.colours) == {WHITE, OFF}
    assert board.colours == LOWER_LAYER.colours
    assert [round(lights.next_change or 0, 6) for lights in (screen, crossed, board)] == [100.7, 101.4, 120.0]


def test_a_missing_screen_is_shown_again_only_in_pauses() -> None:
    pressed = (105.0, 110.0, 127.0, 140.0)
    for press in pressed:
        for later in range(int(composition.NO_SCREEN_EVERY_S)):
            assert composition.no_screen(LOWER_LAYER, press + later, 100.0, press).colours == LOWER_LAYER.colours
    assert composition.no_screen(LOWER_LAYER, 160.0, 100.0, 140.0).colours[6] == WHITE
    assert composition.no_screen(LOWER_LAYER, 200.5, 100.0, 140.0).colours[6] == WHITE


def test_the_next_change_of_the_board_is_also_that_of_a_page_without_a_screen() -> None:
    changing = LOWER_LAYER._replace(next_change=103.0)
    assert composition.no_screen(changing, 102.0, 100.0, 0.0).next_change == 103.0


PALETTE = (*(seat.colour for seat in SEATS), AMBER, WHITE)
PUBLISHED_DIFFERENCES = (
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)
"""Pairs from the table of Sharma, Wu and Dalal that test the special cases of the formula."""


def test_the_difference_is_the_published_one() -> None:
    for one, other, expected in PUBLISHED_DIFFERENCES:
        assert ciede2000(Lab(*one), Lab(*other)) == pytest.approx(expected, abs=5e-5)


def test_colours_that_a_form_of_colour_blindness_mixes_up_are_found() -> None:
    for vision, one, other in [
        ("protanopia", Colour(70, 90, 130), Colour(250, 30, 130)),
        ("deuteranopia", Colour(0, 190, 110), Colour(240, 0, 120)),
        ("tritanopia", Colour(20, 180, 240), Colour(10, 210, 50)),
    ]:
        assert [(near.first, near.second, near.vision) for near in similar_pairs([one, other])] == [(0, 1, vision)]


def test_every_eye_distinguishes_the_palette() -> None:
    for level in [1.0, DIM]:
        assert similar_pairs([dim(colour, level) for colour in PALETTE]) == []


STEP_S = 0.013
"""The grid of times at which predicted pictures are compared with pictures for every moment."""


def follow(light: Callable[[float], Lights], began: float, end: float) -> list[tuple[float, Lights]]:
    seen, now = [(began, light(began))], began
    while (change := seen[-1][1].next_change) is not None and change < end:
        assert change > now
        now = change
        seen.append((now, light(now)))
    return seen


def check_no_unannounced_change(light: Callable[[float], Lights], began: float, end: float) -> None:
    seen = follow(light, began, end)
    moments = [moment for moment, _ in seen]
    for step in range(int((end - began) / STEP_S)):
        now = began + step * STEP_S
        latest = seen[bisect_right(moments, now + 1e-6) - 1]
        assert light(now).colours == latest[1].colours, f"a change at {now} that {latest[0]} did not foretell"


def check_each_change_is_visible(light: Callable[[float], Lights], began: float, end: float) -> None:
    for (_, earlier), (now, later) in itertools.pairwise(follow(light, began, end)):
        assert earlier.colours != later.colours, f"nothing changes at {now}"


def test_the_next_change_of_every_scene_is_predicted() -> None:
    for name in SCENES:
        check_no_unannounced_change(SCENES[name][0], 0.0, 8.0)
        check_each_change_is_visible(SCENES[name][0], 0.0, 8.0)


def lit_fields(shown: Lights, colour: Colour | None = None) -> set[str]:
    return {
        format_field(Field(field))
        for field, seen in enumerate(shown.colours)
        if seen == colour or (not colour and any(seen))
    }


def lights_at(now: float, state: State = CHOOSING) -> Lights:
    return lights.table(state, COLOURS, now)


def test_a_position_without_marks_and_goldclaims_is_static() -> None:
    still = replace(CHOOSING, gold=0, owned=0, claims=(field_set("3/1"), 0, 0, 0, 0, 0))
    assert lights_at(5.0, still).next_change is None


def test_usable_fields_blink_amber() -> None:
    usable = {format_field(field) for field in legal(ROLLED)}
    assert usable == {"2/5", "3/5", "3/2", "2/3", "5/2"}
    assert lit_fields(lights.roll(ROLLED, COLOURS, 10.2, 10.0), AMBER) == usable
    assert lit_fields(lights.roll(ROLLED, COLOURS, 10.5, 10.0), AMBER) == set()


def test_no_light_of_the_last_round_mixes_the_colours_of_two_owners() -> None:
    for corner in CORNERS:
        taken = replace(CALLED, fields=(0, 1 << corner, 0), gold=0)
        for tenth in range(40):
            quiet = replace(taken, last_round=None)
            assert lights_at(tenth / 10, taken).colours[corner] == lights_at(tenth / 10, quiet).colours[corner]


def test_the_lights_match_their_golden_pictures() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_unchanged(picture, path)] == []


def test_every_golden_picture_has_its_scene() -> None:
    assert outdated_files(pictures()) == set()
