import string
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.screen import font as letters
from companion.screen.font import BOLD, DOUBLE, SPELT, THIN, TRIPLE, Face, Font

FONTS = (THIN, BOLD, DOUBLE, TRIPLE)
ACCENTED = "äöüÄÖÜßëéïËÉÏèêóáàçñ"
PUNCTUATION = string.punctuation + "·•…\N{MULTIPLICATION SIGN}←→↑↓" + "".join(SPELT).strip()
SPOKEN = string.ascii_letters + string.digits + " " + ACCENTED.replace("ç", "") + PUNCTUATION


def rows(font: Font, text: str) -> tuple[str, ...]:
    image = letters.text_image(font, text)
    pixels = [["#" if image.getpixel((x, y)) else "." for x in range(image.width)] for y in range(image.height)]
    return tuple("".join(row) for row in pixels)


def test_every_letter_of_english_german_and_dutch_is_there() -> None:
    for font in FONTS:
        assert [letter for letter in SPOKEN if not letters.has_letters(font, letter)] == []


def test_a_letter_that_no_font_has_becomes_a_box() -> None:
    for font in FONTS:
        assert not letters.has_letters(font, "Jo\u2603")
        assert letters.text_image(font, "\u2603") == letters.text_image(font, "\u4e2d")
        assert letters.text_width(font, "\u2603") == 5 * font.scale


def test_a_mark_that_no_font_has_is_left_out() -> None:
    assert (letters.has_letters(THIN, "ş"), letters.text_image(THIN, "ş")) == (False, letters.text_image(THIN, "s"))


def test_a_stroke_through_a_letter_is_left_out() -> None:
    for font in [THIN, BOLD]:
        assert rows(font, "Łł Øø Đđ") == rows(font, "Ll Oo Dd")


def test_a_letter_and_its_mark_look_like_the_letter_with_the_mark() -> None:
    for face in Face:
        assert letters.text_image(Font(face), unicodedata.normalize("NFD", ACCENTED)) == letters.text_image(
            Font(face), ACCENTED
        )


def test_a_capital_umlaut_stands_on_the_line_below_its_dots() -> None:
    for font in [THIN, BOLD]:
        for letter in "ÄÖÜËÏ":
            look = rows(font, letter)
            assert (len(look[0].replace(".", " ").split()), "#" in look[6], "#" in look[7]) == (2, True, False), (
                font,
                letter,
            )


def test_only_letters_that_reach_below_the_line_do() -> None:
    for font in [THIN, BOLD]:
        below = [letter for letter in string.ascii_letters + string.digits + "," if "#" in rows(font, letter)[-1]]
        assert set(below) <= set("gjpqy,"), font


def test_figures_are_equally_wide() -> None:
    for font in FONTS:
        assert len({letters.text_width(font, figure) for figure in string.digits}) == 1


def test_no_two_letters_look_the_same() -> None:
    for font in [THIN, BOLD]:
        alphabet = [
            letter
            for letter in string.ascii_letters + string.digits[1:] + ACCENTED
            if letters.has_letters(font, letter)
        ]
        looks: dict[tuple[str, ...], str] = {}
        for letter in alphabet:
            look = rows(font, letter)
            looks[look] = looks.get(look, "") + letter
        assert [alike for alike in looks.values() if len(alike) > 1] == [], font


def test_a_text_that_fits_is_not_shortened() -> None:
    assert letters.shortened(THIN, "Green", letters.text_width(THIN, "Green")) == "Green"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    assert letters.shortened(THIN, "Green", letters.text_width(THIN, "Green") - 1) == "Gre…"


@settings(max_examples=25)
@given(text=st.text(max_size=20), limit=st.integers(0, 128), font=st.sampled_from(FONTS))
def test_shortened_text_never_exceeds_its_limit(text: str, limit: int, font: Font) -> None:
    assert letters.text_width(font, letters.shortened(font, text, limit)) <= limit
