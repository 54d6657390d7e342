"""The rules of Piratenclaim, short enough to be read at the table."""

from __future__ import annotations

from companion.core.snapshot import RulesSection
from companion.locale.translator import N_

rules = (
    RulesSection(
        N_("The board"),
        N_(
            "Eight segments of seven fields; 0 is the one in the middle, with double-red on 0/0. Position 1 lies "
            "at the right of a centre, 2 to 6 follow clockwise. Each outer segment has three black discs, on which "
            "nobody may stand; every open field can be reached from the middle."
        ),
    ),
    RulesSection(
        N_("A turn"),
        N_(
            "Ships travel and trade by the rules of the base game, which the box leaves to you. Then six dice are "
            "rolled, discoveries are made, and at last all pirates move."
        ),
    ),
    RulesSection(
        N_("Discovery"),
        N_(
            "A ship on an empty field of a segment with fewer than three known systems discovers. Grey names the "
            "position in its segment, or the centre if a system stands there already; green is the lower cube, red the "
            "upper one. Where a black disc lies, it goes and a pirate comes. For another ship red, green and grey are "
            "rolled again."
        ),
    ),
    RulesSection(
        N_("Trade"),
        N_(
            "Pay cubes of the lower colour, as many as the upper one is worth; get cubes of the upper colour, as many "
            "as the lower one is worth. Red is 1, orange 2, yellow 3, green 4, blue 5, purple 6."
        ),
    ),
    RulesSection(
        N_("Pirates"),
        N_(
            "Each pirate moves one step in the direction of its colour's die; a black disc, the edge and the middle "
            "stop it. All move at once. Where two meet, one leaves: whose turn it is chooses. A pirate on a ship's "
            "field takes all cubes of its most valuable colour."
        ),
    ),
    RulesSection(
        N_("Sinking"),
        N_("Whoever travels to a pirate may pay 12 fuel: it goes to the supply, and may come back."),
    ),
    RulesSection(
        N_("Variant: roll first"),
        N_("All six dice are rolled at the beginning of the turn; then ships travel, and at last the pirates move."),
        is_on=lambda lineup: lineup.options.get("roll_first") is True,
    ),
    RulesSection(
        N_("Variant: loot by colour"),
        N_(
            "A black pirate takes all cubes of the most valuable colour, a white one a cube of each colour, a brown "
            "one half the fuel, rounded down."
        ),
        is_on=lambda lineup: lineup.options.get("loot") == "by_colour",
    ),
    RulesSection(
        N_("Variant: spare ships"),
        N_(
            "While there are ships to spare, whoever has a ship on 0/0 may buy one there before rolling, or after it "
            "where the roll comes first: 1 of each colour + 6 fuel."
        ),
        is_on=lambda lineup: bool(lineup.options.get("spare_ships")),
    ),
)
