"""The self-test: lists the parts to try; after each trial the cursor stands on the next part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.cursor import moved_cursor
from companion.core.effects import PlayTones
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows
from companion.lights.composition import DARK
from companion.locale.translator import N_
from companion.pages.patterns import PICTURES, FieldWalkPage, PatternsPage
from companion.pages.try_buttons import TryButtonsPage
from companion.pages.wizard import WizardPage
from companion.screen.icons import Icon
from companion.screen.layout import Item, header, menu
from hardware.device import Button, Tone

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from hardware.wiring import Wiring

SCALE = tuple(Tone(hertz, 0.2) for hertz in (262, 294, 330, 349, 392, 440, 494, 523))
"""C major."""


class Trial(NamedTuple):
    """A part that can be tried."""

    label: str
    """In English, to be translated."""
    begin: Callable[[Model, SelftestPage], Transition]
    """Begins, told how the box is wired."""


TRIALS = (
    Trial(N_("Lights"), lambda model, _: Transition(model.with_page_on_top(FieldWalkPage(since=model.now)))),
    Trial(N_("Screen"), lambda model, _: Transition(model.with_page_on_top(PatternsPage(PICTURES)))),
    Trial(
        N_("Buttons"),
        lambda model, test: Transition(model.with_page_on_top(TryButtonsPage(encoder=test.wiring.encoder))),
    ),
    Trial(N_("Buzzer"), lambda model, _: Transition(replace(model, sound=True), (PlayTones(SCALE),))),
    Trial(N_("Find the wiring"), lambda model, test: Transition(model.with_page_on_top(WizardPage(test.wiring)))),
    Trial(N_("Leave"), lambda model, _: Transition(replace(model, is_leaving=True))),
)


@dataclass(frozen=True, slots=True)
class SelftestPage(Page):
    """Lists the parts; one is under the cursor."""

    wiring: Wiring
    """How the box is set now."""
    cursor: int = 0
    name: ClassVar[str] = "selftest"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def moved(button: Button) -> SelftestPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(TRIALS)))

        def begin() -> Transition:
            # The cursor goes on by itself, so that somebody who only presses ok tries every part.
            return TRIALS[self.cursor].begin(model.with_page(moved(Button.OK)), self)

        return arrows(model, moved, (Icon.UP, Icon.DOWN)) | {Button.OK: ButtonRow(Icon.CHECK, begin)}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the list."""
        _ = model.translate
        header(canvas, _("Self-test"), f"{self.cursor + 1}/{len(TRIALS)}")
        menu(canvas, [Item(_(trial.label)) for trial in TRIALS], self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """Lights nothing."""
        return DARK
