"""The page on which the game on the table goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table_registry import table_of

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.page import Page


def page_of_game(model: Model) -> Page:
    """Returns its table's page for the state; before that the one on which the players seal the dice."""
    if model.session.is_sealing:
        from companion.pages.seal import SealPage  # noqa: PLC0415 - loaded when it is opened

        return SealPage()
    return table_of(model.session).page_for_state(model)
