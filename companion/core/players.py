"""The players' names and the seat colours that belong to them. Imports nothing that draws."""

from __future__ import annotations

from companion.locale.translator import N_, languages, translator_for

SEAT_COLOUR_NAMES = (N_("Green"), N_("Blue"), N_("Orange"), N_("Red"), N_("Violet"))
"""The names of the seat colours, in the order of the palette; a player without a name is called after the colour."""


TYPED_LETTERS = 12
"""The longest name that can be typed."""


def canonical_name(name: str) -> str:
    """Returns the English name of a seat colour that is named in any language; every other name as it is."""
    # In every language: who was called Grün on a German table is the same colour when the table speaks English.
    colours = {
        translator_for(language)(colour).lower(): colour for language in languages() for colour in SEAT_COLOUR_NAMES
    }
    return colours.get(name.strip().lower(), name)


def assign_seats(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns the players' names and their seat colours. A player who is named after a colour gets that colour."""
    colours = {colour.lower(): number for number, colour in enumerate(SEAT_COLOUR_NAMES)}
    wanted = [colours.get(name.strip().lower()) for name in names]
    # Players without a colour of their own get those that nobody asked for, in the order of the palette.
    free = iter(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in wanted)
    given = tuple(next(free, 0) if number is None else number for number in wanted)
    called = (
        names[seat].strip() if wanted[seat] is None else SEAT_COLOUR_NAMES[number] for seat, number in enumerate(given)
    )
    return tuple(called), given
