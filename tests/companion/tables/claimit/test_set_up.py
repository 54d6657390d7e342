"""The guide for the set-up: what lies ready before the first turn (rules, Material); whoever knows it passes it by."""

from __future__ import annotations

from companion.core.viewer_kind import BOX
from companion.tables.claimit import TABLE
from engine import claimit
from engine.game import Seat
from tests.companion.pages.sitting import lay, press

FRESH = claimit.start(("Green", "Blue"), Seat(0), claimit.options)


def test_it_comes_by_itself_and_names_all_stones() -> None:
    """White, black, and everybody's own; then whoever begins rolls."""
    model, said = lay(FRESH, guide=True), list[str]()
    while model.page.name == "set_up":
        said.append(TABLE.snapshot(model, BOX).status)
        model = press(model, "ok")
    assert (len(said), "6 white" in said[0], "30 black" in said[1], "24 stones" in said[2]) == (3, True, True, True)
    assert model.page.name == "turn"


def test_it_is_skipped_at_once_and_comes_where_hands_are_guided_only() -> None:
    """On a laptop without a board there is nothing to lay ready."""
    opened = lay(FRESH, guide=True)
    assert (opened.page.name, press(opened, "bank").page.name) == ("set_up", "turn")
    assert lay(FRESH, guide=False).page.name == "turn"
