"""The rules in the box's menu: a page for each section, with an example on the lights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table_registry import board_or_show
from companion.pages.menu import offered_entries
from companion.program.view import draw_page
from companion.tables.claimit.rules import rules
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.klondike import played
from tests.companion.pages.sitting import BOX, lay, pick, press

if TYPE_CHECKING:
    from companion.core.model import Model


def offers_rules(model: Model) -> bool:
    """Whether the menu has the rules."""
    return "Rules" in [entry.label for entry in offered_entries(model, locked=False)]


def test_every_section_of_claim_it_has_its_page_and_its_example() -> None:
    """In the order of a turn; after the last comes the first, and each is lit otherwise than the board."""
    model = pick(lay(BETWEEN), "Rules")
    seen = []
    for place in range(len(rules)):
        lines = draw_page(model).lines
        assert lines[:2] == ("Rules", f"{place + 1}/{len(rules)}")
        now = model.shown_since + 0.1
        assert model.page.lights(model, now).colours != board_or_show(model, now).colours
        seen.append(lines[2])
        model = press(model, "right")
    assert seen == [section.brief for section in rules]
    assert draw_page(model).lines[2] == seen[0]
    assert press(model, "ok").page.name == "menu"


def test_an_example_that_moves_begins_again() -> None:
    """The marks of a bust flash red, go out, and flash again after four seconds."""
    model = press(pick(lay(BETWEEN), "Rules"), *["right"] * 3)
    shown = [model.page.lights(model, model.shown_since + seconds) for seconds in (0.1, 3.0, 4.1)]
    assert shown[0].colours == shown[2].colours != shown[1].colours
    assert shown[1].next_change == model.shown_since + 4.0


def test_the_menu_offers_rules_only_where_there_are_some_for_the_screen() -> None:
    """Not around a game, and not in one whose rules stand on the page alone."""
    assert [offers_rules(model) for model in (lay(BETWEEN), BOX, played())] == [True, False, False]
