"""What a game of Claim It! shows afterwards: what its decisions cost, what its rolls brought, what is left of both.

As in backgammon, the luck of a roll is what the position is worth after it, played best, less what it was worth on the
average over all rolls. Both come from the same search, so its mean is 0 however wrong the coach may be. What a decision
costs comes from one search as well. Where the next search begins the position may be worth something else: that is the
coach's own correction, neither luck nor decision. So result = beginning + luck + decisions + corrections.

The result without luck is the result less the luck of all rolls, and less what the beginning gave: who plays as well
as the others has an even share on the average, in whatever seat and from whatever position. As the luck has the mean 0,
this one has the mean of the result itself; it only varies less from game to game, the less the better the coach is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from engine.claimit.coach import (
    Value,
    chances_of,
    learned_value,
    look_ahead,
    options_of,
    search_of,
    shared_out,
    turn_start,
    why,
)
from engine.claimit.expectation import Expectation
from engine.claimit.joined_position import JoinedPosition
from engine.claimit.position import Phase, State
from engine.claimit.rules import Bank, Roll
from engine.coach import Analysis, Chances, Decision, Moment, Option, RollLuck, Sums


class _Seen(NamedTuple):
    """A position of the game, as the coach sees it."""

    state: State
    chances: Chances
    turn_chances: Chances
    """Those with which its turn began, by the value alone; after the end the result."""
    found: Expectation | None
    """None after the end."""
    came: float
    """What the roll that lies there was taken for before it was rolled; nothing where none does."""


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
    for each in _look(events, states, value):
        seen.append(each)
        note(len(seen))
    rolls, decisions = tuple(_rolls(events, seen)), tuple(_decisions(events, seen))
    chances, sums = tuple(each.chances for each in seen), _sums(events, seen, rolls)
    return Analysis(chances, decisions, rolls, sums, _moment(seen, rolls, decisions))


def _look(events: Sequence[Any], states: Sequence[State], value: Value) -> Iterator[_Seen]:
    begun, search = Chances(), None
    for event, state in zip(events, states, strict=True):
        if state.phase is Phase.OVER:
            end = value(state)
            yield _Seen(state, end, end, None, 0.0)
            continue
        # A turn may also be joined in its middle: then it began with another board than the record's.
        if state.phase is Phase.ROLL or search is None or isinstance(event, JoinedPosition):
            begun, search = value(turn_start(state)), search_of(state, value)
        found = look_ahead(state, value, search)
        chances = chances_of(state, value, None if state.phase is Phase.ROLL else found)
        came = search.came(state) if state.phase is Phase.PLACE else 0.0
        yield _Seen(state, chances, begun, found, came)


def _rolls(events: Sequence[Any], seen: Sequence[_Seen]) -> Iterator[RollLuck]:
    """Yields what each roll was worth to whoever rolled."""
    for step, (before, after) in enumerate(pairwise(seen), 1):
        if isinstance(events[step], Roll) and before.found is not None and before.found.roll is not None:
            seat = before.state.turn
            # What the search before the roll has taken it for, after a bust the value's chance, and not what a search
            # from there on finds: only so the luck of all rolls is 0 on the average.
            came = after.came if after.state.phase is Phase.PLACE else after.chances[seat]
            yield RollLuck(step, seat, before.found.roll, came)


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


def _sums(events: Sequence[Any], seen: Sequence[_Seen], rolls: Sequence[RollLuck]) -> tuple[Sums, ...]:
    """Returns what each seat's result is made of; who rolls or decides takes what that brings from the others."""
    first = max((step for step, event in enumerate(events) if isinstance(event, JoinedPosition)), default=0)
    came = {roll.step: roll.after for roll in rolls}
    beginning = stands = seen[first].chances
    luck, decisions, corrections = ([0.0] * len(stands) for _ in range(3))
    for step, before in enumerate(seen[first:-1], first + 1):
        found, seat, begun = before.found, before.state.turn, before.turn_chances
        if found is None:  # nothing follows the end
            break
        chosen = next(each.chance for each in options_of(found) if each.event == _decided(events[step]))
        best = shared_out(found.value, seat, begun)
        _book(corrections, best, stands)
        stands = shared_out(chosen, seat, begun)
        _book(decisions, stands, best)
        if step in came:
            rolled = shared_out(came[step], seat, begun)
            _book(luck, rolled, stands)
            stands = rolled
    result = seen[-1].chances
    _book(corrections, result, stands)
    return tuple(map(Sums, result, beginning, luck, decisions, corrections))


def _book(term: list[float], after: Chances, before: Chances) -> None:
    """Adds to a term by how much each seat's chance has changed."""
    for seat, (has, had) in enumerate(zip(after, before, strict=True)):
        term[seat] += has - had


def _decided(event: Any) -> Any:  # noqa: ANN401 - each game's own
    """Returns what was decided, as an option has it: of a roll not the dice."""
    return None if isinstance(event, Roll) else event


def _moment(seen: Sequence[_Seen], rolls: Sequence[RollLuck], decisions: Sequence[Decision]) -> Moment | None:
    """Returns the event with the biggest swing: a roll with what it brought, or a decision with what it cost."""
    swings = []
    for roll in rolls:
        before = seen[roll.step - 1].found
        # What could have been done instead of the roll: a bank, unless the turn began with it.
        bank = before.bank if before else None
        swings.append(Moment(*roll, None if bank is None else Option(Bank(), bank)))
    swings += [Moment(each.step, each.seat, each.best.chance, each.chosen.chance, each.best) for each in decisions]
    return max(swings, key=lambda swing: abs(swing.after - swing.before), default=None)
