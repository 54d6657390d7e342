"""The coach at the table: what each choice is worth now, and what decided a game that is over.

It thinks in a process of its own, so a page may be open before its answer is there, and stay open when none comes. An
answer counts for the game that it was given for: what the coach said of another position is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.bot_seat import acting_bot
from companion.core.effects import AnalyseGame
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, show
from companion.core.player_names import display_name, short_name, short_names
from companion.core.questions import Command
from companion.core.table import CoachAnswer, reason_words, signless_per_cent, unlucky_words, whole_per_cent
from companion.lights.animation import elapsed
from companion.lights.composition import Lights
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.icons import Icon
from companion.screen.layout import BODY, big, header, paragraph, table
from companion.tables.claimit import lights
from companion.tables.claimit.lights import board
from companion.tables.claimit.place import RollPage
from companion.tables.claimit.session import option_words, parse_place, session_of, what_happened
from engine import claimit
from engine.claimit import Bank, Place
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.questions import Question
    from companion.locale.translator import Translator
    from engine.coach import Advice, Analysis, Moment, Option

BEST, SECOND = Rect(1, 0, 64, 27), Rect(66, 0, 127, 27)
"""Where the two best options stand."""
WHY = Rect(1, 29, 127, 53)
NAME_PX = 80
"""What is left for a name beside its share."""
RESULT_NAME_PX = 82
"""The same without luck."""
STEP_S = 2.0
"""How long the lights show the board before the moment, after it, and as it could have been."""


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
            _draw_no_answer(_, canvas, _("Coach"), model.advice)
        elif self.standing or not advice.options:
            _draw_chances(model, canvas, _("Coach"), [*map(whole_per_cent, advice.chances)], NAME_PX)
        else:
            is_only = len(advice.options) == 1
            for option, box in zip(advice.options, (BEST, SECOND), strict=False):  # there may be one only
                draw_option(_, canvas, option, box)
            big(canvas, _("only one field") if is_only else reason_words(_, advice.reason, state.players), WHY, (THIN,))

    def lights(self, model: Model, now: float) -> Lights:
        advice = advice_on(model)
        gains = {} if advice is None else field_gains(advice)
        return lights.coach(session_of(model).state, model.seat_colours, now, gains) if gains else board(model, now)


def acts_beneath(model: Model) -> dict[Button, ButtonRow]:
    """Returns what `ok` and `bank` do on the page beneath, where that changes more than what the screen shows."""
    closed = model.with_top_page_closed()
    rows = closed.page.buttons(closed)
    shown = {button: rows[button] for button in (Button.OK, Button.BANK) if button in rows}
    return {button: row for button, row in shown.items() if row.softkey is not None and not row.for_screen}


def advice_on(model: Model) -> Advice | None:
    """Returns what the coach says of the position on the table; None: it is off, or has not answered yet."""
    answer = model.advice
    return answer.answer if model.coach and answer is not None and answer.is_about(model.game) else None


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


def _draw_chances(model: Model, canvas: Canvas, title: str, chances: Sequence[str], name_px: int) -> None:
    names = short_names(model.translate, session_of(model).state.players, name_px, BOLD)
    table(canvas, (title, model.translate("wins")), list(zip(names, chances, strict=True)))


def _draw_no_answer(_: Translator, canvas: Canvas, title: str, awaited: CoachAnswer[Any] | None) -> None:
    header(canvas, title)
    is_thinking = awaited is None or awaited.is_pending
    paragraph(canvas, _("thinking …") if is_thinking else _("The coach does not answer."), BODY, BOLD)


@dataclass(frozen=True, slots=True)
class MomentPage(Page):
    """Shows the moment; `left` and `right` lead to the result without luck and back."""

    result: bool = False
    """Whether the result without luck is shown."""
    name: ClassVar[str] = "moment"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return arrows(model, lambda _: MomentPage(not self.result)) | {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, found = model.translate, analysis_of(model)
        if found is None:
            _draw_no_answer(_, canvas, _("The moment"), model.analysis)
        elif self.result or found.moment is None:
            _draw_result(model, canvas, found)
        else:
            _draw_moment(model, canvas, found.moment)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the moment, after it, and as it could have been; then again."""
        found = analysis_of(model)
        if found is None or found.moment is None or self.result:
            return board(model, now)
        line, moment = session_of(model).started_record.timeline, found.moment
        states = [line[moment.step - 1].state, line[moment.step].state]
        if moment.other is not None and moment.other.event is not None:
            states.append(claimit.apply(states[0], moment.other.event))
        step = elapsed(now, model.shown_since, STEP_S)
        seen = lights.table(states[step % len(states)], model.seat_colours, now)
        return Lights(seen.colours, model.shown_since + (step + 1) * STEP_S)


def open_moment(model: Model) -> Transition:
    """Opens the page; the coach goes through the game if it has not yet."""
    opened = model.with_page_on_top(MomentPage())
    # Going through a game takes seconds: the answer is kept as long as the game is on the table.
    if model.analysis is not None and model.analysis.is_about(model.game):
        return Transition(opened)
    return Transition(replace(opened, analysis=CoachAnswer(model.session)), (AnalyseGame(model.session),))


def analysis_of(model: Model) -> Analysis | None:
    """Returns what the coach says of the game on the table; None: it has not answered yet."""
    answer = model.analysis
    return answer.answer if answer is not None and answer.is_about(model.game) else None


def _draw_moment(model: Model, canvas: Canvas, moment: Moment) -> None:
    _, line = model.translate, session_of(model).started_record.timeline
    before, step = line[moment.step - 1].state, line[moment.step]
    header(canvas, display_name(_, before.players[moment.seat]), _("Turn {n}", n=before.turns + 1))
    canvas.text(64, 11, what_happened(_, step), align="centre")
    canvas.text(56, 23, whole_per_cent(moment.before), DOUBLE, "right")
    canvas.icon(62, 27, Icon.RIGHT)
    canvas.text(73, 23, whole_per_cent(moment.after), DOUBLE)
    if moment.other is not None:
        option, share = option_words(_, moment.other.event), whole_per_cent(moment.other.chance)
        canvas.text(64, 43, _("instead {option}: {share}", option=option, share=share), align="centre")


def _draw_result(model: Model, canvas: Canvas, found: Analysis) -> None:
    """Draws each seat's share of the win without the luck; who has played best and not won is told."""
    _, players = model.translate, session_of(model).state.players
    _draw_chances(model, canvas, _("Without luck"), [*map(signless_per_cent, found.without_luck)], RESULT_NAME_PX)
    if len(players) == 2:  # with more their names fill the screen
        names = [short_name(_, name) for name in players]
        paragraph(canvas, unlucky_words(_, found, names), Rect(1, 35, 127, 53))
