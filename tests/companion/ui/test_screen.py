import string
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.shown import screen_of
from companion.locale.translator import languages, translator_for
from companion.program.view import view
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from companion.ui import font as letters
from companion.ui import layout
from companion.ui.art import Icon
from companion.ui.canvas import Align, Canvas, Rect
from companion.ui.font import BOLD, DOUBLE, SIMILAR_LETTERS, THIN, TRIPLE, Font, text_width
from companion.ui.layout import BAR, BODY, KEYS, Softkey
from companion.ui.pictures import Code, Dice
from companion.ui.screen import Big, Choices, Columns, Figure, Meter, Option, Row, Screen, Text, TextTable, WebOnly
from companion.ui.text import Line, lines, table
from hardware.device import HEIGHT, WIDTH
from tests.companion.pages.scenes import SCENES, in_language
from tests.companion.ui.layouts import LONG, NAMES, SCREENS, SMALL, drawn, pictures, row
from tests.companion.ui.pixels import drawing, fits_key, has_letters, lit_pixels, overlaps
from tests.pictures.golden import is_unchanged, outdated_files

WORD = "Hem"
"""A word without a dark column on its sides."""


def columns(canvas: Canvas) -> tuple[int, int]:
    lit_columns = [x for x, _ in lit_pixels(canvas.screen())]
    return min(lit_columns), max(lit_columns)


def test_a_screen_has_1024_bytes_starting_at_the_upper_left_pixel() -> None:
    canvas = Canvas()
    canvas.points([(0, 0), (127, 0), (8, 63)])
    screen = canvas.screen()
    assert (len(screen), screen[0], screen[15], screen[63 * 16 + 1]) == (1024, 128, 1, 128)


def test_long_text_is_shortened_on_the_screen_but_not_in_the_description() -> None:
    canvas = Canvas()
    canvas.text(10, 5, "Rumpelstiltskin", limit=40)
    assert (canvas.clipped, canvas.lines) == (("Rumpelstiltskin",), ("Rumpelstiltskin",))
    assert columns(canvas)[1] < 50


def test_lines_are_read_from_the_top_and_from_the_left() -> None:
    canvas = Canvas()
    canvas.text(100, 20, "c")
    canvas.text(50, 22, "b")
    canvas.text(0, 40, "d")
    canvas.text(0, 0, "a")
    assert canvas.lines == ("a", "b", "c", "d")


def test_clearing_drawn_pixels_is_reported() -> None:
    canvas = Canvas()
    canvas.clear(Rect(0, 0, 10, 10))
    assert canvas.clipped == ()
    canvas.points([(9, 9)])
    canvas.clear(Rect(0, 0, 10, 10))
    assert (len(canvas.clipped), canvas.screen()) == (1, bytes(1024))


def filled(share: float) -> int:
    canvas = Canvas()
    canvas.meter(Rect(10, 10, 64, 18), share)
    return drawing(canvas.screen(), 12, 14, 62, 15)[0].count("#")


def test_a_meter_is_empty_or_full_only_at_its_ends() -> None:
    assert (filled(1 / 216), filled(215 / 216)) == (1, 49)


@settings(max_examples=25)
@given(
    text=st.text(max_size=30),
    point=st.tuples(st.integers(0, WIDTH), st.integers(-10, HEIGHT + 10)),
    font=st.sampled_from([THIN, BOLD, DOUBLE, TRIPLE]),
    align=st.sampled_from(["left", "centre", "right"]),
    limit=st.integers(0, WIDTH),
)
def test_text_never_leaves_its_rectangle(
    text: str, point: tuple[int, int], font: Font, align: Align, limit: int
) -> None:
    canvas = Canvas()
    box = canvas.text(*point, text, font, align, limit=limit)
    assert box.width <= limit
    assert 0 <= box.left <= box.right <= WIDTH
    assert all(
        box.left <= column < box.right and row >= max(point[1], 0) for column, row in lit_pixels(canvas.screen())
    )


FONTS = (THIN, BOLD, DOUBLE, TRIPLE)
ACCENTED = "äöüÄÖÜßëéïËÉÏèêóáàçñ"
PUNCTUATION = string.punctuation + "·•…\N{MULTIPLICATION SIGN}←→↑↓" + "".join(SIMILAR_LETTERS).strip()
SPOKEN = string.ascii_letters + string.digits + " " + ACCENTED.replace("ç", "") + PUNCTUATION


def rows(font: Font, text: str) -> tuple[str, ...]:
    image = letters.text_image(font, text)
    pixels = [["#" if image.getpixel((x, y)) else "." for x in range(image.width)] for y in range(image.height)]
    return tuple("".join(row) for row in pixels)


def test_every_letter_of_english_german_and_dutch_is_there() -> None:
    for font in FONTS:
        assert [letter for letter in SPOKEN if not has_letters(font, letter)] == []


def test_a_letter_that_no_font_has_becomes_a_box() -> None:
    for font in FONTS:
        assert not has_letters(font, "Jo\u2603")
        assert letters.text_image(font, "\u2603") == letters.text_image(font, "\u4e2d")
        assert letters.text_width(font, "\u2603") == 5 * font.scale


def test_no_two_letters_look_the_same() -> None:
    for font in [THIN, BOLD]:
        alphabet = [
            letter for letter in string.ascii_letters + string.digits[1:] + ACCENTED if has_letters(font, letter)
        ]
        looks: dict[tuple[str, ...], str] = {}
        for letter in alphabet:
            look = rows(font, letter)
            looks[look] = looks.get(look, "") + letter
        assert [alike for alike in looks.values() if len(alike) > 1] == [], font


ALL_KEYS = (Icon.LEFT, Icon.RIGHT, "roll", "bank", "undo")


def words(canvas: Canvas, part: Rect) -> int:
    return "".join(drawing(canvas.screen(), *part)).count("#")


@pytest.mark.parametrize("blink", [False, True])
@settings(max_examples=40)
@given(keys=st.tuples(*[st.one_of(st.none(), st.sampled_from(Icon), st.text(min_size=1, max_size=9))] * 5))
def test_softkeys_never_touch(blink: bool, keys: tuple[Softkey, ...]) -> None:
    canvas = Canvas()
    layout.softkeys(canvas, keys, blink=blink)
    pixels = lit_pixels(canvas.screen())
    between = {box.right for box in KEYS[:-1]}
    assert all(y >= BAR.top + 1 and x not in between for x, y in pixels)


def test_every_icon_and_an_empty_label_fit_a_softkey() -> None:
    assert all(fits_key(key, place) for key in (*Icon, None) for place in range(5))


def test_text_that_overlaps_the_softkeys_is_recorded() -> None:
    canvas = Canvas()
    canvas.text(0, 50, "too low")
    layout.softkeys(canvas, (None,) * 5)
    assert (len(canvas.clipped), words(canvas, BAR)) == (1, 0)


def test_softkeys_blink_by_inverting() -> None:
    still, blinking = Canvas(), Canvas()
    layout.softkeys(still, ALL_KEYS)
    layout.softkeys(blinking, ALL_KEYS, blink=True)
    assert still.lines == blinking.lines == ("left", "right", "roll", "bank", "undo")
    inside = Rect(KEYS[2].left + 1, KEYS[2].top + 1, KEYS[2].right - 1, KEYS[2].bottom - 1)
    assert words(still, inside) + words(blinking, inside) == inside.width * inside.height


@settings(max_examples=25)
@given(text=st.text(alphabet="ab cd\tW", max_size=80), limit=st.integers(30, 128))
def test_wrapping_keeps_every_word_and_the_limit(text: str, limit: int) -> None:
    lines = layout.wrapped(THIN, text, limit)
    assert " ".join(lines).split() == text.split()
    assert all(text_width(THIN, line) <= limit or " " not in line for line in lines)


@settings(max_examples=25)
@given(
    text=st.text(max_size=120),
    font=st.sampled_from([THIN, BOLD, DOUBLE, TRIPLE]),
    align=st.sampled_from(["left", "centre", "right"]),
)
def test_a_paragraph_never_leaves_its_box(text: str, font: Font, align: Align) -> None:
    canvas = Canvas()
    layout.paragraph(canvas, text, BODY, font, align)
    assert all(BODY.left <= x < BODY.right and BODY.top <= y < BODY.bottom for x, y in lit_pixels(canvas.screen()))


TOO_LONG = {"title_long", "text_too_long", "list_below_text", "list_of_long_labels", "row_below_long_texts"}


def test_each_layout_matches_its_golden_picture() -> None:
    found = pictures()
    assert outdated_files(found) == set()
    assert [path.stem for path, picture in found.items() if not is_unchanged(picture, path)] == []


def test_nothing_overlaps_and_nothing_that_fits_is_clipped() -> None:
    for name, screen in SCREENS.items():
        canvas = drawn(screen)
        assert overlaps(canvas) == (), name
        assert bool(set(canvas.clipped) - set(NAMES)) == (name in TOO_LONG), (name, canvas.clipped)


def test_a_shortened_line_is_read_in_full() -> None:
    assert drawn(SCREENS["text_shortened"]).lines[-2:] == (LONG, LONG)


def test_figures_are_read_with_their_words() -> None:
    assert drawn(SCREENS["row"]).lines[-3:] == ("at risk", "2 fields", "7%")
    assert drawn(SCREENS["facts_six"]).lines[0] == "1/1: goldclaim"


def test_only_the_options_in_view_are_read() -> None:
    assert drawn(SCREENS["list_below_text"]).lines == ("Menu", LONG, "option 2", "option 3")
    assert drawn(SCREENS["list_with_detail"]).lines[-2:] == ("-", "needs 5 yellow, has 1")
    assert drawn(row()).lines == ("yes", "no")


def test_a_screen_of_32_rows_shows_the_most_important_lines() -> None:
    shown_lines = {name: drawn(screen, 32).lines for name, screen in SMALL.items()}
    assert shown_lines["big_and_most_important"] == ("8%", "last round!", "bust")
    assert shown_lines["list"] == ("Menu", "1/3", "Guide", "on")
    assert shown_lines["row_below_long_text"] == (LONG, "no")
    assert shown_lines["code"] == ("Page", "box.local")


def test_a_screen_of_32_rows_moves_against_burn_in() -> None:
    model = initial_model(LaunchConfig(Settings(screen=type(Settings().screen)(height=32)), None))
    shown = {view(model, model.last_active_at + seconds).frame.screen for seconds in range(0, 1500, 300)}
    assert {len(screen) for screen in shown} == {512}
    assert len(shown) > 1


ENGLISH = translator_for("en")
SMALLEST = (51, 9)
"""The columns and lines of a page next to the board, with the figures of five players below."""


def texts(screen: Screen, width: int = 20, height: int = 12) -> list[str]:
    return [line.text for line in lines(ENGLISH, screen, width, height)]


def test_each_block_has_a_text() -> None:
    figures = (Figure("3", Icon.FIELDS, "3 fields"), Figure("2"))
    body = (
        Columns(Dice((3, 6, 6)), (Big("5/2"),)),
        Big("Green", "roll!"),
        Text("A sentence of more words than fit."),
        Text("last round!", "alert"),
        Row("at risk", figures),
        Meter(0.3),
        TextTable((("Green", "5"), ("Blue", "12")), ("Scores", Icon.MINE)),
        Code(("10", "01")),
    )
    assert lines(ENGLISH, Screen("Turn 2", "gold 1/9", body), 20, 20) == [
        Line("Turn 2      gold 1/9", "title"),
        Line(""),
        Line("3 6 6"),
        Line("5/2", "strong"),
        Line("Green", "strong"),
        Line("roll!", "strong"),
        Line("A sentence of more"),
        Line("words than fit."),
        Line("last round!", "alert"),
        Line("at risk  3 fields, 2"),
        Line("██████░░░░░░░░░░░░░░"),
        Line("Scores  mine"),
        Line("Green      5"),
        Line("Blue      12"),
    ]


def test_options_are_listed_with_the_cursor() -> None:
    options = (Option("Sound", value="on"), Option("Discard", detail="This game is given up."))
    listed = Screen("Menu", choices=Choices(options, 1))
    assert texts(listed) == ["Menu", "", "  Sound           on", "▶ Discard: This game", "  is given up."]
    assert texts(listed._replace(choices=Choices(options, 1, "hidden"))) == ["Menu"]


def test_of_many_options_those_near_the_cursor_are_shown() -> None:
    options = [Option(str(number)) for number in range(20)]
    for cursor, shown in ((0, range(6)), (10, range(7, 13)), (19, range(14, 20))):
        found = texts(Screen("Menu", choices=Choices(options, cursor)), height=8)
        assert [line.strip("▶ ") for line in found[2:]] == [str(number) for number in shown]


def test_in_a_small_terminal_the_short_text_replaces_the_long_one() -> None:
    screen = Screen("Rules", body=(Text("brief"), WebOnly((Text("word " * 40),))))
    assert len(texts(screen, height=20)) > len(texts(screen, height=8)) == 3


def test_a_table_becomes_narrower_in_a_small_terminal() -> None:
    for width, shown in (
        (20, ["         stones left", "Kim WWW           24"]),
        (19, ["        stones left", "Kim WWW          24"]),
        (18, ["        stones", "          left", "Kim WWW     24"]),
        (12, ["      stones", "        left", "Kim …     24"]),
    ):
        assert table([("Kim WWW", "24")], ("", "stones left"), width) == shown


def test_each_page_fits_into_the_smallest_terminal() -> None:
    cut = list[tuple[str, str, str]]()
    for name, language in product(SCENES, languages()):
        model = in_language(name, language)
        found = lines(model.translate, screen_of(model), *SMALLEST)
        cut += ((name, language, line.text) for line in found if len(line.text) > SMALLEST[0])
        cut += ((name, language, line.text) for line in found[SMALLEST[1] :])
    assert cut == []
