"""Dice and stones."""

from __future__ import annotations

import pytest

from companion.screen import pieces
from companion.screen.canvas import Canvas
from tests.companion.screen.pixels import drawing, lit


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(value: int) -> None:
    canvas = Canvas()
    pieces.die(canvas, 10, 20, value)
    inside = "".join(drawing(canvas.screen(), 12, 22, 10 + pieces.DIE - 2, 20 + pieces.DIE - 2))
    assert inside.count("#") == 9 * value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_solid_die_has_dark_pips(value: int) -> None:
    plain, solid = Canvas(), Canvas()
    pieces.die(plain, 10, 20, value)
    pieces.die(solid, 10, 20, value, inverse=True)
    inside = {(x, y) for x in range(13, 10 + pieces.DIE - 3) for y in range(23, 20 + pieces.DIE - 3)}
    assert lit(plain.screen()) & inside == inside - lit(solid.screen())


def test_a_large_die_is_drawn_to_its_size() -> None:
    canvas = Canvas()
    box = pieces.die(canvas, 10, 20, 6, pip=pieces.LARGE_PIP)
    inside = "".join(drawing(canvas.screen(), 12, 22, 10 + pieces.LARGE_DIE - 2, 20 + pieces.LARGE_DIE - 2))
    assert (box.width, box.height, inside.count("#")) == (pieces.LARGE_DIE, pieces.LARGE_DIE, 6 * pieces.LARGE_PIP**2)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_small_die_has_as_many_pips_as_it_shows(value: int) -> None:
    canvas = Canvas()
    pieces.small_die(canvas, 10, 20, value)
    assert "".join(drawing(canvas.screen(), 11, 20, 9 + pieces.SMALL_DIE, 18 + pieces.SMALL_DIE)).count("#") == value


def test_dice_say_their_values() -> None:
    canvas = Canvas()
    pieces.die(canvas, 40, 0, 2)
    pieces.small_die(canvas, 0, 2, 6)
    assert canvas.lines == ("6", "2")


def test_stones_differ_by_more_than_their_letters() -> None:
    canvas = Canvas()
    pieces.claim_stone(canvas, 0, 0, 5)
    pieces.own_stone(canvas, 0, 20)
    pieces.player_stone(canvas, 0, 40, "B")
    inside = [
        "".join(drawing(canvas.screen(), 3, y + 1, pieces.STONE_WIDTH - 3, y + pieces.STONE_HEIGHT - 1))
        for y in (0, 20, 40)
    ]
    claim, own, player = (text.count("#") / len(text) for text in inside)
    assert (claim > 0.8, own == 0, 0 < player < 0.3) == (True, True, True)


def test_stones_say_what_stands_on_them() -> None:
    canvas = Canvas()
    pieces.player_stone(canvas, 0, 33, "Ö")
    pieces.claim_stone(canvas, 0, 22, 6)
    pieces.own_stone(canvas, 0, 11)
    assert (canvas.lines, canvas.clipped) == (("6", "Ö"), ())


def test_stones_of_a_stack_do_not_touch_inside() -> None:
    upper, lower = Canvas(), Canvas()
    pieces.own_stone(upper, 0, 0)
    pieces.own_stone(lower, 0, pieces.STONE_HEIGHT)
    assert not lit(upper.screen()) & lit(lower.screen())


def test_dots_show_the_present_step_large() -> None:
    canvas = Canvas()
    box = pieces.dots(canvas, 0, 0, 3, 1)
    assert drawing(canvas.screen(), *box) == (".....###.....", ".#...###...#.", ".....###.....")
