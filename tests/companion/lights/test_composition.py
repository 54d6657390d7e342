from companion.lights.composition import WHITE, Intensity, Lights, Paint, blend, compose, dim
from hardware.device import Colour

RED, BLUE = Colour(200, 0, 0), Colour(0, 0, 200)


def at(lights: Lights, field: int) -> tuple[Colour, float | None]:
    return lights.colours[field], lights.next_change


def test_a_later_paint_hides_an_earlier_one() -> None:
    assert at(compose([Paint([3], RED, Intensity(0.5, 1.0)), Paint([3], BLUE)]), 3) == (BLUE, None)


def test_a_weaker_paint_lets_the_one_below_shine_through() -> None:
    assert at(compose([Paint([3], RED, Intensity(1.0, 2.0)), Paint([3], BLUE, Intensity(0.5, 5.0))]), 3) == (
        Colour(100, 0, 100),
        2.0,
    )


def test_the_picture_changes_with_its_first_light() -> None:
    assert compose([Paint([1], RED, Intensity(1.0, 7.0)), Paint([2], RED, Intensity(0.0, 4.0))]).next_change == 4.0


def test_a_rhythm_in_the_colour_that_lies_there_is_no_change() -> None:
    assert at(compose([Paint([3], RED), Paint([3], RED, Intensity(0.0, 1.0))]), 3) == (RED, None)
    assert at(compose([Paint([3], RED), Paint([3], RED, Intensity(1.0, 1.0))]), 3) == (RED, None)


def test_paint_over_the_same_colour_changes_when_both_have() -> None:
    below = Paint([3], RED, Intensity(1.0, 2.0))
    assert compose([below, Paint([3], RED, Intensity(1.0, 1.0))]).next_change == 2.0
    assert compose([below, Paint([3], RED, Intensity(1.0, 3.0))]).next_change == 3.0


def test_colours_blend_channel_by_channel() -> None:
    assert [blend(RED, BLUE, share) for share in (0.0, 0.25, 1.0)] == [RED, Colour(150, 0, 50), BLUE]


def test_dim_takes_every_channel_down() -> None:
    assert dim(WHITE, 0.6) == Colour(153, 153, 153)
