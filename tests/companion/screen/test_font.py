"""The letters: which there are, how wide, how they sit on the line."""

import string
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.screen import font as letters
from companion.screen.font import BOLD, DOUBLE, DRAWN, MARKS, SPELT, THIN, TRIPLE, Face, Font

FONTS = (THIN, BOLD, DOUBLE, TRIPLE)
ACCENTED = "äöüÄÖÜßëéïËÉÏèêóáàçñ"
PUNCTUATION = string.punctuation + "·•…\N{MULTIPLICATION SIGN}←→↑↓" + "".join(SPELT).strip()
SPOKEN = string.ascii_letters + string.digits + " " + ACCENTED.replace("ç", "") + PUNCTUATION


def rows(font: Font, text: str) -> tuple[str, ...]:
    """The text as rows of `#` and `.`."""
    image = letters.text_image(font, text)
    pixels = [["#" if image.getpixel((x, y)) else "." for x in range(image.width)] for y in range(image.height)]
    return tuple("".join(row) for row in pixels)


@pytest.mark.parametrize("font", FONTS)
def test_every_letter_of_english_german_and_dutch_is_there(font: Font) -> None:
    assert [letter for letter in SPOKEN if not letters.has_letters(font, letter)] == []


@pytest.mark.parametrize("font", FONTS)
def test_a_letter_that_no_font_has_becomes_a_box(font: Font) -> None:
    assert not letters.has_letters(font, "Jo\u2603")
    assert letters.text_image(font, "\u2603") == letters.text_image(font, "\u4e2d")
    assert letters.text_width(font, "\u2603") == 5 * font.scale


def test_a_text_is_cut_without_a_look_at_what_lies_beyond() -> None:
    looks = []
    for length in (2_000, 4_000):
        before = letters._sized_glyph.cache_info()  # the test counts by it
        assert letters.shortened(THIN, "W" * length, 40) == letters.shortened(THIN, "W" * 200, 40)
        after = letters._sized_glyph.cache_info()
        looks.append(after.hits + after.misses - before.hits - before.misses)
    assert looks[1] - looks[0] == 2_000


def test_a_mark_that_no_font_has_is_left_out() -> None:
    assert (letters.has_letters(THIN, "ş"), letters.text_image(THIN, "ş")) == (False, letters.text_image(THIN, "s"))


@pytest.mark.parametrize("font", [THIN, BOLD])
def test_a_stroke_through_a_letter_is_left_out(font: Font) -> None:
    assert rows(font, "Łł Øø Đđ") == rows(font, "Ll Oo Dd")


@pytest.mark.parametrize("face", Face)
def test_a_letter_and_its_mark_look_like_the_letter_with_the_mark(face: Face) -> None:
    assert letters.text_image(Font(face), unicodedata.normalize("NFD", ACCENTED)) == letters.text_image(
        Font(face), ACCENTED
    )


@pytest.mark.parametrize("font", [THIN, BOLD])
@pytest.mark.parametrize("letter", "ÄÖÜËÏ")
def test_a_capital_umlaut_stands_on_the_line_below_its_dots(font: Font, letter: str) -> None:
    look = rows(font, letter)
    assert (len(look[0].replace(".", " ").split()), "#" in look[6], "#" in look[7]) == (2, True, False)


@pytest.mark.parametrize("font", [THIN, BOLD])
def test_only_letters_that_reach_below_the_line_do(font: Font) -> None:
    below = [letter for letter in string.ascii_letters + string.digits + "," if "#" in rows(font, letter)[-1]]
    assert set(below) <= set("gjpqy,")


@pytest.mark.parametrize("font", FONTS)
def test_figures_are_equally_wide(font: Font) -> None:
    assert len({letters.text_width(font, figure) for figure in string.digits}) == 1


@pytest.mark.parametrize("face", Face)
def test_every_drawn_letter_and_mark_has_its_rows(face: Face) -> None:
    assert {len(drawn) for drawn in DRAWN[face].values()} == {8}
    assert {len(mark) for mark in MARKS[face].values()} == {2}
    assert all(len(set(map(len, drawn))) == 1 for drawn in DRAWN[face].values())


@pytest.mark.parametrize("font", [THIN, BOLD])
def test_no_two_letters_look_the_same(font: Font) -> None:
    alphabet = [
        letter for letter in string.ascii_letters + string.digits[1:] + ACCENTED if letters.has_letters(font, letter)
    ]
    looks: dict[tuple[str, ...], str] = {}
    for letter in alphabet:
        look = rows(font, letter)
        looks[look] = looks.get(look, "") + letter
    assert [alike for alike in looks.values() if len(alike) > 1] == []


def test_a_text_that_fits_is_not_shortened() -> None:
    assert letters.shortened(THIN, "Green", letters.text_width(THIN, "Green")) == "Green"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    assert letters.shortened(THIN, "Green", letters.text_width(THIN, "Green") - 1) == "Gre…"


@settings(max_examples=25)
@given(text=st.text(max_size=20), limit=st.integers(0, 128), font=st.sampled_from(FONTS))
def test_shortened_text_never_exceeds_its_limit(text: str, limit: int, font: Font) -> None:
    assert letters.text_width(font, letters.shortened(font, text, limit)) <= limit
