"""The pages of the self-test, one scene for each state."""

from msgspec.structs import replace

from companion.core.model import Model
from companion.pages.selftest import FindFieldsPage, FindWiringPage, SelftestPage, TryButtonsPage
from hardware.wiring import Wiring
from tests.companion.pages.sitting import BOX, Scenes, press
from tests.hardware.wirings import make_wiring

BENCH = replace(BOX, page=SelftestPage(Wiring()), home=SelftestPage(Wiring()))
"""The box with the self-test open."""


LONGER = BENCH.with_page_on_top(FindWiringPage(make_wiring(lights_count=256)))
"""The wizard of a strip with more pixels than fields."""


TOUCHED = SelftestPage(make_wiring(fields_kind="touch"))
FEELING = replace(BENCH, page=TOUCHED, home=TOUCHED)
"""A box with field sensors."""


def found(*inputs: int | None, conflicts: tuple[tuple[int, int], ...] = ()) -> Model:
    return FEELING.with_page_on_top(FindFieldsPage(make_wiring(fields_kind="touch"), inputs, conflicts=conflicts))


def trying(label: str, *presses: str, bench: Model = BENCH) -> Model:
    """Returns the box after a part was chosen, and then some presses."""
    assert isinstance(bench.page, SelftestPage)
    steps = [trial.label for trial in bench.page.trials].index(label)
    return press(bench, *["right"] * steps, "ok", *presses)


SCENES: Scenes = {
    "selftest_top": lambda: BENCH,
    "selftest_fields": lambda: trying("Lights"),
    "selftest_red": lambda: trying("Lights", "ok"),
    "selftest_frame": lambda: trying("Screen"),
    "selftest_others": lambda: trying("Screen", "ok", "ok"),
    "selftest_buttons": lambda: trying("Buttons"),
    "selftest_encoder": lambda: BENCH.with_page(TryButtonsPage(encoder=True)),
    "selftest_pressed": lambda: trying("Buttons", "left", "right", "ok", "bank", "undo"),
    "wizard_colour": lambda: trying("Find the wiring"),
    "wizard_corner": lambda: trying("Find the wiring", "left"),
    "wizard_line": lambda: trying("Find the wiring", "left", "bank", "left"),
    "wizard_found": lambda: trying("Find the wiring", "left", "bank", "left", "left"),
    "selftest_feeling": lambda: press(FEELING, *["right"] * 5),
    "find_fields_first": lambda: trying("Touch the fields", bench=FEELING),
    "find_fields_right": lambda: found(*range(36)),
    "find_fields_wrong": lambda: found(*range(1, 30), None, 31, None, None, None, None, 0, conflicts=((29, 11),)),
    "wizard_longer": lambda: press(LONGER, "left", *["ok"] * 8, "right", "right"),
    "wizard_longer_found": lambda: press(LONGER, "left", *["ok"] * 36),
}
"""The scenes by page and state."""
