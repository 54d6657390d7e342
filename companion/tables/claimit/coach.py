"""The coach at the table: what each choice is worth now, and what decided a game that is over.

It thinks in a process of its own, so a page may be open before its answer is there, and stay open when none comes. An
answer counts for the game that it was given for: what the coach said of another position is not shown.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.core.model import Model, Transition, reject_press
from companion.core.observers import screen_of
from companion.core.page import BoardScreenPage, closing_keys, show
from companion.core.questions import Command
from companion.core.table import reason_words, whole_per_cent
from companion.lights.composition import Lights
from companion.tables import coach_pages
from companion.tables.claimit import lights
from companion.tables.claimit.lights import board
from companion.tables.claimit.place import RollPage
from companion.tables.claimit.session import option_words, parse_place, session_of, what_happened
from companion.tables.coach_pages import NAME_PX, acts_beneath, advice_on, figures_table, no_answer
from companion.ui.art import Icon
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD, DOUBLE, Font
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Block, BoxOnly, Option, Screen, Text, TextTable, WebOnly
from engine import claimit
from engine.claimit import Bank, Place
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.locale.translator import Translator
    from engine import coach
    from engine.coach import Advice
    from engine.record import AnyStep

OPTION, OPTION_GAP = Size(62, 27), 2
"""The box of an option, and the columns between two, in pixels."""


class CoachPage(BoardScreenPage, frozen=True):
    """Shows the two best options, and on the lights what all fields are worth. A held `right` opens it."""

    standing: bool = False
    """Whether everybody's win chances are shown instead."""
    name: ClassVar[str] = "coach"

    def screen(self, model: Model) -> Screen:
        _, advice = model.translate, advice_on(model)
        other = _("What is best?") if self.standing else _("Win chances")
        keys = closing_keys(model)
        keys[Button.LEFT] = Option(other, show(model, CoachPage(not self.standing)), icon=Icon.ODDS, box_only=True)
        # Where the web page has the buttons of the page beneath, none of them is `ok` with its "Back".
        keys[Button.UNDO] = keys[Button.UNDO]._replace(box_only=not acts_beneath(model))
        title, body = "", tuple[Block, ...]()
        if advice is None:
            title, body = _("Coach"), (no_answer(_, model.advice),)
        elif self.standing or not advice.options:
            shares = [*map(whole_per_cent, advice.chances)]
            body = (figures_table(model, (_("Coach"), _("wins")), shares, NAME_PX),)
        else:
            is_only, players = len(advice.options) == 1, session_of(model).state.players
            why = _("only one field") if is_only else reason_words(_, advice.reason, players)
            best = BestOptions(tuple(_words(_, each) for each in advice.options[:2]))
            # A title leaves the pictures no room.
            rows = ((option_words(_, each.event), whole_per_cent(each.chance)) for each in advice.options)
            in_words = TextTable(tuple(rows), (_("Coach"), _("wins")))
            body = (BoxOnly((best,)), WebOnly((in_words,)), Text(why))
        return Screen(title, body=body, keys=keys, point=partial(_choose_beneath, model))

    def choices(self, model: Model) -> tuple[Question, ...]:
        """Returns what the page beneath offers: whoever has room for both does it while the advice is read."""
        return tuple(Command(button.value, row.label) for button, row in acts_beneath(model).items())

    def choose(self, model: Model, name: str, value: object) -> Transition:
        closed = model.with_top_page_closed()
        return closed.page.press(closed, Button(name))

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


def _choose_beneath(model: Model, place: str) -> Transition:
    """Chooses that field for the roll that lies there, and closes; nobody chooses in a bot's place."""
    field, fields = parse_place(place), tuple(claimit.legal(session_of(model).state))
    closed = model.with_top_page_closed()
    if field not in fields or not isinstance(closed.page, RollPage) or screen_of(closed).locked:
        return reject_press(model)
    return Transition(closed.with_page(RollPage(fields.index(field))))


class BestOptions(Picture, Struct, frozen=True):
    """The two best options with their win chances, side by side; the best one inverse."""

    options: tuple[tuple[str, str], ...]
    """One or two, the best first: its name or `Icon`, and its win chance."""
    font: Font = DOUBLE
    """Of the chances."""

    @property
    def size(self) -> Size:
        return Size(2 * OPTION.width + OPTION_GAP, OPTION.height - DOUBLE.height + self.font.height)

    def within(self, rows: int) -> Picture | str:
        sizes = (self, replace(self, font=BOLD))
        return next((each for each in sizes if each.size.height <= rows), self.text)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for number, (what, chance) in enumerate(self.options):
            left, ink = x + number * (OPTION.width + OPTION_GAP), WHITE if number else BLACK
            box, middle = Rect(left, y, left + OPTION.width, y + self.size.height), left + OPTION.width // 2
            (canvas.outline if number else canvas.fill)(box, WHITE, 2)
            if isinstance(what, Icon):
                canvas.say(what, canvas.icon(middle - 5, y + 2, what, ink=ink))
            else:
                canvas.text(middle, y + 2, what, align="centre", ink=ink)
            canvas.text(middle, y + 11, chance, self.font, "centre", ink=ink)


def _words(_: Translator, option: coach.Option) -> tuple[str, str]:
    """Returns what an option is called, and its win chance."""
    chance = whole_per_cent(option.chance)
    if option.event is None or isinstance(option.event, Bank):
        # As over the buttons: the words are too long in some languages.
        return Icon.ROLL if option.event is None else Icon.BANK, chance
    return option_words(_, option.event), chance


class MomentPage(coach_pages.MomentPage, Struct, frozen=True):
    """The moment of a game of Claim It!."""

    name: ClassVar[str] = "moment"

    def what_happened(self, _: Translator, step: AnyStep) -> str:
        return what_happened(_, step)

    def board_of(self, model: Model, state: Any, now: float) -> Lights:  # noqa: ANN401 - the shared page's
        return board(model, now) if state is model.session.state else lights.table(state, model.seat_colours, now)


def open_moment(model: Model) -> Transition:
    """Opens the page of what decided the game."""
    return coach_pages.open_analysis(model, MomentPage())
