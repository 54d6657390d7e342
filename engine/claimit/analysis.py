"""What a game of Claim It! shows afterwards: what its decisions cost, and what its rolls brought.

The chances of all seats change from event to event, and each change is booked once. A decision is worth the chance that
it leads to; what it costs beside the best choice of the same search is booked to decisions. What the chances change
with a roll is luck. So even share + beginning + decisions + dice = result, and nothing is left.

What all decisions have brought a seat is how it played, without its luck. The luck of one roll need not be 0 on the
average over all 216: once the dice lie, the coach sees further than before. docs/coach.md has measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from engine.claimit.coach import (
    Value,
    chances_of,
    learned_value,
    look_ahead,
    options_of,
    search_of,
    shared_out,
    why,
)
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
    steps: Sequence[tuple[Any, State]], value: Value | None = None, note: Callable[[int], object] = lambda _: None
) -> Analysis:
    """Returns what the coach says of a game.

    Args:
        steps: the events that stand, each with the state after it; the first is the start. Where the last state is not
            the end of the game, each seat's chances then are taken for its result.
        value: of positions between turns; None: the learned one.
        note: called with the number of positions that have been looked at, which is what takes the time.
    """
    value = value or learned_value()
    events, states = zip(*steps, strict=True)
    seen = list[_Seen]()
    for each in _look(states, value):
        seen.append(each)
        note(len(seen))
    decisions = tuple(_decisions(events, seen))
    chances, sums = tuple(each.chances for each in seen), _sums(events, seen)
    return Analysis(chances, decisions, sums, _moment(events, seen, {each.step: each for each in decisions}))


def _look(states: Sequence[State], value: Value) -> Iterator[_Seen]:
    search = None
    for state in states:
        found = None
        if state.phase in {Phase.ROLL, Phase.OVER}:
            search = None
        else:
            if search is None:
                search = search_of(state, value)
            found = look_ahead(state, value, search)
        yield _Seen(state, chances_of(state, value, found), found)


def _once_decided(event: Any, before: _Seen, after: _Seen) -> Chances:  # noqa: ANN401 - each game's own
    """Returns the chances once an event is decided: of a roll those before its dice are known."""
    if not isinstance(event, Roll):
        return after.chances
    if before.found is None or before.found.roll is None:  # at a turn's beginning there is no other choice
        return before.chances
    return shared_out(before.found.roll, before.state.turn, before.chances)


def _decisions(events: Sequence[Any], seen: Sequence[_Seen]) -> Iterator[Decision]:
    """Yields what each choice was worth, wherever there was one."""
    for step, before in enumerate(seen[:-1], 1):
        options = options_of(before.found) if before.found else ()
        if len(options) < 2:
            continue
        event, best = _decided(events[step]), options[0]
        chosen = next(option for option in options if option.event == event)
        reason = why(before.state, best.event, event) if chosen.chance < best.chance else None
        yield Decision(step, before.state.turn, chosen, best, reason)


def _sums(events: Sequence[Any], seen: Sequence[_Seen]) -> tuple[Sums, ...]:
    """Returns what each seat's result is made of: each change of the chances is booked once."""
    first = max((step for step, event in enumerate(events) if isinstance(event, JoinedPosition)), default=0)
    beginning, seats = seen[first].chances, range(len(seen[first].chances))
    own, others, dice = ([0.0] * len(seats) for _ in range(3))
    for step, (before, after) in enumerate(pairwise(seen[first:]), first + 1):
        decided = _once_decided(events[step], before, after)
        for seat in seats:
            decisions = own if seat == before.state.turn else others
            decisions[seat] += decided[seat] - before.chances[seat]
            dice[seat] += after.chances[seat] - decided[seat]
    return tuple(map(Sums, seen[-1].chances, beginning, own, others, dice))


def _decided(event: Any) -> Any:  # noqa: ANN401 - each game's own
    """Returns what was decided, as an option has it: of a roll not the dice."""
    return None if isinstance(event, Roll) else event


def _moment(events: Sequence[Any], seen: Sequence[_Seen], decisions: Mapping[int, Decision]) -> Moment | None:
    """Returns the roll, or the decision by its step, that moved the chances furthest towards the result."""
    result = seen[-1].chances

    def towards_result(before: Chances, after: Chances, seat: Seat) -> float:
        nearer = [abs(was - end) - abs(now - end) for was, now, end in zip(before, after, result, strict=True)]
        # Both count: what it changed for all, and for the player whose chance is shown.
        return min(sum(nearer) / 2, nearer[seat])

    swings = list[tuple[float, Moment]]()
    for step, (before, after) in enumerate(pairwise(seen), 1):
        seat, decided = before.state.turn, _once_decided(events[step], before, after)
        if (made := decisions.get(step)) is not None:
            moment = Moment(step, seat, made.best.chance, made.chosen.chance, made.chosen, made.best)
            swings.append((towards_result(before.chances, decided, seat), moment))
        if isinstance(events[step], Roll):
            bank = before.found.bank if before.found else None  # at a turn's beginning there is no other choice
            other = None if bank is None else Option(Bank(), bank)
            moment = Moment(step, seat, decided[seat], after.chances[seat], Option(None, decided[seat]), other)
            swings.append((towards_result(decided, after.chances, seat), moment))
    return max(swings, key=itemgetter(0))[1] if swings else None
