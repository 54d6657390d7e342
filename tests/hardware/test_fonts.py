"""The bitmap fonts."""

import pytest

from hardware import fonts


def test_a_thin_letter_is_proportional() -> None:
    assert fonts.glyph_columns(fonts.THIN, ord("i")) == bytes([0x44, 0x7D, 0x40, 0])


def test_bold_has_all_of_code_page_437() -> None:
    assert any(fonts.glyph_columns(fonts.BOLD, "ß".encode("cp437")[0]))


def test_a_code_that_a_font_lacks_is_an_error() -> None:
    with pytest.raises(IndexError):
        fonts.glyph_columns(fonts.BOLD, 256)
