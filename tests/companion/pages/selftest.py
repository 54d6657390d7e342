"""The pages of the self-test in each of their interesting states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.pages.selftest import TRIALS, SelftestPage
from companion.pages.try_buttons import TryButtonsPage
from hardware.wiring import Wiring, pixel_order
from tests.companion.pages.sitting import BOX, press

if TYPE_CHECKING:
    from companion.core.model import Model

BENCH = replace(BOX, page=SelftestPage(pixel_order(Wiring())), home=SelftestPage(pixel_order(Wiring())))
"""The box on which the self-test has begun."""


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
    "wizard_corner": trying("Find the wiring"),
    "wizard_next": trying("Find the wiring", "bank"),
    "wizard_line": trying("Find the wiring", "bank", "left"),
    "wizard_found": trying("Find the wiring", "bank", "left", "left"),
    "wizard_found_longest": trying("Find the wiring", "right", "right", "right"),
}
"""By the name of the page and what there is to see on it."""
