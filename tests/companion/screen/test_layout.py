"""The parts of a page: they keep to their places, whatever is written in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.screen import layout
from companion.screen.canvas import Align, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN, TRIPLE, Font, text_width
from companion.screen.icons import Icon
from companion.screen.layout import BAR, BODY, KEYS, Item, Softkey
from hardware.device import WIDTH
from tests.companion.screen.pixels import drawing, lit, overlaps

ALL_KEYS = (Icon.LEFT, Icon.RIGHT, "roll", "bank", "undo")
NAMES = ("Green", "Blue", "Orange", "Yellow", "Red")


def words(canvas: Canvas, part: Rect) -> int:
    """How many pixels are lit in a part of the screen."""
    return "".join(drawing(canvas.screen(), *part)).count("#")


def test_a_header_has_its_title_left_its_note_right_and_a_line_below() -> None:
    canvas = Canvas()
    layout.header(canvas, "Green", "2 of 5")
    assert canvas.lines == ("Green", "2 of 5")
    assert drawing(canvas.screen(), 0, 8, WIDTH, 11) == ("." * WIDTH, "#" * WIDTH, "." * WIDTH)


def test_a_long_title_gives_way_to_the_note() -> None:
    canvas = Canvas()
    layout.header(canvas, "Rumpelstiltskin the Third", "2 of 5")
    assert (canvas.clipped, overlaps(canvas)) == (("Rumpelstiltskin the Third",), ())


@pytest.mark.parametrize("blink", [False, True])
@settings(max_examples=40)
@given(keys=st.tuples(*[st.one_of(st.none(), st.sampled_from(Icon), st.text(min_size=1, max_size=9))] * 5))
def test_softkeys_never_touch(blink: bool, keys: tuple[Softkey, ...]) -> None:
    canvas = Canvas()
    layout.softkeys(canvas, keys, blink=blink)
    pixels = lit(canvas.screen())
    between = {box.right for box in KEYS[:-1]}
    assert all(y >= BAR.top + 1 and x not in between for x, y in pixels)


def test_a_softkey_without_a_meaning_is_dark() -> None:
    canvas = Canvas()
    layout.softkeys(canvas, (None, None, "roll", None, None))
    assert [bool(words(canvas, box)) for box in KEYS] == [False, False, True, False, False]


@pytest.mark.parametrize("place", range(5))
def test_a_softkey_tells_whether_its_word_fits(place: int) -> None:
    for word in ("i", "roll", "undo", "place", "Anspruchstein"):
        canvas = Canvas()
        layout.softkeys(canvas, [word if number == place else None for number in range(5)])
        assert layout.fits_key(word, place) == (canvas.clipped == ())


def test_every_icon_and_no_word_at_all_fits_a_softkey() -> None:
    assert all(layout.fits_key(key, place) for key in (*Icon, None) for place in range(5))


def test_a_softkey_too_long_is_noted() -> None:
    canvas = Canvas()
    layout.softkeys(canvas, (None, None, "Besitzstein", None, None))
    assert canvas.clipped == ("Besitzstein",)


def test_what_reaches_into_the_softkeys_is_noted() -> None:
    canvas = Canvas()
    canvas.text(0, 50, "too low")
    layout.softkeys(canvas, (None,) * 5)
    assert (len(canvas.clipped), words(canvas, BAR)) == (1, 0)


def test_softkeys_blink_by_turning_over() -> None:
    still, blinking = Canvas(), Canvas()
    layout.softkeys(still, ALL_KEYS)
    layout.softkeys(blinking, ALL_KEYS, blink=True)
    assert still.lines == blinking.lines == ("left", "right", "roll", "bank", "undo")
    inside = Rect(KEYS[2].left + 1, KEYS[2].top + 1, KEYS[2].right - 1, KEYS[2].bottom - 1)
    assert words(still, inside) + words(blinking, inside) == inside.width * inside.height


@pytest.mark.parametrize(
    ("text", "font", "lines"),
    [("8%", TRIPLE, 1), ("Green, roll!", TRIPLE, 2), ("Orange!", DOUBLE, 1), ("Rumpelstiltskin", BOLD, 1)],
)
def test_the_big_thing_is_as_big_as_its_box_allows(text: str, font: Font, lines: int) -> None:
    canvas = Canvas()
    layout.big(canvas, text, layout.ABOVE_KEYS)
    rows = {y for _, y in lit(canvas.screen())}
    below = font.scale if any(letter in "gjpqy," for letter in text) else 0
    height = font.pitch * (lines - 1) + font.capital
    assert height <= max(rows) - min(rows) + 1 <= height + below
    assert (canvas.lines, canvas.clipped) == ((text,), ())


@settings(max_examples=25)
@given(text=st.text(alphabet="ab cd\tW", max_size=80), limit=st.integers(30, 128))
def test_wrapping_loses_no_word_and_keeps_to_its_limit(text: str, limit: int) -> None:
    lines = layout.wrapped(THIN, text, limit)
    assert " ".join(lines).split() == text.split()
    assert all(text_width(THIN, line) <= limit or " " not in line for line in lines)


def test_a_paragraph_is_told_as_a_whole() -> None:
    canvas = Canvas()
    layout.paragraph(canvas, "take off white 6 and the stone of Blue")
    assert canvas.lines == ("take off white 6 and the stone of Blue",)


@pytest.mark.parametrize(("align", "edge"), [("left", BODY.left), ("right", BODY.right - 1)])
def test_a_paragraph_keeps_to_its_edge(align: Align, edge: int) -> None:
    canvas = Canvas()
    layout.paragraph(canvas, "Hem Hem Hem Hem Hem Hem Hem Hem", align=align)
    assert edge in {x for x, _ in lit(canvas.screen())}


def test_lines_beyond_the_box_are_noted() -> None:
    canvas = Canvas()
    layout.paragraph(canvas, "one two three", Rect(0, 0, 30, 18))
    assert canvas.clipped == ("three",)


@settings(max_examples=25)
@given(
    text=st.text(max_size=120),
    font=st.sampled_from([THIN, BOLD, DOUBLE, TRIPLE]),
    align=st.sampled_from(["left", "centre", "right"]),
)
def test_a_paragraph_never_leaves_its_box(text: str, font: Font, align: Align) -> None:
    canvas = Canvas()
    layout.paragraph(canvas, text, BODY, font, align)
    assert all(BODY.left <= x < BODY.right and BODY.top <= y < BODY.bottom for x, y in lit(canvas.screen()))


@pytest.mark.parametrize("cursor", range(9))
def test_a_menu_always_shows_the_chosen_item(cursor: int) -> None:
    items = [Item(f"item {number}") for number in range(9)]
    canvas = Canvas()
    layout.menu(canvas, items, cursor)
    row = canvas.lines.index(f"item {cursor}")
    bar = Rect(BODY.left + 30, BODY.top + 10 * row, BODY.left + 31, BODY.top + 10 * row + 1)
    assert (len(canvas.lines), words(canvas, bar)) == (4, 1)


@pytest.mark.parametrize(("cursor", "up", "down"), [(0, False, True), (4, True, True), (8, True, False)])
def test_a_menu_marks_where_there_is_more(cursor: int, up: bool, down: bool) -> None:
    canvas = Canvas()
    layout.menu(canvas, [Item(f"item {number}") for number in range(9)], cursor)
    upper, lower = Rect(120, 11, WIDTH, 31), Rect(120, 32, WIDTH, 53)
    assert (words(canvas, upper) > 0, words(canvas, lower) > 0) == (up, down)


def test_a_short_menu_shows_all_its_items_and_their_values() -> None:
    canvas = Canvas()
    layout.menu(canvas, [Item("Sound", "on"), Item("Language", "English")], 1)
    assert (canvas.lines, canvas.clipped) == (("Sound", "on", "Language", "English"), ())


def test_the_label_of_a_menu_gives_way_to_its_value() -> None:
    canvas = Canvas()
    layout.menu(canvas, [Item("A label that is much too long", "value")], 0)
    assert (overlaps(canvas), canvas.clipped) == ((), ("A label that is much too long",))


@pytest.mark.parametrize("cursor", [0, 1, 2])
def test_only_the_chosen_answer_is_solid(cursor: int) -> None:
    canvas = Canvas()
    layout.choices(canvas, ("AA", "BB", "CC"), cursor, Rect(0, 10, 126, 24))
    solid = [words(canvas, Rect(left + 4, 11, left + 36, 13)) == 32 * 2 for left in (0, 43, 86)]
    assert solid == [number == cursor for number in range(3)]


def test_an_answer_has_the_room_that_its_words_need() -> None:
    canvas = Canvas()
    layout.choices(canvas, ("Resume", "New", "Discard"), 0, Rect(1, 36, 127, 50))
    assert (canvas.lines, canvas.clipped) == (("Resume", "New", "Discard"), ())


def test_a_question_leaves_the_softkeys_free() -> None:
    canvas = Canvas()
    layout.question(canvas, "Go back into the turn before?", ("Yes", "No"), 1)
    layout.softkeys(canvas, ALL_KEYS)
    assert (canvas.lines[:3], canvas.clipped) == (("Go back into the turn before?", "Yes", "No"), ())


def test_a_table_of_five_players_leaves_the_softkeys_free() -> None:
    canvas = Canvas()
    layout.table(canvas, ("Scores", Icon.MINE, "gold", Icon.FIELDS), [(name, "10", "7", "36") for name in NAMES])
    layout.softkeys(canvas, ALL_KEYS)
    assert (canvas.clipped, overlaps(canvas)) == ((), ())
    assert canvas.lines[:8] == ("Scores", "mine", "gold", "fields", "Green", "10", "7", "36")
