"""The rules of Claim It!, short enough to be read at the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.core.snapshot import RulesSection
from companion.locale.translator import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.lights.composition import Lights
    from hardware.device import Colour


def _show_example(name: str, colours: Sequence[Colour], now: float, began: float) -> Lights:
    from companion.tables.claimit.rule_examples import EXAMPLES  # noqa: PLC0415 - loaded when somebody reads the rules

    return EXAMPLES[name](colours, now, began)


rules = (
    RulesSection(
        N_("The aim"),
        N_(
            "Whoever has the largest gold mine at the end wins. A mine is a group of your fields joined by edges; "
            "corners do not join."
        ),
        N_("The largest mine wins: your fields that edges join."),
        partial(_show_example, "aim"),
    ),
    RulesSection(
        N_("Roll"),
        N_("Roll three dice. The first roll of a turn is compulsory: nobody may pass."),
        N_("Roll three dice. The first roll is a must: nobody passes."),
        partial(_show_example, "roll"),
    ),
    RulesSection(
        N_("Place"),
        N_(
            "Let one die name the column and another the row: 5 and 2 are the field 5/2. What lies there decides what "
            "you put down. On an empty field or an opponent's stone goes the claim stone with the number of the third "
            "die, unless it is on the board already. On a claim stone of this turn or on your own stone goes an "
            "ownership stone. Where an ownership stone lies, nothing more may be put."
        ),
        N_("Two dice name a field, the third the claim stone. On it, or on your own stone: a black one."),
        partial(_show_example, "place"),
    ),
    RulesSection(
        N_("Bust"),
        N_(
            "If the roll can be used nowhere, everything that you put down in this turn comes off the board, and the "
            "turn is over."
        ),
        N_("No field for the roll: this turn's stones come off, the turn is over."),
        partial(_show_example, "bust"),
    ),
    RulesSection(
        N_("Roll again, or bank"),
        N_(
            "After each placement you choose. If you bank, every field that you marked becomes yours: opponents' "
            "stones go back to their hands. A field with an ownership stone becomes a goldclaim, which nobody can take "
            "any more."
        ),
        N_("Roll again, or bank: marked fields are yours, goldclaims for ever."),
        partial(_show_example, "bank"),
    ),
    RulesSection(
        N_("The last round"),
        N_(
            "Whoever banks and then has at least 13 goldclaims with 2 players, 9 with 3, 7 with 4 or 6 with 5 calls "
            "the last round. Everybody has one more turn, the caller too, and last of all."
        ),
        N_("Goldclaims: 13 for 2, 9 for 3, 7 for 4, 6 for 5. Then one more turn each."),
        partial(_show_example, "last_round"),
    ),
    RulesSection(
        N_("The winner"),
        N_(
            "The largest mine wins. If several are as large, more goldclaims win, then more fields; then the win is "
            "shared."
        ),
        N_("The largest mine wins; then goldclaims, then fields."),
        partial(_show_example, "winner"),
    ),
    RulesSection(
        N_("Variant: recycle"),
        N_(
            "When an ownership stone is put on a claim stone, the claim stone comes off at once and can be used again "
            "in the same turn."
        ),
        N_("A claim stone comes off at once under a black one, to be used again."),
        partial(_show_example, "recycle"),
        lambda lineup: lineup.options.get("recycle") is True,
    ),
)
"""What a player has to know, in the order of a turn."""
