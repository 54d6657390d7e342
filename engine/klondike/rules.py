"""The rules of Klondike: which tile fits where (rules, 4.1 and 4.2), and the state after each event.

A claim is a number from 0 to 8, row by row from 1/1. A slot is a number from 0 to 23, in the order of the slots' names.
A tile is written outward from the claim that names its slot. States are immutable; each step returns a new one.

How a position is stored (`State`), and why:

- A slot has one name, that of the claim to its west or south, and a tile is written outward from that claim. So there
  is one notation for each placement, and two records of the same match are equal.
- The claims (`claims`: digit, right ends, chips) are stored in addition to the tiles, because whether an end is right
  depends on the order of the placements, which `slots` does not keep.
- `placed` is the set of the tiles in `slots` as an int of 28 bits (`BITS`).
- Hands are secret, and in most games the box does not know them: the state counts tiles (`hands`) and accepts a pass
  that the players declare. If the box has dealt the tiles, `dealt` computes the hands from the seed.

The event that ends a round also starts the next one: no position is between two rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, NewType

from engine.dice import Draws
from engine.game import ChanceOutcome, Code, Face, Illegal, Json, LaterOption, Seat, illegal, syntax_error
from engine.starts import require_start

Claim = NewType("Claim", int)
Slot = NewType("Slot", int)
Tile = tuple[int, int]
"""Two ends, 0 to 6 each."""

SIDE = 3
CLAIMS = tuple(Claim(number) for number in range(SIDE * SIDE))
CENTRE = Claim(4)
TILES = tuple((low, high) for low in range(7) for high in range(low, 7))
"""The double-six set."""

_STEPS = {"E": (1, 0), "N": (0, 1), "S": (0, -1), "W": (-1, 0)}


class SlotPosition(NamedTuple):
    name: str
    inner: Claim
    """The claim that names it; the first end of a tile touches it."""
    outer: Claim | None
    """The claim that the second end touches; None on the rim."""


def claim_at(column: int, row: int) -> Claim | None:
    return CLAIMS[(row - 1) * SIDE + column - 1] if 1 <= column <= SIDE and 1 <= row <= SIDE else None


def claim_name(claim: Claim) -> str:
    return f"{claim % SIDE + 1}/{claim // SIDE + 1}"


def _slot_position(claim: Claim, side: str) -> SlotPosition | None:
    """Returns the slot at a side of a claim; None if it is named after the claim on its other side."""
    right, up = _STEPS[side]
    outer = claim_at(claim % SIDE + 1 + right, claim // SIDE + 1 + up)
    if outer is not None and side in "SW":
        return None
    return SlotPosition(f"{claim_name(claim)}{side}", claim, outer)


SLOT_POSITIONS = tuple(sorted(filter(None, (_slot_position(claim, side) for claim in CLAIMS for side in _STEPS))))
"""The slots, sorted by name."""
SLOTS = {position.name: Slot(number) for number, position in enumerate(SLOT_POSITIONS)}
"""The slots by name."""
EMPTY: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)


def ends(slot: Slot, tile: Tile) -> tuple[tuple[Claim, int], ...]:
    """Returns the claims that the tile touches, each with the end at it."""
    position = SLOT_POSITIONS[slot]
    first = ((position.inner, tile[0]),)
    return first if position.outer is None else (*first, (position.outer, tile[1]))


BITS = {tile: 1 << number for number, (low, high) in enumerate(TILES) for tile in ((low, high), (high, low))}
"""A bit for each of the 28 tiles, in both orientations: a set of tiles is an int."""
TILES_WITH = tuple(sum(BITS[tile] for tile in TILES if digit in tile) for digit in range(7))
"""For each digit the set of the seven tiles with it."""


def tile_of(value: object) -> Tile | None:
    """Returns a tile from the notation, a list of its two ends; None if the value is not a tile."""
    # By type, because True is an int.
    if not isinstance(value, list) or len(value) != 2 or not all(type(end) is int and 0 <= end <= 6 for end in value):
        return None
    near, far = value
    return near, far


def orientations(tile: Tile) -> tuple[Tile, ...]:
    """Returns the orientations of a tile, low end first: two, or one for a double."""
    low, high = sorted(tile)
    return ((low, high),) if low == high else ((low, high), (high, low))


class Phase(StrEnum):
    """What can happen next."""

    PLACE = "place"
    OVER = "over"


RIGHT_TO_WIN = 4
"""The right ends with which a claim is won (rules, 4.3)."""


class ClaimState(NamedTuple):
    """A claim in this round."""

    chips: int
    digit: int | None = None
    """The first end that was placed at it."""
    right: int = 0
    """The number of ends that show its digit."""
    spoiled: bool = False
    won_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    centre_each_round: bool
    """Whether the centre gets an additional chip in every round (rules, K9)."""
    turn: Seat
    """The active seat; after the end the seat that was active last."""
    starter: Seat
    """The seat that began the round."""
    claims: tuple[ClaimState, ...]
    chips: tuple[int, ...]
    """The chips that each seat has won."""
    slots: tuple[Tile | None, ...] = EMPTY
    """The tile in each slot, written outward from the claim that names the slot."""
    placed: int = 0
    """The tiles in the slots, as a set of `BITS`."""
    round: int = 1
    turns: int = 0
    """The number of turns that have ended."""
    passes: int = 0
    """The number of passes in succession."""
    phase: Phase = Phase.PLACE
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win; None before the end."""
    deal: str = "basic"
    """The form of dealing, `basic` or `draw`."""
    hands: tuple[int, ...] = ()
    """The number of tiles in each hand."""
    checked_pass: bool = False
    """Whether an impossible pass is illegal."""
    aside: int = 0
    """The tile that is set aside for the whole match, visible to all, as a set of `BITS`; 0 if no tile is."""

    @property
    def rounds(self) -> int:
        """The number of rounds: every player starts twice (rules, 5)."""
        return 2 * len(self.players)


def tiles_left(state: State) -> tuple[Tile, ...]:
    """Returns the tiles that can still be placed in this round, the low end first."""
    unavailable = state.placed | state.aside
    return tuple(tile for tile in TILES if not unavailable & BITS[tile])


def claims_with(state: State, digit: int) -> int:
    """Returns the number of claims with this digit; wrong ends do not count (rules, 2 and K1)."""
    return sum(each.digit == digit for each in state.claims)


MAX_PER_DIGIT = 2
"""Maximum number of claims with the same digit (rules, 2)."""


class TilePlacement(NamedTuple):
    slot: Slot
    tile: Tile
    """In its orientation there."""


class Rule(StrEnum):
    """Why a tile may be placed."""

    NORMAL = "normal"
    """Each end shows the digit of its claim, or gives it one."""
    ONE_RIGHT = "one_right"
    """The tile with both digits is in another slot: one right end is enough (X1)."""
    ANY = "any"
    """All tiles with these digits are placed: any tile fits (X2)."""


class Refusal(StrEnum):
    """Why a tile may not be placed, as a sentence with the fields slot, tile and digit."""

    FILLED = "{slot} has a tile already: choose an empty slot."
    PLACED = "The tile {tile} is on the board already: place another one."
    ASIDE = "The tile {tile} is set aside in this match: place another one."
    WRONG = "The tile {tile} shows a wrong digit on {slot}: each end must show the digit of its claim."
    LIMIT = "Two claims have the digit {digit} already: a third one may not get it."


def check_placement(state: State, slot: Slot, tile: Tile) -> Rule | Refusal:
    """Returns the rule that allows the placement, or why it is not allowed."""
    if state.slots[slot] is not None:
        return Refusal.FILLED
    if state.placed & BITS[tile]:
        return Refusal.PLACED
    if state.aside & BITS[tile]:
        return Refusal.ASIDE
    rule = _fitting_rule(state, slot, tile)
    if rule is None:
        return Refusal.WRONG
    return rule if over_limit(state, slot, tile) is None else Refusal.LIMIT


def tile_placements(state: State, tile: Tile) -> tuple[TilePlacement, ...]:
    """Returns the placements of a tile, in both orientations, in the order of the slots' names."""
    if (state.placed | state.aside) & BITS[tile]:
        return ()
    empty = [Slot(number) for number, here in enumerate(state.slots) if here is None]
    pairs = (TilePlacement(slot, turned) for slot in empty for turned in orientations(tile))
    return tuple(each for each in pairs if _may_place(state, each.slot, each.tile))


def fitting_tiles(state: State, slot: Slot) -> tuple[Tile, ...]:
    """Returns the tiles that may be placed on the slot, in any orientation, from any hand."""
    return tuple(tile for tile in TILES if any(_may_place(state, slot, turned) for turned in orientations(tile)))


def legal(state: State) -> dict[Tile, tuple[TilePlacement, ...]]:
    """Returns every tile that may be placed now, from any hand, and its placements; empty after the end."""
    found = {tile: tile_placements(state, tile) for tile in TILES if state.phase is Phase.PLACE}
    return {tile: placements for tile, placements in found.items() if placements}


def wins(state: State, placement: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims that the placement would complete with a fourth right end (rules, 4.3)."""
    touched = ((claim, end, state.claims[claim]) for claim, end in ends(*placement))
    return tuple(claim for claim, end, now in touched if now.right + 1 == RIGHT_TO_WIN and now.digit == end)


def spoils(state: State, placement: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims at which the placement would show a wrong digit (rules, 4.3)."""
    return tuple(claim for claim, end in ends(*placement) if state.claims[claim].digit not in (None, end))


def exception_slot(state: State, slot: Slot) -> Slot | None:
    """Returns where the tile with both digits of this slot is, so that one right end is enough here (X1); or None."""
    position = SLOT_POSITIONS[slot]
    if position.outer is None:
        return None
    digits = {state.claims[position.inner].digit, state.claims[position.outer].digit}
    return next((Slot(there) for there, tile in enumerate(state.slots) if tile and set(tile) == digits), None)


def over_limit(state: State, slot: Slot, tile: Tile) -> int | None:
    """Returns the digit that a third claim would get by the placement, or None."""
    opened = [end for claim, end in ends(slot, tile) if state.claims[claim].digit is None]
    # A double may open two claims at once: both count.
    return next((digit for digit in opened if claims_with(state, digit) + opened.count(digit) > MAX_PER_DIGIT), None)


def _may_place(state: State, slot: Slot, tile: Tile) -> bool:
    return isinstance(check_placement(state, slot, tile), Rule)


def _fitting_rule(state: State, slot: Slot, tile: Tile) -> Rule | None:
    """Returns the rule that allows these ends at these claims, without the limit of digits; None if none does."""
    position = SLOT_POSITIONS[slot]
    near = state.claims[position.inner].digit
    digits = (near,) if position.outer is None else (near, state.claims[position.outer].digit)
    # On the rim the second end of a tile touches nothing and cannot be wrong.
    wrong_ends = sum(digit not in (None, end) for digit, end in zip(digits, tile, strict=False))
    if not wrong_ends:
        return Rule.NORMAL
    # The exceptions come last, because the rule is recorded, and a tile that fits needs no exception.
    if all(TILES_WITH[digit] & ~state.placed == 0 for digit in digits if digit is not None):
        return Rule.ANY
    match digits:
        case (int(first), int(second)) if wrong_ends == 1 and state.placed & BITS[first, second]:
            return Rule.ONE_RIGHT
        case _:
            return None


DEALT = {(2, "basic"): 14, (2, "draw"): 9, (3, "basic"): 9, (3, "draw"): 7, (4, "basic"): 7}
"""Tiles dealt to each hand, by players and form of dealing (rules, 3)."""


def deal_form(players: int, deal: str) -> str:
    """Returns the form of dealing, `basic` or `draw` (rules, 3).

    The default is `draw` for three players (K12) and `basic` for two (K13). With four players no stock would be left.
    """
    return "basic" if players == 4 else deal or ("draw" if players == 3 else "basic")


def deal_hands(state: State) -> State:
    return replace(state, hands=(DEALT[len(state.players), state.deal],) * len(state.players))


def stock(state: State) -> int:
    """Returns the number of tiles in the stock; 0 in a basic deal and after the end."""
    if state.deal != "draw" or state.phase is Phase.OVER:
        return 0
    seat_count = len(state.players)
    return max(0, len(TILES) - seat_count * DEALT[seat_count, state.deal] - state.placed.bit_count())


def refute_pass(state: State) -> TilePlacement | None:
    """Returns a placement that shows that a pass is impossible; None if a pass is possible.

    It is impossible if every tile that is not placed fits somewhere and the seat holds one. Without
    `State.checked_pass` the rules accept the pass anyway (rules, 4.4).
    """
    if state.phase is Phase.OVER or state.hands[state.turn] < 1:
        return None
    placements = legal(state)
    return next(iter(placements.values()))[0] if len(placements) == len(tiles_left(state)) else None


title = "Klondike"
seats = range(2, 5)
defaults: Json = {"deal": "", "centre_each_round": False}
later_options = {
    "checked_pass": LaterOption(default=False, in_new_games=True),
    # Whether the players saw the tile that is left over: the start then names it in `set_aside`.
    "seen": LaterOption(default=False, start_key="set_aside"),
}
DEALS = ("", "basic", "draw")
"""The forms of dealing; "" depends on the number of players."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tile was placed."""

    slot: Slot
    tile: Tile
    """Its ends, outward from the claim that names the slot."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The player has no legal placement. The players declare it, because hands are secret (rules, 4.4)."""


Event = Place | Pass


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the state at the start of a match: a chip on each claim, two on the centre (rules, 3).

    Raises:
        Illegal: with the code `players` or `syntax`.
    """
    filled = require_start(players, first, options, title=title, seats=seats, defaults=defaults, later=later_options)
    if options["deal"] not in DEALS:
        raise syntax_error("The deal of a start is basic or draw.")
    dealt, tile = deal_form(len(players), options["deal"]), tile_of(filled.get("set_aside"))
    if filled["seen"] and (len(players), dealt) != (3, "basic"):
        raise syntax_error("A tile is set aside with three players and the basic deal only.")
    if filled["seen"] != (tile is not None):
        raise syntax_error("A start with the option seen, and no other, names the set_aside tile: two ends.")
    return deal_hands(
        State(
            players=tuple(players),
            centre_each_round=options["centre_each_round"],
            turn=first,
            starter=first,
            claims=tuple(ClaimState(chips=1 + (claim == CENTRE)) for claim in CLAIMS),
            chips=(0,) * len(players),
            deal=dealt,
            checked_pass=filled["checked_pass"],
            aside=0 if tile is None else BITS[tile],
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
        if tile not in BITS or slot not in range(len(SLOT_POSITIONS)):
            raise syntax_error("A tile has two ends from 0 to 6, a slot is a number from 0 to 23.")
        verdict = check_placement(state, slot, tile)
        if isinstance(verdict, Refusal):
            digit = over_limit(state, slot, tile)
            sentence = verdict.format(slot=SLOT_POSITIONS[slot].name, tile="|".join(map(str, tile)), digit=digit)
            raise illegal(sentence)
        slots = (*state.slots[:slot], tile, *state.slots[slot + 1 :])
        # The player draws another tile if the stock has one.
        hand_shrinks = not stock(state)
        hands = tuple(held - (hand_shrinks and seat == state.turn) for seat, held in enumerate(state.hands))
        after = replace(after, hands=hands, slots=slots, placed=state.placed | BITS[tile], passes=0)
        for claim, end in ends(slot, tile):
            after = _touch_claim(after, claim, end)
    elif state.checked_pass and (shown := refute_pass(state)) is not None:
        slot, tile = shown
        example = "{}|{} on {}".format(*tile, SLOT_POSITIONS[slot].name)
        raise illegal(f"Every tile left fits somewhere, such as {example}: a player who can place must do so.")
    # A round also ends when all players have passed in succession, even if one of them could place a tile now.
    over = None not in after.slots or after.passes == len(state.players)
    return _next_round(after) if over else replace(after, turn=_left_of(after, after.turn))


def legal_events(state: State) -> tuple[Event, ...]:
    """Returns what may be chosen now, from any hand, because hands are secret; a pass, unless it is impossible."""
    if state.phase is Phase.OVER:
        return ()
    placements = tuple(Place(slot, tile) for each in legal(state).values() for slot, tile in each)
    return placements if state.checked_pass and refute_pass(state) is not None else (*placements, Pass())


def ending(state: State) -> str:
    return "chips" if len(state.winners or ()) == 1 else "shared"


def _touch_claim(state: State, claim: int, end: int) -> State:
    """Returns the state after an end was placed at a claim: the fourth right one wins the chips (rules, 4.3)."""
    before = state.claims[claim]
    # A wrong end, which the exceptions allow, spoils the claim and does not count; the digit stays.
    if before.digit not in (None, end):
        return _with_claim(state, claim, before._replace(spoiled=True))
    after = before._replace(digit=end, right=before.right + 1)
    if after.right < RIGHT_TO_WIN:
        return _with_claim(state, claim, after)
    chips = tuple(had + after.chips * (seat == state.turn) for seat, had in enumerate(state.chips))
    return _with_claim(replace(state, chips=chips), claim, after._replace(chips=0, won_by=state.turn))


def _with_claim(state: State, claim: int, claim_state: ClaimState) -> State:
    return replace(state, claims=(*state.claims[:claim], claim_state, *state.claims[claim + 1 :]))


def _next_round(state: State) -> State:
    """Returns the state at the start of the next round; after the last round the end (rules, 5)."""
    if state.round == state.rounds:
        best = max(state.chips)
        winners = tuple(Seat(seat) for seat, chips in enumerate(state.chips) if chips == best)
        return replace(state, phase=Phase.OVER, winners=winners)
    starter = _left_of(state, state.starter)
    more = (1 + (claim == CENTRE and state.centre_each_round) for claim in CLAIMS)
    claims = tuple(ClaimState(each.chips + chips) for each, chips in zip(state.claims, more, strict=True))
    empty = replace(state, claims=claims, slots=EMPTY, placed=0, passes=0)
    return deal_hands(replace(empty, round=state.round + 1, starter=starter, turn=starter))


def _left_of(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(state.players))


dice: Mapping[str, Sequence[Face]] = {}
start_rule = None
"""The companion chooses by chance, and the players can choose another seat."""


def chance_outcome(event: Event) -> ChanceOutcome | None:  # noqa: ARG001 - the interface of a game
    return None


def chance_event(state: State, draws: Draws) -> Event | None:  # noqa: ARG001 - the interface of a game
    return None
