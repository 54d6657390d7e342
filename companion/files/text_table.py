"""Tables of plain text, as commands write them."""

from __future__ import annotations

from collections.abc import Sequence


def align_columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Returns the rows with their columns aligned, each to the `l`eft or to the `r`ight."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{{:{'<' if side == 'l' else '>'}{width}}}" for width, side in zip(widths, sides, strict=True)]
    line = "  ".join(forms)
    return [line.format(*row).rstrip() for row in rows]


def join_lines(lines: Sequence[str]) -> str:
    """Returns the lines as one text, each with its end."""
    return "".join(line + "\n" for line in lines)
