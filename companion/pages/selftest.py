"""The self-test: a list of parts; each trial shows a pattern or counts presses, and a person judges the result.

The lights and the screen show patterns: a person sees at once what no program detects, such as two swapped pixels, a
dead column or a missing channel. The buttons count their presses: one that bounces counts too many. After each trial
the cursor moves to the next part.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.core.effects import PlayTones
from companion.core.model import ApplicationPage, Model, Page, Transition, close, show
from companion.lights.composition import DARK, Lights, only
from companion.locale.translator import N_
from companion.pages.wizard import FindFieldsPage, WizardPage
from companion.ui.art import Icon
from companion.ui.canvas import Canvas, Rect
from companion.ui.font import DOUBLE
from companion.ui.layout import KEYS, big
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, Block, Choices, Do, OnDemand, Option, Screen, Text
from hardware.device import LIGHTS, WIDTH, Button, Colour, Tone, field_name
from hardware.wiring import Wiring

STEP_S = 0.5
EARLY = 1e-6
"""Tolerance in seconds for a tick that comes too early."""
WHITE = Colour(255, 255, 255)
SCREEN_AREA = Rect(0, 0, WIDTH, 53)
"""The screen of 64 rows down to the softkeys, whose bar reaches its other edges."""
TILE = 4
"""The side of a square of the checkerboard, in pixels."""


class FilledScreen(Picture, Struct, frozen=True):
    """Fills the screen down to the softkeys."""

    label: str
    box: Rect = SCREEN_AREA

    @property
    def size(self) -> Size:
        return Size(self.box.width, self.box.height)

    def within(self, rows: int) -> Picture | str:
        return replace(self, box=SCREEN_AREA._replace(bottom=min(rows, SCREEN_AREA.bottom)))


class Frame(FilledScreen, frozen=True):
    """A line along the edges of the screen; the softkeys are at the lower edge."""

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        canvas.outline(self.box)
        big(canvas, self.label, self.box._replace(left=4, right=WIDTH - 4))


class Checkers(FilledScreen, frozen=True, kw_only=True):
    """Black and white squares over the whole screen, or the inverse pattern."""

    odd: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        canvas.say(self.label, self.box)
        for top in range(0, self.box.bottom, TILE):
            for left in range((top // TILE + self.odd) % 2 * TILE, WIDTH, 2 * TILE):
                canvas.fill(Rect(left, top, left + TILE, min(top + TILE, self.box.bottom)))


class Pattern(NamedTuple):
    label: str
    """English, to be translated."""
    lights: tuple[Colour, ...]
    block: Callable[[str], Block] = Big
    """Creates the content of the screen from the translated label."""


RAMP = tuple(Colour(level, level, level) for level in (255 * field // (LIGHTS - 1) for field in range(LIGHTS)))
"""From dark on 1/1 to full on 6/6, in steps that should look even."""

COLOURS = (
    Pattern(N_("All red"), (Colour(255, 0, 0),) * LIGHTS),
    Pattern(N_("All green"), (Colour(0, 255, 0),) * LIGHTS),
    Pattern(N_("All blue"), (Colour(0, 0, 255),) * LIGHTS),
    Pattern(N_("All white"), (Colour(255, 255, 255),) * LIGHTS),
    Pattern(N_("Dark to bright"), RAMP),
)
PICTURES = (
    Pattern(N_("A whole frame"), DARK.colours, Frame),
    Pattern(N_("Checkerboard"), DARK.colours, lambda label: Checkers(label, odd=0)),
    Pattern(N_("The other squares"), DARK.colours, lambda label: Checkers(label, odd=1)),
)


class PatternsPage(ApplicationPage, frozen=True):
    patterns: tuple[Pattern, ...]
    place: int = 0
    name: ClassVar[str] = "patterns"

    def screen(self, model: Model) -> Screen:
        pattern, is_last = self.patterns[self.place], self.place + 1 == len(self.patterns)
        on = close(model) if is_last else show(model, replace(self, place=self.place + 1))
        back = show(model, replace(self, place=self.place - 1)) if self.place else close(model)
        keys = {Button.OK: Option("", on, icon=Icon.CHECK), Button.UNDO: Option("", back, icon=Icon.UNDO)}
        return Screen(body=(pattern.block(model.translate(pattern.label)),), keys=keys)

    def lights(self, model: Model, now: float) -> Lights:
        return Lights(self.patterns[self.place].lights)


class FieldWalkPage(ApplicationPage, frozen=True):
    """Lights field after field, automatically until a person steps by hand."""

    since: float | None
    """The start of the walk, in seconds of the loop's clock; None while it is paused."""
    place: int = 0
    name: ClassVar[str] = "field_walk"

    def screen(self, model: Model) -> Screen:
        def move(place: int) -> Transition:
            return Transition(model.with_page(FieldWalkPage(None, place)))

        place, fields = self._place_at(model.now), OnDemand(LIGHTS, lambda field: Option(field_name(field)))
        keys = {
            Button.OK: Option("", show(model, PatternsPage(COLOURS)), icon=Icon.CHECK),
            Button.UNDO: Option("", close(model), icon=Icon.UNDO),
        }
        return Screen(
            model.translate("Lit now"),
            f"{place + 1}/{LIGHTS}",
            (Big(field_name(place)),),
            Choices(fields, place, "hidden", move),
            keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        # One light only: swapped pixels would look right in any larger pattern.
        lit = only((self._place_at(now),), WHITE)
        return (
            lit if self.since is None else lit._replace(next_change=self.since + (self._steps_until(now) + 1) * STEP_S)
        )

    def _place_at(self, now: float) -> int:
        return (self.place + self._steps_until(now)) % LIGHTS

    def _steps_until(self, now: float) -> int:
        return 0 if self.since is None else int((now - self.since) / STEP_S + EARLY)


ENOUGH = 3
"""After this number of presses of one button the test continues, even if another button is dead."""
ORDER = tuple(Button)


class Counts(Picture, Struct, frozen=True):
    counts: tuple[int, ...]

    @property
    def size(self) -> Size:
        return Size(WIDTH, DOUBLE.height)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for count, box in zip(self.counts, KEYS, strict=True):
            canvas.text((box.left + box.right) // 2, y, str(count), DOUBLE, "centre")


class TryButtonsPage(ApplicationPage, frozen=True):
    """Counts the presses of each button, from left to right."""

    counts: tuple[int, ...] = (0,) * len(ORDER)
    encoder: bool = False
    """Whether `left` and `right` are turns of an encoder."""
    name: ClassVar[str] = "try_buttons"

    def screen(self, model: Model) -> Screen:
        _, noticed = model.translate, sum(map(bool, self.counts))

        def count(button: Button) -> Do:
            counts = tuple(count + (each is button) for each, count in zip(ORDER, self.counts, strict=True))
            # The press after the last new button leads back, so that its count is visible before the page closes.
            done = all(self.counts) or max(counts) == ENOUGH
            return close(model) if done else show(model, replace(self, counts=counts))

        icons = (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)
        done = noticed == len(ORDER)
        task = _("turn and press each") if self.encoder else _("press each button")
        texts = (
            Text(_("all of them work") if done else task),
            Text(_("any button: continue") if done else _("any 3 times: continue")),
        )
        return Screen(
            _("Buttons"),
            f"{noticed}/{len(ORDER)}",
            (*texts, Counts(self.counts)),
            keys={button: Option("", count(button), icon=icon) for button, icon in zip(Button, icons, strict=True)},
        )

    def lights(self, model: Model, now: float) -> Lights:
        return DARK


SCALE = tuple(Tone(hertz, 0.2) for hertz in (262, 294, 330, 349, 392, 440, 494, 523))


class Trial(NamedTuple):
    label: str
    """English, to be translated."""
    begin: Callable[[Model, Wiring], Page | Transition]
    """Starts the trial, mostly on a page of its own; receives the wiring."""
    of_fields: bool = False


TRIALS = (
    Trial(N_("Lights"), lambda model, _: FieldWalkPage(since=model.now)),
    Trial(N_("Screen"), lambda *_: PatternsPage(PICTURES)),
    Trial(N_("Buttons"), lambda _, wiring: TryButtonsPage(encoder=wiring.buttons.encoder)),
    Trial(N_("Buzzer"), lambda model, _: Transition(replace(model, sound=True), (PlayTones(SCALE),))),
    Trial(N_("Find the wiring"), lambda _, wiring: WizardPage(wiring)),
    Trial(N_("Touch the fields"), lambda _, wiring: FindFieldsPage(wiring), of_fields=True),
    Trial(N_("Leave"), lambda model, _: Transition(replace(model, is_leaving=True))),
)


class SelftestPage(ApplicationPage, frozen=True):
    wiring: Wiring
    cursor: int = 0
    name: ClassVar[str] = "selftest"

    @property
    def trials(self) -> tuple[Trial, ...]:
        return tuple(trial for trial in TRIALS if self.wiring.fields.kind != "none" or not trial.of_fields)

    def screen(self, model: Model) -> Screen:
        _, trials = model.translate, self.trials

        def begin(trial: Trial) -> Transition:
            # The cursor moves on automatically, so that pressing only `ok` tries every part.
            following = model.with_page(replace(self, cursor=(self.cursor + 1) % len(trials)))
            started = trial.begin(following, self.wiring)
            return started if isinstance(started, Transition) else Transition(following.with_page_on_top(started))

        options = [Option(_(trial.label), partial(begin, trial)) for trial in trials]
        return Screen(_("Self-test"), f"{self.cursor + 1}/{len(trials)}", choices=Choices(options, self.cursor))

    def lights(self, model: Model, now: float) -> Lights:
        return DARK
