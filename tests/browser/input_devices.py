"""Players who use the web page with only one input device: a mouse, a touch screen or a keyboard."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.browser_companion import BrowserCompanion
from tests.companion.games.companion_process import Frame

FIELD = re.compile("[0-7]/[0-6]")
SAME_BUTTON_PAUSE_S = 0.6
"""Time between two presses of the same button: dice tumble for 0.4 s, and a second press within 0.25 s is ignored."""
MAX_STOPS = 60
"""More than the number of keyboard stops on any page."""
PHONE = ViewportSize(width=360, height=640)
PHONE_OPTIONS = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
DIRECTION = """part => {
    const now = document.activeElement;
    return part.contains(now) ? 0 : part.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}"""
"""Returns 0 if a part has the focus, 1 if it comes after the focused part, -1 if before."""
PLACE_SELECTORS = (
    "body:not(.mapped) .field[data-place='{0}']",
    "#layout .slot[data-name='{0}'] .outline",
    "#map [data-name='{0}'] .ground",
)
"""The parts that show a place, by its name."""


def open_in_menu(page: Page, part: str) -> Locator:
    found = page.locator(part)
    if not found.is_visible():
        page.locator("[popovertarget=more]").click()
    return found


class UnreachableError(Exception):
    """The page does not offer an action to this input device."""


class InputDevice(ABC):
    def __init__(self, companion: BrowserCompanion) -> None:
        self.companion = companion
        self.page = companion.page
        self._pressed = dict[str, float]()
        """The newest button and the time of its press."""

    @property
    def frame(self) -> Frame:
        return self.companion.frame

    @abstractmethod
    def activate(self, part: Locator) -> None:
        """Clicks or taps a part of the page; with a keyboard, moves the focus there and presses Enter."""

    def press(self, button: str) -> Frame:
        return self.press_labelled(button)

    def point(self, place: str) -> Frame:
        return self._perform(lambda: self.activate(self.place(place)), f"pointing at {place}")

    def move_cursor_to(self, place: str) -> Frame:
        return self.point(place)

    def confirm(self, place: str) -> Frame:
        """Presses the button for the place under the cursor."""
        return self.point(place)

    def choose(self, key: str) -> Frame:
        return self._perform(
            lambda: self.activate(self.page.locator(f"#form button[data-key='{key}']")), f"{key} of the form"
        )

    def answer(self, key: str, number: int) -> None:
        labels = self.page.locator(f"#form [data-key='{key}'] label")
        if not labels.first.is_visible():
            self.activate(self.page.locator("#form summary"))
        self._choose_answer(labels, number)
        expect(labels.nth(number).locator("input")).to_be_checked()

    def begin(self) -> Frame:
        self.activate(self.page.locator("#form [data-key=begin]"))
        self.companion.wait_until(lambda frame: frame.page != "setup", "the game")
        return self.companion.wait_for_frame()

    def press_labelled(self, button: str) -> Frame:
        return self._press(button, lambda: self.activate(self.page.locator(f".act.{button}")))

    def place(self, name: str) -> Locator:
        return self.page.locator(", ".join(PLACE_SELECTORS).format(name))

    def _choose_answer(self, answers: Locator, number: int) -> None:
        self.activate(answers.nth(number))

    def _press(self, button: str, act: Callable[[], None]) -> Frame:
        """Presses a button; waits before a second press of the same button, which would be ignored."""
        self.page.wait_for_timeout(1000 * max(0.0, self._pressed.get(button, 0.0) + SAME_BUTTON_PAUSE_S - monotonic()))
        self._pressed = {button: monotonic()}
        return self._perform(act, f"the button {button}")

    def _perform(self, act: Callable[[], None], what: str) -> Frame:
        """Performs an action; returns the frame after it, as soon as the page shows that frame."""
        self.companion.wait_for_response(act, what)
        return self.companion.wait_for_frame()


class Mouse(InputDevice):
    def activate(self, part: Locator) -> None:
        part.click()


class TouchScreen(InputDevice):
    """Taps on a small phone; during a game, everything that is tapped must be visible without scrolling."""

    def activate(self, part: Locator) -> None:
        if self._shows_board():
            expect(part).to_be_in_viewport(ratio=0.99)
        part.tap()

    def _shows_board(self) -> bool:
        """Returns whether the board is visible: neither the setup nor a page of the box covers it."""
        return self.page.locator("body.aside, .card.screen").count() == 0


class Keyboard(InputDevice):
    KEYS: ClassVar = {"left": "ArrowLeft", "right": "ArrowRight", "ok": "Enter", "bank": "b", "undo": "u"}
    """The keys of the buttons, as the page shows them."""

    def activate(self, part: Locator) -> None:
        self._focus(part)
        self.page.keyboard.press("Enter")

    def press(self, button: str) -> Frame:
        return self._press(button, lambda: self._press_key(self.KEYS[button]))

    def move_cursor_to(self, place: str) -> Frame:
        for _ in range(MAX_STOPS):
            if place in self.frame.text:
                return self.frame
            there = next((text for text in self.frame.text if FIELD.fullmatch(text)), place)
            self.press("left" if there > place else "right")
        raise UnreachableError(f"the cursor does not reach {place}")

    def confirm(self, place: str) -> Frame:
        assert place in self.frame.text
        return self.press("ok")

    def _press_key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _choose_answer(self, answers: Locator, number: int) -> None:
        self._focus(answers.locator("input:checked"))
        now = answers.evaluate_all("all => all.findIndex(one => one.control.checked)")
        for _ in range(number - now):
            self._press_key("ArrowRight")

    def _focus(self, part: Locator) -> None:
        for _ in range(MAX_STOPS):
            away = part.evaluate(DIRECTION)
            if not away:
                return
            self._press_key("Tab" if away > 0 else "Shift+Tab")
        raise UnreachableError(f"Tab does not lead to {part}")
