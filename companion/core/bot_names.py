"""What a seat is called that a bot plays: after the bot; a second one of its kind has a number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.bots import find_bot
from engine.game import Illegal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def bot_title(bot: str, game: str) -> str:
    """Returns a bot's name for people, in English, to be translated; of one that is gone the name in the notation."""
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
