"""The stones on the screen, drawn and in words; what a roll places on a field, or why the field is not available."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.player_names import display_name, short_names
from companion.locale.translator import N_, Translator
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.drawings import STONE_HEIGHT, STONE_WIDTH, claim_stone, own_stone, player_stone
from companion.ui.font import THIN, text_width
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, Columns, Figure, Row
from engine import claimit
from engine.claimit import ClaimStone, Dice, Field, OwnershipStone, PlacedStone, PlayerStone, Refusal, State, Stone

HIGHEST = 3
"""Maximum height of a stack: player stone, claim stone, ownership stone."""
ARROW_PITCH = STONE_WIDTH + 11
"""Distance between the left edges of two stacks with an arrow between them."""
NAME_PX, WORD_GAP = 46, 4
"""Maximum width of a name next to a stack, and the gap between a word and its stone."""
CLAUSES = {
    Refusal.NOT_NAMED: N_("does not match your roll"),
    Refusal.GOLDCLAIM: N_("there is a goldclaim"),
    Refusal.OWNED: N_("there is an ownership stone"),
    Refusal.NO_STONE_LEFT: N_("no ownership stone is left"),
    Refusal.CLAIM_ELSEWHERE: N_("claim stone {stone} is on {field}"),
}
"""English, to be translated; {stone} is the claim stone of the roll, {field} the field that holds it."""
FEW_WORDS = {
    Refusal.NOT_NAMED: N_("not in this roll"),
    Refusal.GOLDCLAIM: N_("goldclaim"),
    Refusal.OWNED: N_("ownership stone"),
    Refusal.NO_STONE_LEFT: N_("no black stone left"),
    Refusal.CLAIM_ELSEWHERE: N_("white {stone} is on {field}"),
}
"""Shorter texts, for a line of the screen next to the field's name."""


class Stacks(Picture, Struct, frozen=True):
    """Stacks of stones seen from the side, with an arrow from one to the next."""

    stacks: tuple[tuple[Stone, ...], ...]
    """The stones of each stack, bottom first."""
    initials: tuple[str, ...]
    """The initials of the players, by seat."""
    words: tuple[str, ...] = ()
    """The words left of each stone of the first stack, or left of its place if it is empty."""

    @property
    def size(self) -> Size:
        width = ARROW_PITCH * (len(self.stacks) - 1) + STONE_WIDTH
        return Size(self._words_width + width, STONE_HEIGHT * HIGHEST + 1)

    def within(self, rows: int) -> Picture | str:
        return self if self.size.height <= rows else ", ".join(self.words)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        ground, left = y + STONE_HEIGHT * HIGHEST, x + self._words_width
        for height, word in enumerate(self.words, 1):
            canvas.text(left - WORD_GAP, ground - STONE_HEIGHT * height + 2, word, align="right")
        for number, stones in enumerate(self.stacks):
            if number:
                canvas.icon(left - 8, ground - 9, Icon.RIGHT)
            canvas.rule(ground, left, left + STONE_WIDTH)
            for height, stone in enumerate(stones, 1):
                top = ground - STONE_HEIGHT * height
                match stone:
                    case OwnershipStone():
                        own_stone(canvas, left, top)
                    case ClaimStone(claim):
                        claim_stone(canvas, left, top, claim)
                    case PlayerStone(seat):
                        player_stone(canvas, left, top, self.initials[seat])
            left += ARROW_PITCH

    @property
    def _words_width(self) -> int:
        return max((text_width(THIN, word) + WORD_GAP for word in self.words), default=0)


def initials(_: Translator, players: Sequence[str]) -> tuple[str, ...]:
    """Returns the letters that are drawn on the players' stones."""
    return tuple(display_name(_, player)[0] for player in players)


def field_block(_: Translator, state: State, field: Field) -> Columns:
    """Returns a field's name in large letters, and its stack with the names of the stones."""
    stones = claimit.stack(state, field)
    words = tuple(stone_word(_, stone, state.players) for stone in stones) or (_("empty"),)
    stack = Stacks((stones,), initials(_, state.players), words)
    return Columns(stack, (Big(claimit.format_field(field)),), on_right=True)


def stone_word(_: Translator, stone: Stone, players: Sequence[str]) -> str:
    """Returns a stone in one word: a claim stone's number, "black", or the owner's name."""
    match stone:
        case OwnershipStone():
            return _("black")
        case ClaimStone(number):
            return _("white {n}", n=number)
        case PlayerStone(seat):
            return short_names(_, players, NAME_PX)[seat]


def stakes(_: Translator, label: str, risk: claimit.BustCost) -> Row:
    """Returns the cost of a bust: fields and goldclaims."""
    fields = Figure(str(risk.fields), Icon.FIELDS, _.many("{n} field", "{n} fields", risk.fields))
    gold = Figure(str(risk.goldclaims), Icon.GOLD, _.many("{n} goldclaim", "{n} goldclaims", risk.goldclaims))
    return Row(label, (fields, gold))


def task(_: Translator, state: State, field: Field, stone: PlacedStone) -> str:
    """Returns what to place on the field and on what; with reused claim stones, also what to remove."""
    beneath = claimit.stack(state, field)
    if isinstance(stone, OwnershipStone):
        freed = [each.number for each in beneath if state.recycle and isinstance(each, ClaimStone)]
        return _("ownership stone; claim stone {stone} comes off", stone=freed[0]) if freed else _("ownership stone")
    topmost = beneath[-1] if beneath else None
    if not isinstance(topmost, PlayerStone):
        return _("claim stone {stone}", stone=stone.number)
    return _(
        "claim stone {stone} on {name}'s stone", stone=stone.number, name=display_name(_, state.players[topmost.seat])
    )


def obstacle(_: Translator, state: State, field: Field) -> str:
    """Returns a clause that explains why a field is not available for the roll; empty if it is available."""
    refused = claimit.refusal(state, field)
    return "" if refused is None else _obstacle(_, state, refused, claimit.third_die(state, field), CLAUSES)


def obstacles(_: Translator, state: State, dice: Dice, words: Mapping[Refusal, str]) -> tuple[tuple[str, str], ...]:
    """Returns the fields of a roll that are not available, lowest first, each with its obstacle.

    Args:
        _: the language.
        state: the position before the roll.
        dice: the roll.
        words: `CLAUSES` or `FEW_WORDS`.
    """
    return tuple(
        (claimit.format_field(reading.field), _obstacle(_, state, reading.refusal, reading.third, words))
        for reading in claimit.assignments(state, dice)
        if reading.refusal is not None
    )


def _obstacle(_: Translator, state: State, refused: Refusal, third: int | None, words: Mapping[Refusal, str]) -> str:
    other = None if third is None else claimit.field_with_claim(state, third)
    return _(words[refused], stone=third, field="" if other is None else claimit.format_field(other))
