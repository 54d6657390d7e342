"""The pages of the self-test in each of their interesting states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.pages.selftest import TRIALS, SelftestPage, TryButtonsPage
from companion.pages.wizard import WizardPage
from hardware.wiring import Wiring
from tests.companion.pages.sitting import BOX, press

if TYPE_CHECKING:
    from companion.core.model import Model

BENCH = replace(BOX, page=SelftestPage(Wiring()), home=SelftestPage(Wiring()))
"""The box on which the self-test has begun."""


LONGER = BENCH.with_page_on_top(WizardPage(Wiring(count=256)))
"""The wizard of a strip with more pixels than fields."""


def trying(label: str, *presses: str) -> Model:
    """The box after a part was chosen there, and then some presses."""
    steps = [trial.label for trial in TRIALS].index(label)
    return press(BENCH, *["right"] * steps, "ok", *presses)


SCENES: dict[str, Model] = {
    "selftest_top": BENCH,
    "selftest_bottom": press(BENCH, "left"),
    "selftest_fields": trying("Lights"),
    "selftest_field": trying("Lights", "left"),
    "selftest_red": trying("Lights", "ok"),
    "selftest_white": trying("Lights", *["ok"] * 4),
    "selftest_ramp": trying("Lights", *["ok"] * 5),
    "selftest_frame": trying("Screen"),
    "selftest_checkers": trying("Screen", "ok"),
    "selftest_others": trying("Screen", "ok", "ok"),
    "selftest_buttons": trying("Buttons"),
    "selftest_encoder": BENCH.with_page(TryButtonsPage(encoder=True)),
    "selftest_bounced": trying("Buttons", "left", "right", "right", "bank"),
    "selftest_pressed": trying("Buttons", "left", "right", "ok", "bank", "undo"),
    "wizard_colour": trying("Find the wiring"),
    "wizard_white": trying("Find the wiring", "ok"),
    "wizard_corner": trying("Find the wiring", "left"),
    "wizard_next": trying("Find the wiring", "left", "bank"),
    "wizard_line": trying("Find the wiring", "left", "bank", "left"),
    "wizard_found": trying("Find the wiring", "left", "bank", "left", "left"),
    "wizard_found_longest": trying("Find the wiring", "left", "right", "right", "right"),
    "wizard_longer": press(LONGER, "left", *["ok"] * 8, "right", "right"),
    "wizard_longer_found": press(LONGER, "left", *["ok"] * 36),
}
"""By the name of the page and what there is to see on it."""
