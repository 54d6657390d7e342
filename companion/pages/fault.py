"""The fault page: reports what does not work, and offers actions.

A transition that could not be saved has not happened: the loop does not commit it, and no player has seen it. The
fault page keeps that transition, so that "Try again" and "Play without saving" continue exactly there, and no roll is
entered twice. Only a damaged journal needs no answer: a new one is started with the whole game in it, and a page
reports it.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.effects import CreateSeed, DiscardGame, GameContent, OpenJournal, RewriteGame
from companion.core.game_session import AnySession
from companion.core.messages import JournalFailed
from companion.core.model import ApplicationPage, ListScreenPage, Model, Transition
from companion.core.saved_games import JournalError, JournalProblem
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.screen import Choices, Option, Screen, Text
from hardware.device import Button, Part


class FaultAction(NamedTuple):
    label: str
    """English, to be translated."""
    run: Callable[[Model], Transition]


CONTINUE_PLAYING = FaultAction(N_("Continue playing"), lambda model: Transition(model.with_top_page_closed()))


class FaultPage(ListScreenPage, ApplicationPage, frozen=True):
    title: str
    """English, to be translated."""
    reason: str
    """English, to be translated."""
    actions: tuple[FaultAction, ...] = (CONTINUE_PLAYING,)
    cursor: int = 0
    part: Part | Button | None = None
    """The faulty part of the device, if any; may be a single button."""
    number: int = 0
    """The number in the reason, if it has one."""
    name: ClassVar[str] = "fault"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        options = [
            Option(_(each.label), partial(each.run, model), key=each.label, main=number == 0)
            for number, each in enumerate(self.actions)
        ]
        # Any other button confirms, because the stuck one may be `ok`.
        answer = options[self.cursor]._replace(label="", icon=Icon.CHECK)
        others = [button for button in Button if button is not self.part] if isinstance(self.part, Button) else []
        return Screen(
            title=_(self.title),
            body=(Text(_(self.reason, number=self.number)),),
            choices=Choices(options, self.cursor),
            keys=dict.fromkeys(others, answer),
        )


PARTS = {
    Part.BUTTONS: N_("The buttons do not answer. Is their wire loose?"),
    Part.ENCODER: N_("The knob does not answer. Its pins are in use."),
    Part.SCREEN: N_("The screen does not answer. Is its wire loose?"),  # spoken, and shown on web pages
    Part.LIGHTS: N_("The lights do not answer. The screen names the fields."),  # on every screen
    Part.BUZZER: N_("The buzzer does not answer."),
    Part.FIELDS: N_("The fields do not respond. Use the buttons."),
}

DISCARD = FaultAction(
    N_("Give it up"),
    lambda model: Transition(model.with_only_page(model.home), (DiscardGame(), *_begin_effects(model))),
)


def part_fault(part: Part | Button, *, stuck: bool) -> FaultPage:
    """Returns the page for a failed part or a stuck button; the game continues with the other parts."""
    title, number = N_("A part is missing"), 0
    if isinstance(part, Button):
        reason, number = N_("Button {number} of 5 does not answer. Its pin is in use."), list(Button).index(part) + 1
        if stuck:
            title, reason = N_("A button is stuck"), N_("Button {number} of 5 stays down. Is it stuck?")
    elif stuck:
        title, reason = N_("A field is covered"), N_("This is not a finger. Take it away.")
    else:
        reason = PARTS[part]
    return FaultPage(title, reason, part=part, number=number)


JOURNAL = {
    JournalProblem.LOCKED: N_("Another companion uses the file."),
    JournalProblem.FULL: N_("The disk is full."),
    JournalProblem.READ_ONLY: N_("The file cannot be read or written."),
    JournalProblem.NEWER: N_("A newer or another program wrote the file."),
    JournalProblem.DAMAGED: N_("The file is damaged."),
}


def journal_fault(failed: JournalFailed, session: AnySession | None) -> FaultPage:
    """Returns the page for a journal that cannot be opened or written; it offers to retry the same transition.

    `session` is the current one; after the menu has changed it, the transition cannot be retried.
    """
    step = failed.transition

    def retried(model: Model) -> Transition | None:
        # None if the journal could not be opened, which is not a transition.
        # A transition that ends the game is always retried: a part of it may already be in the journal.
        is_gone = step is not None and step.model.maybe_session is not None and model.maybe_session is not session
        return Transition(model.with_top_page_closed()) if is_gone else step

    def play_unsaved(model: Model) -> Transition:
        # The failed transition is committed without saving it.
        if (step := retried(model)) is not None:
            return Transition(replace(step.model, saved=False), step.effects)
        return Transition(replace(model, saved=False).with_only_page(model.home), _begin_effects(model))

    again = FaultAction(N_("Try again"), lambda model: retried(model) or Transition(model, (OpenJournal(),)))
    unsaved = FaultAction(N_("Play without saving"), play_unsaved)
    return FaultPage(N_("Cannot save"), JOURNAL[failed.error.problem], (again, unsaved))


def needs_new_journal(failed: JournalFailed) -> bool:
    """Returns whether a damaged journal is to be replaced; False if its replacement (`RewriteGame`) also failed."""
    effects = failed.transition.effects if failed.transition else ()
    return failed.error.problem is JournalProblem.DAMAGED and not isinstance(next(iter(effects), None), RewriteGame)


def replace_journal(model: Model, failed: JournalFailed) -> Transition:
    """Returns the transition that replaces a damaged journal by a new one, and continues with the failed transition."""
    step = failed.transition or Transition(model)
    # A transition that ends a game has no game any more: then the game before it is saved.
    session = step.model.maybe_session or model.maybe_session
    if session is None:
        return Transition(model, (OpenJournal(replace_file=True),))
    rewritten, events = session.events_to_rewrite()
    # Effects that save content of the game are dropped: the rewritten game has it already.
    rewrite = RewriteGame(rewritten.lineup.to_json(), rewritten.seed, events, rewritten.ack_cursor)
    rest = (effect for effect in step.effects if not isinstance(effect, GameContent))
    after = replace(step.model, maybe_session=rewritten) if step.model.maybe_session else step.model
    return Transition(after, (rewrite, *rest))


def history_fault(error: JournalError) -> FaultPage:
    """Returns the page for a history that cannot be read; events may still be written."""
    return FaultPage(N_("History"), JOURNAL[error.problem])


JOURNAL_REPLACED = FaultPage(N_("A new file"), N_("The file was damaged or too old. It is kept; a new one is used."))
POWER_FAULT = FaultPage(N_("Still on"), N_("The system does not respond. You may pull the plug."))


def crash_page(*, saved: bool) -> FaultPage:
    """Returns the page for a bug of this program; `saved` is `Model.saved`."""
    reason = N_("That went wrong. Your game is safe.") if saved else N_("That went wrong. Nothing is saved.")
    return FaultPage(N_("Our mistake"), reason)


UNREADABLE_GAME = FaultPage(N_("Cannot resume"), N_("The unfinished game breaks the rules."), (DISCARD,))
KEEP = FaultAction(N_("Keep it"), lambda model: Transition(model.with_only_page(model.home), _begin_effects(model)))
"""The first action, because the game can continue when the plug-in is installed again."""
UNPLAYABLE_GAME = FaultPage(N_("Cannot resume"), N_("The plug-in of the game cannot be loaded."), (KEEP, DISCARD))
DAMAGED_BEGINNING = FaultPage(N_("Cannot resume"), N_("The unfinished game is damaged."), (DISCARD,))


def damaged_event(number: int) -> FaultPage:
    """Returns the page for an unfinished game that is damaged from this event on; it can resume before it."""
    reason = N_("Event {number} is damaged: the game resumes before it.")
    return FaultPage(N_("A game is damaged"), reason, number=number)


def _begin_effects(model: Model) -> tuple[CreateSeed, ...]:
    return () if model.requested_lineup is None else (CreateSeed(),)
