"""What the newest event brought: told page by page, each once, whatever is switched on or off meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.companion.pages.claimit import CALL, CROWDED, NOTHING, RICH, RISKY
from tests.companion.pages.sitting import lay, press


def test_the_call_of_the_last_round_is_told_before_the_hands_are_led() -> None:
    """Its tones sound at the bank: so does its page come at once."""
    called = press(replace(lay(RICH, *CALL[:-1]), guide=True), "bank")
    assert [called.page.name, press(called, "ok").page.name] == ["last_round", "guide"]


@pytest.mark.parametrize("guide", [True, False])
def test_the_last_round_is_told_once_whatever_becomes_of_the_guide(guide: bool) -> None:
    """It is switched in the menu while that page is open."""
    called = press(replace(lay(RICH, *CALL[:-1]), guide=guide), "bank")
    switched = press(replace(called, guide=not guide), "ok")
    assert (called.page.name, switched.page.name) == ("last_round", "turn" if guide else "guide")


@pytest.mark.parametrize("guide", [True, False])
def test_a_bust_is_told_once_whatever_becomes_of_the_guide(guide: bool) -> None:
    """The same after a bust."""
    told = lay(CROWDED, *RISKY, NOTHING, guide=guide)
    switched = press(replace(told, guide=not guide), "ok")
    assert (told.page.name, switched.page.name) == ("bust", "turn" if guide else "guide")


def test_a_guide_that_is_switched_off_while_it_leads_is_the_last() -> None:
    """Nothing is told after it that could be lost."""
    leading = press(replace(lay(RICH, *CALL[:-1]), guide=True), "bank", "ok")
    assert press(replace(leading, guide=False), "bank").page.name == "turn"
