import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.screen import layout
from companion.screen.art import Icon
from companion.screen.canvas import Align, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN, TRIPLE, Font, text_width
from companion.screen.layout import BAR, BODY, KEYS, Item, Softkey
from tests.companion.screen.pixels import drawing, lit, overlaps

ALL_KEYS = (Icon.LEFT, Icon.RIGHT, "roll", "bank", "undo")


def words(canvas: Canvas, part: Rect) -> int:
    return "".join(drawing(canvas.screen(), *part)).count("#")


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


def test_a_menu_always_shows_the_chosen_item() -> None:
    for cursor in range(9):
        items = [Item(f"item {number}") for number in range(9)]
        canvas = Canvas()
        layout.menu(canvas, items, cursor)
        row = canvas.lines.index(f"item {cursor}")
        bar = Rect(BODY.left + 30, BODY.top + 10 * row, BODY.left + 31, BODY.top + 10 * row + 1)
        assert (len(canvas.lines), words(canvas, bar)) == (4, 1), cursor


def test_a_short_menu_shows_all_its_items_and_their_values() -> None:
    canvas = Canvas()
    layout.menu(canvas, [Item("Sound", "on"), Item("Language", "English")], 1)
    assert (canvas.lines, canvas.clipped) == (("Sound", "on", "Language", "English"), ())


def test_the_label_of_a_menu_gives_way_to_its_value() -> None:
    canvas = Canvas()
    layout.menu(canvas, [Item("A label that is much too long", "value")], 0)
    assert (overlaps(canvas), canvas.clipped) == ((), ("A label that is much too long",))
