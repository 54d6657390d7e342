"""The coach of Claim It!: the value of each available choice, why the best one is better, and the analysis of a game.

The value of a choice is the win chance that it leads to if the rest of the turn is played best: the exact expectation
over the next rolls (`engine.claimit.expectation`) of the learned value at the end of the turn (`engine.claimit.value`).

In the analysis of a game the win chances change from event to event, and each change is counted once. A decision counts
for the difference between its chance and the chance of the best choice of the same search. Every other change is luck.
So beginning + decisions + rolls = result. The effect of all decisions of a seat shows how well it played,
without its luck. The luck of a roll need not average 0 over all 216 rolls: once the dice are known, the coach sees one
roll further. docs/coach.md has measurements.

Loaded in the coach's process only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from engine.claimit import position
from engine.claimit.expectation import Expectation, Search, turn_value_of
from engine.claimit.position import Field, Phase, State, goldclaims, groups_of, with_neighbours
from engine.claimit.rules import Bank, Event, JoinedPosition, Place, Roll, apply
from engine.claimit.value import win_chance_value
from engine.claimit.value import win_chances as learned_value
from engine.coach import Advice, Analysis, Chances, Decision, Option, Reason, ResultParts, TurningPoint
from engine.game import N_, Seat

Value = Callable[[State], Chances]
"""Returns each seat's share of the win in a position between turns."""


def advise(state: State, value: Value = learned_value) -> Advice | None:
    """Returns the rating of any position, from the value of positions between turns; None after the end."""
    if state.phase is Phase.OVER:
        return None
    expectation = None if state.phase is Phase.ROLL else search_of(state, value).expect(state, depth=1)
    options = options_of(expectation) if expectation else ()
    reason = why(state, options[0].event, options[1].event) if len(options) > 1 else None
    return Advice(state.turn, chances_of(state, value, expectation), options, reason)


def win_chances(state: State) -> Chances:
    """Returns each seat's share of the win, as `advise` does; exact once the game is over.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    is_choice = state.phase not in {Phase.ROLL, Phase.OVER}
    expectation = search_of(state, learned_value).expect(state, depth=1) if is_choice else None
    return chances_of(state, learned_value, expectation)


def chances_of(state: State, value: Value, expectation: Expectation | None) -> Chances:
    """Returns each seat's share of the win now.

    Between turns this is `value`, without a search. So the chances after a bank equal its predicted value.
    During a turn the active player's chance is the value of the best choice. The others share the rest in proportion to
    their chances after a bank (after a roll: after the best placement and a bank), so that taking a field from a player
    counts at once. `expectation` is the result of the search; None between turns and after the end.
    """
    if expectation is None:
        return value(state)
    placed = apply(state, expectation.best) if expectation.fields and expectation.best else state
    return rescale_chances(expectation.value, state.turn, value(apply(placed, Bank())))


def search_of(state: State, value: Value) -> Search:
    """Returns the search for a turn, given any of its positions."""
    if value is learned_value:
        return Search(state, win_chance_value(state), continues=True)  # the same value, computed faster
    seat = state.turn
    return Search(state, turn_value_of(state, lambda end: value(end)[seat]), continues=True)


def options_of(expectation: Expectation) -> tuple[Option, ...]:
    """Returns the available choices, the best first; if values are equal, the choice of the bots."""
    named: list[tuple[Event | None, float | None]] = [(Bank(), expectation.bank), (None, expectation.roll)]
    named += [(Place(field), chance) for field, chance in expectation.fields.items()]
    options = [Option(event, chance) for event, chance in named if chance is not None]
    # Sorting is stable: the bank stays before the roll, and the lowest field before the others.
    return tuple(sorted(options, key=attrgetter("chance"), reverse=True))


def why(state: State, better: Event | None, worse: Event | None) -> Reason | None:
    """Returns why one option is better than another; None if nothing on the board shows it."""
    match better, worse:
        case Place(field), Place(other):
            return next(_advantages(state, field, other), None)
        case Bank(), _:
            return why_bank(state)
        case _:
            return why_roll(state)


def rescale_chances(chance: float, seat: Seat, chances: Chances) -> Chances:
    """Returns the chances of all seats if this seat has `chance` and the others keep their proportions."""
    others = 1 - chances[seat]
    if others <= 0:
        # The others have nothing to share in proportion, so they share equally.
        return tuple(chance if each == seat else (1 - chance) / (len(chances) - 1) for each in range(len(chances)))
    return tuple(chance if each == seat else share * (1 - chance) / others for each, share in enumerate(chances))


class _RatedState(NamedTuple):
    """A position of the game with its win chances."""

    state: State
    chances: Chances
    expectation: Expectation | None
    """The result of the search; None between turns and after the end."""


def analyse(steps: Sequence[tuple[Any, State]], value: Value = learned_value) -> Analysis:
    """Returns the analysis of a game.

    Args:
        steps: the events that were not undone, each with the state after it; the first is the start. If the last
            state is not the end of the game, its win chances count as the result.
        value: the value of positions between turns.
    """
    events, states = zip(*steps, strict=True)
    search, rated = None, list[_RatedState]()
    for state in states:
        expectation = None
        if state.phase in {Phase.ROLL, Phase.OVER}:
            search = None
        else:
            search = search or search_of(state, value)
            expectation = search.expect(state, depth=1)
        rated.append(_RatedState(state, chances_of(state, value, expectation), expectation))
    decisions = tuple(_decisions(events, rated))
    chances, sums = tuple(each.chances for each in rated), _result_parts(events, rated)
    return Analysis(chances, decisions, sums, _turning_point(events, rated, {each.step: each for each in decisions}))


def _chances_after_decision(event: Any, before: _RatedState, after: _RatedState) -> Chances:  # noqa: ANN401 - each game's own
    """Returns the chances after the decision; after the decision to roll, before the dice are known."""
    if not isinstance(event, Roll):
        return after.chances
    if before.expectation is None or before.expectation.roll is None:  # a turn's first roll is not a choice
        return before.chances
    return rescale_chances(before.expectation.roll, before.state.turn, before.chances)


def _decisions(events: Sequence[Any], rated: Sequence[_RatedState]) -> Iterator[Decision]:
    for step, before in enumerate(rated[:-1], 1):
        options = options_of(before.expectation) if before.expectation else ()
        if len(options) < 2:
            continue
        best = options[0]
        event = None if isinstance(events[step], Roll) else events[step]
        chosen = next(option for option in options if option.event == event)
        reason = why(before.state, best.event, event) if chosen.chance < best.chance else None
        yield Decision(step, before.state.turn, chosen, best, reason)


def _result_parts(events: Sequence[Any], rated: Sequence[_RatedState]) -> tuple[ResultParts, ...]:
    # The parts of a game that was joined in the middle are counted from its last declared position.
    joined_at = max((step for step, event in enumerate(events) if isinstance(event, JoinedPosition)), default=0)
    beginning = rated[joined_at].chances
    seats = range(len(beginning))
    own, others, own_dice, others_dice = ([0.0] * len(seats) for _ in range(4))
    for step, (before, after) in enumerate(pairwise(rated[joined_at:]), joined_at + 1):
        decided = _chances_after_decision(events[step], before, after)
        for seat in seats:
            decisions, dice = (own, own_dice) if seat == before.state.turn else (others, others_dice)
            decisions[seat] += decided[seat] - before.chances[seat]
            dice[seat] += after.chances[seat] - decided[seat]
    return tuple(map(ResultParts, rated[-1].chances, beginning, own, others, own_dice, others_dice))


def _turning_point(
    events: Sequence[Any], rated: Sequence[_RatedState], decisions: Mapping[int, Decision]
) -> TurningPoint | None:
    """Returns the roll or decision that moved the chances furthest towards the result."""
    result = rated[-1].chances

    def towards_result(before: Chances, after: Chances, seat: Seat) -> float:
        nearer = [abs(was - end) - abs(now - end) for was, now, end in zip(before, after, result, strict=True)]
        # The chances of all seats and the displayed chance of this seat must both approach the result.
        return min(sum(nearer) / 2, nearer[seat])

    swings = list[tuple[float, TurningPoint]]()
    for step, (before, after) in enumerate(pairwise(rated), 1):
        seat, decided = before.state.turn, _chances_after_decision(events[step], before, after)
        if (decision := decisions.get(step)) is not None:
            best, chosen = decision.best, decision.chosen
            turning_point = TurningPoint(step, seat, best.chance, chosen.chance, chosen, best)
            swings.append((towards_result(before.chances, decided, seat), turning_point))
        if isinstance(events[step], Roll):
            bank = before.expectation.bank if before.expectation else None  # a turn's first roll is not a choice
            other = None if bank is None else Option(Bank(), bank)
            rolled = Option(None, decided[seat])
            turning_point = TurningPoint(step, seat, rolled.chance, after.chances[seat], rolled, other)
            swings.append((towards_result(decided, after.chances, seat), turning_point))
    return max(swings, key=itemgetter(0))[1] if swings else None


WINS = N_("banking wins the game")
CALLS = N_("banking calls the last round")
LOSES = N_("banking no longer wins")
SAFE = N_("no risk of a bust")
AT_STAKE = {
    (0, 1): N_("a bust costs a goldclaim"),
    (0, 2): N_("a bust costs {goldclaims} goldclaims"),
    (1, 0): N_("a bust costs a field"),
    (1, 1): N_("a bust costs a field and a goldclaim"),
    (1, 2): N_("a bust costs a field and {goldclaims} goldclaims"),
    (2, 0): N_("a bust costs {fields} fields"),
    (2, 1): N_("a bust costs {fields} fields and a goldclaim"),
    (2, 2): N_("a bust costs {fields} fields and {goldclaims} goldclaims"),
}
"""By the number of fields and of goldclaims (none, one, more): languages differ in their plurals."""
BUST_CHANCE = N_("bust chance: {busts} of 216 rolls")
JOINS = N_("joins mines into one of {mine}")
GROWS = N_("makes the largest mine {mine} instead of {other}")
READY = N_("then banking calls the last round")
CUTS = N_("cuts the largest mine of {name} to {mine}")
LOCKS = N_("a goldclaim once banked, safe for good")
TAKES = N_("takes a field from {name}")
SAFER = N_("then bust chance {busts} instead of {other} of 216")
OWNABLE = N_("leaves {fields} fields for ownership stones instead of {other}")


# A reason is a fact about the board that favours the better choice. It does not show how the coach found that choice:
# the coach weighs everything at once.


def why_bank(state: State) -> Reason | None:
    after = apply(state, Bank())
    if after.winners == (state.turn,):
        return Reason(WINS, {})
    if state.last_round is None and after.last_round is not None:
        return Reason(CALLS, {})
    cost = position.at_risk(state)
    if not position.bust_count(state) or not any(cost):
        return None
    return Reason(AT_STAKE[min(cost.fields, 2), min(cost.goldclaims, 2)], cost._asdict())


def why_roll(state: State) -> Reason | None:
    after = apply(state, Bank())
    if after.winners is not None and state.turn not in after.winners:
        return Reason(LOSES, {})
    busts = position.bust_count(state)
    if not busts:
        return Reason(SAFE, {})
    return Reason(BUST_CHANCE, {"busts": busts})


def _advantages(state: State, better: Field, worse: Field) -> Iterator[Reason]:  # noqa: C901 - a list of statements
    """Yields why one field is better than another for this roll, the most important reason first."""
    seat, seat_count = state.turn, len(state.players)
    own = state.fields[seat] | position.marks(state)
    # For each of the two fields, the number of the active player's groups next to it, as they would be after a bank.
    joined, joined_other = (
        0 if own >> field & 1 else sum(with_neighbours(group) >> field & 1 for group in groups_of(own))
        for field in (better, worse)
    )
    if joined >= 2 > joined_other:
        yield Reason(JOINS, {"mine": position.group_around(1 << better, own | 1 << better).bit_count()})
    placed, placed_other = (apply(state, Place(field)) for field in (better, worse))
    banked, banked_other = (apply(after, Bank()) for after in (placed, placed_other))
    mine, other_mine = (position.largest_mine(after, seat).bit_count() for after in (banked, banked_other))
    if mine > other_mine:
        yield Reason(GROWS, {"mine": mine, "other": other_mine})
    enough = position.GOLDCLAIMS_TO_CALL[seat_count]
    if state.last_round is None and goldclaims(banked, seat) >= enough > goldclaims(banked_other, seat):
        yield Reason(READY, {})
    for rival in (Seat((seat + step) % seat_count) for step in range(1, seat_count)):
        left, other_left = (position.largest_mine(after, rival).bit_count() for after in (banked, banked_other))
        if left < other_left:
            yield Reason(CUTS, {"mine": left}, rival)
    stones = position.legal(state)
    if isinstance(stones[better], position.OwnershipStone) and not isinstance(stones[worse], position.OwnershipStone):
        yield Reason(LOCKS, {})
    owner = _rival_on(state, better)
    if owner is not None and _rival_on(state, worse) is None:
        yield Reason(TAKES, {}, owner)
    busts, other_busts = position.bust_count(placed), position.bust_count(placed_other)
    if busts < other_busts:
        yield Reason(SAFER, {"busts": busts, "other": other_busts})
    fields, other_fields = (position.ownable_fields(after).bit_count() for after in (placed, placed_other))
    if fields > other_fields:
        yield Reason(OWNABLE, {"fields": fields, "other": other_fields})


def _rival_on(state: State, field: Field) -> Seat | None:
    """Returns the opponent whose stone is on the field, if this turn has not marked it."""
    here = 1 << field
    if position.marks(state) & here:
        return None
    return next((Seat(seat) for seat, own in enumerate(state.fields) if own & here and seat != state.turn), None)
