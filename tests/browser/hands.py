"""Whoever plays on the page with one thing only: a mouse, a thumb or a keyboard."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.seat import Seat
from tests.companion.games.table import Frame

FIELD = re.compile("[0-7]/[0-6]")
LOOK_S = 0.6
"""How long a look takes, in seconds: dice tumble for 0.4, and a second press within 0.25 is ignored."""
TABS = 60
"""More stops than a page has."""
PHONE = ViewportSize(width=360, height=640)
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
WAY = """part => {
    const now = document.activeElement;
    return part.contains(now) ? 0 : part.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}"""
"""Whether a part has the focus (0), or is after (1) or before (-1) what has it."""
BOARDS = (
    "body:not(.mapped) .field[data-place='{0}']",
    "#layout .slot[data-name='{0}'] .outline",
    "#map [data-name='{0}'] .ground",
)
"""Where a place is drawn, by its name."""


def in_menu(page: Page, part: str) -> Locator:
    """A part of the page's menu, which is opened."""
    found = page.locator(part)
    if not found.is_visible():
        page.locator("[popovertarget=more]").click()
    return found


class HandsError(Exception):
    """The page does not let these hands do what they want."""


class Hands(ABC):
    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.page = seat.page
        self._pressed = dict[str, float]()
        """When the newest button was pressed, by its name."""

    @property
    def frame(self) -> Frame:
        return self.seat.frame

    @abstractmethod
    def use(self, part: Locator) -> None:
        """Clicks, taps, or walks to a part of the page and presses Enter."""

    def press(self, button: str) -> Frame:
        return self.push(button)

    def point(self, place: str) -> Frame:
        return self._do(lambda: self.use(self.place(place)), f"pointing at {place}")

    def reach(self, place: str) -> Frame:
        return self.point(place)

    def confirm(self, place: str) -> Frame:
        """Does what the table offers for the place under its cursor."""
        return self.point(place)

    def choose(self, key: str) -> Frame:
        return self._do(lambda: self.use(self.page.locator(f"#form button[data-key='{key}']")), f"{key} of the form")

    def answer(self, key: str, number: int) -> None:
        labels = self.page.locator(f"#form [data-key='{key}'] label")
        if not labels.first.is_visible():
            self.use(self.page.locator("#form summary"))
        self._pick(labels, number)
        expect(labels.nth(number).locator("input")).to_be_checked()

    def begin(self) -> Frame:
        """Begins the game that was set up; what was answered before may still be shown."""
        self.use(self.page.locator("#form [data-key=begin]"))
        self.seat.until(lambda frame: frame.page != "setup", "the game")
        return self.seat.settled()

    def push(self, button: str) -> Frame:
        """Uses one of the buttons with words."""
        return self._press(button, lambda: self.use(self.page.locator(f".act.{button}")))

    def place(self, name: str) -> Locator:
        return self.page.locator(", ".join(BOARDS).format(name))

    def _pick(self, answers: Locator, number: int) -> None:
        self.use(answers.nth(number))

    def _press(self, button: str, act: Callable[[], None]) -> Frame:
        """Presses a button; the same one again only after a look: the table ignores a second press before that."""
        self.page.wait_for_timeout(1000 * max(0.0, self._pressed.get(button, 0.0) + LOOK_S - monotonic()))
        self._pressed = {button: monotonic()}
        return self._do(act, f"the button {button}")

    def _do(self, act: Callable[[], None], what: str) -> Frame:
        """Does it; returns what is shown then, once the page shows it, too."""
        self.seat.answer_to(act, what)
        return self.seat.settled()


class Mouse(Hands):
    def use(self, part: Locator) -> None:
        part.click()


class Thumb(Hands):
    """Taps on a small telephone; in a game all that is tapped is in sight."""

    def use(self, part: Locator) -> None:
        if self._plays():
            expect(part).to_be_in_viewport(ratio=0.99)
        part.tap()

    def _plays(self) -> bool:
        """Whether the board is played on: neither the setup nor the box's screen, such as the scores, is over it."""
        return self.page.locator("body.aside, .card.screen").count() == 0


class Keyboard(Hands):
    KEYS: ClassVar = {"left": "ArrowLeft", "right": "ArrowRight", "ok": "Enter", "bank": "b", "undo": "u"}
    """What the page says next to its buttons."""

    def use(self, part: Locator) -> None:
        self._walk(part)
        self.page.keyboard.press("Enter")

    def press(self, button: str) -> Frame:
        return self._press(button, lambda: self._key(self.KEYS[button]))

    def reach(self, place: str) -> Frame:
        for _ in range(TABS):
            if place in self.frame.text:
                return self.frame
            there = next((text for text in self.frame.text if FIELD.fullmatch(text)), place)
            self.press("left" if there > place else "right")
        raise HandsError(f"no way to {place}")

    def confirm(self, place: str) -> Frame:
        assert place in self.frame.text
        return self.press("ok")

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _pick(self, answers: Locator, number: int) -> None:
        self._walk(answers.locator("input:checked"))
        now = answers.evaluate_all("all => all.findIndex(one => one.control.checked)")
        for _ in range(number - now):
            self._key("ArrowRight")

    def _walk(self, part: Locator) -> None:
        for _ in range(TABS):
            away = part.evaluate(WAY)
            if not away:
                return
            self._key("Tab" if away > 0 else "Shift+Tab")
        raise HandsError(f"Tab does not lead to {part}")
