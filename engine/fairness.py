"""Verification of a record: were the dice fair?

The start contains a commitment to a secret seed, and a reveal publishes the seed after the end. The verification checks

- that the seed matches its commitment,
- that each virtual roll and shuffle follows from the seed and its counter, also those that were undone,
- that the rolls for who begins decide the first seat,
- if the box dealt secret hands, that every event was possible with the hand that follows from the seed.

Dice and tiles that players entered are listed and trusted.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from engine.dice import Draws, commitment
from engine.game import Face, GameEvent, Illegal, Json, Reveal, Undo, syntax_error
from engine.record import CommonEvent, parse, raise_no_game, start_record
from engine.starts import parse_start, parse_start_roll


class Finding(StrEnum):
    """The result of a verification."""

    FAIR = "fair"
    FIXED = "fixed"
    """The seed was chosen for a test, not drawn."""
    NOT_OVER = "open"
    """The game is not over: the seed is still secret."""
    NOT_REVEALED = "secret"
    """The game is over, but the seed was not revealed."""
    REAL_DICE = "by_hand"
    """No roll is virtual: there is nothing to check."""
    NO_COMMITMENT = "uncommitted"
    """The start has no commitment: any seed could have been revealed."""
    WRONG_SEED = "commitment"
    """A revealed seed does not match the commitment."""
    ROLL = "roll"
    """A virtual roll does not follow from the seed."""
    DREW_AFTER_REVEAL = "told"
    """The box drew after the seed was revealed: a player who knew it could have chosen the time."""
    DEALT_HAND = "hand"
    """A player played something that was not in the dealt hand, or passed with a hand that forbids it."""
    FIRST = "first"
    """Another seat begins than the rolls decide, or another seat rolled."""
    BROKEN = "broken"
    """The rules reject an event."""


class Line(NamedTuple):
    """An event in a file, with the number of its line."""

    number: int
    """From 1."""
    event: Json


class RecordedRoll(NamedTuple):
    """A roll or shuffle in a record, also one that was undone."""

    line: int
    """The number of its line; the rolls for who begins have the line of the start."""
    faces: tuple[Face, ...]
    """The faces of the dice; of a shuffle, the tiles or other things that were drawn."""
    counter: int | None
    """The number of this draw in the game, from 0; None if the players entered it."""
    expected: tuple[Face, ...] | None = None
    """The result that follows from the seed; None if the seed is unknown, or if no draw was possible."""
    is_undone: bool = False

    @property
    def differs(self) -> bool:
        return self.expected is not None and self.expected != self.faces


class BrokenEvent(NamedTuple):
    line: int
    message: str
    """The reason, in one sentence."""


@dataclass(frozen=True, slots=True)
class Verdict:
    finding: Finding
    rolls: tuple[RecordedRoll, ...]
    """All rolls before the broken event, in order."""
    fault: BrokenEvent | None = None
    hand_checks: int = 0
    """The number of events that were checked against dealt hands, also those that were undone."""

    @property
    def differing(self) -> RecordedRoll | None:
        """The first roll that does not follow from the seed."""
        return next((roll for roll in self.rolls if roll.differs), None)


def check_games(lines: Sequence[Line]) -> list[Verdict]:
    """Verifies the dice of each game in a file; each start begins a new game. Raises the errors of `check_fairness`."""
    starts = [number for number, line in enumerate(lines) if line.event.get("event") == "start" and number]
    return [check_fairness(lines[first:end]) for first, end in pairwise([0, *starts, len(lines)])]


def check_fairness(lines: Sequence[Line]) -> Verdict:
    """Verifies the dice of a game.

    Raises:
        Illegal: this is not the record of a game; the message has the number of the line.
    """
    if not lines:
        raise_no_game()
    first, *others = lines
    with _with_line_number(first):
        if first.event.get("event") != "start":
            raise_no_game()
    seeds = [seed for line in others for seed in _revealed_seeds(line)]
    history = _DiceHistory(first, seeds[0] if seeds else None)
    for line in others:
        history.add_line(line)
    return Verdict(_most_serious_finding(history, seeds), tuple(history.rolls), history.fault, history.hand_checks)


class _DiceHistory:
    """The part of a record that was read, with its rolls."""

    def __init__(self, start_line: Line, seed: bytes | None) -> None:
        with _with_line_number(start_line):
            self.start = parse_start(start_line.event)
            self.record = start_record(self.start)
            noted = self.start.notes.get("begins", [])
            if not isinstance(noted, list) or not all(isinstance(each, dict) for each in noted):
                raise syntax_error("The rolls for who begins are a list of objects.")
            self.start_rolls = tuple(parse_start_roll(each, self.record.game) for each in noted)
        self.rolls: list[RecordedRoll] = []
        """All rolls, those for who begins first."""
        self.fault: BrokenEvent | None = None
        """The first event that the hand does not allow or the rules reject; later events are not checked."""
        self.drew_after_reveal = False
        """Whether the box drew something after the reveal, even if that was undone. With dealt hands any move of a
        player after the reveal counts as a draw, because all hands were known."""
        self.deal = self.record.game.deal if self.start.notes.get("dealt") is True else None
        """How the box dealt hands; None if it did not."""
        self.hand_checks = 0
        self.broke_hand = False
        """Whether the fault is that the hand did not allow the event."""
        self._is_revealed = False
        self._seed = seed
        self._counters = [0]
        """The next counter after each event that was not undone."""
        self._rolls_before: list[int] = []
        """The number of rolls before each of these events, except the start."""
        rule = self.record.game.start_rule
        for each in self.start_rolls:
            self._note_roll(start_line, each.roll, rule.roll if rule else None)

    def add_line(self, line: Line) -> None:
        # After a broken event the counters of the next rolls are unknown.
        if self.fault:
            return
        with _with_line_number(line):
            event = parse(line.event, self.record.game)
        self._is_revealed = self._is_revealed or isinstance(event, Reveal)
        # An undo restores the counter: the next roll is drawn again with the same counter. So the counters form a stack
        # parallel to the timeline.
        self._counters.append(self._counters[-1])
        self._rolls_before.append(len(self.rolls))
        if not isinstance(event, CommonEvent):
            self._note_roll(line, event, partial(self.record.game.chance_event, self.record.state))
            if not self._hand_allows(line, event):
                return
        try:
            self.record = self.record.play(event)
        except Illegal as refusal:
            self.fault = BrokenEvent(line.number, refusal.message)
            return
        if isinstance(event, Undo):
            # The undo is the newest entry of both stacks; the event that it undoes is the one before.
            undone = self._rolls_before[-2]
            del self._counters[-2:], self._rolls_before[-2:]
            self.rolls[undone:] = [roll._replace(is_undone=True) for roll in self.rolls[undone:]]

    def _hand_allows(self, line: Line, event: GameEvent) -> bool:
        if self.deal is None or self.record.game.is_over(self.record.state):
            return True
        self.drew_after_reveal = self.drew_after_reveal or self._is_revealed
        if self._seed is None:
            return True
        self.hand_checks += 1
        state = self.record.state
        message = self.deal.refute(state, self.deal.hands(self._seed, self.record.timeline)[state.turn], event)
        if message is not None:
            self.fault, self.broke_hand = BrokenEvent(line.number, message), True
        return message is None

    def _note_roll(self, line: Line, event: GameEvent, draw_event: Callable[[Draws], GameEvent | None] | None) -> None:
        """Stores the random part of an event, and the result that follows from the seed."""
        chance_outcome = self.record.game.chance_outcome
        if (actual := chance_outcome(event)) is None:
            return
        counter = self._counters[-1] if actual.by is None else None
        expected = None
        if counter is not None:
            drawn = draw_event(Draws(self._seed, counter)) if draw_event and self._seed else None
            expected = None if drawn is None else chance_outcome(drawn)
            self._counters[-1] += 1
            self.drew_after_reveal = self.drew_after_reveal or self._is_revealed
        self.rolls.append(RecordedRoll(line.number, actual.faces, counter, expected and expected.faces))


def _most_serious_finding(history: _DiceHistory, seeds: Sequence[bytes]) -> Finding:
    notes, rolls = history.start.notes, history.rolls
    over = history.record.game.is_over(history.record.state)
    # A finding explains those below it: with a fixed seed nothing else matters, with a wrong seed every roll differs.
    findings = (
        (notes.get("fair", True) is not True, Finding.FIXED),
        ("commitment" not in notes, Finding.NO_COMMITMENT),
        (any(commitment(seed) != notes.get("commitment") for seed in seeds), Finding.WRONG_SEED),
        (any(roll.differs for roll in rolls), Finding.ROLL),
        (history.drew_after_reveal, Finding.DREW_AFTER_REVEAL),
        (not _is_first_seat_right(history), Finding.FIRST),
        (history.broke_hand, Finding.DEALT_HAND),
        (history.fault is not None, Finding.BROKEN),
        (history.deal is None and all(roll.counter is None for roll in rolls) and over, Finding.REAL_DICE),
        (not over, Finding.NOT_OVER),
        (not seeds, Finding.NOT_REVEALED),
    )
    return next((finding for is_true, finding in findings if is_true), Finding.FAIR)


def _is_first_seat_right(history: _DiceHistory) -> bool:
    start, rolls, rule = history.start, history.start_rolls, history.record.game.start_rule
    if not rolls or rule is None:  # without rolls any seat may begin; without a rule no seat may roll
        return not rolls
    seat_count = len(start.players)
    # Checked before each roll: only players who tie may roll again, and no player after the decision.
    due = [rule.opening(seat_count, rolls[:count]).to_roll for count in range(len(rolls))]
    return due == [roll.seat for roll in rolls] and rule.opening(seat_count, rolls).first == start.first


def _revealed_seeds(line: Line) -> Iterator[bytes]:
    """Yields the seed of a reveal, also of one that was undone."""
    if line.event.get("event") == "reveal":
        with _with_line_number(line):
            event = parse(line.event, None)
        if isinstance(event, Reveal):
            yield event.seed


@contextmanager
def _with_line_number(line: Line) -> Iterator[None]:
    try:
        yield
    except Illegal as refusal:
        raise Illegal(refusal.code, f"line {line.number}: {refusal.message}") from refusal
