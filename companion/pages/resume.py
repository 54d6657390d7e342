"""The resume page: offers to resume the unfinished game, to begin a new one, or to discard it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.cursor import moved_cursor
from companion.core.effects import DiscardGame, DrawSeed
from companion.core.form import Command, Form, command_form
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close
from companion.core.player_names import display_name, join_names
from companion.core.table_registry import table_of
from companion.locale.translator import N_
from companion.pages.fault import with_bot_faults
from companion.pages.game_page import page_of_game
from companion.pages.setup import SetupPage
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import big, choices, header
from hardware.device import Button

RESUME, NEW, DISCARD = range(3)
CHOICES = (N_("Resume"), N_("New"), N_("Discard"))


@dataclass(frozen=True, slots=True)
class ResumePage(Page):
    """Shows the unfinished game, and the choices."""

    cursor: int = 0
    name: ClassVar[str] = "resume"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        rows = arrows(model, lambda button: ResumePage(moved_cursor(self.cursor, button, len(CHOICES))))
        rows[Button.OK] = ButtonRow(Icon.CHECK, lambda: _leave(model, self.cursor))
        return rows | ({Button.UNDO: ButtonRow(Icon.UNDO, close(model))} if model.pages_beneath else {})

    def form(self, model: Model) -> Form:
        """Returns the choices, and which game it is about."""
        _, session = model.translate, model.session
        commands = (Command(choice, choice, is_main=number == RESUME) for number, choice in enumerate(CHOICES))
        note = f"{session.game.title}: {', '.join(display_name(_, name) for name in session.lineup.players)}"
        return command_form(N_("Resume?"), *commands, cursor=CHOICES[self.cursor], note=f"{note} ({_progress(model)})")

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Does what was chosen."""
        return _leave(model, CHOICES.index(name))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws who plays, how far the game is, and the choices."""
        _, session = model.translate, model.session
        header(canvas, _("Resume?"), _progress(model))
        big(canvas, join_names(_, session.lineup.players), Rect(1, 11, 127, 34))
        choices(canvas, [_(choice) for choice in CHOICES], self.cursor, Rect(1, 36, 127, 50))


def _leave(model: Model, choice: int) -> Transition:
    """Returns what one of the choices leads to."""
    if choice == RESUME:
        return Transition(with_bot_faults(model.with_only_page(page_of_game(model))))
    # A new game leaves the unfinished one in the journal: it is offered again when the new one has ended.
    kept = choice == NEW
    cleared = model if kept else replace(model, game=None)
    dropped = () if kept else (DiscardGame(),)
    if model.requested_lineup is not None:
        return Transition(cleared, (*dropped, DrawSeed()))
    return Transition(cleared.with_page_on_top(SetupPage()) if kept else cleared.with_only_page(model.home), dropped)


def _progress(model: Model) -> str:
    """Returns how far the game is, in a few words."""
    session = model.session
    over = session.record is not None and session.game.is_over(session.state)
    return model.translate("finished") if over else table_of(session).progress(model)
