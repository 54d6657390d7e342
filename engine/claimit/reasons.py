"""Why one choice of Claim It! is better than another: statements about the board, true by themselves.

They say what the better choice has and the other one has not. Whether that is what made the coach prefer it is not
claimed: the coach weighs everything at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.board import beside, group_around, groups_of
from engine.claimit.placements import bust, legal, ownable_fields
from engine.claimit.position import OwnershipStone, State, marks
from engine.claimit.rules import Bank, Place, apply
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL, at_risk, goldclaims, largest_mine
from engine.coach import Reason
from engine.game import N_, Seat

if TYPE_CHECKING:
    from engine.claimit.board import Field

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
    found = (statement(state, better, worse) for statement in _ABOUT_FIELDS)
    return next((reason for reason in found if reason is not None), None)


def _joins(state: State, better: Field, worse: Field) -> Reason | None:
    if _groups_beside(state, better) < 2 or _groups_beside(state, worse) >= 2:
        return None
    mine = group_around(1 << better, _own(state) | 1 << better).bit_count()
    return Reason(JOINS, {"mine": mine})


def _grows(state: State, better: Field, worse: Field) -> Reason | None:
    mine, other = (_mine_after(state, field, state.turn) for field in (better, worse))
    return Reason(GROWS, {"mine": mine, "other": other}) if mine > other else None


def _ready(state: State, better: Field, worse: Field) -> Reason | None:
    enough = GOLDCLAIMS_TO_CALL[len(state.players)]
    has, other = (goldclaims(_banked(state, field), state.turn) for field in (better, worse))
    return Reason(READY, {}) if state.last_round is None and has >= enough > other else None


def _cuts(state: State, better: Field, worse: Field) -> Reason | None:
    for step in range(1, len(state.players)):
        rival = Seat((state.turn + step) % len(state.players))
        mine = _mine_after(state, better, rival)
        if mine < _mine_after(state, worse, rival):
            return Reason(CUTS, {"mine": mine}, rival)
    return None


def _locks(state: State, better: Field, worse: Field) -> Reason | None:
    stones = legal(state)
    is_one, is_other = (isinstance(stones[field], OwnershipStone) for field in (better, worse))
    return Reason(LOCKS, {}) if is_one and not is_other else None


def _takes(state: State, better: Field, worse: Field) -> Reason | None:
    owner, other = (_rival_on(state, field) for field in (better, worse))
    return Reason(TAKES, {}, owner) if owner is not None and other is None else None


def _safer(state: State, better: Field, worse: Field) -> Reason | None:
    busts, other = (bust(apply(state, Place(field))) for field in (better, worse))
    return Reason(SAFER, {"busts": busts, "other": other}) if busts < other else None


def _ownable(state: State, better: Field, worse: Field) -> Reason | None:
    fields, other = (ownable_fields(apply(state, Place(field))).bit_count() for field in (better, worse))
    return Reason(OWNABLE, {"fields": fields, "other": other}) if fields > other else None


def _own(state: State) -> int:
    """Returns the fields that are the mover's after a bank."""
    return state.fields[state.turn] | marks(state)


def _groups_beside(state: State, field: Field) -> int:
    """Returns how many of the mover's groups, as they are after a bank, the field touches from outside."""
    own, here = _own(state), 1 << field
    return 0 if own & here else sum(1 for group in groups_of(own) if beside(group) & here)


def _banked(state: State, field: Field) -> State:
    """Returns the position after a placement and a bank."""
    return apply(apply(state, Place(field)), Bank())


def _mine_after(state: State, field: Field, seat: Seat) -> int:
    return largest_mine(_banked(state, field), seat).bit_count()


def _rival_on(state: State, field: Field) -> Seat | None:
    """Returns whose stone this turn's first mark on the field covers; None: nobody's but the mover's own."""
    here = 1 << field
    if marks(state) & here:
        return None
    owners = (Seat(seat) for seat, own in enumerate(state.fields) if own & here and seat != state.turn)
    return next(owners, None)


_ABOUT_FIELDS = (_joins, _grows, _ready, _cuts, _locks, _takes, _safer, _ownable)
"""The first that is true is said; the others are not worked out."""
