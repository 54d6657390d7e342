"""Sealing the dice: the box is bound to its secret, each player adds a word, and all of it is seen before a roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.cursor import moved_cursor
from companion.core.effects import Acknowledge, AppendEvent
from companion.core.form import Command, Form, FormItem, command_form
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, open_on_top, show
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice
from companion.core.table_registry import board_or_show
from companion.locale.translator import N_
from companion.pages.consent import ABANDON
from companion.pages.seal_views import list_views, sealed_title, turning_buttons
from companion.pages.seal_word import WordPage
from companion.screen.icons import Icon
from companion.screen.layout import Item, header, menu
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

GO_ON, LEAVE = "go_on", "abandon"
OWNER = "owner"
NOBODY = N_("none of us")


@dataclass(frozen=True, slots=True)
class SealPage(Page):
    """Shows the commitment and the words so far; the game begins after it once all are there."""

    view: int = 0
    """Which of the views is shown."""
    name: ClassVar[str] = "seal"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        abandon = _("Abandon the game"), _("it stays in the history")
        rows = {
            Button.OK: ButtonRow(Icon.CHECK, lambda: _go_on(model), _(_next_step(model.session))),
            Button.UNDO: ButtonRow(Icon.UNDO, open_on_top(model, ABANDON), *abandon),
        }
        return turning_buttons(model, list_views(model.session), self.view, SealPage, rows)

    def acting_seat(self, model: Model) -> Seat | None:
        """Returns the seat whose word is next, once the first one is there: until then the table says whose is."""
        missing = model.session.missing_words
        return missing[0] if model.session.words and missing else None

    def form(self, model: Model) -> Form:
        """Returns what can be done, and how many games were abandoned today."""
        note = model.translate("abandoned today in this journal: {n}", n=model.abandoned_today)
        go_on = Command(GO_ON, _next_step(model.session), is_main=True)
        return command_form(sealed_title(model.session), go_on, Command(LEAVE, N_("Abandon the game")), note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Does what was chosen."""
        return _go_on(model) if name == GO_ON else Transition(model.with_page_on_top(ABANDON))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the view."""
        list_views(model.session)[self.view](model, canvas)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the animation of the attract page: nothing lies on the board yet."""
        return board_or_show(replace(model, game=None), now)


@dataclass(frozen=True, slots=True)
class OwnerPage(Page):
    """Asks whose box it is: the owner, who could know its secret, adds the first word, and somebody else the last."""

    cursor: int = 0
    """The seat; the number of seats: nobody at the table."""
    name: ClassVar[str] = "seal_owner"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        players = len(model.session.lineup.players)
        return arrows(
            model, lambda button: OwnerPage(moved_cursor(self.cursor, button, players + 1)), (Icon.UP, Icon.DOWN)
        ) | {
            # Where the owner does not play, the order does not matter.
            Button.OK: ButtonRow(Icon.CHECK, show(model, WordPage(Seat(self.cursor % players)))),
            Button.UNDO: ButtonRow(Icon.UNDO, show(model, SealPage())),
        }

    def acting_seat(self, model: Model) -> Seat | None:
        """Returns None: the whole table says it."""
        return None

    def form(self, model: Model) -> Form:
        """Returns the question as a form."""
        players = (*model.session.lineup.players, model.translate(NOBODY))
        question = Choice(
            OWNER,
            N_("Whose box is it?"),
            tuple(Answer(seat, name, "") for seat, name in enumerate(players)),
            are_names=True,
        )
        commands = (Command(GO_ON, N_("The first word"), is_main=True), Command(LEAVE, N_("Back")))
        return Form(
            sealed_title(model.session),
            (FormItem(question, self.cursor), *(FormItem(each, value=True) for each in commands)),
            note=model.translate("The owner adds the first word, somebody else the last."),
        )

    def choose(self, model: Model, name: str, value: int) -> Transition:
        """Moves the cursor, or goes on."""
        if name == OWNER:
            return Transition(model.with_page(OwnerPage(value)))
        return self.press(model, Button.OK if name == GO_ON else Button.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws a line for each player, and one for nobody."""
        _, players = model.translate, model.session.lineup.players
        header(canvas, _("Whose box is it?"))
        menu(canvas, [*(Item(display_name(_, name)) for name in players), Item(_(NOBODY))], self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the animation of the attract page."""
        return board_or_show(replace(model, game=None), now)


def _next_step(session: AnySession) -> str:
    """Returns what follows, in English, to be translated."""
    if not session.words:
        return N_("Add your words")
    return N_("The next word") if session.missing_words else N_("Begin the game")


def _go_on(model: Model) -> Transition:
    """Asks for the next word; after the last one the game begins."""
    session = model.session
    if missing := session.missing_words:
        return Transition(model.with_page(WordPage(missing[0]) if session.words else OwnerPage()))
    if session.lineup.first is None:
        # Who begins is rolled for, or drawn: there the table goes on once the words were seen.
        seen = replace(session, acknowledged=session.acknowledged + 1)
        return Transition(replace(model, game=seen), (Acknowledge(seen.ack_cursor),))
    start = session.start_event(session.lineup.first)
    return Transition(replace(model, game=session.record_event(start)), (AppendEvent(start),))
