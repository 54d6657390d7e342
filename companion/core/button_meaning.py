"""What a button means on a page, in words: for frontends that have room for more than a softkey."""

from __future__ import annotations

from typing import NamedTuple


class Meaning(NamedTuple):
    """What a press does, and what follows; of a button that does nothing now, why."""

    label: str = ""
    """A verb and its object, already translated; empty: the softkey says enough."""
    effect: str = ""
    """What follows, or why it does nothing: a few words, already translated."""
