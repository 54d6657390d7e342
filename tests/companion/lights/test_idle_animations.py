import itertools

from companion.lights import composition
from companion.lights.composition import DIM, WHITE, dim
from hardware.device import LIGHTS, OFF
from tests.companion.lights.positions import COLOURS, GREEN


def test_the_edge_runs_clockwise_around_the_board() -> None:
    places = [divmod(light, 6) for light in (*composition.EDGE, composition.EDGE[0])]
    assert len(set(composition.EDGE)) == 20
    assert places[:2] == [(0, 0), (1, 0)]
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in itertools.pairwise(places))
    assert all({row, column} & {0, 5} for row, column in places)


def test_the_show_moves_one_light_further_every_second() -> None:
    now, later = composition.attract_lights(COLOURS, 100.0), composition.attract_lights(COLOURS, 101.0)
    assert now.next_change == 101.0
    assert all(later.colours[field + 1] == now.colours[field] for field in range(35) if field % 6 < 5)
    assert all(later.colours[field + 6] == now.colours[field] for field in range(30))


def test_the_show_shows_every_seat_colour() -> None:
    seen = {colour for second in range(15) for colour in composition.attract_lights(COLOURS, second).colours}
    assert seen == {OFF, *(dim(colour, DIM) for colour in COLOURS)}


BELOW = composition.single_light(28, GREEN)


def test_a_missing_screen_is_a_crossed_out_one() -> None:
    screen, crossed, board = (composition.no_screen(BELOW, 100.0 + later, 100.0, 0.0) for later in (0.0, 0.7, 1.4))
    assert [divmod(field, 6)[0] for field in composition.SCREEN].count(1) == 6
    assert {field for field in range(LIGHTS) if screen.colours[field] == WHITE} == set(composition.SCREEN)
    assert {field for field in range(LIGHTS) if crossed.colours[field] == WHITE} == {
        *composition.SCREEN,
        *composition.STROKE,
    }
    assert set(screen.colours) == set(crossed.colours) == {WHITE, OFF}
    assert board.colours == BELOW.colours
    assert [round(lights.next_change or 0, 6) for lights in (screen, crossed, board)] == [100.7, 101.4, 120.0]


def test_a_missing_screen_is_shown_again_only_in_pauses() -> None:
    pressed = (105.0, 110.0, 127.0, 140.0)
    for press in pressed:
        for later in range(int(composition.NO_SCREEN_EVERY_S)):
            assert composition.no_screen(BELOW, press + later, 100.0, press).colours == BELOW.colours
    assert composition.no_screen(BELOW, 160.0, 100.0, 140.0).colours[6] == WHITE
    assert composition.no_screen(BELOW, 200.5, 100.0, 140.0).colours[6] == WHITE


def test_a_change_of_the_board_is_not_slept_through() -> None:
    changing = BELOW._replace(next_change=103.0)
    assert composition.no_screen(changing, 102.0, 100.0, 0.0).next_change == 103.0
