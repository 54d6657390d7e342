"""The fault page: reports what does not work, and offers actions.

A step that could not be written to the journal has not happened: the loop does not commit it, and no player has seen
it. This page holds that step, so that "Try again" and "Play without saving" continue exactly there: no one enters a
roll twice. Only a damaged journal needs no answer: a new one is started with the whole game in it, and a page reports
it.
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


PLAY_ON = FaultAction(N_("Continue playing"), lambda model: Transition(model.with_top_page_closed()))


class FaultPage(ListScreenPage, ApplicationPage, frozen=True):
    title: str
    """English, to be translated."""
    reason: str
    """English, to be translated."""
    actions: tuple[FaultAction, ...] = (PLAY_ON,)
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
        # Every other button answers: the stuck one may be `ok` itself.
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


def journal_fault(failed: JournalFailed, game: AnySession | None) -> FaultPage:
    """Returns the page for a journal that cannot be opened or written; it offers to try the same step again.

    `game` is the game of that step; once the menu has changed it, the step cannot be tried again.
    """
    step = failed.transition

    def retried(model: Model) -> Transition | None:
        # A step that ends the game is done in any case: a part of it may already be in the journal.
        is_gone = step is not None and step.model.game is not None and model.game is not game
        return Transition(model.with_top_page_closed()) if is_gone else step

    def play_unsaved(model: Model) -> Transition:
        # The failed step happens all the same.
        if (step := retried(model)) is not None:
            return Transition(replace(step.model, saved=False), step.effects)
        return Transition(replace(model, saved=False).with_only_page(model.home), _begin_effects(model))

    again = FaultAction(N_("Try again"), lambda model: retried(model) or Transition(model, (OpenJournal(),)))
    unsaved = FaultAction(N_("Play without saving"), play_unsaved)
    return FaultPage(N_("Cannot save"), JOURNAL[failed.error.problem], (again, unsaved))


def wants_new_journal(failed: JournalFailed) -> bool:
    """Returns whether the journal is damaged; False if a new one is, too: then the first effect is `RewriteGame`."""
    effects = failed.transition.effects if failed.transition else ()
    return failed.error.problem is JournalProblem.DAMAGED and not isinstance(next(iter(effects), None), RewriteGame)


def replace_journal(model: Model, failed: JournalFailed) -> Transition:
    """Returns the step that replaces a damaged journal by a new one, and continues with the failed step."""
    step = failed.transition or Transition(model)
    # A step that ends a game has no game any more: then the game before it is written.
    session = step.model.game or model.game
    if session is None:
        return Transition(model, (OpenJournal(is_damaged=True),))
    known, events = session.to_rewrite()
    # The whole game includes what the failed step would have written: leave out those effects.
    rewrite = RewriteGame(known.lineup.to_json(), known.seed, events, known.ack_cursor)
    rest = (effect for effect in step.effects if not isinstance(effect, GameContent))
    after = replace(step.model, game=known) if step.model.game else step.model
    return Transition(after, (rewrite, *rest))


def history_fault(error: JournalError) -> FaultPage:
    """Returns the page for a history that cannot be read; events may still be written."""
    return FaultPage(N_("History"), JOURNAL[error.problem])


JOURNAL_REPLACED = FaultPage(N_("A new file"), N_("The file was damaged or too old. It is kept; a new one is used."))
POWER_FAULT = FaultPage(N_("Still on"), N_("The system does not respond. You may pull the plug."))
"""For a machine that refuses to switch off; it is safe to pull the plug instead."""


def crash_page(*, saved: bool) -> FaultPage:
    """Returns the page for an error of the program; it calls a game safe only if its events are in the journal."""
    reason = N_("That went wrong. Your game is safe.") if saved else N_("That went wrong. Nothing is saved.")
    return FaultPage(N_("Our mistake"), reason)


UNREADABLE_GAME = FaultPage(N_("Cannot resume"), N_("The unfinished game breaks the rules."), (DISCARD,))
"""For an unfinished game whose record was changed."""
KEEP = FaultAction(N_("Keep it"), lambda model: Transition(model.with_only_page(model.home), _begin_effects(model)))
"""The first action: when the plug-in is installed again, the game can continue."""
UNPLAYABLE_GAME = FaultPage(N_("Cannot resume"), N_("The plug-in of the game cannot be loaded."), (KEEP, DISCARD))
DAMAGED_BEGINNING = FaultPage(N_("Cannot resume"), N_("The unfinished game is damaged."), (DISCARD,))
"""For an unfinished game whose line-up or seed is damaged."""


def damaged_event(number: int) -> FaultPage:
    """Returns the page for an unfinished game that is damaged from this event on; it can resume before it."""
    reason = N_("Event {number} is damaged: the game resumes before it.")
    return FaultPage(N_("A game is damaged"), reason, number=number)


def _begin_effects(model: Model) -> tuple[CreateSeed, ...]:
    return () if model.requested_lineup is None else (CreateSeed(),)
