from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from companion.core.lineup import HOST, SPECTATOR, ViewerKind
from companion.locale.translator import languages
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.conftest import watch_errors
from tests.browser.input_devices import PHONE
from tests.browser.page_checks import accessibility_faults, layout_faults, tab_order_faults
from tests.browser.stage import Stage
from tests.companion.pages import selftest
from tests.companion.pages.scenes import SCENES, scene

LAPTOP, TELEVISION = ViewportSize(width=1280, height=720), ViewportSize(width=1920, height=1080)
KINDS = (
    "attract", "setup_5_players", "menu_middle", "consent_quit", "history_many", "info_link", "fault_lights",
    "roll_own", "bust_why", "last_round", "winner_by_mine", "scores_5", "by_hand_tile", "turn_ledger", "travel",
    "conflict", "hand_place",
)  # fmt: skip
"""What the page draws each in its own way: title, forms, cards, boards, what is over them, and the end."""
IN_DARK = ("attract", "roll_own", "bust_why", "winner_by_mine", "turn_ledger")
"""Those whose contrast is measured in dark colours, too: that takes most of the time."""
MIN_FIELD_PX = 24
"""Minimum size of a field; other targets have 44 on a phone."""
MIN_FONT_PX = 9.5
"""The smallest text, below a picture; on a television 14."""


@pytest.fixture(scope="module")
def stage(browser: Browser, shared_companion: BrowserCompanion) -> Iterator[Stage]:
    context = browser.new_context(reduced_motion="reduce")
    wrong: list[str] = []
    watch_errors(context, wrong)
    yield Stage(context.new_page(), shared_companion.link)
    context.close()
    assert wrong == []


def test_every_kind_of_page_is_accessible_and_complete_on_a_phone(stage: Stage) -> None:
    assert find_faults(stage, PHONE, contrast_of=KINDS, finger=44, place=MIN_FIELD_PX, letter=MIN_FONT_PX) == {}


def test_on_a_phone_the_map_begins_at_the_ship_and_its_fields_are_as_large_as_a_finger(stage: Stage) -> None:
    stage.page.set_viewport_size(PHONE)
    stage.show("turn_ledger")
    ship, far = (stage.page.locator(f"#map [data-name='{field}'] .ground") for field in ("0/0", "7/4"))
    expect(ship).to_be_in_viewport(ratio=1)
    expect(far).not_to_be_in_viewport()
    box = ship.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    stage.page.locator(".zoom").click()
    expect(far).to_be_in_viewport(ratio=1)
    expect(stage.page.locator("#map .name").first).to_be_visible()


def test_on_a_phone_tiles_and_slots_are_visible(stage: Stage) -> None:
    stage.page.set_viewport_size(PHONE)
    stage.show("by_hand_tile")
    expect(stage.page.locator("#tray .choice.fits").first).to_be_in_viewport(ratio=0.8)
    for each in stage.page.locator("#layout .slot.usable .outline").all():
        expect(each).to_be_in_viewport(ratio=0.8)
    stage.page.emulate_media(reduced_motion="no-preference")
    stage.page.evaluate("document.body.classList.add('tumbling')")  # dice are rolled: the name is in place of the title
    expect(stage.page.locator(".band strong")).to_be_visible()
    stage.page.evaluate("document.body.classList.remove('tumbling')")
    stage.page.emulate_media(reduced_motion="reduce")


def test_every_kind_of_page_is_accessible_and_complete_on_a_laptop_in_dark_mode(stage: Stage) -> None:
    stage.page.emulate_media(color_scheme="dark")
    found = find_faults(stage, LAPTOP, contrast_of=IN_DARK, finger=MIN_FIELD_PX, place=MIN_FIELD_PX, letter=MIN_FONT_PX)
    stage.page.emulate_media(color_scheme="light")
    assert found == {}


def test_every_kind_of_page_is_accessible_and_complete_on_a_television(stage: Stage) -> None:
    assert find_faults(stage, TELEVISION, viewer=SPECTATOR, letter=14) == {}


def test_enter_presses_the_marked_button(stage: Stage) -> None:
    for name, button in (("choose_1", "ok"), ("choose_56", "bank")):
        shown = stage.show(name)
        assert [each["name"] for each in shown["buttons"] if each["is_main"]] == [button], name
        expect(stage.page.locator(".act.main")).to_have_class(f"act {button} main")
        stage.sent.clear()
        stage.page.keyboard.press("Enter")
        assert stage.wait_for_message("press") == button


def find_faults(
    stage: Stage, size: ViewportSize, viewer: ViewerKind = HOST, *, contrast_of: Sequence[str] = (), finger: float = 0,
    place: float = 0, letter: float,
) -> dict[str, list[str]]:  # fmt: skip
    stage.page.set_viewport_size(size)
    found = {}
    for name in KINDS:
        stage.show(name, viewer=viewer)
        found[name] = layout_faults(stage.page, finger, place, letter) + accessibility_faults(
            stage.page, contrast=name in contrast_of
        )
    return {name: wrong for name, wrong in found.items() if wrong}


def point(stage: Stage, place: Locator) -> str:
    place.click()
    return str(stage.wait_for_message("point"))


def test_each_board_is_pointed_at_with_the_mouse(stage: Stage) -> None:
    stage.page.set_viewport_size(LAPTOP)
    stage.show("roll_own")
    field = stage.page.locator("#board .field.usable:not(.chosen)").first
    assert point(stage, field) == field.get_attribute("data-place")
    stage.show("by_hand_tile")
    slot = stage.page.locator("#layout .slot.usable").first
    assert point(stage, slot.locator(".outline")) == slot.get_attribute("data-name")
    stage.page.locator("#tray .choice").first.click()
    assert stage.wait_for_message("choose")
    stage.show("roll_slot_long")
    expect(stage.page.locator("#layout .newest")).to_have_attribute("data-name", "1/1W")
    stage.page.locator("#tray .unfit").first.click(force=True)
    expect(stage.page.locator(".looked")).to_contain_text("does not fit; ")
    stage.show("turn_ledger")
    expect(stage.page.locator(".body .load")).to_be_visible()  # the open box pushes the ships down
    assert point(stage, stage.page.locator("#map [data-name='3/2'] .ground")) == "3/2"


def test_the_keyboard_reaches_board_and_buttons(stage: Stage) -> None:
    stage.page.set_viewport_size(LAPTOP)
    stage.show("roll_own")
    page = stage.page
    page.keyboard.press("ArrowRight")
    assert stage.wait_for_message("press") == "right"
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.locator("#board .field:focus").count():
            break
        page.keyboard.press("Tab")
    focused = page.locator("#board .field:focus")
    before = str(focused.get_attribute("data-place"))
    page.keyboard.press("ArrowUp" if before.endswith("1") else "ArrowDown")
    expect(focused).not_to_have_attribute("data-place", before)
    page.locator("#board .field.usable").first.focus()
    page.keyboard.press("Enter")
    assert stage.wait_for_message("point") == focused.get_attribute("data-place")
    page.locator(".act.ok").focus()
    page.keyboard.press("Enter")
    assert stage.wait_for_message("press") == "ok"


def test_the_page_uses_the_language_of_the_companion(stage: Stage) -> None:
    stage.show("bust_why", "de")
    expect(stage.page.locator("#deck")).to_contain_text("Pech gehabt!")
    expect(stage.page.locator(".tool.rules")).to_have_text("Regeln")
    stage.show("last_round", "de")
    expect(stage.page.locator("#deck")).to_contain_text("Letzte Runde!")


def one_scene_per_page() -> dict[str, str]:
    return {scene(name).page.name: name for name in reversed(SCENES) if name not in selftest.SCENES}


@pytest.mark.slow
def test_every_page_is_accessible_and_its_tab_order_follows_the_text(stage: Stage) -> None:
    stage.page.set_viewport_size({"width": 1600, "height": 1500})
    found = {}
    for name, shown in one_scene_per_page().items():
        stage.show(shown)
        found[name] = accessibility_faults(stage.page) + tab_order_faults(stage.page)
        stage.show(shown, viewer=SPECTATOR)
        found[f"{name}, watched"] = accessibility_faults(stage.page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_page_fits_a_phone_and_a_laptop(stage: Stage, language: str) -> None:
    found = {}
    for size in (PHONE, LAPTOP):
        stage.page.set_viewport_size(size)
        for name, shown in one_scene_per_page().items():
            stage.show(shown, language)
            found[f"{name}, {size}"] = layout_faults(stage.page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
