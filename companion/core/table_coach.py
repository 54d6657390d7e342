"""How a game's coach speaks at its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.model import Model, Transition
    from companion.core.page import Page
    from companion.locale.translator import Translator


class TableCoach(NamedTuple):
    """How the coach speaks at a table; what it says comes from the coach of the rules."""

    page: Callable[[], Page]
    """Makes the page that says what is best now."""
    open_analysis: Callable[[Model], Transition]
    """Opens the page that says what decided a finished game."""
    option_words: Callable[[Translator, Any], str]
    """Returns the label of an event as an option, in a few words; None is a roll."""
