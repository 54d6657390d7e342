"""The coach of Claim It!: what each choice of a position is worth, and why the best one is.

A choice is worth the win chance to which it leads if the rest of the turn is played best: the exact expectation over
the rolls to come (`engine.claimit.expectation`), of the learned value where the turn ends (`engine.claimit.value`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.claimit.board import Field, group_around, groups_of, with_neighbours
from engine.claimit.placements import bust, legal, ownable_fields
from engine.claimit.position import OwnershipStone, Phase, State, marks
from engine.claimit.rules import Bank, Event, Place, apply
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL, at_risk, goldclaims, largest_mine
from engine.coach import Advice, Analysis, Chances, Option, Reason
from engine.game import N_, Seat

if TYPE_CHECKING:
    from engine.claimit.expectation import Expectation, Search  # loaded where it is used: only the coach's process does

Value = Callable[[State], Chances]
"""Returns each seat's share of the win, of a position between turns."""


def advise(state: State, value: Value | None = None) -> Advice | None:
    """Returns what the coach says of a position; None after the end.

    Args:
        state: whatever is due in it.
        value: of positions between turns; None: the learned one.
    """
    if state.phase is Phase.OVER:
        return None
    value = value or learned_value()
    found = None if state.phase is Phase.ROLL else look_ahead(state, value)
    options = options_of(found) if found else ()
    reason = why(state, options[0].event, options[1].event) if len(options) > 1 else None
    return Advice(state.turn, chances_of(state, value, found), options, reason)


def win_chances(state: State) -> Chances:
    """Returns each seat's share of the win, as `advise` shows them; exact once the game is over.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    value = learned_value()
    return chances_of(state, value, None if state.phase in {Phase.ROLL, Phase.OVER} else look_ahead(state, value))


def chances_of(state: State, value: Value, found: Expectation | None) -> Chances:
    """Returns each seat's share of the win as the game stands.

    Between turns they are the value's: a bank has promised these, and a search would correct them. Within a turn the
    mover has what its best choice is worth. The others share the rest in the proportion of their chances after a bank,
    of a roll that lies there after its best use: so it shows at once from whom a field is taken.

    Args:
        state: the position.
        value: of positions between turns.
        found: what the search has found in it; None between turns and after the end.
    """
    if found is None:
        return value(state)
    placed = apply(state, found.best) if found.fields and found.best else state
    return shared_out(found.value, state.turn, value(apply(placed, Bank())))


def learned_value() -> Value:
    """Returns the value that was learned; its weights are read when it is first asked for."""
    from engine.claimit.value import win_chances  # noqa: PLC0415 - whoever has no coach does not load it

    return win_chances


def search_of(state: State, value: Value) -> Search:
    """Returns the search of a turn, any position of which is given."""
    from engine.claimit.expectation import Search, turn_value_of  # noqa: PLC0415 - 10 ms no start has to wait for

    if value is learned_value():
        from engine.claimit.value import win_chance_value  # noqa: PLC0415 - as in `learned_value`

        return Search(state, win_chance_value(state), goes_on=True)
    seat = state.turn
    return Search(state, turn_value_of(state, lambda end: value(end)[seat]), goes_on=True)


def look_ahead(state: State, value: Value, search: Search | None = None) -> Expectation:
    """Returns what each choice of a position that is not over is worth to the mover.

    Args:
        state: the position.
        value: of positions between turns.
        search: that of the turn, where another of its positions has asked already.
    """
    return (search or search_of(state, value)).expect(state, depth=1)


def options_of(found: Expectation) -> tuple[Option, ...]:
    """Returns what may be done, the best first; of equals what the bots would do."""
    named: list[tuple[Event | None, float | None]] = [(Bank(), found.bank), (None, found.roll)]
    named += [(Place(field), chance) for field, chance in found.fields.items()]
    options = [Option(event, chance) for event, chance in named if chance is not None]
    # Sorting keeps the order of equals, so the bank stays before the roll and the lowest field before the others.
    return tuple(sorted(options, key=attrgetter("chance"), reverse=True))


def why(state: State, better: Event | None, worse: Event | None) -> Reason | None:
    """Returns why one option is better than another; None: nothing on the board tells them apart."""
    match better, worse:
        case Place(field), Place(other):
            return why_field(state, field, other)
        case Bank(), _:
            return why_bank(state)
        case _:
            return why_roll(state)


def shared_out(chance: float, seat: Seat, before: Chances) -> Chances:
    """Returns the chances of all seats if this one's is `chance`, and the others keep the proportion of theirs."""
    others = 1 - before[seat]
    if others <= 0:
        # Nothing is left for the others to share: all of them are as likely to profit.
        return tuple(chance if each == seat else (1 - chance) / (len(before) - 1) for each in range(len(before)))
    return tuple(chance if each == seat else share * (1 - chance) / others for each, share in enumerate(before))


def analyse(
    steps: Sequence[tuple[Any, State]], value: Value | None = None, *, note: Callable[[int], object] = lambda _: None
) -> Analysis:
    """Returns what the coach says of a game; see `engine.claimit.analysis`."""
    from engine.claimit import analysis  # noqa: PLC0415 - whoever has no coach does not load it

    return analysis.analyse(steps, value, note)


WINS = N_("a bank wins the game")
CALLS = N_("a bank calls the last round")
LOSES = N_("a bank does not win any more")
SAFE = N_("no roll can bust")
AT_STAKE = {
    (0, 1): N_("a bust would cost a goldclaim"),
    (0, 2): N_("a bust would cost {goldclaims} goldclaims"),
    (1, 0): N_("a bust would cost a field"),
    (1, 1): N_("a bust would cost a field and a goldclaim"),
    (1, 2): N_("a bust would cost a field and {goldclaims} goldclaims"),
    (2, 0): N_("a bust would cost {fields} fields"),
    (2, 1): N_("a bust would cost {fields} fields and a goldclaim"),
    (2, 2): N_("a bust would cost {fields} fields and {goldclaims} goldclaims"),
}
"""By how many fields and goldclaims, none, one or more: each language has its own word for one and for many."""
RARE = N_("{busts} of 216 rolls bust")
JOINS = N_("joins mines into one of {mine}")
GROWS = N_("makes the largest mine {mine}, not {other}")
READY = N_("then a bank calls the last round")
CUTS = N_("cuts the largest mine of {name} to {mine}")
LOCKS = N_("after a bank a goldclaim, never lost")
TAKES = N_("takes a field from {name}")
SAFER = N_("then {busts} of 216 rolls bust, not {other}")
OWNABLE = N_("leaves fields to be owned: {fields}, not {other}")


# These reasons are statements about the board: what the better choice has and the other one has not. Whether that is
# what made the coach prefer it is not claimed, since the coach weighs everything at once.


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
    """Returns why the roll that lies there is better used on one field than on another."""
    return next(_advantages(state, better, worse), None)


def _advantages(state: State, better: Field, worse: Field) -> Iterator[Reason]:  # noqa: C901 - a list of statements
    """Yields the weightiest first. Only the first is said; a generator does not work out the others."""
    seat, seats, own = state.turn, len(state.players), state.fields[state.turn] | marks(state)
    # How many of the mover's groups, as they are after a bank, the fields touch from outside.
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
    """Returns whose stone this turn's first mark on the field covers; None: nobody's but the mover's own."""
    here = 1 << field
    if marks(state) & here:
        return None
    owners = (Seat(seat) for seat, own in enumerate(state.fields) if own & here and seat != state.turn)
    return next(owners, None)
