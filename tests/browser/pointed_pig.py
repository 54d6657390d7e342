"""Pig with places of its own to point at: a plug-in of a plug-in, which is played on the board of the page.

The upper half of the lights is called `roll`, the lower half `hold`; pointing there does it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion_pig.rules import Pig
from companion_pig.table import PigTable, TurnPage

from companion.core.messages import UnknownPlaceError
from companion.core.model import Transition, reject_press
from companion.core.snapshot import FieldSnapshot
from hardware.device import LIGHTS, Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.page import Page
    from companion.core.snapshot import Snapshot
    from companion.core.viewer_kind import ViewerKind

PLACES = {"hold": Button.BANK, "roll": Button.OK}


class PointedPig(Pig):
    """The same rules under another name."""

    name, title = "pointed", "Pointed Pig"


@dataclass(frozen=True, slots=True)
class PointedPage(TurnPage):
    """Points instead of pressing."""

    name: ClassVar[str] = "pointed_turn"

    def point(self, model: Model, place: str) -> Transition:
        """Rolls or holds, where that may be done."""
        if place not in PLACES:
            raise UnknownPlaceError("The places are roll and hold.")
        return self.press(model, PLACES[place]) if PLACES[place] in self.buttons(model) else reject_press(model)


class PointedTable(PigTable):
    """The same table, with places."""

    game = PointedPig()
    pages: tuple[type[Page], ...] = (PointedPage, *PigTable.pages)

    def page_for_state(self, model: Model) -> Page:  # type: ignore[explicit-override]  # it comes with Python 3.12
        """Its own page in the place of Pig's."""
        page = super().page_for_state(model)
        return PointedPage() if isinstance(page, TurnPage) else page

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:  # type: ignore[explicit-override]
        """The same, with a name for each light."""
        drawn = super().snapshot(model, viewer)
        actions = TurnPage().buttons(model)
        places = tuple(
            FieldSnapshot(name, (), f"to {name}", "", f"you {name}", usable=PLACES[name] in actions)
            for name in (("hold",) * (LIGHTS // 2) + ("roll",) * (LIGHTS // 2))
        )
        return replace(drawn, title=self.game.title, places=places if model.session.record else ())


PIG = PointedTable.game
TABLE = PointedTable()
