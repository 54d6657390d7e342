"""The stones on the screen, drawn and in words; what a roll puts on a field, or why it can put nothing there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name, short_names
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Canvas, Rect
from companion.screen.drawings import STONE_HEIGHT, STONE_WIDTH, claim_stone, own_stone, player_stone
from companion.screen.font import THIN
from companion.screen.layout import big
from companion.ui.screen import Figure, Row
from engine import claimit
from engine.claimit import ClaimStone, OwnershipStone, PlayerStone, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.locale.translator import Translator
    from engine.claimit import BustCost, Dice, Field, LyingStone, PlacedStone, State

GROUND_Y = 51
"""Where the board is, on which a stack stands."""
STACK_X = 97
"""Where the stack of a field stands that is shown alone, right of its stones' names."""
NAME_PX = 46
"""The most columns of a name beside a stack."""
TASK_Y = 33
CLAUSES = {
    Refusal.NOT_NAMED: N_("the dice do not name it"),
    Refusal.GOLDCLAIM: N_("a goldclaim lies there"),
    Refusal.OWNED: N_("an ownership stone lies there"),
    Refusal.NO_STONE_LEFT: N_("no ownership stone is left"),
    Refusal.CLAIM_ELSEWHERE: N_("claim stone {stone} lies on {field}"),
}
"""In English, to be translated; {stone} is the claim stone that the roll names there, {field} where it lies."""
FEW_WORDS = {
    Refusal.NOT_NAMED: N_("not in this roll"),
    Refusal.GOLDCLAIM: N_("goldclaim"),
    Refusal.OWNED: N_("ownership stone"),
    Refusal.NO_STONE_LEFT: N_("no black stone left"),
    Refusal.CLAIM_ELSEWHERE: N_("white {stone} is on {field}"),
}
"""The same, short enough for a line of the screen beside the field's name."""


def draw_stack(canvas: Canvas, x: int, stones: Sequence[LyingStone], players: Sequence[str], _: Translator) -> None:
    """Draws a stack, bottom first, standing on the board."""
    canvas.rule(GROUND_Y, x, x + STONE_WIDTH)
    for height, stone in enumerate(stones, 1):
        y = GROUND_Y - STONE_HEIGHT * height
        match stone:
            case OwnershipStone():
                own_stone(canvas, x, y)
            case ClaimStone(number):
                claim_stone(canvas, x, y, number)
            case PlayerStone(seat):
                player_stone(canvas, x, y, display_name(_, players[seat])[0])


def draw_field(canvas: Canvas, state: State, field: Field, _: Translator) -> None:
    """Draws a field's name, large, and its stack with the stones' names beside it; that it is empty, too."""
    big(canvas, claimit.format_field(field), Rect(1, 11, 41, 53))
    stones = claimit.stack(state, field)
    draw_stack(canvas, STACK_X, stones, state.players, _)
    for height, stone in enumerate(stones, 1):
        y = GROUND_Y - STONE_HEIGHT * height + 2
        canvas.text(STACK_X - 4, y, stone_word(_, stone, state.players), align="right")
    if not stones:
        canvas.text(STACK_X - 4, GROUND_Y - THIN.height, _("empty"), align="right")


def stone_word(_: Translator, stone: LyingStone, players: Sequence[str]) -> str:
    """Returns a stone in one word: a claim stone's number, black, or whose it is."""
    match stone:
        case OwnershipStone():
            return _("black")
        case ClaimStone(number):
            return _("white {n}", n=number)
        case PlayerStone(seat):
            return short_names(_, players, NAME_PX)[seat]


def stakes(_: Translator, label: str, risk: BustCost) -> Row:
    """Returns what a bust costs, or has cost: fields and goldclaims."""
    fields = Figure(str(risk.fields), Icon.FIELDS, _.many("{n} field", "{n} fields", risk.fields))
    gold = Figure(str(risk.goldclaims), Icon.GOLD, _.many("{n} goldclaim", "{n} goldclaims", risk.goldclaims))
    return Row(label, (fields, gold))


def task(_: Translator, state: State, field: Field, stone: PlacedStone) -> str:
    """Returns what is put on the field, and on what; in the recycle variant, what comes off at once."""
    beneath = claimit.stack(state, field)
    if isinstance(stone, OwnershipStone):
        freed = [each.number for each in beneath if state.recycle and isinstance(each, ClaimStone)]
        return _("ownership stone; claim stone {stone} comes off", stone=freed[0]) if freed else _("ownership stone")
    topmost = beneath[-1] if beneath else None
    if not isinstance(topmost, PlayerStone):
        return _("claim stone {stone}", stone=stone.number)
    return _("claim stone {stone} on {name}", stone=stone.number, name=display_name(_, state.players[topmost.seat]))


def obstacle(_: Translator, state: State, field: Field) -> str:
    """Returns why the roll on the table may not use a field, in a clause for a sentence; "" where it may."""
    refused = claimit.refusal(state, field)
    return "" if refused is None else _obstacle(_, state, refused, claimit.third_die(state, field), CLAUSES)


def obstacles(_: Translator, state: State, dice: Dice, words: Mapping[Refusal, str]) -> tuple[tuple[str, str], ...]:
    """Returns the names of the fields that a roll names and may not use, lowest first, each with its obstacle.

    Args:
        _: the language.
        state: the position before the roll.
        dice: the roll.
        words: `CLAUSES` or `FEW_WORDS`.
    """
    return tuple(
        (claimit.format_field(reading.field), _obstacle(_, state, reading.refusal, reading.third, words))
        for reading in claimit.readings(state, dice)
        if reading.refusal is not None
    )


def _obstacle(_: Translator, state: State, refused: Refusal, third: int | None, words: Mapping[Refusal, str]) -> str:
    lies = None if third is None else claimit.field_with_claim(state, third)
    return _(words[refused], stone=third, field="" if lies is None else claimit.format_field(lies))
