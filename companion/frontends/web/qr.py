"""QR codes."""

from __future__ import annotations

import segno


def qr_rows(link: str) -> tuple[str, ...]:
    """A link as the smallest QR code that holds it: its rows from the top, a letter 1 for each dark module."""
    made = segno.make_qr(link, error="l", boost_error=True)
    return tuple("".join(map(str, row)) for row in made.matrix)
