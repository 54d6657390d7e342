"""The screen's memory: which bytes must be sent and what that costs; and the fonts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import fonts
from hardware.oled import MEMORY_PAGES, Addressing, MemoryPages, Window, changed_windows, content_of, pack_memory_pages

WINDOWED, PAGED = Addressing(overhead=10, spans_pages=True), Addressing(overhead=7, spans_pages=False)
ADDRESSINGS = st.sampled_from([WINDOWED, PAGED])
BLANK: MemoryPages = (bytes(128),) * MEMORY_PAGES


def with_columns(*changed: tuple[int, int]) -> MemoryPages:
    """Blank pages except for some bytes, given by page and column."""
    pages = [bytearray(128) for _ in range(MEMORY_PAGES)]
    for page, column in changed:
        pages[page][column] = 0xFF
    return tuple(map(bytes, pages))


SPOTS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 127)), max_size=60)
DRAWN = SPOTS.map(lambda spots: with_columns(*spots))


def transfer_bytes(windows: list[Window], addressing: Addressing) -> int:
    return sum(window.size + addressing.overhead for window in windows)


def apply_windows(old: MemoryPages, new: MemoryPages, windows: list[Window]) -> MemoryPages:
    pages = [bytearray(page) for page in old]
    for window in windows:
        data = content_of(new, window)
        width = window.last_column - window.first_column + 1
        for row, page in enumerate(range(window.first_page, window.last_page + 1)):
            pages[page][window.first_column : window.last_column + 1] = data[row * width : (row + 1) * width]
    return tuple(map(bytes, pages))


@given(DRAWN, DRAWN, ADDRESSINGS)
def test_the_windows_update_the_old_pages_to_the_new_ones(
    old: MemoryPages, new: MemoryPages, addressing: Addressing
) -> None:
    assert apply_windows(old, new, changed_windows(old, new, addressing)) == new


@given(DRAWN, DRAWN, ADDRESSINGS)
def test_the_windows_never_cost_more_than_one_window_per_column(
    old: MemoryPages, new: MemoryPages, addressing: Addressing
) -> None:
    changed = sum(a != b for before, after in zip(old, new, strict=True) for a, b in zip(before, after, strict=True))
    assert transfer_bytes(changed_windows(old, new, addressing), addressing) <= changed * (addressing.overhead + 1)


@given(DRAWN, ADDRESSINGS)
def test_the_same_pages_need_no_window(pages: MemoryPages, addressing: Addressing) -> None:
    assert changed_windows(pages, pages, addressing) == []


def test_columns_close_to_each_other_share_a_window() -> None:
    assert changed_windows(BLANK, with_columns((3, 20), (3, 31)), WINDOWED) == [Window(3, 3, 20, 31)]


def test_columns_far_from_each_other_have_their_own_windows() -> None:
    assert changed_windows(BLANK, with_columns((3, 20), (3, 32)), WINDOWED) == [
        Window(3, 3, 20, 20),
        Window(3, 3, 32, 32),
    ]


def test_a_tall_change_is_one_window() -> None:
    tall = with_columns((2, 40), (2, 41), (3, 40), (3, 41))
    assert changed_windows(BLANK, tall, WINDOWED) == [Window(2, 3, 40, 41)]


def test_a_tall_change_is_a_window_per_page_in_page_mode() -> None:
    tall = with_columns((2, 40), (3, 40))
    assert changed_windows(BLANK, tall, PAGED) == [Window(2, 2, 40, 40), Window(3, 3, 40, 40)]


def test_all_pages_are_sent_when_the_memory_is_unknown() -> None:
    assert changed_windows(None, BLANK, WINDOWED) == [Window(0, 7, 0, 127)]
    assert changed_windows(None, BLANK, PAGED) == [Window(page, page, 0, 127) for page in range(8)]


def test_a_page_holds_eight_rows_with_the_topmost_in_the_lowest_bit() -> None:
    screen = bytearray(1024)
    screen[13 * 16 + 1] = 0b01000000
    pages = pack_memory_pages(bytes(screen))
    assert pages[1][9] == 1 << 5
    assert sum(map(sum, pages)) == 1 << 5


def test_the_picture_of_a_panel_that_is_upside_down_is_turned() -> None:
    screen = bytearray(1024)
    screen[13 * 16 + 1] = 0b01000000
    pages = pack_memory_pages(bytes(screen), 180)
    assert pages[6][118] == 1 << 2
    assert sum(map(sum, pages)) == 1 << 2


def test_a_thin_letter_is_proportional() -> None:
    assert fonts.glyph_columns(fonts.THIN, ord("i")) == bytes([0x44, 0x7D, 0x40, 0])


def test_the_bold_font_has_all_of_code_page_437() -> None:
    assert any(fonts.glyph_columns(fonts.BOLD, "ß".encode("cp437")[0]))


def test_a_code_that_a_font_lacks_is_an_error() -> None:
    with pytest.raises(IndexError):
        fonts.glyph_columns(fonts.BOLD, 256)
