"""The pages of the self-test, one scene for each state."""

from msgspec.structs import replace

from companion.core.model import Model
from companion.pages.selftest import FindFieldsPage, FindWiringPage, SelftestPage, TryButtonsPage
from hardware.wiring import Wiring
from tests.companion.pages.sitting import BOX, Scenes, press
from tests.hardware.wirings import make_wiring

SELFTEST = replace(BOX, page=SelftestPage(Wiring()), home=SelftestPage(Wiring()))
"""The box with the self-test open."""


LONGER_STRIP = SELFTEST.with_page_on_top(FindWiringPage(make_wiring(lights_count=256)))
"""The wizard of a strip with more pixels than fields."""


SENSOR_PAGE = SelftestPage(make_wiring(fields_kind="touch"))
WITH_SENSORS = replace(SELFTEST, page=SENSOR_PAGE, home=SENSOR_PAGE)
"""A box with field sensors."""


def fields_found(*inputs: int | None, conflicts: tuple[tuple[int, int], ...] = ()) -> Model:
    return WITH_SENSORS.with_page_on_top(FindFieldsPage(make_wiring(fields_kind="touch"), inputs, conflicts=conflicts))


def open_trial(label: str, *presses: str, selftest: Model = SELFTEST) -> Model:
    """Returns the box after a part was chosen, and then some presses."""
    assert isinstance(selftest.page, SelftestPage)
    steps = [trial.label for trial in selftest.page.trials].index(label)
    return press(selftest, *["right"] * steps, "ok", *presses)


SCENES: Scenes = {
    "selftest_top": lambda: SELFTEST,
    "selftest_fields": lambda: open_trial("Lights"),
    "selftest_red": lambda: open_trial("Lights", "ok"),
    "selftest_frame": lambda: open_trial("Screen"),
    "selftest_others": lambda: open_trial("Screen", "ok", "ok"),
    "selftest_buttons": lambda: open_trial("Buttons"),
    "selftest_encoder": lambda: SELFTEST.with_page(TryButtonsPage(encoder=True)),
    "selftest_pressed": lambda: open_trial("Buttons", "left", "right", "ok", "bank", "undo"),
    "wizard_colour": lambda: open_trial("Find the wiring"),
    "wizard_corner": lambda: open_trial("Find the wiring", "left"),
    "wizard_line": lambda: open_trial("Find the wiring", "left", "bank", "left"),
    "wizard_found": lambda: open_trial("Find the wiring", "left", "bank", "left", "left"),
    "selftest_feeling": lambda: press(WITH_SENSORS, *["right"] * 5),
    "find_fields_first": lambda: open_trial("Touch the fields", selftest=WITH_SENSORS),
    "find_fields_right": lambda: fields_found(*range(36)),
    "find_fields_wrong": lambda: fields_found(
        *range(1, 30), None, 31, None, None, None, None, 0, conflicts=((29, 11),)
    ),
    "wizard_longer": lambda: press(LONGER_STRIP, "left", *["ok"] * 8, "right", "right"),
    "wizard_longer_found": lambda: press(LONGER_STRIP, "left", *["ok"] * 36),
}
"""The scenes by page and state."""
