"""What bots are called, and the seats that they play: after the bot; a second one of its kind has a number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.files.bot_loader import load_bot, load_ghost, public_name
from engine.game import Illegal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.locale.translator import Translator


def bot_title(bot: str, game: str) -> str:
    """Returns a bot's name for people, in English, for `display_name`; of one that is gone the name in the notation."""
    try:
        return load_bot(bot, game).title
    except Illegal:
        return public_name(bot)


def bot_certainty(_: Translator, bot: str) -> str:
    """Returns in a few words how sure a ghost is of itself; "" of other bots, and of a ghost that is gone."""
    try:
        ghost = load_ghost(bot)
    except Illegal:
        ghost = None
    if ghost is None:
        return ""
    if ghost.risk is None:
        return _("{n} games, risk unknown", n=ghost.fitted_to)
    low, high = (round(100 * share) for share in ghost.risk[1:])
    return _("{n} games, risk {low}-{high} %", n=ghost.fitted_to, low=low, high=high)


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
