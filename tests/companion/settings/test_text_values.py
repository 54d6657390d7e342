from companion.settings.text_values import whole_number


def test_a_number_is_read_as_a_whole() -> None:
    for text, number in [("0", 0), ("7", 7), ("65535", 65535), ("000012", 12), ("0" * 9999, 0)]:
        assert whole_number(text, 65535) == number


def test_what_is_none_or_too_large_is_refused() -> None:
    for text in ["", "-1", "+1", "1.0", "1e3", " 1", "1_0", "٣", "²", "65536", "0000000001999999999999999", "9" * 9999]:
        assert whole_number(text, 65535) is None
