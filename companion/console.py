"""Output of commands in a terminal: tables of plain text."""

from collections.abc import Sequence


def align_columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Returns the rows with aligned columns; `sides` has an `l` (left) or `r` (right) for each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{{:{'<' if side == 'l' else '>'}{width}}}" for width, side in zip(widths, sides, strict=True)]
    line = "  ".join(forms)
    return [line.format(*row).rstrip() for row in rows]


def join_lines(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)
