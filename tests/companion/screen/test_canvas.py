from hypothesis import given, settings
from hypothesis import strategies as st

from companion.screen.art import Icon
from companion.screen.canvas import BLACK, Align, Canvas, Rect, shift_picture
from companion.screen.font import BOLD, DOUBLE, THIN, TRIPLE, Font
from hardware.device import HEIGHT, WIDTH
from tests.companion.screen.pixels import drawing, lit

WORD = "Hem"
"""A word without a dark column at its sides."""


def columns(canvas: Canvas) -> tuple[int, int]:
    lit_columns = [x for x, _ in lit(canvas.screen())]
    return min(lit_columns), max(lit_columns)


def test_a_frame_is_1024_bytes_whose_first_bit_is_the_upper_left_pixel() -> None:
    canvas = Canvas()
    canvas.points([(0, 0), (127, 0), (8, 63)])
    screen = canvas.screen()
    assert (len(screen), screen[0], screen[15], screen[63 * 16 + 1]) == (1024, 128, 1, 128)


def test_black_text_is_cut_out_of_white() -> None:
    white, black = Canvas(), Canvas()
    white.text(10, 5, WORD)
    black.fill(Rect(0, 0, WIDTH, HEIGHT))
    black.text(10, 5, WORD, ink=BLACK)
    everywhere = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}
    assert lit(white.screen()) == everywhere - lit(black.screen())


def test_text_that_does_not_fit_is_noted_and_shortened_but_told_in_full() -> None:
    canvas = Canvas()
    canvas.text(10, 5, "Rumpelstiltskin", limit=40)
    assert (canvas.clipped, canvas.lines) == (("Rumpelstiltskin",), ("Rumpelstiltskin",))
    assert columns(canvas)[1] < 50


def test_text_below_the_screen_is_not_drawn_but_noted() -> None:
    canvas = Canvas()
    canvas.text(0, HEIGHT - 7, "low")
    assert (canvas.clipped, canvas.lines, canvas.screen()) == (("low",), (), bytes(1024))


def test_lines_are_read_from_the_top_and_from_the_left() -> None:
    canvas = Canvas()
    canvas.text(100, 20, "c")
    canvas.text(50, 22, "b")
    canvas.text(0, 40, "d")
    canvas.text(0, 0, "a")
    assert canvas.lines == ("a", "b", "c", "d")


def test_text_may_say_something_else_or_nothing() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "5/6", says="five six")
    canvas.text(0, 20, "…", says="")
    assert canvas.lines == ("five six",)


def test_clearing_what_is_drawn_on_is_noted() -> None:
    canvas = Canvas()
    canvas.clear(Rect(0, 0, 10, 10))
    assert canvas.clipped == ()
    canvas.points([(9, 9)])
    canvas.clear(Rect(0, 0, 10, 10))
    assert (len(canvas.clipped), canvas.screen()) == (1, bytes(1024))


def test_every_icon_is_drawn_and_no_higher_than_a_softkey() -> None:
    assert all(len(icon.rows) <= 8 and len(icon.rows[0]) <= 22 for icon in Icon)


def filled(share: float) -> int:
    canvas = Canvas()
    canvas.meter(Rect(10, 10, 64, 18), share)
    return drawing(canvas.screen(), 12, 14, 62, 15)[0].count("#")


def test_a_meter_fills_with_the_share() -> None:
    assert (filled(0), filled(0.5), filled(1)) == (0, 25, 50)


def test_a_meter_tells_hardly_from_nothing_and_almost_from_all() -> None:
    assert (filled(1 / 216), filled(215 / 216)) == (1, 49)


def test_a_picture_moves_by_a_pixel() -> None:
    canvas = Canvas()
    canvas.points([(3, 4), (127, 0), (0, 63)])
    assert lit(shift_picture(canvas.screen(), 1, 1)) == {(4, 5)}


@settings(max_examples=25)
@given(
    text=st.text(max_size=30),
    spot=st.tuples(st.integers(0, WIDTH), st.integers(-10, HEIGHT + 10)),
    font=st.sampled_from([THIN, BOLD, DOUBLE, TRIPLE]),
    align=st.sampled_from(["left", "centre", "right"]),
    limit=st.integers(0, WIDTH),
)
def test_text_never_leaves_its_room(text: str, spot: tuple[int, int], font: Font, align: Align, limit: int) -> None:
    canvas = Canvas()
    box = canvas.text(*spot, text, font, align, limit=limit)
    assert box.width <= limit
    assert 0 <= box.left <= box.right <= WIDTH
    assert all(box.left <= column < box.right and row >= max(spot[1], 0) for column, row in lit(canvas.screen()))
