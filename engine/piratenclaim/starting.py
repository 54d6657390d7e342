"""How a game of Piratenclaim starts: its options, and the layout of its board (rules, 2, 8 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Code, Illegal, Json, Seat
from engine.piratenclaim.discs import has_room
from engine.piratenclaim.map import FLOWER_PLUS_ONE, SEGMENTS, Board, Hex, board_of, loose_segments, overlap
from engine.piratenclaim.position import FLOWER, SHIPS_AT_FIRST, State, Variants
from engine.starts import require_start

if TYPE_CHECKING:
    from collections.abc import Sequence

title = "Piratenclaim"
seats = range(2, 5)
FLOWER_LAYOUT = "flower+1"
defaults: Json = {
    "layout": FLOWER_LAYOUT,
    "roll_first": False,
    "loot": "plain",
    "white_takes_fuel": True,
    "closed": "field",
    "rob": "after",
    "spare_ships": 0,
}
"""The variants and open readings, as they are played where nobody asks for another; a layout may be a list, too."""
WORDS = {"loot": ("plain", "by_colour"), "closed": ("field", "segment"), "rob": ("after", "on_arrival")}
"""What these options may be, the default first."""


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    """Returns the beginning of a game: a board without discs, and the first thing is to draw or to lay them.

    Raises:
        Illegal: `players` or `syntax`, for arguments that no start can have; `illegal` for segments that overlap or
            hang loose.
    """
    usual = {name: FLOWER_LAYOUT if name == "layout" else value for name, value in options.items()}
    require_start(players, first, usual, title=title, seats=seats, defaults=defaults)
    for name, words in WORDS.items():
        if options[name] not in words:
            raise Illegal(Code.SYNTAX, f"The option {name} of {title} is one of: {', '.join(words)}.")
    if options["spare_ships"] < 0:
        raise Illegal(Code.SYNTAX, "The option spare_ships is how many there are: a whole number, 0 for none.")
    return State(
        players=tuple(players),
        turn=first,
        ships_owned=(SHIPS_AT_FIRST,) * len(players),
        variants=Variants(
            roll_first=options["roll_first"],
            by_colour=options["loot"] == "by_colour",
            white_takes_fuel=options["white_takes_fuel"],
            closed_segment=options["closed"] == "segment",
            rob_on_arrival=options["rob"] == "on_arrival",
        ),
        board=_board(options["layout"]),
        spare_ships=options["spare_ships"],
    )


def _board(layout: object) -> Board:
    if layout == FLOWER_LAYOUT:
        return FLOWER
    centres = _centres(layout)
    if shared := overlap(centres):
        first, second = shared
        raise Illegal(Code.ILLEGAL, f"The segments {first} and {second} of the layout overlap: they share a field.")
    board = board_of(centres)
    if loose := loose_segments(board):
        raise Illegal(
            Code.ILLEGAL,
            f"The segment {loose[0]} of the layout hangs loose: all segments must be joined to the middle, segment 0.",
        )
    if board.centres != FLOWER_PLUS_ONE and not has_room(board):
        raise Illegal(
            Code.ILLEGAL, "On this layout three discs on each outer segment always enclose a field: join them closer."
        )
    return board


def _centres(layout: object) -> tuple[Hex, ...]:
    if isinstance(layout, list | tuple) and len(layout) == SEGMENTS and all(map(_is_pair, layout)):
        return tuple(Hex(*pair) for pair in layout)
    raise Illegal(
        Code.SYNTAX,
        f"The option layout is {FLOWER_LAYOUT}, or a list of {SEGMENTS} centres, each a pair of whole numbers.",
    )


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(number) is int for number in value)
