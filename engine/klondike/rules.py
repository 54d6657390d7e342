"""The rules of Klondike: what an event makes of a position. No state is ever changed: each step returns a new one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.game import Code, Illegal, Json, Seat
from engine.klondike.hands import deal_hands, dealing, fewest_in_hand, play_from_hand
from engine.klondike.joined_position import JoinedPosition, join
from engine.klondike.layout import BITS, CENTRE, CLAIMS, SLOT_POSITIONS, Slot, Tile, ends
from engine.klondike.placements import Refusal, check_placement, legal, over_limit
from engine.klondike.position import RIGHT_TO_WIN, Holding, Phase, State
from engine.starts import require_start

if TYPE_CHECKING:
    from collections.abc import Sequence

EMPTY: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)
"""No tile in any slot."""
title = "Klondike"
seats = range(2, 5)
defaults: Json = {"deal": "", "centre_each_round": False}
"""The variants, as they are played where nobody asks for another."""
DEALS = ("", "basic", "draw")
"""The forms of dealing; left open, the number of players decides."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile is laid.

    Attributes:
        slot: where.
        tile: from the claim that names the slot outward.
    """

    slot: Slot
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pass:
    """The player has nothing legal; the rules take the table's word for it, for hands are secret (rules, 4.4)."""


Event = Lay | Pass | JoinedPosition


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the state in which a match begins: a chip on each claim, an additional one in the centre (rules, 3).

    Raises:
        Illegal: `players` or `syntax`, for arguments that no start can have, such as an unknown form of dealing.
    """
    require_start(players, first, options, title=title, seats=seats, defaults=defaults)
    if options["deal"] not in DEALS:
        raise Illegal(Code.SYNTAX, "The deal of a start is basic or draw.")
    return deal_hands(
        State(
            players=tuple(players),
            centre_each_round=options["centre_each_round"],
            turn=first,
            starter=first,
            claims=tuple(Holding(chips=1 + (claim == CENTRE)) for claim in CLAIMS),
            chips=(0,) * len(players),
            deal=dealing(len(players), options["deal"]),
        )
    )


def apply(state: State, event: Event) -> State:
    """Returns the state after the event; a round that ends is followed by the next one at once.

    Raises:
        Illegal: `phase`, `illegal` for a tile that may not lie there, `syntax` for tiles or slots that there are not.
    """
    if state.phase is Phase.OVER:
        raise Illegal(Code.PHASE, "The match is over: only an undo or a new start may come now.")
    if isinstance(event, JoinedPosition):
        return fewest_in_hand(join(state, event))
    acted = replace(state, turns=state.turns + 1)
    after = _apply_tile(acted, event) if isinstance(event, Lay) else replace(acted, passes=state.passes + 1)
    # A round also ends when everybody has passed in succession: somebody who can lay a tile might come next.
    over = None not in after.slots or after.passes == len(state.players)
    return _next_round(after) if over else replace(after, turn=_left_of(after, after.turn))


def legal_events(state: State) -> tuple[Event, ...]:
    """Returns what may be chosen now, whoever has the tile: hands are secret. A pass may always be."""
    if state.phase is Phase.OVER:
        return ()
    return (*(Lay(slot, tile) for ways in legal(state).values() for slot, tile in ways), Pass())


def acting_seat(state: State) -> Seat | None:
    """Returns the seat that acts next; None after the end."""
    return None if state.phase is Phase.OVER else state.turn


def ending(state: State) -> str:
    """Returns what told the winners from the others: a word of `endings`."""
    return "chips" if len(state.winners or ()) == 1 else "shared"


def _apply_tile(state: State, event: Lay) -> State:
    if event.tile not in BITS or event.slot not in range(len(SLOT_POSITIONS)):
        raise Illegal(Code.SYNTAX, "A tile has two ends from 0 to 6, a slot is a number from 0 to 23.")
    verdict = check_placement(state, event.slot, event.tile)
    if isinstance(verdict, Refusal):
        slot, tile = SLOT_POSITIONS[event.slot], "|".join(map(str, event.tile))
        raise Illegal(
            Code.ILLEGAL, verdict.format(slot=slot.name, tile=tile, digit=over_limit(state, event.slot, event.tile))
        )
    slots = (*state.slots[: event.slot], event.tile, *state.slots[event.slot + 1 :])
    after = replace(play_from_hand(state), slots=slots, laid=state.laid | BITS[event.tile], passes=0)
    for claim, end in ends(event.slot, event.tile):
        after = _touch_claim(after, claim, end)
    return after


def _touch_claim(state: State, claim: int, end: int) -> State:
    """Returns the state after an end was laid at a claim: the fourth right one wins the stack (rules, 4.3)."""
    holding = state.claims[claim]
    # A wrong end, which the exceptions allow, spoils the claim and does not count; the digit stays.
    if holding.digit not in (None, end):
        return _with_holding(state, claim, holding._replace(spoiled=True))
    held = holding._replace(digit=end, right=holding.right + 1)
    if held.right < RIGHT_TO_WIN:
        return _with_holding(state, claim, held)
    chips = tuple(have + held.chips * (seat == state.turn) for seat, have in enumerate(state.chips))
    return _with_holding(replace(state, chips=chips), claim, held._replace(chips=0, won_by=state.turn))


def _with_holding(state: State, claim: int, holding: Holding) -> State:
    return replace(state, claims=(*state.claims[:claim], holding, *state.claims[claim + 1 :]))


def _next_round(state: State) -> State:
    """Returns the state in which the next round begins; after the last round the end, with its winners (rules, 5)."""
    if state.round == state.rounds:
        best = max(state.chips)
        winners = tuple(Seat(seat) for seat, chips in enumerate(state.chips) if chips == best)
        return replace(state, phase=Phase.OVER, winners=winners)
    starter = _left_of(state, state.starter)
    more = (1 + (claim == CENTRE and state.centre_each_round) for claim in CLAIMS)
    claims = tuple(Holding(held.chips + chips) for held, chips in zip(state.claims, more, strict=True))
    fresh = replace(
        state, round=state.round + 1, starter=starter, turn=starter, claims=claims, slots=EMPTY, laid=0, passes=0
    )
    return deal_hands(fresh)


def _left_of(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(state.players))
