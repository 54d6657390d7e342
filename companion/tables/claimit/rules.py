"""The rules of Claim It!, short enough to be read at the table."""

from __future__ import annotations

from companion.tables.telling import Section
from companion.words import mark

rules = (
    Section(
        mark("The aim"),
        mark(
            "Whoever has the largest gold mine at the end wins. A mine is a group of your fields joined by edges; "
            "corners do not join."
        ),
    ),
    Section(
        mark("Roll"),
        mark("Roll three dice. The first roll of a turn is compulsory: nobody may pass."),
    ),
    Section(
        mark("Place"),
        mark(
            "Let one die name the column and another the row: 5 and 2 are the field 5/2. What lies there decides what "
            "you put down. On an empty field or an opponent's stone goes the claim stone with the number of the third "
            "die, unless it is on the board already. On a claim stone of this turn or on your own stone goes an "
            "ownership stone. Where an ownership stone lies, nothing more may be put."
        ),
    ),
    Section(
        mark("Bust"),
        mark(
            "If the roll can be used nowhere, everything that you put down in this turn comes off the board, and the "
            "turn is over."
        ),
    ),
    Section(
        mark("Roll again, or bank"),
        mark(
            "After each placement you choose. If you bank, every field that you marked becomes yours: opponents' "
            "stones go back to their hands. A field with an ownership stone becomes a goldclaim, which nobody can take "
            "any more."
        ),
    ),
    Section(
        mark("The last round"),
        mark(
            "Whoever banks and then has at least 13 goldclaims with 2 players, 9 with 3, 7 with 4 or 6 with 5 calls "
            "the last round. Everybody has one more turn, the caller too, and last of all."
        ),
    ),
    Section(
        mark("The winner"),
        mark(
            "The largest mine wins. If several are as large, more goldclaims win, then more fields; then the win is "
            "shared."
        ),
    ),
    Section(
        mark("Variant: recycle"),
        mark(
            "When an ownership stone is put on a claim stone, the claim stone comes off at once and can be used again "
            "in the same turn."
        ),
    ),
)
"""What a player has to know, in the order of a turn."""
