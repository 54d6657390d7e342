"""What the page tells besides the frame: the screen as text, and the game in words. Pure: it follows from the model."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.pages.way import Way
from companion.quiet import at_table
from companion.tables import table_of

if TYPE_CHECKING:
    from companion.model import Model
    from companion.view import View


class Scene(NamedTuple):
    """What is told of: a page, and the model behind it."""

    page: str
    text: tuple[str, ...]
    """What the screen says, line by line."""
    chosen: str
    """Which of them is under the cursor."""
    model: Model

    @property
    def secret(self) -> bool:
        """Whether the screen shows what strangers must not see: the link that lets one press."""
        return isinstance(self.model.page, Way)

    def like(self, other: Scene | None) -> bool:
        """Whether the same is told of both; the same game is the same object, for a record is long to compare."""
        if other is None or self[:3] != other[:3]:
            return False
        model, before = self.model, other.model
        return model.game is before.game and (model.page, model.language) == (before.page, before.language)


def scene(view: View, model: Model) -> Scene:
    """What is told of a model that is seen so."""
    return Scene(view.page, view.text, view.chosen, model)


def told(shown: Scene, language: str, *, trusted: bool) -> dict[str, Any]:
    """The table in words of a language; what the screen says stays in the table's."""
    model = replace(shown.model, language=language)
    game = asdict(table_of(model.running).told(model)) if at_table(model) else None
    text, chosen = (shown.text, shown.chosen) if trusted or not shown.secret else ((), "")
    spoken = shown.model.language
    return {"page": shown.page, "text": text, "chosen": chosen, "spoken": spoken, "language": language, "game": game}
