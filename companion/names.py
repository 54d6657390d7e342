"""How a player is called on the screen: a name as it was given, a colour's in the language of the table."""

from __future__ import annotations

from companion.words import Words, mark

COLOURS = (mark("Green"), mark("Blue"), mark("Orange"), mark("Red"), mark("Violet"))
"""The seat colours, in the order of the palette; a player without a name is called after the seat's."""


def shown(words: Words, name: str) -> str:
    """The name for the screen."""
    return words(name) if name in COLOURS else name


def seated(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The players' names and the seat colours that are theirs: who is called after a colour has it."""
    colours = {colour.lower(): number for number, colour in enumerate(COLOURS)}
    wanted = [colours.get(name.strip().lower()) for name in names]
    free = iter(number for number in range(len(COLOURS)) if number not in wanted)
    given = tuple(next(free, 0) if number is None else number for number in wanted)
    called = (names[seat].strip() if wanted[seat] is None else COLOURS[number] for seat, number in enumerate(given))
    return tuple(called), given
