"""The coach at the table: what each choice is worth now, and what decided a game that is over.

It thinks in a process of its own, so a page may be open before its answer is there, and stay open when none comes. An
answer counts for the game that it was given for: what the coach said of another position is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.bot_seat import acting_bot
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, close, show
from companion.core.questions import Command
from companion.core.table import reason_words, whole_per_cent
from companion.lights.composition import Lights
from companion.screen.art import Icon
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect
from companion.screen.font import DOUBLE, THIN
from companion.screen.layout import big
from companion.tables import coach_pages
from companion.tables.claimit import lights
from companion.tables.claimit.lights import board
from companion.tables.claimit.place import RollPage
from companion.tables.claimit.session import option_words, parse_place, session_of, what_happened
from companion.tables.coach_pages import NAME_PX, acts_beneath, advice_on, draw_figures, draw_no_answer
from engine import claimit
from engine.claimit import Bank, Place
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.locale.translator import Translator
    from engine.coach import Advice, Option
    from engine.record import AnyStep

BEST, SECOND = Rect(1, 0, 64, 27), Rect(66, 0, 127, 27)
"""Where the two best options stand."""
WHY = Rect(1, 29, 127, 53)


@dataclass(frozen=True, slots=True)
class CoachPage(Page):
    """Shows the two best options, and on the lights what all fields are worth. A held `right` opens it."""

    standing: bool = False
    """Whether everybody's win chances are shown instead."""
    name: ClassVar[str] = "coach"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        other = _("What is best?") if self.standing else _("Win chances")
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, show(model, CoachPage(not self.standing)), other, for_screen=True),
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns what the page beneath offers: whoever has room for both does it while the advice is read."""
        return tuple(Command(button.value, row.label) for button, row in acts_beneath(model).items())

    def choose(self, model: Model, name: str, value: object) -> Transition:
        closed = model.with_top_page_closed()
        return closed.page.press(closed, Button(name))

    def point(self, model: Model, place: str) -> Transition:
        """Chooses that field for the roll that lies there, and closes; nobody chooses in a bot's place."""
        field, fields = parse_place(place), tuple(claimit.legal(session_of(model).state))
        closed = model.with_top_page_closed()
        if field not in fields or not isinstance(closed.page, RollPage) or acting_bot(closed) is not None:
            return reject_press(model)
        return Transition(closed.with_page(RollPage(fields.index(field))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state, advice = model.translate, session_of(model).state, advice_on(model)
        if advice is None:
            draw_no_answer(_, canvas, _("Coach"), model.advice)
        elif self.standing or not advice.options:
            draw_figures(model, canvas, (_("Coach"), _("wins")), [*map(whole_per_cent, advice.chances)], NAME_PX)
        else:
            is_only = len(advice.options) == 1
            for option, box in zip(advice.options, (BEST, SECOND), strict=False):  # there may be one only
                draw_option(_, canvas, option, box)
            big(canvas, _("only one field") if is_only else reason_words(_, advice.reason, state.players), WHY, (THIN,))

    def lights(self, model: Model, now: float) -> Lights:
        advice = advice_on(model)
        gains = {} if advice is None else field_gains(advice)
        return lights.coach(session_of(model).state, model.seat_colours, now, gains) if gains else board(model, now)


def field_gains(advice: Advice) -> dict[int, float]:
    """Returns for each field that may be used what it is worth, from 0 for the worst to 1 for the best."""
    chances = {option.event.field: option.chance for option in advice.options if isinstance(option.event, Place)}
    if not chances:
        return {}
    least, most = min(chances.values()), max(chances.values())
    # Where all are as good as each other, each is as bright as the best.
    return {field: (chance - least) / (most - least) if most > least else 1.0 for field, chance in chances.items()}


def draw_option(_: Translator, canvas: Canvas, option: Option, box: Rect) -> None:
    """Draws an option and its win chance; the best one inverse."""
    is_best = box == BEST
    (canvas.fill if is_best else canvas.outline)(box, WHITE, 2)
    ink, middle = BLACK if is_best else WHITE, (box.left + box.right) // 2
    if option.event is None or isinstance(option.event, Bank):
        # As over the buttons: the words are too long in some languages.
        icon = Icon.ROLL if option.event is None else Icon.BANK
        canvas.say(icon, canvas.icon(middle - 5, box.top + 2, icon, ink=ink))
    else:
        canvas.text(middle, box.top + 2, option_words(_, option.event), THIN, "centre", ink=ink)
    canvas.text(middle, box.top + 11, whole_per_cent(option.chance), DOUBLE, "centre", ink=ink)


@dataclass(frozen=True, slots=True)
class MomentPage(coach_pages.MomentPage):
    """The moment of a game of Claim It!."""

    name: ClassVar[str] = "moment"

    def what_happened(self, _: Translator, step: AnyStep) -> str:
        return what_happened(_, step)

    def board_of(self, model: Model, state: Any, now: float) -> Lights:  # noqa: ANN401 - the shared page's
        return board(model, now) if state is model.session.state else lights.table(state, model.seat_colours, now)


def open_moment(model: Model) -> Transition:
    """Opens the page of what decided the game."""
    return coach_pages.open_analysis(model, MomentPage())
