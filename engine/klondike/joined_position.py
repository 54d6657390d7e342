"""Joining a match of Klondike that is on already: a position between two turns, and whether it can be one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.game import N_, Code, Illegal, Json, Seat, syntax_error
from engine.klondike.placements import LIMIT
from engine.klondike.position import (
    BITS,
    CENTRE,
    CLAIMS,
    RIGHT_TO_WIN,
    SLOT_POSITIONS,
    SLOTS,
    WITH,
    Claim,
    Holding,
    Slot,
    State,
    Tile,
    claim_name,
    ends,
    tile_of,
)


class ImpossiblePosition(Illegal):
    """A position to which no match can lead.

    Attributes:
        reason: the sentence with its fields open, to be translated.
        fields: what stands in them; `slot` and `name` are the notation's.
    """

    def __init__(self, reason: str, fields: Mapping[str, object]) -> None:
        super().__init__(Code.ILLEGAL, reason.format(**fields))
        self.reason = reason
        self.fields = fields


class ToldClaim(NamedTuple):
    """What the layout does not show of a claim; None: what follows from it by itself."""

    digit: int | None = None
    """Needed where different ends were laid at it."""
    chips: int | None = None
    """Else as many as it got in all the rounds so far, and none once it is won."""
    won_by: Seat | None = None
    """Needed where it was won in this round."""


@dataclass(frozen=True, slots=True)
class JoinedPosition:
    """The match was joined in the middle: what lies there between two turns, and whose turn it is."""

    slots: tuple[tuple[Slot, Tile], ...]
    """The tiles of this round, by slot in ascending order."""
    chips: tuple[int, ...]
    """What each seat has won."""
    round: int
    starter: Seat
    """The seat that began the round."""
    turn: Seat
    claims: tuple[tuple[Claim, ToldClaim], ...] = ()


def parse_position(event: Json) -> JoinedPosition:
    """Returns a position from the notation, whether it can be or not. Raises Illegal: `syntax`."""
    slots, chips, claims = event.get("slots"), event.get("chips"), event.get("claims", {})
    tiles = [tile_of(tile) for tile in slots.values()] if isinstance(slots, dict) else []
    if not isinstance(slots, dict) or not slots.keys() <= SLOTS.keys() or None in tiles:
        raise syntax_error(
            "The slots of a position are an object: each filled slot's tile, two whole numbers from 0 to 6."
        )
    if not isinstance(chips, list) or not all(type(each) is int and each >= 0 for each in chips):
        raise syntax_error("The chips of a position are a list: how many each seat has won, none below 0.")
    if not isinstance(claims, dict) or not claims.keys() <= _CLAIMS.keys():
        raise syntax_error(f"The claims of a position are an object, with some of: {', '.join(_CLAIMS)}.")
    return JoinedPosition(
        slots=tuple(sorted((SLOTS[name], tile) for name, tile in zip(slots, tiles, strict=True) if tile)),
        chips=tuple(chips),
        round=_whole(event, "round"),
        starter=Seat(_whole(event, "starter")),
        turn=Seat(_whole(event, "turn")),
        claims=tuple(sorted((_CLAIMS[name], _parse_claim(name, claim)) for name, claim in claims.items())),
    )


def format_position(position: JoinedPosition) -> dict[str, Any]:
    """Returns the notation of a position."""
    claims = {
        claim_name(claim): {key: value for key, value in known._asdict().items() if value is not None}
        for claim, known in position.claims
    }
    return {
        "event": "position",
        "slots": {SLOT_POSITIONS[slot].name: list(tile) for slot, tile in position.slots},
        "chips": list(position.chips),
        "round": position.round,
        "starter": position.starter,
        "turn": position.turn,
        **({"claims": claims} if claims else {}),
    }


def join(state: State, position: JoinedPosition) -> State:
    """Returns the state in which a joined match goes on.

    Raises:
        Illegal: `phase` where something has happened already, `syntax` for seats that there are not, `illegal` for a
            position to which no match can lead.
    """
    if state.turns or state.laid or state.round > 1 or any(state.chips):
        raise Illegal(Code.PHASE, "A position cannot be now: it comes right after the start.")
    _check_turn(state, position)
    laid = _laid(position.slots)
    if laid & state.aside:
        raise _illegal(N_("A tile that lies in the layout cannot be the one that is set aside."))
    slots = dict(position.slots)
    filled = tuple(slots.get(Slot(number)) for number in range(len(SLOT_POSITIONS)))
    shown: Mapping[Claim, list[int]] = {claim: [] for claim in CLAIMS}
    for slot, tile in position.slots:
        for claim, end in ends(slot, tile):
            shown[claim].append(end)
    known, put = dict(position.claims), [chips_put(state, claim, position.round) for claim in CLAIMS]
    claims = tuple(
        _holding(claim_name(claim), shown[claim], known.get(claim, ToldClaim()), put[claim]) for claim in CLAIMS
    )
    for digit in range(len(WITH)):
        if sum(held.digit == digit for held in claims) > LIMIT:
            raise _illegal(
                N_("The digit {digit} stands at more than {limit} claims: no third claim may get it."),
                digit=digit,
                limit=LIMIT,
            )
    _check_wrong_ends(position.slots, claims, laid)
    # No chip is ever lost: as many are there as were put.
    won, lying = sum(position.chips), sum(held.chips for held in claims)
    if won + lying != sum(put):
        raise _illegal(
            N_("In round {round} there are {put} chips; here the players have {won} and {lying} lie on claims."),
            round=position.round,
            put=sum(put),
            won=won,
            lying=lying,
        )
    return replace(
        state,
        slots=filled,
        laid=laid,
        claims=claims,
        chips=position.chips,
        round=position.round,
        starter=position.starter,
        turn=position.turn,
    )


def _check_turn(state: State, position: JoinedPosition) -> None:
    seats = len(state.players)
    winners = {claim.won_by for _, claim in position.claims if claim.won_by is not None}
    if len(position.chips) != seats or not {position.starter, position.turn, *winners} <= set(range(seats)):
        raise syntax_error(f"There are {seats} players: the seats 0 to {seats - 1}, with the chips of each.")
    if not 1 <= position.round <= state.rounds:
        raise _illegal(N_("A match of {seats} has the rounds 1 to {rounds}."), seats=seats, rounds=state.rounds)
    starter = (state.starter + position.round - 1) % seats
    if position.starter != starter:
        raise _illegal(
            N_("Round {round} was begun by {name}: the start goes round."),
            round=position.round,
            name=state.players[starter],
        )


def _laid(slots: Sequence[tuple[Slot, Tile]]) -> int:
    laid = 0
    for slot, tile in slots:
        if laid & BITS[tile]:
            raise _illegal(
                N_("The tile {tile} on {slot} lies there twice."),
                tile=f"{tile[0]}|{tile[1]}",
                slot=SLOT_POSITIONS[slot].name,
            )
        laid |= BITS[tile]
    if len(slots) == len(SLOT_POSITIONS):
        raise _illegal(N_("All 24 slots are filled: the round is over, and the next one has begun."))
    return laid


def _holding(name: str, shown: Sequence[int], known: ToldClaim, most: int) -> Holding:
    """Returns a claim by the ends that show to it, by what was told of it, and by the chips it can have at most."""
    if known.digit is None and len(set(shown)) > 1:
        raise _illegal(N_("Different ends lie at the claim {claim}: say which is its digit."), claim=name)
    if known.digit is not None and known.digit not in shown:
        raise _illegal(
            N_("No end at the claim {claim} shows {digit}: the first end gives a claim its digit."),
            claim=name,
            digit=known.digit,
        )
    digit = known.digit if known.digit is not None else next(iter(shown), None)
    right = sum(end == digit for end in shown)
    if right == RIGHT_TO_WIN:
        if known.won_by is None:
            raise _illegal(N_("Four right ends lie at the claim {claim}: say who won it."), claim=name)
        if known.chips:
            raise _illegal(N_("The claim {claim} is won: no chips lie there."), claim=name)
        return Holding(0, digit, right, won_by=known.won_by)
    if known.won_by is not None:
        raise _illegal(
            N_("The claim {claim} is not won: four right ends win it, and {right} lie there."), claim=name, right=right
        )
    chips = most if known.chips is None else known.chips
    if not 1 <= chips <= most:
        raise _illegal(N_("On the claim {claim} lie 1 to {most} chips in this round."), claim=name, most=most)
    return Holding(chips, digit, right, spoiled=right < len(shown))


def chips_put(state: State, claim: Claim, rounds: int) -> int:
    """Returns how many chips a claim has got in so many rounds (rules, 3 and K9)."""
    if claim != CENTRE:
        return rounds
    return 2 * rounds if state.centre_each_round else rounds + 1


def _check_wrong_ends(slots: Sequence[tuple[Slot, Tile]], claims: Sequence[Holding], laid: int) -> None:
    """Makes sure that an exception allows each wrong end (rules, 4.2): what lies out now may have lain out then."""
    for slot, tile in slots:
        touched = [(claims[claim].digit, end) for claim, end in ends(slot, tile)]
        digits = [digit for digit, _ in touched if digit is not None]
        wrong = sum(digit != end for digit, end in touched)
        one_is_enough = wrong == 1 and len(digits) == 2 and bool(laid & BITS[digits[0], digits[1]])
        any_will_do = all(WITH[digit] & ~laid == 0 for digit in digits)
        if wrong and not one_is_enough and not any_will_do:
            raise _illegal(
                N_("The tile {tile} shows a wrong digit on {slot}: a tile that fits is not laid elsewhere."),
                tile=f"{tile[0]}|{tile[1]}",
                slot=SLOT_POSITIONS[slot].name,
            )


def _parse_claim(name: str, known: object) -> ToldClaim:
    keys = ToldClaim._fields
    if not isinstance(known, dict) or not known.keys() <= set(keys):
        raise syntax_error(f"What is told of the claim {name} is an object with some of: {', '.join(keys)}.")
    if not all(value is None or (type(value) is int and value >= 0) for value in known.values()):
        raise syntax_error(f"What is told of the claim {name} are whole numbers, none below 0.")
    won_by = known.get("won_by")
    return ToldClaim(known.get("digit"), known.get("chips"), None if won_by is None else Seat(won_by))


def _whole(event: Json, key: str) -> int:
    value = event.get(key)
    if type(value) is not int:
        raise syntax_error(f"The {key} of a position is a whole number.")
    return value


_CLAIMS = {claim_name(claim): claim for claim in CLAIMS}


def _illegal(reason: str, **fields: object) -> ImpossiblePosition:
    return ImpossiblePosition(reason, fields)
