"""What a coach tells: what a decision is worth, and of a whole game what its decisions and its luck were worth.

Everything is told in win chances: each seat's share of the win, seat 0 first, which add up to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.game import N_, GameEvent, Reveal, Seat
from engine.record import AnyRecord

Chances = tuple[float, ...]
"""Each seat's share of the win, seat 0 first; they add up to 1."""

EXACT = 1e-9
"""Shares this close to each other are equal."""
DOUBTFUL, ERROR, BLUNDER = 0.025, 0.05, 0.1
LEVELS = ((BLUNDER, N_("blunder")), (ERROR, N_("error")), (DOUBTFUL, N_("doubtful")))
"""What a decision is called, by how much of the win chance it costs at least, in English, to be translated.

Chances are estimated: what costs less than the last of them may be the coach's own error (docs/coach.md).
"""


class Reason(NamedTuple):
    """Why one choice is better than another, as something that can be checked on the board."""

    text: str
    """In English, to be translated; its fields are those of `numbers`, and `name`."""
    numbers: Mapping[str, int]
    seat: Seat | None = None
    """The player whom `name` names; None: the text names nobody."""


class Option(NamedTuple):
    """One of the things that may be done now."""

    event: GameEvent | None
    """The event; None: a roll of the dice."""
    chance: float
    """The win chance of whoever decides, if it is done and the turn is played on as well as the coach knows."""


class Advice(NamedTuple):
    """What the coach says of a position."""

    seat: Seat
    """Who decides."""
    chances: Chances
    """As the game stands."""
    options: tuple[Option, ...]
    """The best one first; none where nothing is to be decided."""
    reason: Reason | None = None
    """Why the first option is better than the second; None: nothing on the board tells them apart."""


class Decision(NamedTuple):
    """A decision that was made in a game."""

    step: int
    """Its event in the timeline, 0 the start."""
    seat: Seat
    chosen: Option
    best: Option
    reason: Reason | None
    """Why the best was better than what was chosen; None where it was chosen, or nothing tells them apart."""

    @property
    def loss(self) -> float:
        return self.best.chance - self.chosen.chance

    @property
    def level(self) -> str | None:
        """Which of `LEVELS` it is; None: it has cost nothing, or too little to be sure."""
        return next((name for least, name in LEVELS if self.loss >= least), None)


class Moment(NamedTuple):
    """The moment of a game: the event that moved the chances furthest towards its result."""

    step: int
    """Its event in the timeline."""
    seat: Seat
    """Who rolled or decided."""
    before: float
    """This seat's win chance before it: of a decision that of the best choice."""
    after: float
    chosen: Option
    """What was done; a roll has the chance before its dice are known."""
    other: Option | None
    """What else could have been done: instead of a roll the bank, instead of a field the best one; None: nothing."""


class Sums(NamedTuple):
    """What a seat's result is made of, in shares of the win."""

    result: float
    """1 for the winner, 0 for who has lost, a part of a shared win; of a game that is not over how it stood."""
    beginning: float
    """The chance before the first roll."""
    own: float
    """What the seat's own decisions have changed: they only cost."""
    others: float
    """What the decisions of the others have changed."""
    dice: float
    """What all rolls have changed."""


class Analysis(NamedTuple):
    """What the coach says of a whole game."""

    chances: tuple[Chances, ...]
    """For each event of the timeline the chances after it."""
    decisions: tuple[Decision, ...]
    sums: tuple[Sums, ...]
    """For each seat."""
    moment: Moment | None
    """None: nothing has happened yet that was chosen, or decided by chance."""

    @property
    def unlucky(self) -> Seat | None:
        """Who has lost, and chose better than each winner; None: no such player, or the game is not over."""
        best = max(range(len(self.choices)), key=self.choices.__getitem__)
        winners = [brought for brought, chance in zip(self.choices, self.chances[-1], strict=True) if chance]
        return Seat(best) if self.choices[best] > max(winners) + EXACT else None

    @property
    def choices(self) -> tuple[float, ...]:
        """What all decisions have brought each seat: how it played, without its luck; they add up to 0.

        It is a sum of changes and no chance: more than one decision may have cost the whole game.
        """
        return tuple(each.own + each.others for each in self.sums)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that have a level, the worst first."""
        return tuple(sorted((each for each in self.decisions if each.level), key=lambda each: -each.loss))


class CoachRules(Protocol):
    """What a game tells for the coach. Modules satisfy it: `engine.claimit.coach` is one.

    It takes its time: tens of milliseconds for a position, seconds for a game; never on the thread that takes presses.
    """

    def advise(self, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
        """Returns what the coach says of a position; None after the end."""

    def analyse(self, steps: Sequence[tuple[Any, Any]], *, note: Callable[[int], object]) -> Analysis:
        """Returns what the coach says of a game.

        Args:
            steps: the events that stand, each with the state after it; the first is the start. Where the last state is
                not the end of the game, each seat's chances then are taken for its result.
            note: called now and then with how many of the steps have been looked at: somebody waits.
        """


def analyse_record(record: AnyRecord, note: Callable[[int], object] = lambda _: None) -> Analysis | None:
    """Returns what the coach says of a game as far as it went; None: it has no coach, or nothing has happened.

    Args:
        record: of the game.
        note: called with the number of events that have been looked at.
    """
    coach = record.game.coach
    if coach is None:
        return None
    steps = [step for step in record.timeline if not isinstance(step.event, Reveal)]
    found = coach.analyse(steps, note=note)
    return found if found.moment else None
