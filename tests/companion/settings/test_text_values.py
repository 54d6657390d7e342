"""Whole numbers as people write them."""

import pytest

from companion.settings.text_values import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("65535", 65535), ("000012", 12), ("0" * 9999, 0)])
def test_a_number_is_read_as_a_whole(text: str, number: int) -> None:
    assert whole_number(text, 65535) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.0", "1e3", " 1", "1_0", "٣", "²", "65536", "0000000001999999999999999", "9" * 9999]
)
def test_what_is_none_or_too_large_is_refused(text: str) -> None:
    assert whole_number(text, 65535) is None
