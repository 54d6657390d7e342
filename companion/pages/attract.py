"""The pages shown between games: the title, the unfinished game, and the page on which a game continues."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import DiscardGame, DrawSeed
from companion.core.lineup import SPECTATOR, ViewerKind
from companion.core.model import ApplicationPage, InvitingPage, ListScreenPage, Model, Page, Transition, close
from companion.core.player_names import display_name, join_names
from companion.core.questions import Command, Form, command_form
from companion.core.snapshot import Snapshot
from companion.core.table import table_of
from companion.locale.translator import N_
from companion.pages.menu import GIVE_UP
from companion.ui.art import Icon
from companion.ui.screen import Big, Choices, Option, Screen, Text
from engine.game import Seat
from hardware.device import Button


def page_of_game(model: Model) -> Page:
    """Returns the page on which the current game continues."""
    return table_of(model.session).pages_to_come(model)[0]


SOLO, RESUME_IT, TABLE, WATCH, DISCARD_IT = "solo", "resume", "table", "watch", "discard"
"""The names of the actions of these pages; any other name is the name of a game to set up."""
AGAINST = N_("Play against Sheriff")
TITLE = N_("Claim companion")
"""The name of the box, independent of the game."""


class AttractPage(InvitingPage, frozen=True):
    name: ClassVar[str] = "attract"

    def screen(self, model: Model) -> Screen:
        def begin() -> Transition:
            from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened

            # On top, so that `undo` leads back to this page.
            return Transition(model.with_page_on_top(ResumePage() if model.game else SetupPage()))

        _ = model.translate
        first = _("press ok to play") if model.saved else _("nothing is saved")
        return Screen(
            body=(Big(_(TITLE)), Text(first), Text(_("Bank: play Sheriff"))),
            keys={
                Button.OK: Option(_("Resume?") if model.game else _("New game"), begin, icon=Icon.CHECK),
                Button.BANK: Option(_(AGAINST), lambda: _begin_solo(model), icon=Icon.PLAY),
            },
        )

    def form(self, model: Model) -> Form:
        from companion.pages.setup_questions import SOLO_GAME, playable_games  # noqa: PLC0415 - loaded when it is opened

        _, session, commands = model.translate, model.game, list[Command]()
        if session is not None:
            names = join_names(_, session.lineup.players)
            left = f"{session.game.title}: {names} ({_progress(model)})"
            label = _("See the result") if _is_over(model) else _("Continue the game")
            commands.append(Command(RESUME_IT, label, left, is_main=True, are_names=True))
        is_first = not commands
        commands += (
            Command(SOLO, N_("Play now"), N_("You against Sheriff. You start."), is_main=is_first),
            Command(TABLE, N_("At the table"), N_("people, seats, bots")),
            *(
                Command(name, title, _("another game"), are_names=True)
                for name, title in playable_games()
                if name != SOLO_GAME
            ),
            Command(WATCH, N_("Watch"), N_("two bots play")),
        )
        if session is not None:
            label, meaning = (N_("Done"), INTO_HISTORY) if _is_over(model) else (N_("Give up"), MEANINGS[DISCARD])
            commands.append(Command(DISCARD_IT, label, meaning))
        return command_form(N_("What would you like?"), *commands)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        from companion.pages.setup import SetupPage  # noqa: PLC0415 - loaded when it is opened
        from companion.pages.setup_questions import GAME  # noqa: PLC0415 - the same

        if name == RESUME_IT:
            return _leave(model, RESUME)
        if name == DISCARD_IT and _is_over(model):  # it is saved to the history
            return _leave(model, DISCARD)
        if name == DISCARD_IT:
            return Transition(model.with_page_on_top(GIVE_UP))
        if name in {SOLO, WATCH}:
            # By name it starts in a browser, which is the board itself: there are no stones to move.
            return _begin_solo(replace(model, guide=False), first=Seat(0), watches=name == WATCH)
        setup = model.with_page_on_top(SetupPage())
        return Transition(setup) if name == TABLE else SetupPage().choose(setup, GAME, name)


def _begin_solo(model: Model, *, first: Seat | None = None, watches: bool = False) -> Transition:
    """Starts a game for one person, or two bots, without a question; an unfinished game stays in the journal."""
    from companion.pages.setup_questions import solo_lineup  # noqa: PLC0415 - loaded when it is opened

    lineup = replace(solo_lineup(model, watches=watches), first=first)
    return Transition(replace(model, requested_lineup=lineup), (DrawSeed(),))


RESUME, NEW, DISCARD = range(3)
CHOICES = (N_("Resume"), N_("New"), N_("Give up"))
CHOICE_KEYS = ("Resume", "New", "Discard")
MEANINGS = (
    N_("This game continues."),
    N_("You can resume this game later."),
    N_("You cannot resume this game later."),
)
INTO_HISTORY = N_("save to history")
CHOICES_OVER = (N_("Result"), N_("New"), N_("Done"))
"""The choices for a finished game; it is saved to the history and cannot be discarded."""
MEANINGS_OVER = (N_("How the game ended."), INTO_HISTORY, INTO_HISTORY)


class ResumePage(ListScreenPage, ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "resume"
    has_position: ClassVar[bool] = True

    def form_note(self, model: Model) -> str:
        _, session = model.translate, model.session
        players = ", ".join(display_name(_, name) for name in session.lineup.players)
        return f"{session.game.title}: {players} ({_progress(model)})"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        labels, meanings = (CHOICES_OVER, MEANINGS_OVER) if _is_over(model) else (CHOICES, MEANINGS)
        options = [
            Option(_(label), partial(_leave, model, number), _(meaning), key=key, main=number == RESUME)
            for number, (key, label, meaning) in enumerate(zip(CHOICE_KEYS, labels, meanings, strict=True))
        ]
        # The title is the page below.
        back = {Button.UNDO: Option(_("Back"), close(model), icon=Icon.UNDO)} if model.pages_beneath else {}
        return Screen(
            title=_("Resume?"),
            note=_progress(model),
            body=(Big(join_names(_, model.session.lineup.players)),),
            choices=Choices(options, self.cursor, "row"),
            keys=back,
        )

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the position, as for a spectator: nothing in it is to be done yet."""
        shown = table_of(model.session).snapshot(model, SPECTATOR)
        places = tuple(replace(place, use="", usable=False, after="") for place in shown.places)
        return replace(shown, places=places, readings=(), turn=None)


def _leave(model: Model, choice: int) -> Transition:
    if choice == RESUME:
        return Transition(model.with_only_page(page_of_game(model)))
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
