"""Whole numbers as people write them: read as a whole, however many digits there are."""

from __future__ import annotations

import re

_DIGITS = re.compile("0*([0-9]{1,10})")
"""More digits are beyond any limit here, and reading thousands of them fails (`sys.set_int_max_str_digits`)."""


def whole_number(text: str, most: int) -> int | None:
    """Returns the number that the text is, from 0 to `most`, which is below 10 ** 10; None for any other text."""
    found = _DIGITS.fullmatch(text)
    number = int(found[1]) if found else most + 1
    return number if number <= most else None
