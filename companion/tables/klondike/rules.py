"""The rules of Klondike, short enough to be read at the table."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from companion.core.snapshot import RulesSection
from companion.locale.translator import N_
from engine import klondike
from engine.game import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.klondike import State

PLAYERS = ("Green", "Blue")


def laid(moves: str) -> State:
    """Returns the position after tiles were laid, in pairs of a slot and a tile: `1/1E 3|5`."""
    words = moves.split()
    tiles = [(int(near), int(far)) for near, far in (word.split("|") for word in words[1::2])]
    events = (klondike.Lay(klondike.SLOTS[slot], tile) for slot, tile in zip(words[::2], tiles, strict=True))
    return reduce(klondike.apply, events, klondike.start(PLAYERS, Seat(0), klondike.options))


def _example(moves: str) -> Callable[[], tuple[tuple[State, str], ...]]:
    return lambda: ((laid(moves), ""),)


def _second_round(*, centre_each_round: bool) -> tuple[tuple[State, str], ...]:
    options = {**klondike.options, "centre_each_round": centre_each_round}
    # Two players who pass one after the other end the first round.
    return ((reduce(klondike.apply, [klondike.Pass()] * 2, klondike.start(PLAYERS, Seat(0), options)), ""),)


rules = (
    RulesSection(
        N_("The aim"),
        N_(
            "Nine claims lie in a square, with chips on them. A claim has room for four tiles, one at each side. "
            "Whoever lays the fourth that shows the right digit takes the chips. After two rounds for each player, "
            "most chips win."
        ),
        moments=_example("1/1W 3|0 1/1S 3|1 1/1E 3|2 3/3N 5|0 1/1N 3|4"),
    ),
    RulesSection(
        N_("The digit"),
        N_(
            "The first end that is laid at a claim is its digit for this round: from then on only this digit may be "
            "laid there. No digit may stand at more than two claims."
        ),
        moments=_example("1/1W 3|0 2/1S 5|0 1/2W 5|1"),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Lay one tile in any empty slot, with a short side to the claim. It need not touch other tiles. Whoever "
            "can lay a tile must; whoever cannot passes."
        ),
        moments=_example("1/1W 3|0 2/1S 5|0 1/1E 3|5"),
    ),
    RulesSection(
        N_("A wrong end"),
        N_(
            "Between two claims with digits, if the tile that shows both lies elsewhere, a tile may be laid of which "
            "only one end is right. If all seven tiles with each digit that is called for lie out, any tile may be "
            "laid. A claim with a wrong end is spoiled: nobody can win it in this round, and its chips stay."
        ),
        moments=_example("1/1W 3|5 2/1S 5|0 1/1E 3|2"),
    ),
    RulesSection(
        N_("A new round"),
        N_(
            "A round ends when all 24 slots are filled, or when all pass one after the other. The tiles are cleared "
            "away and dealt anew, one more chip comes on each claim, and the next player begins."
        ),
        moments=partial(_second_round, centre_each_round=False),
    ),
    RulesSection(
        N_("Variant: stock"),
        N_(
            "With 2 or 3 players fewer tiles are dealt: 9 each with 2, 7 each with 3. The others are the stock: after "
            "each tile draw one, as long as there are any."
        ),
        is_on=lambda lineup: klondike.dealing(len(lineup.players), lineup.options.get("deal", "")) == "draw",
        moments=_example(""),
    ),
    RulesSection(
        N_("Variant: rich middle"),
        N_("In each new round the claim in the middle gets two more chips, all others one."),
        is_on=lambda lineup: lineup.options.get("centre_each_round") is True,
        moments=partial(_second_round, centre_each_round=True),
    ),
)
