"""Were the dice fair? All that the box drew in a record, drawn again from the seed that was revealed.

The start commits to a secret seed, a reveal shows it after the end. What is checked is therefore all that the box had
a hand in: the seed against its commitment, each virtual roll and shuffle against the counter that it had when it fell
(also one that was taken back), and who begins against the rolls that decide it. What was rolled or laid by hand is
listed, and taken on trust. Which events chance decided, and how it is drawn again, each game tells itself.
Where the box dealt secret hands, every event must have been possible with the hand that the seed gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from engine.dice import Draws, commitment
from engine.game import Code, Face, GameEvent, Illegal, Json, Reveal, Undo
from engine.record import Common, begin, parse, refuse_without_game
from engine.starts import parse_start, parse_start_roll


class Finding(StrEnum):
    """What came out."""

    FAIR = "fair"
    FIXED = "fixed"
    """The seed was chosen for a test, not drawn."""
    OPEN = "open"
    """The game is not over: the seed is still secret."""
    SECRET = "secret"  # noqa: S105 - a finding, no password
    """The game is over, and the seed was not told."""
    BY_HAND = "by_hand"
    """No roll is virtual: there is nothing to check."""
    UNCOMMITTED = "uncommitted"
    """The start names no commitment: any seed could have been told."""
    COMMITMENT = "commitment"
    """A seed that was told is not the one that was committed to."""
    ROLL = "roll"
    """A virtual roll does not follow from the seed."""
    TOLD = "told"
    """The box drew something when the seed was told already: whoever knew it could have chosen when to draw."""
    HAND = "hand"
    """Somebody played what the box had not dealt to that hand, or passed with a hand that forbids it."""
    FIRST = "first"
    """Another seat begins than the rolls decide, or another one rolled."""
    BROKEN = "broken"
    """An event cannot be by the rules: what was placed does not fit the rolls."""


class Line(NamedTuple):
    """One event in a file."""

    number: int
    """From 1."""
    event: Json


class Rolled(NamedTuple):
    """One roll of a record, one that was taken back too."""

    line: int
    """The line that tells it; the rolls for who begins stand in the start's."""
    dice: tuple[Face, ...]
    """What fell; of a shuffle, what was drawn."""
    counter: int | None
    """Which virtual roll of the game it was, from 0; None: by hand."""
    due: tuple[Face, ...] | None = None
    """What the seed gives for this counter; None where no seed is known, it is by hand, or nothing may be drawn."""
    taken_back: bool = False
    """Whether it was undone."""

    @property
    def differs(self) -> bool:
        return self.due is not None and self.due != self.dice


class BrokenEvent(NamedTuple):
    """An event that cannot be."""

    line: int
    message: str
    """What is wrong with it, in one sentence."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out, and what it rests on."""

    finding: Finding
    rolls: tuple[Rolled, ...]
    """All rolls up to the broken event, in the order in which they fell."""
    fault: BrokenEvent | None = None
    from_hands: int = 0
    """How many events were checked against hands that the box had dealt, those that were taken back among them."""

    @property
    def differing(self) -> Rolled | None:
        """The first roll that does not follow from the seed."""
        return next((roll for roll in self.rolls if roll.differs), None)


def check_fairness(lines: Sequence[Line]) -> Verdict:
    """Checks the dice of a record; after several starts the game of the last one.

    Raises:
        Illegal: this is no record; the message names the line.
    """
    # A record may hold several games one after the other: a start abandons the game before it.
    starts = [place for place, line in enumerate(lines) if line.event.get("event") == "start"]
    first, *others = lines[starts[-1] :] if starts else refuse_without_game()
    seeds = [seed for line in others for seed in _revealed_seeds(line)]
    story = _DiceHistory(first, seeds[0] if seeds else None)
    for line in others:
        story.add_line(line)
    return Verdict(_gravest_finding(story, seeds), tuple(story.rolls), story.fault, story.from_hands)


class _DiceHistory:
    """What a record has told so far.

    Attributes:
        start: how it began.
        start_rolls: for who begins.
        rolls: all of them, those for who begins first.
        fault: the first event that could not be; those after it are not looked at.
        drew_after_reveal: whether the box drew something after the seed was told, taken back or not; with dealt hands,
            whether anybody played then: all hands were known.
        deal: how the box dealt hands; None: it did not.
        from_hands: how many events were looked at with the hand that they came from.
        broke_hand: whether the fault is that the hand did not allow it.
    """

    def __init__(self, line: Line, seed: bytes | None) -> None:
        with _naming_line(line):
            self.start = parse_start(line.event)
            self.record = begin(self.start)
            begins = self.start.notes.get("begins", [])
            if not isinstance(begins, list) or not all(isinstance(each, dict) for each in begins):
                raise Illegal(Code.SYNTAX, "The rolls for who begins are a list of objects.")
            self.start_rolls = tuple(parse_start_roll(each, self.record.game) for each in begins)
        self.rolls: list[Rolled] = []
        self.fault: BrokenEvent | None = None
        self.drew_after_reveal = False
        self.deal = self.record.game.deal if self.start.notes.get("dealt") is True else None
        self.from_hands = 0
        self.broke_hand = False
        self._is_told = False
        self._seed = seed
        self._counters = [0]
        """After each event that stands: which virtual roll comes next."""
        self._rolls_before: list[int] = []
        """Of each event that stands, the start apart: how many rolls there were before it."""
        rule = self.record.game.start_rule
        for each in self.start_rolls:
            self._note_roll(line, each.roll, rule.chance_event if rule else None)

    def add_line(self, line: Line) -> None:
        # After an event that cannot be, the counters of the next rolls are not known.
        if self.fault:
            return
        with _naming_line(line):
            event = parse(line.event, self.record.game)
        self._is_told = self._is_told or isinstance(event, Reveal)
        # An undo gives the counter back: a roll after it is drawn as the one that was undone. So the counters form a
        # stack beside the timeline.
        self._counters.append(self._counters[-1])
        self._rolls_before.append(len(self.rolls))
        if not isinstance(event, Common):
            self._note_roll(line, event, partial(self.record.game.chance_event, self.record.state))
            self._check_hand(line, event)
        try:
            self.record = self.record.play(event)
        except Illegal as refusal:
            self.fault = BrokenEvent(line.number, refusal.message)
            return
        if isinstance(event, Undo):
            # The undo itself is the newest event of both stacks, what it undoes the one before it.
            undone = self._rolls_before[-2]
            del self._counters[-2:], self._rolls_before[-2:]
            self.rolls[undone:] = [roll._replace(taken_back=True) for roll in self.rolls[undone:]]

    def _check_hand(self, line: Line, event: GameEvent) -> None:
        """Notes an event that the acting seat cannot have chosen with the hand that the box had dealt."""
        if self.deal is None or self.record.game.is_over(self.record.state):
            return
        self.drew_after_reveal = self.drew_after_reveal or self._is_told
        if self._seed is None:
            return
        self.from_hands += 1
        state = self.record.state
        message = self.deal.refute(state, self.deal.hands(self._seed, self.record.timeline)[state.turn], event)
        if message is not None:
            self.fault, self.broke_hand = BrokenEvent(line.number, message), True

    def _note_roll(
        self, line: Line, event: GameEvent, chance_event: Callable[[Draws], GameEvent | None] | None
    ) -> None:
        """Notes what chance decided in an event, if it did, and what the seed gives in its place."""
        chance_outcome = self.record.game.chance_outcome
        if (actual := chance_outcome(event)) is None:
            return
        counter, due = self._counters[-1] if actual.by is None else None, None
        if counter is not None:
            drawn = chance_event(Draws(self._seed, counter)) if chance_event and self._seed else None
            due = None if drawn is None else chance_outcome(drawn)
            self._counters[-1] += 1
            self.drew_after_reveal = self.drew_after_reveal or self._is_told
        self.rolls.append(Rolled(line.number, actual.faces, counter, due and due.faces))


def _gravest_finding(story: _DiceHistory, seeds: Sequence[bytes]) -> Finding:
    """Returns the gravest finding that is true."""
    notes, rolls = story.start.notes, story.rolls
    over = story.record.game.is_over(story.record.state)
    # The order is the verdict. A mistake further up explains those below it: with a fixed seed nothing else matters,
    # with a wrong seed every roll differs.
    findings = (
        (notes.get("fair") is False, Finding.FIXED),
        ("commitment" not in notes, Finding.UNCOMMITTED),
        (any(commitment(seed) != notes.get("commitment") for seed in seeds), Finding.COMMITMENT),
        (any(roll.differs for roll in rolls), Finding.ROLL),
        (story.drew_after_reveal, Finding.TOLD),
        (not _begins_rightly(story), Finding.FIRST),
        (story.broke_hand, Finding.HAND),
        (story.fault is not None, Finding.BROKEN),
        (story.deal is None and all(roll.counter is None for roll in rolls) and over, Finding.BY_HAND),
        (not over, Finding.OPEN),
        (not seeds, Finding.SECRET),
    )
    return next((finding for true, finding in findings if true), Finding.FAIR)


def _begins_rightly(story: _DiceHistory) -> bool:
    """Returns whether the rolls for the start were made by those whose turn it was, and decide who begins."""
    start, rolls, rule = story.start, story.start_rolls, story.record.game.start_rule
    if not rolls or rule is None:
        return not rolls
    seats = len(start.players)
    # Who was to roll is asked before each roll: a player who was out must not have rolled again, and nobody after it
    # was decided.
    due = [rule.opening(seats, rolls[:count]).to_roll for count in range(len(rolls))]
    return due == [roll.seat for roll in rolls] and rule.opening(seats, rolls).first == start.first


def _revealed_seeds(line: Line) -> Iterator[bytes]:
    """Yields the seed that this line tells, if it does; one in a reveal that was taken back counts too."""
    if line.event.get("event") == "reveal":
        with _naming_line(line):
            event = parse(line.event, None)
        if isinstance(event, Reveal):
            yield event.seed


@contextmanager
def _naming_line(line: Line) -> Iterator[None]:
    """Names the line in the message of an error."""
    try:
        yield
    except Illegal as refusal:
        raise Illegal(refusal.code, f"line {line.number}: {refusal.message}") from refusal
