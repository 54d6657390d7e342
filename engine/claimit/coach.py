"""The coach of Claim It!: the value of each available choice, and why the best one is better.

The value of a choice is the win chance that it leads to if the rest of the turn is played best: the exact expectation
over the next rolls (`engine.claimit.expectation`) of the learned value at the end of the turn (`engine.claimit.value`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.claimit.position import (
    GOLDCLAIMS_TO_CALL,
    Field,
    OwnershipStone,
    Phase,
    State,
    at_risk,
    bust,
    goldclaims,
    group_around,
    groups_of,
    largest_mine,
    legal,
    marks,
    ownable_fields,
    with_neighbours,
)
from engine.claimit.rules import Bank, Event, Place, apply
from engine.coach import Advice, Analysis, Chances, Option, Reason
from engine.game import N_, Seat

if TYPE_CHECKING:
    from engine.claimit.expectation import (
        Expectation,
        Search,
    )  # imported where it is used: only the coach's process needs it

Value = Callable[[State], Chances]
"""Returns each seat's share of the win in a position between turns."""


def advise(state: State, value: Value | None = None) -> Advice | None:
    """Returns the rating of a position; None after the end.

    Args:
        state: any position.
        value: the value of positions between turns; None: the learned one.
    """
    if state.phase is Phase.OVER:
        return None
    value = value or learned_value()
    found = None if state.phase is Phase.ROLL else search_of(state, value).expect(state, depth=1)
    options = options_of(found) if found else ()
    reason = why(state, options[0].event, options[1].event) if len(options) > 1 else None
    return Advice(state.turn, chances_of(state, value, found), options, reason)


def win_chances(state: State) -> Chances:
    """Returns each seat's share of the win, as `advise` does; exact once the game is over.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    value = learned_value()
    is_choice = state.phase not in {Phase.ROLL, Phase.OVER}
    return chances_of(state, value, search_of(state, value).expect(state, depth=1) if is_choice else None)


def chances_of(state: State, value: Value, found: Expectation | None) -> Chances:
    """Returns each seat's share of the win now.

    Between turns this is `value`, without a search. So the chances after a bank are those that the bank promised.
    During a turn the active player's chance is the value of the best choice. The others share the rest in proportion to
    their chances after a bank (after a roll: after the best placement and a bank), so that taking a field from a player
    shows at once.

    Args:
        state: the position.
        value: the value of positions between turns.
        found: the result of the search; None between turns and after the end.
    """
    if found is None:
        return value(state)
    placed = apply(state, found.best) if found.fields and found.best else state
    return rescale_chances(found.value, state.turn, value(apply(placed, Bank())))


def learned_value() -> Value:
    """Returns the learned value. Its weights are read at the first call."""
    from engine.claimit.value import win_chances  # noqa: PLC0415 - only the coach needs it

    return win_chances


def search_of(state: State, value: Value) -> Search:
    """Returns the search for a turn, given any of its positions."""
    from engine.claimit.expectation import Search, turn_value_of  # noqa: PLC0415 - 10 ms no start has to wait for

    if value is learned_value():
        from engine.claimit.value import win_chance_value  # noqa: PLC0415 - as in `learned_value`

        return Search(state, win_chance_value(state), continues=True)
    seat = state.turn
    return Search(state, turn_value_of(state, lambda end: value(end)[seat]), continues=True)


def options_of(found: Expectation) -> tuple[Option, ...]:
    """Returns the available choices, the best first; if values are equal, the choice of the bots."""
    named: list[tuple[Event | None, float | None]] = [(Bank(), found.bank), (None, found.roll)]
    named += [(Place(field), chance) for field, chance in found.fields.items()]
    options = [Option(event, chance) for event, chance in named if chance is not None]
    # Sorting is stable: the bank stays before the roll, and the lowest field before the others.
    return tuple(sorted(options, key=attrgetter("chance"), reverse=True))


def why(state: State, better: Event | None, worse: Event | None) -> Reason | None:
    """Returns why one option is better than another; None if nothing on the board shows it."""
    match better, worse:
        case Place(field), Place(other):
            return why_field(state, field, other)
        case Bank(), _:
            return why_bank(state)
        case _:
            return why_roll(state)


def rescale_chances(chance: float, seat: Seat, before: Chances) -> Chances:
    """Returns the chances of all seats if this seat has `chance` and the others keep their proportions."""
    others = 1 - before[seat]
    if others <= 0:
        # The others have nothing to share in proportion, so they share equally.
        return tuple(chance if each == seat else (1 - chance) / (len(before) - 1) for each in range(len(before)))
    return tuple(chance if each == seat else share * (1 - chance) / others for each, share in enumerate(before))


def analyse(
    steps: Sequence[tuple[Any, State]],
    value: Value | None = None,
    *,
    report_progress: Callable[[int], object] = lambda _: None,
) -> Analysis:
    """Returns the analysis of a game; see `engine.claimit.analysis`."""
    from engine.claimit import analysis  # noqa: PLC0415 - only the coach needs it

    return analysis.analyse(steps, value, report_progress)


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
RARE = N_("bust chance: {busts} of 216 rolls")
JOINS = N_("joins mines into one of {mine}")
GROWS = N_("makes the largest mine {mine} instead of {other}")
READY = N_("then banking calls the last round")
CUTS = N_("cuts the largest mine of {name} to {mine}")
LOCKS = N_("a goldclaim once banked, safe for good")
TAKES = N_("takes a field from {name}")
SAFER = N_("then bust chance {busts} instead of {other} of 216")
OWNABLE = N_("leaves {fields} fields for ownership stones instead of {other}")


# These reasons are facts about the board: an advantage of the better choice over the other. They are not the reason of
# the coach, which weighs everything at once.


def why_bank(state: State) -> Reason | None:
    """Returns why a bank is better than another roll."""
    after = apply(state, Bank())
    if after.winners == (state.turn,):
        return Reason(WINS, {})
    if state.last_round is None and after.last_round is not None:
        return Reason(CALLS, {})
    cost = at_risk(state)
    if not bust(state) or not any(cost):
        return None
    return Reason(AT_STAKE[min(cost.fields, 2), min(cost.goldclaims, 2)], cost._asdict())


def why_roll(state: State) -> Reason | None:
    """Returns why another roll is better than a bank."""
    after = apply(state, Bank())
    if after.winners is not None and state.turn not in after.winners:
        return Reason(LOSES, {})
    busts = bust(state)
    if not busts:
        return Reason(SAFE, {})
    return Reason(RARE, {"busts": busts})


def why_field(state: State, better: Field, worse: Field) -> Reason | None:
    """Returns why one field is better than another for this roll."""
    return next(_advantages(state, better, worse), None)


def _advantages(state: State, better: Field, worse: Field) -> Iterator[Reason]:  # noqa: C901 - a list of statements
    """Yields the advantages, the most important first. A generator, because only the first is used."""
    seat, seats, own = state.turn, len(state.players), state.fields[state.turn] | marks(state)
    # The number of the active player's groups, as after a bank, that the fields touch from outside.
    joined, joined_other = (
        0 if own >> field & 1 else sum(with_neighbours(group) >> field & 1 for group in groups_of(own))
        for field in (better, worse)
    )
    if joined >= 2 > joined_other:
        yield Reason(JOINS, {"mine": group_around(1 << better, own | 1 << better).bit_count()})
    placed, placed_other = (apply(state, Place(field)) for field in (better, worse))
    banked, banked_other = (apply(after, Bank()) for after in (placed, placed_other))
    mine, other = (largest_mine(after, seat).bit_count() for after in (banked, banked_other))
    if mine > other:
        yield Reason(GROWS, {"mine": mine, "other": other})
    enough = GOLDCLAIMS_TO_CALL[seats]
    if state.last_round is None and goldclaims(banked, seat) >= enough > goldclaims(banked_other, seat):
        yield Reason(READY, {})
    for rival in (Seat((seat + step) % seats) for step in range(1, seats)):
        mine, other = (largest_mine(after, rival).bit_count() for after in (banked, banked_other))
        if mine < other:
            yield Reason(CUTS, {"mine": mine}, rival)
    stones = legal(state)
    if isinstance(stones[better], OwnershipStone) and not isinstance(stones[worse], OwnershipStone):
        yield Reason(LOCKS, {})
    owner = _rival_on(state, better)
    if owner is not None and _rival_on(state, worse) is None:
        yield Reason(TAKES, {}, owner)
    busts, other = bust(placed), bust(placed_other)
    if busts < other:
        yield Reason(SAFER, {"busts": busts, "other": other})
    fields, other = (ownable_fields(after).bit_count() for after in (placed, placed_other))
    if fields > other:
        yield Reason(OWNABLE, {"fields": fields, "other": other})


def _rival_on(state: State, field: Field) -> Seat | None:
    """Returns the opponent whose stone is on the field, if this turn has not marked it."""
    here = 1 << field
    if marks(state) & here:
        return None
    owners = (Seat(seat) for seat, own in enumerate(state.fields) if own & here and seat != state.turn)
    return next(owners, None)
