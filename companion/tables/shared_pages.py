"""Pages that the tables of all games share; each game adds its own words and lights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, cast

from companion.core.button_meaning import Meaning
from companion.core.cursor import STEPS
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name, list_names
from companion.core.table_registry import table_of
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN, text_width
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header, paragraph
from companion.tables.shared_flow import acknowledge, finish_game, play_again
from engine.game import Seat
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.model import Page
    from companion.lights.composition import Lights

FIRST = Seat(0)


def draw_turn(model: Model, canvas: Canvas, task: str, note: str = "") -> None:
    """Draws the acting player's name as large as it fits, and the task; in each player's first turn a hint at the menu.

    Args:
        model: a started game.
        canvas: what to draw on.
        task: what the player has to do, already translated.
        note: what is special about this turn, in the place of the hint; already translated.
    """
    _, state = model.translate, model.session.state
    name, is_first = display_name(_, state.players[state.turn]), state.turns < len(state.players)
    hint = note or (_("hold undo: menu") if is_first else "")
    big(canvas, name, *((Rect(1, 11, 127, 31), (DOUBLE, BOLD, THIN)) if hint else (Rect(1, 11, 127, 40),)))
    canvas.text(64, 33 if hint else 42, task, BOLD, "centre")
    if hint:
        canvas.text(64, 44, hint, align="centre")


class OutcomePage:
    """What the newest event led to. A game's page adds `draw` and `lights`."""

    __slots__ = ()

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` acknowledges the outcome."""
        return acknowledge(model) if button is Button.OK else reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Go on."""
        return (None, None, Icon.CHECK, None, None)


class GameOverPage:
    """The end of the game. A game's page adds `draw` and `lights`."""

    __slots__ = ()

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` stores the finished game and leaves it, `bank` begins another one; `right` scores, `left` the coach."""
        summary = table_of(model.session).summary(model.session)
        coach = table_of(model.session).coach
        match button:
            case Button.LEFT if coach is not None:
                return coach.open_analysis(model)
            case Button.OK:
                return finish_game(model, summary)
            case Button.BANK:
                return play_again(model, summary)
            case Button.RIGHT:
                return Transition(model.with_page_on_top(table_of(model.session).scores()))
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """What the coach says, scores, end, another game."""
        coach = None if table_of(model.session).coach is None else Icon.COACH
        return (coach, Icon.SCORES, Icon.CHECK, Icon.PLAY, None)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """The end is kept; whoever plays again are the same."""
        _ = model.translate
        again = Meaning(_("Play again"), list_names(_, model.session.lineup.players))
        analysis = Meaning() if table_of(model.session).coach is None else Meaning(effect=_("what decided the game"))
        return {Button.LEFT: analysis, Button.OK: Meaning(_("Done"), _("into the history")), Button.BANK: again}


@dataclass(frozen=True, slots=True)
class PhysicalStepsPage:
    """Guides the players through physical steps, one at a time. A game's page adds `draw` and `lights`."""

    steps: tuple[object, ...]
    """The physical steps, as the game describes them."""
    mover: Seat
    """The seat that moves the pieces."""
    step: int = 0
    """The step that is shown, 0 the first."""
    name: ClassVar[str] = "guide"

    def press(self, model: Model, button: Button) -> Transition:
        """`ok` and `right` go to the next step, `left` and `undo` to the previous one, `bank` skips the rest."""
        if button is Button.BANK:
            return acknowledge(model)
        step = self.step + STEPS[button]
        if step < 0:
            return reject_press(model)
        if step == len(self.steps):
            return acknowledge(model)
        shown = cast("Page", replace(self, step=step))  # each game's page adds what a page needs besides
        return Transition(model.with_page(shown))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Previous, next, done, skip, previous."""
        back = Icon.LEFT if self.step else None
        return (back, Icon.RIGHT, Icon.CHECK, Icon.SKIP, Icon.UNDO if self.step else None)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """How many steps are left."""
        _, left = model.translate, len(self.steps) - self.step - 1
        follows = _.many("{n} step left", "{n} steps left", left) if left else _("then the game goes on")
        first = Meaning() if self.step else Meaning(effect=_("this is the first step"))
        return {
            Button.LEFT: first,
            Button.OK: Meaning(_("Done"), follows),
            Button.BANK: Meaning(_("Skip the guide")),
            Button.UNDO: first,
        }

    def draw_header(self, model: Model, canvas: Canvas) -> None:
        """Draws who moves the pieces, and the number of the step."""
        _ = model.translate
        name = display_name(_, model.session.state.players[self.mover])
        header(canvas, name, _("{n} of {all}", n=self.step + 1, all=len(self.steps)))


@dataclass(frozen=True, slots=True)
class SpotlightPage:
    """Shows what one seat has on the board, and nothing else. A held `left` opens it."""

    counts: Callable[[Model, Seat], tuple[str, str]]
    """Returns what the seat has, in two lines: the first is written in bold."""
    highlight: Callable[[Model, float, Seat], Lights]
    """Returns the lights at a time, in seconds of the loop's clock, with only this seat's fields lit."""
    seat: Seat = FIRST
    name: ClassVar[str] = "spotlight"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` shows the next seat, `ok` and `undo` lead back to the game."""
        match button:
            case Button.LEFT:
                seat = Seat((self.seat + 1) % len(model.session.state.players))
                return Transition(model.with_page(replace(self, seat=seat)))
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Next seat, back."""
        return (Icon.RIGHT, None, Icon.CHECK, None, Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the player's name, and what that player has."""
        _, state = model.translate, model.session.state
        first, second = self.counts(model, self.seat)
        # The fields of many ships need three lines: then the name makes room.
        fits = text_width(THIN, second) <= WIDTH
        big(canvas, display_name(_, state.players[self.seat]), Rect(0, 0, WIDTH, 26 if fits else 13))
        canvas.text(64, 28 if fits else 14, first, BOLD, "centre")
        paragraph(canvas, second, Rect(0, 40, WIDTH, 48) if fits else Rect(0, 24, WIDTH, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights that seat's fields only."""
        return self.highlight(model, now, self.seat)
