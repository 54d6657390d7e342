"""Something does not work: what it is, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.effects import Acknowledge, Append, Begin, Discard, DrawSeed, OpenJournal, Rewrite
from companion.journal import JournalError, Trouble
from companion.model import Model, Step, refuse
from companion.pages.board import board
from companion.screen.canvas import Box, Canvas
from companion.screen.icons import Icon
from companion.screen.layout import PITCH, Item, Key, header, menu, paragraph
from companion.words import mark
from hardware.device import Button, Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.messages import JournalFailed
    from companion.running import Running

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
WAYS_SHOWN, WAYS_END = 2, 52
"""How many ways out stand there at once, over which row: the reason needs two lines, and more ways scroll."""


class Way(NamedTuple):
    """A way out."""

    label: str
    """In English, to be translated."""
    go: Callable[[Model], Step]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and the ways out of it."""

    title: str
    """In English, to be translated."""
    reason: str
    """In English, to be translated."""
    ways: tuple[Way, ...]
    cursor: int = 0
    part: Part | Button | None = None
    """The part of the device that is at fault, if it is one; also a button alone."""
    number: int = 0
    """What the reason names, where it names one."""
    name: ClassVar[str] = "fault"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` chooses; while a button does not work, any other does."""
        match button:
            case _ if isinstance(self.part, Button):
                return refuse(model) if button is self.part else self.ways[self.cursor].go(model)
            case Button.LEFT | Button.RIGHT if len(self.ways) > 1:
                return Step(model.showing(replace(self, cursor=(self.cursor + MOVES[button]) % len(self.ways))))
            case Button.OK:
                return self.ways[self.cursor].go(model)
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, choose."""
        if isinstance(self.part, Button):
            return tuple(None if button is self.part else Icon.CHECK for button in Button)
        walks = len(self.ways) > 1
        return (Icon.UP if walks else None, Icon.DOWN if walks else None, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The fault in words, and the ways out."""
        _ = model.words
        header(canvas, _(self.title))
        top = WAYS_END - PITCH * min(len(self.ways), WAYS_SHOWN)
        paragraph(canvas, _(self.reason, number=self.number), Box(0, 11, 128, top))
        menu(canvas, [Item(_(way.label)) for way in self.ways], self.cursor, Box(0, top, 128, WAYS_END))

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)


PARTS: dict[Part | Button, str] = {
    Part.BUTTONS: mark("The buttons do not answer. Is their wire loose?"),
    Part.ENCODER: mark("The knob does not answer. Its pins are taken."),
    Part.SCREEN: mark("The screen does not answer. Is its wire loose?"),  # heard, and read elsewhere
    Part.LIGHTS: mark("The lights do not answer. The fields are named here."),  # on whichever screen it is read
    Part.BUZZER: mark("The buzzer does not answer."),
    Button.LEFT: mark("The left button does not answer. Its pin is taken."),
    Button.RIGHT: mark("The right button does not answer. Its pin is taken."),
    Button.OK: mark("The ok button does not answer. Its pin is taken."),
    Button.BANK: mark("The bank button does not answer. Its pin is taken."),
    Button.UNDO: mark("The undo button does not answer. Its pin is taken."),
}
STUCK: dict[Part | Button, str] = {
    Button.LEFT: mark("The left button stays down. Does it jam?"),
    Button.RIGHT: mark("The right button stays down. Does it jam?"),
    Button.OK: mark("The ok button stays down. Does it jam?"),
    Button.BANK: mark("The bank button stays down. Does it jam?"),
    Button.UNDO: mark("The undo button stays down. Does it jam?"),
    Part.ENCODER: mark("One contact never changes. Is a wire off?"),
}


PLAY_ON = Way(mark("Play on"), lambda model: Step(model.back()))


def part_fault(part: Part | Button, *, stuck: bool) -> Fault:
    """A part of the device failed, or a button is stuck; the game goes on with the others."""
    if not stuck:
        return Fault(mark("A part is missing"), PARTS[part], (PLAY_ON,), part=part)
    title = mark("The knob is dead") if part is Part.ENCODER else mark("A button is stuck")
    return Fault(title, STUCK[part], (PLAY_ON,), part=part)


JOURNAL = {
    Trouble.DAMAGED: mark("The file is damaged."),
    Trouble.DAMAGED_EVENT: mark("A game in it is damaged."),
    Trouble.DAMAGED_GAME: mark("A game in it is damaged."),
    Trouble.FAILING: mark("The disk does not read or write properly."),
    Trouble.LINKED: mark("The file has two names."),
    Trouble.MISSING: mark("The file is not there."),
    Trouble.READ_ONLY_DISK: mark("The disk has become read-only."),
    Trouble.REPLACED: mark("The file was removed or replaced."),
    Trouble.LOCKED: mark("Another companion uses the file."),
    Trouble.FULL: mark("The disk is full."),
    Trouble.FOREIGN: mark("The file belongs to another program."),
    Trouble.NEWER: mark("A newer companion wrote the file."),
    Trouble.READ_ONLY: mark("The file cannot be written."),
}

AGAIN, ASIDE = mark("Try again"), mark("Keep it aside, go on")
ANEW, UNSAVED = mark("Write it anew"), mark("Play without saving")
OFFERED = {
    **dict.fromkeys((Trouble.DAMAGED, Trouble.LINKED), (ASIDE, AGAIN, UNSAVED)),  # trying again alone mends neither
    # Somebody may put these right. A box with five buttons cannot do that: for it a rename is the way to save again.
    **dict.fromkeys((Trouble.FOREIGN, Trouble.NEWER, Trouble.READ_ONLY), (AGAIN, ASIDE, UNSAVED)),
    Trouble.REPLACED: (AGAIN, ANEW),  # who presses on without looking makes no new file in the place of the old one
}
"""The ways out of what a new file helps against; of any other trouble: again, or unsaved."""


def journal_fault(failed: JournalFailed) -> Fault:
    """The journal could not be opened, or did not take what happened; what was wanted can be tried again."""
    trouble, wanted = failed.error.trouble, failed.wanted
    ways: dict[str, Callable[[Model], Step]] = {
        AGAIN: lambda model: wanted or Step(model, (OpenJournal(),)),
        ASIDE: lambda model: _rewritten(model, wanted, aside=True),
        ANEW: lambda model: _rewritten(model, wanted, aside=False),
        UNSAVED: lambda model: _unsaved(model, wanted),
    }
    offered = OFFERED.get(trouble, (AGAIN, UNSAVED))
    return Fault(mark("Cannot save"), JOURNAL[trouble], tuple(Way(label, ways[label]) for label in offered))


def history_fault(error: JournalError) -> Fault:
    """The journal cannot tell of the finished games; what happens now may well be journalled all the same."""
    return Fault(mark("History"), JOURNAL[error.trouble], (PLAY_ON,))


def power_fault() -> Fault:
    """The machine cannot be asked to go down; nothing is lost by pulling the plug instead."""
    return Fault(mark("Still on"), mark("The system takes no request. You may pull the plug."), (PLAY_ON,))


def our_fault() -> Fault:
    """The program itself has failed at something; what was journalled is not lost."""
    return Fault(mark("Our mistake"), mark("That went wrong. Your game is safe."), (PLAY_ON,))


def unreadable_game() -> Fault:
    """The game that was left does not follow the rules: somebody changed its record."""
    way = Way(mark("Discard it"), lambda model: Step(model.alone(model.home), (Discard(), *_begin(model))))
    return Fault(mark("Cannot resume"), mark("The game that was left makes no sense."), (way,))


def damaged_game(event: int, before: Running | None) -> Fault:
    """The game that was left is damaged from this event on.

    Args:
        event: its number; 0: what the game began with.
        before: the game up to there; None where it makes no sense.
    """
    discard = Way(mark("Discard it"), lambda model: Step(model.alone(model.home), (Discard(), *_begin(model))))
    if event == 0 or before is None:
        return Fault(mark("Cannot resume"), mark("The game that was left is damaged."), (discard,))
    resume = Way(mark("Resume before it"), lambda model: _rewritten(model, Step(_at_table(model, before)), aside=False))
    reason = mark("Event {number} is damaged.")
    return Fault(mark("Cannot resume"), reason, (resume, discard), number=event)


def _at_table(model: Model, running: Running) -> Model:
    from companion.tables import table_of  # noqa: PLC0415 - it needs the pages first

    seated = replace(model, game=running)
    return seated.alone(table_of(running).standing(seated))


def _rewritten(model: Model, wanted: Step | None, *, aside: bool) -> Step:
    """The game as it is known, all of it, into a journal that is opened anew; then what else was wanted."""
    step = wanted or Step(model)
    running = step.model.game or model.game
    if wanted is None or running is None:
        return Step(model, (OpenJournal(aside=aside),))
    known, events = running.to_rewrite()
    rewrite = Rewrite(known.lineup.to_json(), known.seed, events, known.mark, aside)
    rest = (effect for effect in step.effects if not isinstance(effect, Begin | Append | Acknowledge | Rewrite))
    after = replace(step.model, game=known) if step.model.game else step.model
    return Step(after, (rewrite, *rest))


def _unsaved(model: Model, wanted: Step | None) -> Step:
    """On without a journal: what was wanted happens all the same."""
    if wanted is not None:
        return Step(replace(wanted.model, saved=False), wanted.effects)
    return Step(replace(model, saved=False).alone(model.home), _begin(model))


def _begin(model: Model) -> tuple[DrawSeed, ...]:
    """On to the game that the command line asked for, if it did."""
    return () if model.wish is None else (DrawSeed(),)
