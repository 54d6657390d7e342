"""The rules of Klondike, short enough to be read at the table."""

from __future__ import annotations

from companion.core.snapshot import RulesSection
from companion.locale.translator import N_
from engine import klondike

rules = (
    RulesSection(
        N_("The aim"),
        N_(
            "Nine claims lie in a square, with chips on them. A claim has room for four tiles, one at each side. "
            "Whoever lays the fourth that shows the right digit takes the chips. After two rounds for each player, "
            "most chips win."
        ),
    ),
    RulesSection(
        N_("The digit"),
        N_(
            "The first end that is laid at a claim is its digit for this round: from then on only this digit may be "
            "laid there. No digit may stand at more than two claims."
        ),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Lay one tile in any empty slot, with a short side to the claim. It need not touch other tiles. Whoever "
            "can lay a tile must; whoever cannot passes."
        ),
    ),
    RulesSection(
        N_("A wrong end"),
        N_(
            "Between two claims with digits, if the tile that shows both lies elsewhere, a tile may be laid of which "
            "only one end is right. If all seven tiles with each digit that is called for lie out, any tile may be "
            "laid. A claim with a wrong end is spoiled: nobody can win it in this round, and its chips stay."
        ),
    ),
    RulesSection(
        N_("A new round"),
        N_(
            "A round ends when all 24 slots are filled, or when all pass one after the other. The tiles are cleared "
            "away and dealt anew, one more chip comes on each claim, and the next player begins."
        ),
    ),
    RulesSection(
        N_("Variant: stock"),
        N_(
            "With 2 or 3 players fewer tiles are dealt: 9 each with 2, 7 each with 3. The others are the stock: after "
            "each tile draw one, as long as there are any."
        ),
        is_on=lambda lineup: klondike.dealing(len(lineup.players), lineup.options.get("deal", "")) == "draw",
    ),
    RulesSection(
        N_("Variant: rich middle"),
        N_("In each new round the claim in the middle gets two more chips, all others one."),
        is_on=lambda lineup: lineup.options.get("centre_each_round") is True,
    ),
)
