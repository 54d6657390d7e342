"""The start of a game of Piratenclaim: its options, the layout of the board, and the black discs (rules, 2, 8 and 9).

Each outer segment has three discs, and every open field can be reached from the middle.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.dice import Draws
from engine.game import ChanceOutcome, Face, Json, LaterOption, Seat, illegal, syntax_error
from engine.piratenclaim import position
from engine.piratenclaim.ledger import first_ledger, reported_ships
from engine.piratenclaim.position import SEGMENTS, Board, Dice, Discs, Event, Field, Phase, Roll, State
from engine.starts import require_start

DISCS_PER_SEGMENT = 3
OUTER_SEGMENTS = range(1, SEGMENTS)
DISCS = DISCS_PER_SEGMENT * len(OUTER_SEGMENTS)
MAX_FIXING_MOVES = 7
"""Maximum number of discs that are moved to fix a board."""
MAX_DRAWINGS = 100_000


class DiscMove(NamedTuple):
    """A proposal to move a disc to another field of its segment."""

    disc: Field
    to: Field


def enclosed(board: Board, discs: int) -> int:
    """Returns the open fields that cannot be reached from the middle, as a set."""
    return position.ALL_FIELDS & ~discs & ~position.reachable(board, discs)


def fixing_moves(board: Board, discs: int) -> tuple[DiscMove, ...]:
    """Returns moves of discs after which no field is enclosed; empty if there is nothing to fix.

    It is also empty if the search finds no such moves, which happens only on a sparse layout.
    """
    # A greedy search: each move is the one that leaves the fewest enclosed fields. On 47 random boards it needed no
    # more moves than a beam search of width 16: one move for 23 boards, at most four for the others.
    moves = list[DiscMove]()
    while (enclosed_fields := enclosed(board, discs)) and len(moves) < MAX_FIXING_MOVES:
        after = dict[DiscMove, int]()
        # Discs next to an enclosed field come first, so of equal moves they are chosen.
        for disc in sorted(position.fields_in(discs), key=lambda disc: not board.neighbours[disc] & enclosed_fields):
            for to in position.fields_in(position.segment_fields(position.segment_of(disc)) & ~discs):
                after[DiscMove(disc, to)] = discs & ~(1 << disc) | 1 << to
        best = min(after, key=lambda move: enclosed(board, after[move]).bit_count())
        moves.append(best)
        discs = after[best]
    return () if enclosed_fields else tuple(moves)


def draw_discs(board: Board, draws: Draws) -> tuple[Field, ...] | None:
    """Draws the discs of each segment, in ascending order; if they enclose a field, all are drawn again.

    Returns None after `MAX_DRAWINGS`, which is possible only on a sparse layout: eight segments in a line take some
    thousand drawings.
    """
    # The method is part of the published format, because `companion verify` draws again: the seven positions of each
    # segment are shuffled, and the first three get the discs.
    for _ in range(MAX_DRAWINGS):
        fields = tuple(
            position.field_at(segment, number)
            for segment in OUTER_SEGMENTS
            for number in sorted(draws.shuffled(range(position.POSITIONS))[:DISCS_PER_SEGMENT])
        )
        if not enclosed(board, position.field_set(fields)):
            return fields
    return None


title = "Piratenclaim"
seats = range(2, 5)
DEFAULT_LAYOUT = "flower+1"
defaults: Json = {
    "layout": DEFAULT_LAYOUT,
    "roll_first": False,
    "loot": "plain",
    "white_takes_fuel": True,
    "closed": "field",
    "rob": "after",
    "spare_ships": 0,
}
"""The variants and decisions, with their defaults. A layout can also be a list."""
later_options = {"ledger": LaterOption(default=False, can_be_chosen=True)}
SPARE_SHIPS = range(9)
"""The possible numbers of part-ships that can be bought."""
OPTION_VALUES = {"loot": ("plain", "by_colour"), "closed": ("field", "segment"), "rob": ("after", "on_arrival")}
"""The values of these options, the default first."""


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the state at the start of a game: a board without discs, which are drawn or placed first.

    Raises:
        Illegal: with the code `players` or `syntax`; `illegal` for segments that overlap or are not connected.
    """
    # A layout can also be a list, which has another type than the default; `_parse_layout` validates it.
    comparable = {name: DEFAULT_LAYOUT if name == "layout" else value for name, value in options.items()}
    filled = require_start(players, first, comparable, title=title, seats=seats, defaults=defaults, later=later_options)
    options = {**filled, **options}
    for name, values in OPTION_VALUES.items():
        if options[name] not in values:
            raise syntax_error(f"The option {name} of {title} is one of: {', '.join(values)}.")
    if options["spare_ships"] not in SPARE_SHIPS:
        raise syntax_error(f"The option spare_ships is a whole number from 0 to {SPARE_SHIPS[-1]}.")
    ledger = first_ledger(len(players)) if options["ledger"] else None
    return State(
        players=tuple(players),
        turn=first,
        ships_owned=(position.PARTS_AT_START,) * len(players),
        variants=position.Variants(
            roll_first=options["roll_first"],
            by_colour=options["loot"] == "by_colour",
            white_takes_fuel=options["white_takes_fuel"],
            closed_segment=options["closed"] == "segment",
            rob_on_arrival=options["rob"] == "on_arrival",
        ),
        board=_parse_layout(options["layout"]),
        spare_ships=options["spare_ships"],
        ledger=ledger,
        ships=() if ledger is None else reported_ships(ledger.fleet),
    )


def _parse_layout(layout: object) -> Board:
    if layout == DEFAULT_LAYOUT:
        return position.DEFAULT_BOARD
    if not isinstance(layout, list | tuple) or len(layout) != SEGMENTS or not all(map(_is_pair, layout)):
        raise syntax_error(
            f"The option layout is {DEFAULT_LAYOUT}, or a list of {SEGMENTS} centres, each a pair of whole numbers."
        )
    centres = tuple(position.Hex(*pair) for pair in layout)
    if shared := position.overlap(centres):
        first, second = shared
        raise illegal(f"The segments {first} and {second} of the layout overlap: they share a field.")
    board = position.board_of(centres)
    if loose := position.loose_segments(board):
        raise illegal(f"Segment {loose[0]} of the layout is not joined to the middle, segment 0.")
    return board


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(number) is int for number in value)


dice: Mapping[str, Sequence[Face]] = {kind: range(1, 7) for kind in Dice._fields}
"""Six dice of different colours."""
start_rule = None
"""The rules do not say who begins: the companion chooses by chance, and the players can choose another seat."""


def chance_outcome(event: Event) -> ChanceOutcome | None:
    match event:
        case Discs(fields, by):
            return ChanceOutcome(tuple(position.FIELD_NAMES[field] for field in fields), by=by)
        case Roll(dice, by):
            return ChanceOutcome(tuple(dice), by)
        case _:
            return None


def chance_event(state: State, draws: Draws) -> Event | None:
    """Returns the discs, all six dice, or red, green and grey after a discovery has used them."""
    match state.phase:
        case Phase.DISCS:
            fields = draw_discs(state.board, draws)
            return None if fields is None else Discs(fields)
        case Phase.TRAVEL:
            return Roll(Dice(*draws.dice(6)))
        case Phase.DISCOVER if state.dice_used:
            return Roll(position.DiscoveryDice(*draws.dice(3)))
        case _:
            return None
