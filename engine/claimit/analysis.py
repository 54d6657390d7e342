"""The analysis of a game of Claim It!: the cost of its decisions and the effect of its rolls.

The win chances change from event to event, and each change is counted once. A decision counts for the difference
between its chance and the chance of the best choice of the same search. Every other change is luck. So even share +
beginning + decisions + dice = result.

The effect of all decisions of a seat shows how well it played, without its luck. The luck of a roll need not average 0
over all 216 rolls: once the dice are known, the coach sees one roll further. docs/coach.md has measurements.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from engine.claimit.coach import Value, chances_of, learned_value, options_of, rescale_chances, search_of, why
from engine.claimit.expectation import Expectation
from engine.claimit.joined_position import JoinedPosition
from engine.claimit.position import Phase, State
from engine.claimit.rules import Bank, Roll
from engine.coach import Analysis, Chances, Decision, Moment, Option, Sums
from engine.game import Seat


class _Seen(NamedTuple):
    """A position of the game, as the coach sees it."""

    state: State
    chances: Chances
    found: Expectation | None
    """None between turns and after the end."""


def analyse(
    steps: Sequence[tuple[Any, State]],
    value: Value | None = None,
    report_progress: Callable[[int], object] = lambda _: None,
) -> Analysis:
    """Returns the analysis of a game.

    Args:
        steps: the events that were not taken back, each with the state after it; the first is the start. If the last
            state is not the end of the game, its win chances count as the result.
        value: the value of positions between turns; None: the learned one.
        report_progress: called with the number of positions that are done.
    """
    value = value or learned_value()
    events, states = zip(*steps, strict=True)
    search, seen = None, list[_Seen]()
    for state in states:
        found = None
        if state.phase in {Phase.ROLL, Phase.OVER}:
            search = None
        else:
            search = search or search_of(state, value)
            found = search.expect(state, depth=1)
        seen.append(_Seen(state, chances_of(state, value, found), found))
        report_progress(len(seen))
    decisions = tuple(_decisions(events, seen))
    chances, sums = tuple(each.chances for each in seen), _sums(events, seen)
    return Analysis(chances, decisions, sums, _moment(events, seen, {each.step: each for each in decisions}))


def _chances_after_decision(event: Any, before: _Seen, after: _Seen) -> Chances:  # noqa: ANN401 - each game's own
    """Returns the chances after the decision; after the decision to roll, before the dice are known."""
    if not isinstance(event, Roll):
        return after.chances
    if before.found is None or before.found.roll is None:  # a turn starts with a roll
        return before.chances
    return rescale_chances(before.found.roll, before.state.turn, before.chances)


def _decisions(events: Sequence[Any], seen: Sequence[_Seen]) -> Iterator[Decision]:
    for step, before in enumerate(seen[:-1], 1):
        options = options_of(before.found) if before.found else ()
        if len(options) < 2:
            continue
        event, best = None if isinstance(events[step], Roll) else events[step], options[0]
        chosen = next(option for option in options if option.event == event)
        reason = why(before.state, best.event, event) if chosen.chance < best.chance else None
        yield Decision(step, before.state.turn, chosen, best, reason)


def _sums(events: Sequence[Any], seen: Sequence[_Seen]) -> tuple[Sums, ...]:
    first = max((step for step, event in enumerate(events) if isinstance(event, JoinedPosition)), default=0)
    beginning, seats = seen[first].chances, range(len(seen[first].chances))
    own, others, dice = ([0.0] * len(seats) for _ in range(3))
    for step, (before, after) in enumerate(pairwise(seen[first:]), first + 1):
        decided = _chances_after_decision(events[step], before, after)
        for seat in seats:
            decisions = own if seat == before.state.turn else others
            decisions[seat] += decided[seat] - before.chances[seat]
            dice[seat] += after.chances[seat] - decided[seat]
    return tuple(map(Sums, seen[-1].chances, beginning, own, others, dice))


def _moment(events: Sequence[Any], seen: Sequence[_Seen], decisions: Mapping[int, Decision]) -> Moment | None:
    """Returns the roll or decision that moved the chances furthest towards the result."""
    result = seen[-1].chances

    def towards_result(before: Chances, after: Chances, seat: Seat) -> float:
        nearer = [abs(was - end) - abs(now - end) for was, now, end in zip(before, after, result, strict=True)]
        # Both must move: the chances of all, and the chance that is displayed.
        return min(sum(nearer) / 2, nearer[seat])

    swings = list[tuple[float, Moment]]()
    for step, (before, after) in enumerate(pairwise(seen), 1):
        seat, decided = before.state.turn, _chances_after_decision(events[step], before, after)
        if (decision := decisions.get(step)) is not None:
            moment = Moment(step, seat, decision.best.chance, decision.chosen.chance, decision.chosen, decision.best)
            swings.append((towards_result(before.chances, decided, seat), moment))
        if isinstance(events[step], Roll):
            bank = before.found.bank if before.found else None  # a turn starts with a roll
            other = None if bank is None else Option(Bank(), bank)
            moment = Moment(step, seat, decided[seat], after.chances[seat], Option(None, decided[seat]), other)
            swings.append((towards_result(decided, after.chances, seat), moment))
    return max(swings, key=itemgetter(0))[1] if swings else None
