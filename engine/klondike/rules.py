"""The rules of Klondike: the state after each event. States are immutable; each step returns a new one.

How a position is stored (`position.State`), and why:

- A slot has one name, that of the claim to its west or south, and a tile is written outward from that claim. So there
  is one notation for each placement, and two records of the same match are equal.
- The claims (`claims`: digit, right ends, chips) are stored in addition to the tiles, because whether an end is right
  depends on the order of the placements, which `slots` does not keep.
- `placed` is the set of the tiles in `slots` as an int of 28 bits (`position.BITS`).
- Hands are secret, and in most games the box does not know them: the state counts tiles (`hands`) and accepts a pass
  that the players declare. If the box has dealt the tiles, `dealt` computes the hands from the seed.

The event that ends a round also starts the next one: no position is between two rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.dice import Draws
from engine.game import ChanceOutcome, Code, Face, Illegal, Json, LaterOption, Seat
from engine.klondike import position
from engine.klondike.position import CLAIMS, SLOT_POSITIONS, ClaimState, Phase, Slot, State, Tile, place_from_hand
from engine.starts import require_start

EMPTY: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)
"""No tile in any slot."""
title = "Klondike"
seats = range(2, 5)
defaults: Json = {"deal": "", "centre_each_round": False}
later_options = {
    "checked_pass": LaterOption(default=False, in_new_games=True),
    "seen": LaterOption(default=False, start_key="set_aside"),
}
DEALS = ("", "basic", "draw")
"""The forms of dealing; "" depends on the number of players."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tile was placed.

    Attributes:
        slot: the slot.
        tile: its ends, outward from the claim that names the slot.
    """

    slot: Slot
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pass:
    """The player has no legal placement. The players declare it, because hands are secret (rules, 4.4)."""


Event = Place | Pass


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the state at the start of a match: a chip on each claim, two on the centre (rules, 3).

    Raises:
        Illegal: `players` or `syntax`: the arguments are wrong.
    """
    every = require_start(players, first, options, title=title, seats=seats, defaults=defaults, later=later_options)
    if options["deal"] not in DEALS:
        raise Illegal(Code.SYNTAX, "The deal of a start is basic or draw.")
    dealt, tile = position.dealing(len(players), options["deal"]), position.tile_of(every.get("set_aside"))
    if every["seen"] and (len(players), dealt) != (3, "basic"):
        raise Illegal(Code.SYNTAX, "A tile is set aside with three players and the basic deal only.")
    if every["seen"] is (tile is None):
        raise Illegal(Code.SYNTAX, "A start with the option seen, and no other, names the set_aside tile: two ends.")
    return position.deal_hands(
        State(
            players=tuple(players),
            centre_each_round=options["centre_each_round"],
            turn=first,
            starter=first,
            claims=tuple(ClaimState(chips=1 + (claim == position.CENTRE)) for claim in CLAIMS),
            chips=(0,) * len(players),
            deal=dealt,
            checked_pass=every["checked_pass"],
            aside=0 if tile is None else position.BITS[tile],
        )
    )


def apply(state: State, event: Event) -> State:
    """Returns the state after the event. The event that ends a round also starts the next one.

    Raises:
        Illegal: `phase`, `illegal` for a tile that does not fit, `syntax` for impossible tiles or slots.
    """
    if state.phase is Phase.OVER:
        raise Illegal(Code.PHASE, "The match is over: only an undo or a new start may come now.")
    after = replace(state, turns=state.turns + 1, passes=state.passes + 1)
    if isinstance(event, Place):
        slot, tile = event.slot, event.tile
        if tile not in position.BITS or slot not in range(len(SLOT_POSITIONS)):
            raise Illegal(Code.SYNTAX, "A tile has two ends from 0 to 6, a slot is a number from 0 to 23.")
        verdict = position.check_placement(state, slot, tile)
        if isinstance(verdict, position.Refusal):
            digit = position.over_limit(state, slot, tile)
            sentence = verdict.format(slot=SLOT_POSITIONS[slot].name, tile="|".join(map(str, tile)), digit=digit)
            raise Illegal(Code.ILLEGAL, sentence)
        slots = (*state.slots[:slot], tile, *state.slots[slot + 1 :])
        after = replace(place_from_hand(after), slots=slots, placed=state.placed | position.BITS[tile], passes=0)
        for claim, end in position.ends(slot, tile):
            after = _touch_claim(after, claim, end)
    elif state.checked_pass and (shown := position.refute_pass(state)) is not None:
        slot, tile = shown
        sentence = (
            "Every tile that is left fits somewhere, such as {}|{} on {}: a player who can place a tile must do so."
        )
        raise Illegal(Code.ILLEGAL, sentence.format(*tile, SLOT_POSITIONS[slot].name))
    # A round also ends when all players have passed in succession, even if one of them could place a tile now.
    over = None not in after.slots or after.passes == len(state.players)
    return _next_round(after) if over else replace(after, turn=_left_of(after, after.turn))


def legal_events(state: State) -> tuple[Event, ...]:
    """Returns what may be chosen now, from any hand, because hands are secret; a pass, unless it is impossible."""
    if state.phase is Phase.OVER:
        return ()
    lays = tuple(Place(slot, tile) for ways in position.legal(state).values() for slot, tile in ways)
    return lays if state.checked_pass and position.refute_pass(state) is not None else (*lays, Pass())


def ending(state: State) -> str:
    """Returns what decided the match, a key of `endings`."""
    return "chips" if len(state.winners or ()) == 1 else "shared"


def _touch_claim(state: State, claim: int, end: int) -> State:
    """Returns the state after an end was placed at a claim: the fourth right one wins the stack (rules, 4.3)."""
    holding = state.claims[claim]
    # A wrong end, which the exceptions allow, spoils the claim and does not count; the digit stays.
    if holding.digit not in (None, end):
        return _with_claim(state, claim, holding._replace(spoiled=True))
    held = holding._replace(digit=end, right=holding.right + 1)
    if held.right < position.RIGHT_TO_WIN:
        return _with_claim(state, claim, held)
    chips = tuple(have + held.chips * (seat == state.turn) for seat, have in enumerate(state.chips))
    return _with_claim(replace(state, chips=chips), claim, held._replace(chips=0, won_by=state.turn))


def _with_claim(state: State, claim: int, holding: ClaimState) -> State:
    return replace(state, claims=(*state.claims[:claim], holding, *state.claims[claim + 1 :]))


def _next_round(state: State) -> State:
    """Returns the state at the start of the next round; after the last round the end (rules, 5)."""
    if state.round == state.rounds:
        best = max(state.chips)
        winners = tuple(Seat(seat) for seat, chips in enumerate(state.chips) if chips == best)
        return replace(state, phase=Phase.OVER, winners=winners)
    starter = _left_of(state, state.starter)
    more = (1 + (claim == position.CENTRE and state.centre_each_round) for claim in CLAIMS)
    claims = tuple(ClaimState(held.chips + chips) for held, chips in zip(state.claims, more, strict=True))
    fresh = replace(
        state,
        round=state.round + 1,
        starter=starter,
        turn=starter,
        claims=claims,
        slots=EMPTY,
        placed=0,
        passes=0,
    )
    return position.deal_hands(fresh)


def _left_of(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(state.players))


dice: Mapping[str, Sequence[Face]] = {}
start_rule = None
"""The companion chooses by chance, and the players can choose another seat."""


def chance_outcome(event: Event) -> ChanceOutcome | None:  # noqa: ARG001 - the contract's
    return None


def chance_event(state: State, draws: Draws) -> Event | None:  # noqa: ARG001 - the contract's
    return None
