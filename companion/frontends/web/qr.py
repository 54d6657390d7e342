"""QR codes."""

from __future__ import annotations

import segno


def qr_rows(link: str) -> tuple[str, ...]:
    """Returns the smallest QR code that holds a link: its rows from the top, a letter 1 for each dark module."""
    # At the low level a link fits into 29 by 29 modules, which the screen's 64 rows show twice as large. Where the
    # same size holds a higher level of error correction, that one is taken.
    made = segno.make_qr(link, error="l", boost_error=True)
    return tuple("".join(map(str, row)) for row in made.matrix)
