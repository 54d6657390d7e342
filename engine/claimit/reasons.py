"""Why one choice of Claim It! is better than another: statements about the board, true by themselves.

They say what the better choice has and the other one has not. Whether that is what made the coach prefer it is not
claimed: the coach weighs everything at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.claimit.board import Field, beside, group_around, groups_of
from engine.claimit.placements import bust, legal, ownable_fields
from engine.claimit.position import OwnershipStone, State, marks
from engine.claimit.rules import Bank, Place, apply
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL, at_risk, goldclaims, largest_mine
from engine.coach import Reason
from engine.game import N_, Seat

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
        0 if own >> field & 1 else sum(beside(group) >> field & 1 for group in groups_of(own))
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
