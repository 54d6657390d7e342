"""A position of Claim It! as SVG, for notebooks: the board, the roll, and the players below."""

from __future__ import annotations

from typing import NamedTuple

from engine.claimit.board import FIELDS, SIDE
from engine.claimit.placements import legal
from engine.claimit.position import ClaimStone, PlayerStone, State, Stone, stacks
from engine.claimit.scoring import standings
from engine.svg import DIE, GROUND, INK, LIT, MARGIN, WIDTH, Square, document, draw_dice, draw_squares, element, write

COLOURS = ("#00cc88", "#1428e0", "#ff7a30", "#c01000", "#c86eff")
"""The default colours of the seats."""
WHITE, BLACK = "#ffffff", "#000000"
LINE, SCALE = 40, 0.5
"""The height of a line of text, and the scale of the picture in a notebook."""


class _Disc(NamedTuple):
    colour: str
    label: str


def draw(state: State) -> str:
    on_board, may = stacks(state), legal(state)
    squares = [
        Square([_disc(stone) for stone in on_board.get(field, [])], LIT if field in may else "") for field in FIELDS
    ]
    sides = [str(number) for number in range(1, SIDE + 1)]
    board, height = draw_squares(squares, sides, sides)
    parts, top = [element("g", board, transform=f"translate({MARGIN} {MARGIN})")], MARGIN + height
    if state.roll:
        parts.append(draw_dice(state.roll, top + 12))
        top += DIE + 24
    for seat, (name, its) in enumerate(zip(state.players, standings(state), strict=True)):
        top += LINE
        figures = f"mine {its.mine}, goldclaims {its.goldclaims}, fields {its.fields}"
        won = "won" if seat in (state.winners or ()) else "to act" if seat == state.turn and not state.winners else ""
        parts.append(element("circle", cx=MARGIN + 12, cy=top - 8, r=12, fill=COLOURS[seat], stroke=INK))
        parts.append(write(MARGIN + 40, top, f"{name}: {figures}{won and ', ' + won}", 24))
    total = top + MARGIN
    return document(WIDTH, total, element("rect", width=WIDTH, height=total, fill=GROUND), *parts, scale=SCALE)


def _disc(stone: Stone) -> _Disc:
    match stone:
        case PlayerStone(seat):
            return _Disc(COLOURS[seat], "ABCDE"[seat])
        case ClaimStone(number):
            return _Disc(WHITE, str(number))
        case _:
            return _Disc(BLACK, "")
