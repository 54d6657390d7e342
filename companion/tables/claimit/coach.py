"""The page of the coach: what each choice is worth, and why the best one is. A held `right` opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.bot_seat import acting_bot
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, close, show
from companion.core.player_names import short_names
from companion.core.table import reason_words, whole_per_cent
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import BODY, big, header, paragraph, table
from companion.tables.claimit import lights
from companion.tables.claimit.board import board
from companion.tables.claimit.coach_words import option_words
from companion.tables.claimit.places import parse_place
from companion.tables.claimit.roll import RollPage
from companion.tables.claimit.session import session_of
from engine import claimit
from engine.claimit import Bank, Place
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.coach import Advice, Option

BEST, SECOND = Rect(1, 0, 64, 27), Rect(66, 0, 127, 27)
"""Where the two best options stand."""
WHY = Rect(1, 29, 127, 53)
NAME_PX = 80
"""What is left for a name beside its share."""


@dataclass(frozen=True, slots=True)
class CoachPage(Page):
    """Shows the two best options with their win chances, and on the lights all fields by what they are worth."""

    standing: bool = False
    """Whether everybody's win chances are shown instead."""
    name: ClassVar[str] = "coach"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        other = _("What is best?") if self.standing else _("Win chances")
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, show(model, CoachPage(not self.standing)), other),
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Chooses that field for the roll that lies there, and closes; nobody chooses in a bot's place."""
        field, fields = parse_place(place), tuple(claimit.legal(session_of(model).state))
        closed = model.with_top_page_closed()
        if field not in fields or not isinstance(closed.page, RollPage) or acting_bot(closed) is not None:
            return reject_press(model)
        return Transition(closed.with_page(RollPage(fields.index(field))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws what the coach says, or that it still thinks."""
        _, asked = model.translate, model.advice
        advice = advice_on(model)
        if advice is None:
            header(canvas, _("Coach"))
            is_thinking = asked is None or asked.is_pending
            paragraph(canvas, _("thinking …") if is_thinking else _("The coach does not answer."), BODY, BOLD)
        elif self.standing or not advice.options:
            _draw_standing(model, canvas, advice)
        else:
            _draw_options(model, canvas, advice)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows each usable field as bright as it is good."""
        advice = advice_on(model)
        gains = {} if advice is None else field_gains(advice)
        return lights.coach(session_of(model).state, model.seat_colours, now, gains) if gains else board(model, now)


def advice_on(model: Model) -> Advice | None:
    """Returns what the coach says of the position on the table; None: it is off, or has not answered yet."""
    asked = model.advice
    return asked.answer if model.coach and asked is not None and asked.is_about(model.game) else None


def field_gains(advice: Advice) -> dict[int, float]:
    """Returns for each field that may be used what it is worth, from 0 for the worst to 1 for the best."""
    chances = {option.event.field: option.chance for option in advice.options if isinstance(option.event, Place)}
    if not chances:
        return {}
    least, most = min(chances.values()), max(chances.values())
    return {field: (chance - least) / (most - least) if most > least else 1.0 for field, chance in chances.items()}


def _draw_standing(model: Model, canvas: Canvas, advice: Advice) -> None:
    _ = model.translate
    names = short_names(_, session_of(model).state.players, NAME_PX, BOLD)
    rows = [(name, whole_per_cent(chance)) for name, chance in zip(names, advice.chances, strict=True)]
    table(canvas, (_("Coach"), _("wins")), rows)


def _draw_options(model: Model, canvas: Canvas, advice: Advice) -> None:
    _, state = model.translate, session_of(model).state
    for option, box in zip(advice.options, (BEST, SECOND), strict=False):  # one field may be all that can be used
        _draw_option(model, canvas, option, box)
    why = reason_words(_, advice.reason, state.players)
    if len(advice.options) == 1:
        why = _("only one field")
    big(canvas, why, WHY, (THIN,))


def _draw_option(model: Model, canvas: Canvas, option: Option, box: Rect) -> None:
    """Draws an option and its win chance; the best one inverse."""
    is_best = box == BEST
    (canvas.fill if is_best else canvas.outline)(box, WHITE, 2)
    ink, middle = BLACK if is_best else WHITE, (box.left + box.right) // 2
    if option.event is None or isinstance(option.event, Bank):
        # As over the buttons: the words are too long in some languages.
        icon = Icon.ROLL if option.event is None else Icon.BANK
        canvas.say(icon, canvas.icon(middle - 5, box.top + 2, icon, ink=ink))
    else:
        canvas.text(middle, box.top + 2, option_words(model.translate, option.event), THIN, "centre", ink=ink)
    canvas.text(middle, box.top + 11, whole_per_cent(option.chance), DOUBLE, "centre", ink=ink)
