"""The coach's advice on a position and its analysis of a game, and the luck report.

All values are win chances: each seat's share of the win, seat 0 first. They add up to 1.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from engine.game import N_, AnyGame, GameEvent, Reveal, RollRisk, Seat
from engine.games import GAMES
from engine.record import AnyRecord

Chances = tuple[float, ...]
"""Each seat's share of the win, seat 0 first."""

TOLERANCE = 1e-9
"""Shares that differ by less count as equal."""
DOUBTFUL, ERROR, BLUNDER = 0.025, 0.05, 0.1
LEVELS = ((BLUNDER, N_("blunder")), (ERROR, N_("error")), (DOUBTFUL, N_("doubtful")))
"""The names of mistakes, by the win chance that they cost at least; in English, to be translated.

Chances are estimates: a smaller loss may be an error of the coach (docs/coach.md)."""


class Reason(NamedTuple):
    """Why one choice is better than another: a fact that can be checked on the board."""

    text: str
    """In English, to be translated, with the fields of `numbers` and `name`."""
    numbers: Mapping[str, int]
    seat: Seat | None = None
    """The player of the field `name`; None if the text has no such field."""


class Option(NamedTuple):
    """An available choice."""

    event: GameEvent | None
    """The choice; None is a roll."""
    chance: float
    """The win chance of the active player after this choice, if the coach plays the rest of the turn."""


class Advice(NamedTuple):
    """The coach's rating of a position."""

    seat: Seat
    """The active player."""
    chances: Chances
    """The win chances now."""
    options: tuple[Option, ...]
    """The best one first; empty if there is nothing to decide."""
    reason: Reason | None = None
    """Why the first option is better than the second; None if nothing on the board shows it."""


class Decision(NamedTuple):
    """A choice that a player made in a game."""

    step: int
    """The index of its event in the timeline, 0 for the start."""
    seat: Seat
    chosen: Option
    best: Option
    reason: Reason | None
    """Why the best option was better; None if it was chosen, or if nothing on the board shows it."""

    @property
    def loss(self) -> float:
        return self.best.chance - self.chosen.chance

    @property
    def level(self) -> str | None:
        """The name of the mistake, one of `LEVELS`; None if it cost nothing, or too little to be sure."""
        return next((name for least, name in LEVELS if self.loss >= least), None)


class TurningPoint(NamedTuple):
    """The event that moved the chances furthest towards the result."""

    step: int
    """The index of its event in the timeline."""
    seat: Seat
    """The seat that rolled or decided."""
    before: float
    """The win chance of this seat before it; before a decision, that of the best choice."""
    after: float
    """The win chance of this seat after it."""
    chosen: Option
    """The choice; a roll has the chance before its dice are known."""
    other: Option | None
    """The alternative: a bank instead of a roll, the best field instead of another field; None if there was none."""


class ResultParts(NamedTuple):
    """The parts of a seat's result, in shares of the win."""

    result: float
    """1 for the winner, 0 for a loser, a part for a shared win; in a game that is not over, the current chances."""
    beginning: float
    """The chance before the first roll."""
    own_decisions: float
    """The effect of the seat's own decisions, never positive."""
    others_decisions: float
    """The effect of the other players' decisions."""
    own_dice: float
    """The effect of the seat's own rolls."""
    others_dice: float
    """The effect of the other players' rolls."""


class Analysis(NamedTuple):
    """The coach's analysis of a whole game."""

    chances: tuple[Chances, ...]
    """The chances after each event of the timeline."""
    decisions: tuple[Decision, ...]
    result_parts: tuple[ResultParts, ...]
    """By seat."""
    turning_point: TurningPoint | None
    """None before the first roll."""

    @property
    def unlucky(self) -> Seat | None:
        """A seat that lost but decided better than each winner; None if no seat did. During a game no seat has lost."""
        best = max(range(len(self.decision_effects)), key=self.decision_effects.__getitem__)
        winners = [effect for effect, chance in zip(self.decision_effects, self.chances[-1], strict=True) if chance]
        return Seat(best) if self.decision_effects[best] > max(winners) + TOLERANCE else None

    @property
    def decision_effects(self) -> tuple[float, ...]:
        """The effect of all decisions for each seat: how well it played, without luck. They add up to 0.

        These are sums of changes, not chances: several decisions can each have cost the whole game.
        """
        return tuple(each.own_decisions + each.others_decisions for each in self.result_parts)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that have a level, the worst first."""
        return tuple(sorted((each for each in self.decisions if each.level), key=lambda each: -each.loss))


class CoachRules(Protocol):
    """The coach of a game. A module can implement it, as `engine.claimit.coach` does.

    A position takes tens of milliseconds, a game takes seconds: never call it on the thread that handles presses.
    """

    def advise(self, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
        """Returns the rating of a position; None after the end."""

    def analyse(self, steps: Sequence[tuple[Any, Any]]) -> Analysis:
        """Returns the analysis of a game.

        Args:
            steps: the events that were not undone, each with the state after it; the first is the start. If the
                last state is not the end of the game, its win chances count as the result.
        """


def coach_of(game: AnyGame) -> CoachRules | None:
    """Returns the coach of a game, loaded at the first call; None if it has none."""
    return None if game.coach_module is None else cast("CoachRules", import_module(game.coach_module))


def advise(game: str, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
    """Returns the advice on a position; None if the game, here by its name, has no coach."""
    coach = coach_of(GAMES[game])
    return None if coach is None else coach.advise(state)


def analyse_record(record: AnyRecord) -> Analysis | None:
    """Returns the analysis of a game; None before the first roll, or if the game has no coach."""
    coach = coach_of(record.game)
    if coach is None:
        return None
    steps = [step for step in record.timeline if not isinstance(step.event, Reveal)]
    found = coach.analyse(steps)
    return found if found.turning_point else None


class SeatLuck(NamedTuple):
    rolls: int
    busts: int
    expected_busts: float
    """The sum of the exact odds before each roll."""
    boldest: RollRisk | None
    """The first roll with the highest odds that was not a bust; None if no roll had a risk."""
    course: tuple[int, ...]
    """The figure of the seat (Claim It!: its largest mine) at the start and after each turn."""


class LuckReport(NamedTuple):
    decided_by: str
    """What decided the game, one of `Game.endings`."""
    seats: tuple[SeatLuck, ...]


def luck_report(record: AnyRecord) -> LuckReport | None:
    """Returns the luck report; None for a game without odds."""
    rules = record.game.luck
    if rules is None:
        return None
    # The timeline, because a roll that was undone is rolled again, and would count twice.
    risks = rules.risks(record.timeline)
    seats = []
    for seat, history in enumerate(rules.histories(record.timeline)):
        own = [risk for risk in risks if risk.seat == seat]
        survived = [risk for risk in own if risk.bust and not risk.busted]
        luck = SeatLuck(
            rolls=len(own),
            busts=sum(risk.busted for risk in own),
            expected_busts=sum(risk.bust / risk.of for risk in own),
            boldest=max(survived, key=lambda risk: risk.bust / risk.of, default=None),
            course=history,
        )
        seats.append(luck)
    return LuckReport(record.game.ending(record.state), tuple(seats))
