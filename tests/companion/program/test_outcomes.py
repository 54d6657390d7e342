"""What the newest event brought: told page by page, each once, whatever is switched on or off meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.messages import Ticked
from companion.program.update import update
from tests.companion.pages.claimit import CALL, CROWDED, NOTHING, RICH, RISKY
from tests.companion.pages.sitting import lay, press


def test_the_call_of_the_last_round_is_told_when_the_hands_are_done() -> None:
    """Its page comes with its tones: after the guide."""
    called = press(replace(lay(RICH, *CALL[:-1]), guide=True), "bank")
    told = press(called, "bank")
    assert [called.page.name, told.page.name, press(told, "ok").page.name] == ["guide", "last_round", "turn"]


@pytest.mark.parametrize("guide", [True, False])
def test_the_last_round_is_told_once_whatever_becomes_of_the_guide(guide: bool) -> None:
    """It is switched in the menu right after the bank: that counts from the next event on."""
    called = press(replace(lay(RICH, *CALL[:-1]), guide=guide), "bank")
    switched = replace(called, guide=not guide)
    told = press(switched, "bank") if guide else switched
    assert (told.page.name, press(told, "ok").page.name) == ("last_round", "turn")


@pytest.mark.parametrize("guide", [True, False])
def test_a_bust_is_told_once_whatever_becomes_of_the_guide(guide: bool) -> None:
    """The same after a bust."""
    told = lay(CROWDED, *RISKY, NOTHING, guide=guide)
    told = update(told, Ticked(told.now)).model
    switched = press(replace(told, guide=not guide), "ok")
    assert (told.page.name, switched.page.name) == ("bust", "guide" if guide else "turn")
