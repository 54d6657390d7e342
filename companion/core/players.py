"""The players' names, the seat colours that belong to them, and what bots are called. Imports nothing that draws.

A player without a name is called after the seat's colour, in English: the page, the screen and the records translate it
for its reader. A bot's seat is called after the bot, and a second one of its kind has a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.locale.translator import N_, languages, translator_for
from engine.bots import find_bot
from engine.game import Illegal, Json
from engine.starts import require_names

SEAT_COLOUR_NAMES = (N_("Green"), N_("Blue"), N_("Orange"), N_("Red"), N_("Violet"))
"""The names of the seat colours, in the order of the palette; a player without a name is called after the colour."""


KNOWN_NAMES = 30
"""How many players are offered by name."""

TYPED_LETTERS = 12
"""The longest name that can be typed."""


def canonical_name(name: str) -> str:
    """Returns the English name of a seat colour that is named in any language; every other name as it is."""
    # In every language: who was called Grün on a German table is the same colour when the table speaks English.
    colours = {
        translator_for(language)(colour).lower(): colour for language in languages() for colour in SEAT_COLOUR_NAMES
    }
    return colours.get(name.strip().lower(), name)


def assign_seats(
    names: Sequence[str | None], preferred: Sequence[int | None] = ()
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns the players' names and their seat colours.

    A player who is named after a colour gets that colour; a player without a name is called after the colour.

    Args:
        names: by seat; None: the player has none.
        preferred: the seat colours that the others would like, by seat; the first one who wants a colour gets it.
    """
    colours = {colour.lower(): number for number, colour in enumerate(SEAT_COLOUR_NAMES)}
    wanted = [None if name is None else colours.get(name.strip().lower()) for name in names]
    for seat, number in enumerate(preferred[: len(names)]):
        if wanted[seat] is None and number not in wanted:
            wanted[seat] = number
    # Players without a wish get the colours that are left, in the order of the palette.
    free = iter(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in wanted)
    given = tuple(next(free, 0) if number is None else number for number in wanted)
    called = (
        SEAT_COLOUR_NAMES[number] if name is None or name.strip().lower() in colours else name.strip()
        for name, number in zip(names, given, strict=True)
    )
    return tuple(called), given


def players_of(lineup: Json) -> list[object]:
    """Returns the players of a line-up as the journal stores it; the file may have been edited."""
    players = lineup.get("players")
    return players if isinstance(players, list) else []


def people_of(lineup: Json) -> list[object]:
    """Returns those of them who are people."""
    bots = lineup.get("bots")
    seats = bots if isinstance(bots, dict) else {}
    return [name for seat, name in enumerate(players_of(lineup)) if str(seat) not in seats]


def known_names(players: Iterable[object]) -> tuple[str, ...]:
    """Returns the names by which these players may be called again, each once; colours are not names."""

    def is_name(name: str) -> bool:
        try:
            require_names((name,))
        except Illegal:
            return False
        return name not in SEAT_COLOUR_NAMES

    return tuple(dict.fromkeys(name for name in players if isinstance(name, str) and is_name(name)))[:KNOWN_NAMES]


def bot_title(bot: str, game: str) -> str:
    """Returns a bot's name for people, in English, for `display_name`; of one that is gone the name in the notation."""
    try:
        return find_bot(bot, game).title
    except Illegal:
        return bot


def name_bots(names: Sequence[str | None], bots: Mapping[str, str], game: str) -> tuple[str | None, ...]:
    """Returns the names by seat; a bot's seat without a name is called after the bot, `Prospector`, `Prospector 2`.

    Args:
        names: by seat; None: it has none.
        bots: the bots by the number of their seat, as a line-up has them.
        game: what is played.
    """
    taken = {name.strip().casefold() for name in names if name is not None}
    count = Counter[str]()
    named = list(names)
    for seat in sorted(map(int, bots)):
        if named[seat] is not None:
            continue
        title = bot_title(bots[str(seat)], game)
        while True:
            count[title] += 1
            name = title if count[title] == 1 else f"{title} {count[title]}"
            if name.casefold() not in taken:
                break
        named[seat] = name
    return tuple(named)
