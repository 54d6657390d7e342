"""The rules of Claim It!: the state after each event. States are immutable; each step returns a new one.

How a position is stored (`position.State`), and why:

- A set of fields is one int of 36 bits, such as `State.owned`. Odds and bots compute millions of times which fields are
  available and which are connected. With bit sets this takes a few shifts for all fields at once.
- A field can have a stack: during a turn a player stone, a claim stone on it, an ownership stone on top; a goldclaim
  of an earlier turn is a player stone on an ownership stone. Stacks are not stored: there is one set for each kind of
  stone, and these sets determine each stack (`stacks` rebuilds them for display).
- The marks of a turn (`claims`, `owned`) are separate from what is won (`fields`, `gold`). A bust discards the marks,
  a bank adds them: `end_turn` does both.

Invariants: the sets in `fields` are disjoint, `gold` is within them, and `owned` and `gold` are disjoint. A claim stone
below an ownership stone still counts as used, except with `recycle`. A bust is never stored as a roll: it ends the turn
at once, so in `Phase.PLACE` at least one field is available. Undo is not an event of the rules: the record
(`engine.record`) returns to an older state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.claimit import position
from engine.claimit.position import ClaimStone, Dice, Field, LastRound, Phase, State, format_field
from engine.dice import Draws
from engine.game import ChanceOutcome, Code, Face, HighestSum, Illegal, Json, LaterOption, Seat, illegal, syntax_error
from engine.starts import require_start


@dataclass(frozen=True, slots=True)
class Roll:
    """Three dice were rolled."""

    dice: Dice
    """1 to 6 each, in their original order."""
    by: str | None = None
    """`hand` for real dice; None for virtual dice."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stone was placed on a field. The rules decide which stone."""

    field: Field


@dataclass(frozen=True, slots=True)
class Bank:
    """The turn ended, and the active player keeps the marked fields."""


@dataclass(frozen=True, slots=True)
class JoinedPosition:
    """The game begins with this position, between two turns, instead of an empty board."""

    stacks: tuple[tuple[Field, tuple[position.Stone, ...]], ...]
    """By field in ascending order; in a stack the bottom stone first."""
    turn: Seat
    last_round: LastRound | None = None


Event = Roll | Place | Bank | JoinedPosition

title = "Claim It!"
seats = range(2, 6)
defaults: Json = {"recycle": False}
later_options: Mapping[str, LaterOption] = {}
_ROLLS = frozenset(position.ROLLS)
_DUE = {
    Phase.ROLL: "the turn begins with a roll",
    Phase.PLACE: "the roll must be placed first",
    Phase.CHOOSE: "roll again or bank",
    Phase.OVER: "the game is over",
}


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the state at the start of a game: an empty board, and the first seat must roll.

    Raises:
        Illegal: with the code `players` or `syntax`.
    """
    require_start(players, first, options, title=title, seats=seats, defaults=defaults)
    return State(tuple(players), recycle=options["recycle"], turn=first, fields=(0,) * len(players))


def apply(state: State, event: Event) -> State:  # noqa: C901 - a table of the events
    """Returns the state after the event.

    Raises:
        Illegal: `phase`, `illegal` for a field that is not available, `syntax` for impossible dice or fields.
    """
    match event:
        case Roll(dice):
            _expect_phase(state, "A roll", Phase.ROLL, Phase.CHOOSE)
            # The notation excludes others, but bots and other programs create events directly.
            if dice not in _ROLLS:
                raise syntax_error("The dice of a roll are three whole numbers from 1 to 6.")
            # A bust is not an event: it follows from the roll.
            if position.available_placements(state, dice):
                return replace(state, phase=Phase.PLACE, roll=dice, busted=False)
            return end_turn(state, 0, 0)
        case Place(field):
            if field not in position.FIELDS:
                raise syntax_error("A field is a number from 0 to 35.")
            _expect_phase(state, f"A placement on {format_field(field)}", Phase.PLACE)
            stone = position.legal(state).get(field)
            if stone is None:
                refused = position.refusal(state, field) or position.Refusal.NOT_NAMED  # `or` only for mypy: never None
                why = refused.format(stone=position.third_die(state, field))
                available = ", ".join(map(format_field, position.legal(state)))
                raise illegal(f"{format_field(field)} is not available: {why}; available: {available}.")
            placed, here = replace(state, phase=Phase.CHOOSE, roll=None), 1 << field
            if isinstance(stone, ClaimStone):
                before, after = state.claims[: stone.number - 1], state.claims[stone.number :]
                return replace(placed, claims=(*before, here, *after))
            # With `recycle` the claim stone that is now covered returns to the supply.
            claims = tuple(claim & ~here for claim in state.claims) if state.recycle else state.claims
            return replace(placed, owned=state.owned | here, claims=claims)
        case Bank():
            _expect_phase(state, "A bank", Phase.CHOOSE)
            return end_turn(state, position.marks(state), state.owned)
        case JoinedPosition():
            return join(state, event)


def legal_events(state: State) -> tuple[Event, ...]:
    """Returns what may be chosen now: the placements of the current roll, or a bank."""
    # Not a roll: see `chance_event`.
    match state.phase:
        case Phase.PLACE:
            return tuple(Place(field) for field in position.legal(state))
        case Phase.CHOOSE:
            return (Bank(),)
        case _:
            return ()


def _expect_phase(state: State, what: str, *phases: Phase) -> None:
    if state.phase not in phases:
        raise Illegal(Code.PHASE, f"{what} is not possible now: {_DUE[state.phase]}.")


def end_turn(state: State, taken: int, owned: int) -> State:
    """Returns the state after the turn.

    Args:
        state: a position of the turn; its marks do not count.
        taken: the fields that the turn takes, as a set; none after a bust.
        owned: those of them with an ownership stone.
    """
    fields = tuple(own | taken if seat == state.turn else own & ~taken for seat, own in enumerate(state.fields))
    settled = replace(state, fields=fields, gold=state.gold | owned)
    ended = replace(
        settled,
        claims=position.NO_CLAIMS,
        owned=0,
        phase=Phase.ROLL,
        turns=state.turns + 1,
        roll=None,
        busted=not taken,
        last_round=_last_round(settled),
    )
    if ended.last_round and not ended.last_round.turns_left:
        return replace(ended, phase=Phase.OVER, last_round=None, winners=position.winners(ended))
    return replace(ended, turn=Seat((state.turn + 1) % len(state.players)))


def _last_round(state: State) -> LastRound | None:
    if state.last_round:
        return state.last_round._replace(turns_left=state.last_round.turns_left - 1)
    if position.goldclaims(state, state.turn) < position.GOLDCLAIMS_TO_CALL[len(state.players)]:
        return None
    # One turn for each player. The next seat has the first one, so the caller has the last one (rules, The end).
    return LastRound(called_by=state.turn, turns_left=len(state.players))


DIE = "die"
dice: Mapping[str, Sequence[Face]] = {DIE: range(1, 7)}
"""One kind of die; a roll has three of it."""


def chance_outcome(event: Event) -> ChanceOutcome | None:
    return ChanceOutcome(event.dice, event.by) if isinstance(event, Roll) else None


def chance_event(state: State, draws: Draws) -> Event | None:
    # In CHOOSE a roll is possible, too, instead of a bank.
    return roll(draws) if state.phase in {Phase.ROLL, Phase.CHOOSE} else None


def roll(draws: Draws) -> Roll:
    first, second, third = draws.dice(3)
    return Roll((first, second, third))


start_rule: HighestSum[Event] = HighestSum(roll, lambda event: sum(event.dice) if isinstance(event, Roll) else 0)


class Rival(NamedTuple):
    """A rival, after the active player would bank now."""

    seat: Seat
    mine: int
    mine_to_win: int | None
    """The smallest mine that wins with the rival's goldclaims and fields; None if the rival has no turn left."""


def is_bank_sensible(state: State) -> bool:
    """Returns whether a careful player would bank now; a rule of thumb, not a search.

    In the last round, a player who would not lead after a bank has nothing to lose by rolling. Otherwise a bank is
    sensible if it wins the game, or if the next roll is expected to lose more than the one field that it can gain.

    Raises:
        Illegal: there is nothing to bank now.
    """
    banked = apply(state, Bank())
    leads = state.turn in position.winners(banked)
    if banked.phase is Phase.OVER and leads:
        return True
    if state.last_round is not None and not leads:
        return False
    risked, busts = position.at_risk(state), position.bust_count(state)
    return busts * (risked.fields + risked.goldclaims) > position.ROLL_COUNT - busts


def rivals(state: State) -> tuple[Rival, ...]:
    """Returns the rivals in seat order, the next one first. Raises Illegal: there is nothing to bank now."""
    banked = apply(state, Bank())
    scores, moving = position.standings(banked), seats_to_move(banked)
    needed = {seat: _mine_to_win(scores, seat) for seat in moving}
    following = (Seat((state.turn + step) % len(scores)) for step in range(1, len(scores)))
    return tuple(Rival(seat, scores[seat].mine, needed.get(seat)) for seat in following)


def _mine_to_win(scores: Sequence[position.Standing], seat: Seat) -> int:
    own = scores[seat]
    best = max((each.mine, each.goldclaims, each.fields) for other, each in enumerate(scores) if other != seat)
    return best[0] if (own.goldclaims, own.fields) > best[1:] else best[0] + 1


def seats_to_move(state: State) -> tuple[Seat, ...]:
    """Returns the seats that still have a turn in the last round, the next one first; empty before the last round."""
    left = state.last_round.turns_left if state.last_round else 0
    return tuple(Seat((state.turn + turn) % len(state.players)) for turn in range(left))


def join(state: State, joined: JoinedPosition) -> State:
    """Returns the state in which a joined game continues.

    Raises:
        Illegal: `phase` if the game has begun already, `syntax` for seats that do not exist, `illegal` for a position
            that no game can reach.
    """
    if state.phase is not Phase.ROLL or state.turns or any(state.fields) or state.last_round:
        raise Illegal(Code.PHASE, "A position is not possible now: it must be the first event after the start.")
    seat_numbers = range(len(state.players))
    if joined.turn not in seat_numbers or (joined.last_round and joined.last_round.called_by not in seat_numbers):
        raise syntax_error(f"The seats are 0 to {seat_numbers[-1]}.")
    for field, stack in joined.stacks:
        _require_between_turns(field, stack, seat_numbers)
    player_stones = position.PLAYER_STONES[: len(state.players)]
    after = replace(
        state,
        fields=tuple(sum(1 << field for field, stack in joined.stacks if stone in stack) for stone in player_stones),
        gold=sum(1 << field for field, stack in joined.stacks if position.OWNERSHIP_STONE in stack),
        turn=joined.turn,
        last_round=joined.last_round,
    )
    if (many := position.locked_fields(after).bit_count()) > position.OWNERSHIP_STONE_COUNT:
        raise illegal(f"There are only {position.OWNERSHIP_STONE_COUNT} ownership stones, not {many}.")
    _check_last_round(after)
    return after


def _require_between_turns(field: Field, stack: tuple[position.Stone, ...], seat_numbers: range) -> None:
    """Raises Illegal if a stack is impossible between turns: only a player stone or a goldclaim is possible."""
    name = format_field(field)
    if any(isinstance(stone, ClaimStone) for stone in stack):
        raise illegal(f"{name} has a claim stone: between turns all six are in the supply.")
    *under, top = stack
    if not isinstance(top, position.PlayerStone) or under not in ([], [position.OWNERSHIP_STONE]):
        raise illegal(
            f"{name} has an impossible stack: between turns it is a player's stone, alone or on one ownership stone."
        )
    if top.seat not in seat_numbers:
        raise syntax_error(f"{name} has a stone of seat {top.seat}: the seats are 0 to {seat_numbers[-1]}.")


def _check_last_round(state: State) -> None:
    """Raises Illegal unless the last round matches the goldclaims (rules, The end)."""
    seat_count = len(state.players)
    enough = position.GOLDCLAIMS_TO_CALL[seat_count]
    with_enough = [seat for seat in map(Seat, range(seat_count)) if position.goldclaims(state, seat) >= enough]
    if state.last_round is None:
        if with_enough:
            raise illegal(f"{state.players[with_enough[0]]} has {enough} goldclaims or more, but no last round is on.")
        return
    caller, left = state.last_round
    if not 1 <= left <= seat_count:
        raise illegal(f"In a last round 1 to {seat_count} turns are left, one for each player.")
    if caller not in with_enough:
        raise illegal(f"{state.players[caller]} cannot have called the last round with fewer than {enough} goldclaims.")
    finished = seat_count - left
    if state.turn != (caller + 1 + finished) % seat_count:
        raise illegal(f"With {left} turns left it is not {state.players[state.turn]}'s turn: the caller moves last.")
    # Goldclaims are never lost. A seat that has not moved since the call had them before: it would be the caller.
    moved = [(caller + turn) % seat_count for turn in range(finished + 1)]
    for seat in with_enough:
        if seat not in moved:
            raise illegal(f"{state.players[seat]} has {enough} goldclaims or more: that seat would be the caller.")
