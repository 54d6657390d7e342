"""The stones of a field on the screen: drawn as a stack, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name, short_name
from companion.screen.pieces import STONE_HEIGHT, STONE_WIDTH, claim_stone, own_stone, player_stone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas

GROUND_Y = 51
"""Where the board is, on which a stack stands."""
NAME_PX = 46
"""The most columns of a name beside a stack."""


def draw_stack(canvas: Canvas, x: int, stones: Sequence[str], players: Sequence[str], _: Translator) -> None:
    """Draws a stack, bottom first, standing on the board."""
    canvas.rule(GROUND_Y, x, x + STONE_WIDTH)
    for height, stone in enumerate(stones, 1):
        y = GROUND_Y - STONE_HEIGHT * height
        if stone == "own":
            own_stone(canvas, x, y)
        elif stone.startswith("claim"):
            claim_stone(canvas, x, y, int(stone.removeprefix("claim")))
        else:
            player_stone(canvas, x, y, display_name(_, players[int(stone.removeprefix("p"))])[0])


def stone_word(_: Translator, stone: str, players: Sequence[str]) -> str:
    """A stone in one word: a claim stone's number, black, or whose it is."""
    if stone == "own":
        return _("black")
    if stone.startswith("claim"):
        return _("white {n}", n=stone.removeprefix("claim"))
    return short_name(_, players[int(stone.removeprefix("p"))], NAME_PX)
