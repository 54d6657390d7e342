"""Play-outs: thousands of random games from a position to the end.

The policy takes any available field with the same probability, then tosses a coin for another roll or a bank. One
random number per roll, from 0 up to but not including 1, decides all three: it is in one of 432 equal parts, which
gives the roll and the coin; its place within the part gives the field.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.bot import RandomFloat
from engine.claimit import position
from engine.claimit.position import ALL_FIELDS, EVERY_THIRD, FIELDS, ROLLS, UNUSED_THIRDS, State
from engine.claimit.rules import Bank, Place, Roll, apply
from engine.game import Seat

PARTS = 2 * len(ROLLS)


class Use(NamedTuple):
    """One way to use a roll: a field and a claim stone, each as a set of one, that is, a single bit."""

    field: int
    claim_stone: int
    """The claim stone of the third die: bit 0 is claim stone 1."""


def play_out(state: State, random: RandomFloat) -> State:
    """Returns the end of one random game from here.

    Args:
        state: any position, also during a turn.
        random: called once for each roll, and once for the rest of the current turn.
    """
    if state.phase is not position.Phase.ROLL:
        state = _finish_turn(state, random)
    if state.phase is position.Phase.OVER:
        return state
    # From here on local variables hold the position, because creating a State for every placement would be slow. Tests
    # compare the results with games that are played by the rules.
    seats, seat, turns, gold = len(state.players), int(state.turn), state.turns, state.gold
    fields = list(state.fields)
    turns_left = state.last_round.turns_left if state.last_round else 0
    while True:
        marks, owned = _play_turn(fields[seat], gold, random, recycle=state.recycle)
        turns += 1
        if marks:
            gold |= owned
            kept = fields[seat]
            fields = [own & ~marks for own in fields]
            fields[seat] = kept | marks
        # A last round is only counted down: it cannot be called again.
        if turns_left == 1:
            break
        if turns_left:
            turns_left -= 1
        elif (fields[seat] & gold).bit_count() >= position.GOLDCLAIMS_TO_CALL[seats]:
            # One turn for each player, as in `_last_round` of the rules.
            turns_left = seats
        seat = (seat + 1) % seats
    end = State(
        players=state.players,
        recycle=state.recycle,
        turn=Seat(seat),
        fields=tuple(fields),
        gold=gold,
        phase=position.Phase.OVER,
        turns=turns,
        busted=not marks,
    )
    return replace(end, winners=position.winners(end))


def random_win_shares(state: State, games: int, random: RandomFloat) -> tuple[float, ...]:
    """Returns each seat's share of the wins in this number of play-outs, at least 1; a shared win counts in parts."""
    shares = [0.0] * len(state.players)
    for _ in range(games):
        won = play_out(state, random).winners or ()
        for seat in won:
            shares[seat] += 1 / len(won)
    return tuple(share / games for share in shares)


def roll_for(number: float) -> Roll:
    return Roll(ROLLS[int(number * PARTS) // 2])


def placement_for(state: State, number: float) -> Place:
    available = list(position.legal(state))
    part = number * PARTS
    return Place(available[int((part - int(part)) * len(available))])


def is_bank(number: float) -> bool:
    """Returns whether the coin for a random number says bank."""
    return int(number * PARTS) % 2 == 1


def _finish_turn(state: State, random: RandomFloat) -> State:
    number = random()
    state = _place_if_due(state, number)
    while state.phase is position.Phase.CHOOSE and not is_bank(number):
        number = random()
        state = _place_if_due(apply(state, roll_for(number)), number)
    return apply(state, Bank()) if state.phase is position.Phase.CHOOSE else state


def _place_if_due(state: State, number: float) -> State:
    return apply(state, placement_for(state, number)) if state.phase is position.Phase.PLACE else state


def _play_turn(own: int, gold: int, random: RandomFloat, *, recycle: bool) -> tuple[int, int]:
    """Plays a turn from its first roll.

    Returns:
        The fields that it marked, and those of them with an ownership stone; none after a bust.
    """
    supply = position.OWNERSHIP_STONE_COUNT - gold.bit_count()
    # The rules compute these sets for each placement (`position.allowed_placements`); here they are updated.
    ownable = own & ~gold if supply else 0
    claimable = ALL_FIELDS & ~(own | gold)
    used = marks = owned = 0  # `used`: the claim stones on the board
    claim_at: dict[int, int] = {}
    while True:
        part = random() * PARTS
        # Parts 2n and 2n + 1 have the same roll; after the odd one the turn banks.
        whole = int(part)
        uses = USES[(ownable * EVERY_THIRD | claimable * UNUSED_THIRDS[used]) & _OFFERS[whole]]
        # A bust: the turn marks nothing.
        if not uses:
            return 0, 0
        here, claim = uses[int((part - whole) * len(uses))]
        marks |= here
        if here & ownable:
            owned |= here
            supply -= 1
            # When the last ownership stone is placed, no other field is ownable.
            ownable = ownable ^ here if supply else 0
            if recycle:
                used ^= claim_at.pop(here, 0)
        else:
            claimable ^= here
            used |= claim
            claim_at[here] = claim
            if supply:
                ownable |= here
        if whole & 1:
            return marks, owned


def _uses_of(placements: int) -> tuple[Use, ...]:
    pairs = sorted((bit % len(FIELDS), bit // len(FIELDS)) for bit in position.fields_in(placements))
    return tuple(Use(1 << field, 1 << third) for field, third in pairs)


def _subsets_of(placements: int) -> Iterator[int]:
    """Yields every subset of the placements, the empty one last."""
    subset = placements
    while subset:
        yield subset
        subset = subset - 1 & placements
    yield 0


_OFFERS = tuple(position.offered_placements(ROLLS[part // 2]) for part in range(PARTS))
"""The placements that the roll of each part offers, as a set."""
USES = {placements: _uses_of(placements) for offers in position.OFFERED.values() for placements in _subsets_of(offers)}
"""The ways to use a roll, by its available placements: 1,476 sets, and the empty set for a bust."""
