"""QR codes: made of a text, and drawn on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.screen.canvas import Canvas, Rect
from hardware.device import HEIGHT


# A page with a code is drawn many times.
@lru_cache(maxsize=16)
def qr_rows(text: str) -> tuple[str, ...]:
    """Returns the smallest QR code that holds a text: its rows from the top, a letter 1 for each dark module."""
    import segno  # noqa: PLC0415 - only a page with a code needs it: 9 ms

    # At the low level a link fits into 29 by 29 modules, which the screen's 64 rows show twice as large. Where the
    # same size holds a higher level of error correction, that one is taken.
    made = segno.make_qr(text, error="l", boost_error=True)
    return tuple("".join(map(str, row)) for row in made.matrix)


def draw_qr(canvas: Canvas, rows: Sequence[str]) -> None:
    """Draws a code at the left, over the screen's whole height."""
    scale = HEIGHT // len(rows)
    edge = (HEIGHT - scale * len(rows)) // 2
    # Dark on light with a margin: many readers take no inverse code, nor one without its quiet zone.
    canvas.fill(Rect(0, 0, HEIGHT, HEIGHT))
    for row, modules in enumerate(rows):
        for column, dark in enumerate(modules):
            left, top = edge + scale * column, edge + scale * row
            if dark == "1":
                canvas.fill(Rect(left, top, left + scale, top + scale), ink=0)
