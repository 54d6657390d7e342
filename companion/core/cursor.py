"""How the buttons move a cursor: the same in every list and on every board."""

from __future__ import annotations

from hardware.device import Button

STEPS = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}
"""By how much a button moves a cursor. `ok` and `undo` move one only on pages that walk or turn over steps."""


def moved_cursor(cursor: int, button: Button, count: int) -> int:
    """Returns the cursor after a press. After the last of `count` items comes the first, before the first the last."""
    return (cursor + STEPS[button]) % count
