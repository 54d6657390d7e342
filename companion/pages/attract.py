"""What is shown while nobody plays: the title; the game that was left, which is offered; and where a game goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import DiscardGame, DrawSeed
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, InvitingPage, Page, close, cursor_arrows
from companion.core.player_names import display_name, join_names
from companion.core.table_registry import table_of
from companion.core.viewer_kind import SPECTATOR
from companion.locale.translator import N_
from companion.pages.fault import with_bot_faults
from companion.screen.art import Icon
from companion.screen.canvas import Canvas, Rect
from companion.screen.layout import big, choices, header
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Form
    from companion.core.snapshot import Snapshot
    from companion.core.viewer_kind import ViewerKind


def page_of_game(model: Model) -> Page:
    """Returns the page on which the game on the table goes on."""
    return table_of(model.session).page_for_state(model)


SOLO, RESUME_IT, TABLE, WATCH, DISCARD_IT = "solo", "resume", "table", "watch", "discard"
"""By what names a page goes on from here; any other name is that of a game that is set up."""
AGAINST = N_("Play against Sheriff")
TITLE = N_("Claim companion")
"""What the box is called, whatever is played on it."""


@dataclass(frozen=True, slots=True)
class AttractPage(InvitingPage):
    """The title."""

    name: ClassVar[str] = "attract"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def begin() -> Transition:
            from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

            # On top, so that `undo` leads back to this page.
            return Transition(model.with_page_on_top(ResumePage() if model.game else SetupPage()))

        _ = model.translate
        return {
            Button.OK: ButtonRow(Icon.CHECK, begin, _("Resume?") if model.game else _("New game")),
            Button.BANK: ButtonRow(Icon.PLAY, lambda: _begin_solo(model), _(AGAINST)),
        }

    def form(self, model: Model) -> Form:
        from companion.core.questions import Command, command_form  # noqa: PLC0415 - loaded when a form is asked for
        from companion.pages.setup_questions import SOLO_GAME, playable_games  # noqa: PLC0415 - the same

        _, session, commands = model.translate, model.game, list[Command]()
        if session is not None:
            names = join_names(_, session.lineup.players)
            left = f"{session.game.title}: {names} ({_progress(model)})"
            commands.append(Command(RESUME_IT, _("Go on playing"), left, is_main=True, are_names=True))
        is_first = not commands
        commands += (
            Command(SOLO, N_("Play now"), N_("against Sheriff; you begin"), is_main=is_first),
            Command(TABLE, N_("At the table"), N_("people, seats, bots")),
            *(
                Command(name, title, _("another game"), are_names=True)
                for name, title in playable_games()
                if name != SOLO_GAME
            ),
            Command(WATCH, N_("Watch"), N_("two bots play")),
        )
        if session is not None:
            commands.append(Command(DISCARD_IT, N_("Discard"), N_("If you left an older game, it is offered next.")))
        return command_form(N_("What would you like?"), *commands)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened
        from companion.pages.setup_questions import GAME  # noqa: PLC0415 - the same

        if name == RESUME_IT:
            return _leave(model, RESUME)
        if name == DISCARD_IT:
            from companion.pages import consent  # noqa: PLC0415 - loaded when it is opened

            return Transition(model.with_page_on_top(consent.DISCARD))
        if name in {SOLO, WATCH}:
            # By name it begins on the page of a browser, which is the board itself: there are no stones to move.
            return _begin_solo(replace(model, guide=False), first=Seat(0), watches=name == WATCH)
        setup = model.with_page_on_top(SetupPage())
        return Transition(setup) if name == TABLE else SetupPage().choose(setup, GAME, name)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _ = model.translate
        big(canvas, _(TITLE), Rect(0, 0, 128, 34))
        canvas.text(64, 35, _("press ok to play") if model.saved else _("nothing is saved"), align="centre")
        canvas.text(64, 44, _("bank: against Sheriff"), align="centre")


def _begin_solo(model: Model, *, first: Seat | None = None, watches: bool = False) -> Transition:
    """Begins a game for one person, without a question; one that was left stays in the journal.

    Args:
        model: the table.
        first: the seat that begins; None: it is rolled for.
        watches: a bot plays in the person's seat, too.
    """
    from companion.pages.setup_questions import solo_lineup  # noqa: PLC0415 - loaded when it is opened

    lineup = replace(solo_lineup(model, watches=watches), first=first)
    return Transition(replace(model, requested_lineup=lineup), (DrawSeed(),))


RESUME, NEW, DISCARD = range(3)
CHOICES = (N_("Resume"), N_("New"), N_("Discard"))
MEANINGS = (
    N_("This game goes on."),
    N_("Another game begins; this one is offered again after it."),
    N_("This game is given up, and not offered again."),
)


@dataclass(frozen=True, slots=True)
class ResumePage(Page):
    """Shows the unfinished game, and the choices."""

    cursor: int = 0
    name: ClassVar[str] = "resume"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        rows = cursor_arrows(model, self, len(CHOICES))
        rows[Button.OK] = ButtonRow(Icon.CHECK, lambda: _leave(model, self.cursor))
        return rows | ({Button.UNDO: ButtonRow(Icon.UNDO, close(model))} if model.pages_beneath else {})

    def form(self, model: Model) -> Form:
        from companion.core.questions import Command, command_form  # noqa: PLC0415 - loaded when a form is asked for

        _, session = model.translate, model.session
        meanings = (MEANINGS[RESUME], *[N_("into the history")] * 2) if _is_over(model) else MEANINGS
        commands = (
            Command(choice, choice, detail, is_main=number == RESUME)
            for number, (choice, detail) in enumerate(zip(CHOICES, meanings, strict=True))
        )
        back = [Command(Button.UNDO.value, N_("Back"))] if model.pages_beneath else []  # the title lies beneath it then
        note = f"{session.game.title}: {', '.join(display_name(_, name) for name in session.lineup.players)}"
        return command_form(
            N_("Resume?"), *commands, *back, cursor=CHOICES[self.cursor], note=f"{note} ({_progress(model)})"
        )

    def choose(self, model: Model, name: str, value: object) -> Transition:
        return self.press(model, Button.UNDO) if name == Button.UNDO else _leave(model, CHOICES.index(name))

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns how the game lies, for everybody as for those who only watch: nothing in it is to be done yet."""
        shown = table_of(model.session).snapshot(model, SPECTATOR)
        places = tuple(replace(place, use="", usable=False, after="") for place in shown.places)
        return replace(shown, places=places, readings=(), turn=None, moment=None, risk=None, advice="")

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, session = model.translate, model.session
        header(canvas, _("Resume?"), _progress(model))
        big(canvas, join_names(_, session.lineup.players), Rect(1, 11, 127, 34))
        choices(canvas, [_(choice) for choice in CHOICES], self.cursor, Rect(1, 36, 127, 50))


def _leave(model: Model, choice: int) -> Transition:
    if choice == RESUME:
        resumed = model.with_choices_of_game()
        return Transition(with_bot_faults(resumed.with_only_page(page_of_game(resumed))))
    from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

    # A new game leaves the unfinished one in the journal: it is offered again when the new one has ended.
    kept = choice == NEW
    cleared = model if kept else replace(model, game=None)
    dropped = () if kept else (DiscardGame(),)
    if model.requested_lineup is not None:
        return Transition(cleared, (*dropped, DrawSeed()))
    return Transition(cleared.with_page_on_top(SetupPage()) if kept else cleared.with_only_page(model.home), dropped)


def _progress(model: Model) -> str:
    return model.translate("finished") if _is_over(model) else table_of(model.session).progress(model)


def _is_over(model: Model) -> bool:
    session = model.session
    return session.record is not None and session.game.is_over(session.state)
