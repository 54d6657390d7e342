"""Sealing the dice: the box is bound to its secret, each player adds a word, and all of it is seen before a roll.

The order is what proves something. First the commitment is shown, so the box can no longer exchange its secret. Then
one seat after the other adds a word, and each word is journalled and seen by all at once: from then on it stands. The
owner, who could have looked the secret up, adds the first word, and somebody else the last: whoever adds the last one
knows all the others, but not the secret.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import Acknowledge, AppendEvent, Caption, Speak
from companion.core.messages import Refusal
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, InvitingPage, arrows, cursor_arrows, open_on_top, show
from companion.core.player_names import display_name
from companion.core.questions import Answer, Choice, Command, Form, FormItem, Text, command_form
from companion.locale.translator import N_
from companion.pages.attract import page_of_game
from companion.pages.consent import ABANDON
from companion.pages.info import broken, list_views, quoted, sealed_title, turning_buttons
from companion.screen.canvas import BLACK, WHITE, Rect
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import PITCH, Item, header, menu
from engine.game import Illegal, Seat, Word
from engine.starts import WORD_BYTES, parse_word
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.screen.canvas import Canvas

DIGITS = 6
"""Of a word that is entered with the buttons: a million of them, where the owner would have to know one."""
CELL = Rect(0, 13, 18, 35)
"""The place of the first digit; the others stand beside it."""
CELLS_LEFT = 8
WORD, ADD, BACK = "word", "add", "back"
WORD_FAULT = N_("A word for sealed dice has at most 64 bytes, and no invisible, turning or control letters.")
"""What the rules say of a word that will not do, to be translated: the engine speaks English only."""
NO_WORD = N_("There is no word yet: type one.")


@dataclass(frozen=True, slots=True)
class WordPage(InvitingPage):
    """What one seat has entered so far. Nothing is proposed: every digit has to be chosen."""

    seat: Seat
    digits: str = ""
    digit: str = ""
    """The one under the cursor; empty: none is chosen yet."""
    typed: str | None = None
    """A text in the place of the digits; None: none was typed."""
    name: ClassVar[str] = "seal_word"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate

        def go_back() -> Transition:
            # Takes back the newest digit, or the text; with nothing entered the page before opens.
            if self.typed is not None or (self.digit and not self.digits):
                return Transition(model.with_page(WordPage(self.seat)))
            if self.digits:
                return Transition(model.with_page(WordPage(self.seat, self.digits[:-1], self.digits[-1])))
            return Transition(model.with_page(page_of_game(model)))

        back = {Button.UNDO: ButtonRow(Icon.UNDO, go_back)}
        if self._is_complete:
            add = ButtonRow(Icon.CHECK, lambda: self._add(model), _("Add this word"), _("nobody can change it"))
            return back | {Button.OK: add}

        def turned(button: Button) -> WordPage:
            # From the empty place up to 0, and down to 9.
            step = 1 if button is Button.RIGHT else -1
            return replace(self, digit=str((int(self.digit or min(0, -step)) + step) % 10))

        rows = arrows(model, turned, (Icon.DOWN, Icon.UP)) | back
        if self.digit:
            rows[Button.OK] = ButtonRow(
                Icon.CHECK, show(model, WordPage(self.seat, self.digits + self.digit)), _("Next digit")
            )
        return rows

    def acting_seat(self, model: Model) -> Seat | None:
        return self.seat

    def form(self, model: Model) -> Form:
        name = display_name(model.translate, model.session.lineup.players[self.seat])
        text = Text(WORD, N_("Word"), (), letters=WORD_BYTES)
        commands = (Command(ADD, N_("Add this word"), is_main=True), Command(BACK, N_("Back")))
        return Form(
            sealed_title(model.session),
            (
                FormItem(text, self.digits if self.typed is None else self.typed),
                *(FormItem(each, value=True) for each in commands),
            ),
            note=model.translate("{name}, add any word. All will see it, and nobody can change it.", name=name),
        )

    def choose(self, model: Model, name: str, value: str) -> Transition:
        if name == BACK:
            return Transition(model.with_page(page_of_game(model)))
        if name == ADD:
            return self._add(model) if self._is_complete else Transition(model, refusal=Refusal("phase", NO_WORD))
        try:
            return Transition(model.with_page(WordPage(self.seat, typed=parse_word(value))))
        except Illegal as fault:
            return Transition(model, refusal=Refusal(fault.code, fault.message))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, session = model.translate, model.session
        header(
            canvas,
            display_name(_, session.lineup.players[self.seat]),
            _("word {n} of {all}", n=len(session.words) + 1, all=len(session.lineup.players)),
        )
        if self.typed is None:
            self._draw_digits(canvas)
        else:
            for number, line in enumerate(broken(quoted(self.typed))[:3]):
                canvas.text(64, 11 + PITCH * number, line, align="centre", says="" if number else quoted(self.typed))
        canvas.text(64, 42, _("ok adds it for good") if self._is_complete else _("six digits"), align="centre")

    @property
    def _is_complete(self) -> bool:
        return self.typed is not None or len(self.digits) == DIGITS

    def _add(self, model: Model) -> Transition:
        """Journals the word: from then on it stands, and all see it."""
        _, session = model.translate, model.session
        word = Word(self.seat, self.digits if self.typed is None else self.typed)
        name = display_name(_, session.lineup.players[self.seat])
        sentence = _("{name} adds {word}", name=name, word=quoted(word.text))
        added = replace(model, game=session.record_event(word))
        return Transition(added, (AppendEvent(word), Caption(sentence), Speak(sentence, _.language)))

    def _draw_digits(self, canvas: Canvas) -> None:
        shown = (self.digits + self.digit).ljust(DIGITS, " ")
        # Said as one word, with its first place.
        word = shown.replace(" ", "_")
        for place, digit in enumerate(shown):
            left = CELLS_LEFT + (CELL.width + 1) * place
            cell = Rect(left, CELL.top, left + CELL.width, CELL.bottom)
            here = place == len(self.digits)
            (canvas.fill if here else canvas.outline)(cell, WHITE, 2)
            if digit == " " and not place:
                canvas.say(word, cell)
            if digit != " ":
                middle, ink = (cell.left + cell.right) // 2, BLACK if here else WHITE
                canvas.text(middle, cell.top + 4, digit, DOUBLE, "centre", ink=ink, says="" if place else word)


GO_ON, LEAVE = "go_on", "abandon"
OWNER = "owner"
NOBODY = N_("none of us")


@dataclass(frozen=True, slots=True)
class SealPage(InvitingPage):
    """Shows the commitment and the words so far; the game begins after it once all are there."""

    view: int = 0
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
        note = model.translate("abandoned today in this journal: {n}", n=model.abandoned_today)
        go_on = Command(GO_ON, _next_step(model.session), is_main=True)
        return command_form(sealed_title(model.session), go_on, Command(LEAVE, N_("Abandon the game")), note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return _go_on(model) if name == GO_ON else Transition(model.with_page_on_top(ABANDON))

    def draw(self, model: Model, canvas: Canvas) -> None:
        list_views(model.session)[self.view](model, canvas)


@dataclass(frozen=True, slots=True)
class OwnerPage(InvitingPage):
    """Asks whose box it is: the owner, who could know its secret, adds the first word, and somebody else the last."""

    cursor: int = 0
    """The seat; the number of seats: nobody at the table."""
    name: ClassVar[str] = "seal_owner"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        players = len(model.session.lineup.players)
        return cursor_arrows(model, self, players + 1, (Icon.UP, Icon.DOWN)) | {
            # Where the owner does not play, the order does not matter.
            Button.OK: ButtonRow(Icon.CHECK, show(model, WordPage(Seat(self.cursor % players)))),
            Button.UNDO: ButtonRow(Icon.UNDO, show(model, SealPage())),
        }

    def acting_seat(self, model: Model) -> Seat | None:
        """Returns None: the whole table says it."""
        return None

    def form(self, model: Model) -> Form:
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
        if name == OWNER:
            return Transition(model.with_page(OwnerPage(value)))
        return self.press(model, Button.OK if name == GO_ON else Button.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, players = model.translate, model.session.lineup.players
        header(canvas, _("Whose box is it?"))
        menu(canvas, [*(Item(display_name(_, name)) for name in players), Item(_(NOBODY))], self.cursor)


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
