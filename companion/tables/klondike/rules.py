"""A short version of the rules of Klondike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial, reduce

from companion.core.snapshot import RulesSection
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.tables.klondike import lights
from engine import klondike
from engine.game import Seat
from engine.klondike import State
from hardware.device import Colour

PLAYERS = ("Green", "Blue")


@cache
def placed(moves: str) -> State:
    """Returns the position after placing tiles, in pairs of a slot and a tile: `1/1E 3|5`."""
    words = moves.split()
    tiles = [(int(near), int(far)) for near, far in (word.split("|") for word in words[1::2])]
    events = (klondike.Place(klondike.SLOTS[slot], tile) for slot, tile in zip(words[::2], tiles, strict=True))
    return reduce(klondike.apply, events, klondike.start(PLAYERS, Seat(0), klondike.options))


def _example(moves: str) -> Callable[[], tuple[tuple[State, str], ...]]:
    return lambda: ((placed(moves), ""),)


def _lit(moves: str) -> Callable[[Sequence[Colour], float, float], Lights]:
    return lambda colours, now, _began: lights.table(placed(moves), colours, now)


WON, FIRST_ENDS = "1/1W 3|0 1/1S 3|1 1/1E 3|2 3/3N 5|0 1/1N 3|4", "1/1W 3|0 2/1S 5|0 1/2W 5|1"
FITTING, SPOILT = "1/1W 3|0 2/1S 5|0 1/1E 3|5", "1/1W 3|5 2/1S 5|0 1/1E 3|2"
"""Layouts played with the game's own rules; shown on the web page and the lights."""


def _second_round(*, centre_each_round: bool) -> tuple[tuple[State, str], ...]:
    options = {**klondike.options, "centre_each_round": centre_each_round}
    # Two passes in a row end the first round.
    return ((reduce(klondike.apply, [klondike.Pass()] * 2, klondike.start(PLAYERS, Seat(0), options)), ""),)


rules = (
    RulesSection(
        N_("The aim"),
        N_(
            "Nine claims form a square, with chips on them. A claim has room for four tiles, one at each "
            "side. The player who places the fourth right end takes the chips. After two rounds for each "
            "player, the most chips win; equals share the win."
        ),
        N_("The 4th right end at a claim takes its chips. Most chips win; equals share."),
        _lit(WON),
        moments=_example(WON),
    ),
    RulesSection(
        N_("The digit"),
        N_(
            "The first end at a claim is its digit for this round: from then on, place only this digit "
            "there. No digit may be at more than two claims."
        ),
        N_("The first end at a claim is its digit. No digit at more than two claims."),
        _lit(FIRST_ENDS),
        moments=_example(FIRST_ENDS),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Place one tile in any empty slot, with a short side to the claim. It need not touch other "
            "tiles. If you can place a tile, you must; if you cannot, pass."
        ),
        N_("Place a tile in any empty slot. If you can, you must; else pass."),
        _lit(FITTING),
        moments=_example(FITTING),
    ),
    RulesSection(
        N_("A wrong end"),
        N_(
            "Between two claims with digits, if the tile that shows both is elsewhere, you may place a tile "
            "with only one right end. If all seven tiles with each digit that is needed are placed, you may "
            "place any tile. A claim with a wrong end is spoiled: it cannot be won in this round, and its "
            "chips stay."
        ),
        N_("Right tile placed: one end is enough. All 7 placed: any tile. A wrong end spoils."),
        _lit(SPOILT),
        moments=_example(SPOILT),
    ),
    RulesSection(
        N_("A new round"),
        N_(
            "A round ends when all 24 slots are filled, or when all players pass one after the other. Clear "
            "the tiles away and deal again. Put one more chip on each claim. The next player starts."
        ),
        N_("24 tiles placed, or all pass: clear, deal again, a chip on each claim. The next starts."),
        moments=partial(_second_round, centre_each_round=False),
    ),
    RulesSection(
        N_("Variant: stock"),
        N_(
            "With 2 or 3 players fewer tiles are dealt: 9 each with 2, 7 each with 3. The others are the stock: after "
            "each tile draw one, as long as there are any."
        ),
        N_("9 tiles each with 2, 7 with 3. After each tile draw one."),
        is_on=lambda lineup: klondike.dealing(len(lineup.players), lineup.options.get("deal", "")) == "draw",
        moments=_example(""),
    ),
    RulesSection(
        N_("Variant: rich middle"),
        N_("In each new round the claim in the middle gets two more chips, all others one."),
        N_("Each round two chips come on the middle, one on the others."),
        is_on=lambda lineup: lineup.options.get("centre_each_round") is True,
        moments=partial(_second_round, centre_each_round=True),
    ),
)
