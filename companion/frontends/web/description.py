"""The description that goes with a frame: the screen as text and the game in words, as a pure function of the model."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.model import PointablePage
from companion.core.table_registry import at_table, axes_of, hides_game, table_of
from companion.core.viewer_kind import Role
from companion.pages.link import LinkPage

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.viewer_kind import ViewerKind
    from companion.program.view import View


class VisiblePage(NamedTuple):
    """An open page: its texts, and the model behind it."""

    page: str
    text: tuple[str, ...]
    """What the screen says, line by line."""
    chosen: str
    """Which of them is under the cursor."""
    model: Model

    @property
    def shows_secret(self) -> bool:
        """Whether the screen shows a secret: the link whose token permits pressing."""
        return isinstance(self.model.page, LinkPage)

    def has_same_description(self, other: VisiblePage | None) -> bool:
        """Returns whether both have the same description. Games are compared by identity: a record is long."""
        if other is None or self[:3] != other[:3]:
            return False
        model, before = self.model, other.model
        return model.game is before.game and (model.page, model.language) == (before.page, before.language)


def visible_page(view: View, model: Model) -> VisiblePage:
    """Returns the open page of a view and its model."""
    return VisiblePage(view.page, view.text, view.chosen, model)


def describe(shown: VisiblePage, language: str, viewer: ViewerKind) -> dict[str, Any]:
    """Returns the description for one kind of viewer, as JSON; the screen's texts stay in the table's language."""
    model = replace(shown.model, language=language)
    game = asdict(table_of(model.session).snapshot(model, viewer)) if at_table(model) else None
    # Whoever read the link off the screen's texts could press: they go to those who have it already.
    text, chosen = (shown.text, shown.chosen) if viewer.role is Role.HOST or not shown.shows_secret else ((), "")
    spoken, axes = shown.model.language, axes_of(shown.model)
    return {
        "page": shown.page,
        "shows_screen": hides_game(model),
        "text": text,
        "chosen": chosen,
        "spoken": spoken,
        "language": language,
        "points": isinstance(model.page, PointablePage),
        "axes": axes and axes._asdict(),
        "game": game,
    }
