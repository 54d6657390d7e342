"""Why a roll cannot use a field: in a clause for sentences, and in a few words for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.locale.translator import N_
from engine import claimit
from engine.claimit import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.locale.translator import Translator
    from engine.claimit import Dice, Field, State

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


def obstacle(_: Translator, state: State, refused: Refusal, third: int | None, words: Mapping[Refusal, str]) -> str:
    """Returns why a field cannot be used, in the words of `CLAUSES` or of `FEW_WORDS`.

    Args:
        _: the language.
        state: the position in which the roll is read.
        refused: what the rules say.
        third: the claim stone that the roll names on the field; None if it does not name the field.
        words: one of the two tables.
    """
    lies = None if third is None else claimit.field_with_claim(state, third)
    return _(words[refused], stone=third, field="" if lies is None else claimit.format_field(lies))


def obstacles(_: Translator, state: State, dice: Dice, words: Mapping[Refusal, str]) -> tuple[tuple[Field, str], ...]:
    """Returns the fields that a roll names and may not use, lowest first, each with its obstacle."""
    return tuple(
        (reading.field, obstacle(_, state, reading.refusal, reading.third, words))
        for reading in claimit.readings(state, dice)
        if reading.refusal is not None
    )
