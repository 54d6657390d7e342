"""Pixel art: read, set side by side, grown."""

from __future__ import annotations

from companion.screen.art import art, enlarge, join_pieces, to_picture


def test_short_rows_are_filled_up_with_dark_pixels() -> None:
    assert art("# ### ##") == ("#..", "###", "##.")


def test_pieces_stand_side_by_side_with_a_gap() -> None:
    assert join_pieces([art("# #"), art("## .#")], 2) == ("#..##", "#...#")


def test_a_picture_has_the_pixels_of_the_drawing() -> None:
    image = to_picture(art("#.. .##"))
    assert (image.size, [image.getpixel((x, y)) for y in range(2) for x in range(3)]) == (
        (3, 2),
        [255, 0, 0, 0, 255, 255],
    )


def test_a_doubled_corner_is_rounded() -> None:
    assert enlarge(art("### ### ###"), 2) == art(".####. ###### ###### ###### ###### .####.")


def test_a_doubled_stair_becomes_a_slope() -> None:
    assert enlarge(art("#.. .#. ..#"), 2) == art("##.... ###... .###.. ..###. ...### ....##")


def test_a_tripled_corner_is_rounded() -> None:
    assert enlarge(art("## ##"), 3) == art("..##.. .####. ###### ###### .####. ..##..")


def test_a_tripled_line_stays_straight() -> None:
    assert enlarge(art("####"), 3) == ("#" * 12,) * 3


def test_the_size_itself_is_left_alone() -> None:
    assert enlarge(art("#. .#"), 1) == art("#. .#")
