"""Piratenclaim at the table. This module satisfies `companion.core.table.Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.questions import Answer, Choice, Number, Question, YesNo
from companion.core.table import progress, summary
from companion.locale.translator import N_
from companion.tables.end_game import EndGamePage
from companion.tables.piratenclaim.board import board
from companion.tables.piratenclaim.board_page import ActionsPage, BoardPage
from companion.tables.piratenclaim.conflict import ConflictPage
from companion.tables.piratenclaim.dice_by_hand import ByHandPage
from companion.tables.piratenclaim.dice_page import DicePage
from companion.tables.piratenclaim.discover import DiscoverPage, EnteringPage
from companion.tables.piratenclaim.discs import DiscsByHandPage, DiscsPage
from companion.tables.piratenclaim.first_seat import FirstSeatPage
from companion.tables.piratenclaim.found import FoundPage
from companion.tables.piratenclaim.guide import GuidePage
from companion.tables.piratenclaim.map_page import MapPage
from companion.tables.piratenclaim.page_for_state import announcements, page_for_state
from companion.tables.piratenclaim.replay import replay
from companion.tables.piratenclaim.rules import rules
from companion.tables.piratenclaim.ships import ShipsPage
from companion.tables.piratenclaim.snapshot import caption, snapshot
from companion.tables.piratenclaim.spotlight import spotlight
from companion.tables.piratenclaim.threat import ThreatPage
from companion.tables.piratenclaim.turn import TurnPage
from companion.tables.piratenclaim.turn_end import TurnEndPage
from companion.tables.piratenclaim.turn_flow import turn_before
from companion.tables.piratenclaim.winner import WinnerPage
from companion.tables.replay import ReplayPage
from companion.tables.shared_pages import SpotlightPage
from engine import piratenclaim as game
from engine.piratenclaim import Field

if TYPE_CHECKING:
    from companion.core.page import Page

pages: tuple[type[Page], ...] = (
    FirstSeatPage,
    DiscsPage,
    DiscsByHandPage,
    TurnPage,
    BoardPage,
    ActionsPage,
    ByHandPage,
    DicePage,
    DiscoverPage,
    EnteringPage,
    FoundPage,
    ShipsPage,
    GuidePage,
    ConflictPage,
    TurnEndPage,
    ThreatPage,
    MapPage,
    ReplayPage,
    SpotlightPage,
    EndGamePage,
    WinnerPage,
)

QUESTIONS = (
    Choice(
        "by_hand",
        N_("Dice"),
        (
            Answer(value=False, label=N_("the box"), detail=N_("the box rolls")),
            Answer(value=True, label=N_("your own"), detail=N_("you roll and enter")),
        ),
    ),
    YesNo("roll_first", N_("Roll first?"), N_("roll, then travel"), N_("travel, then roll")),
    Choice(
        "loot",
        N_("Loot"),
        (
            Answer("plain", N_("basic"), N_("all of the best colour")),
            Answer("by_colour", N_("by colour"), N_("each pirate its own way")),
        ),
    ),
    YesNo("white_takes_fuel", N_("Fuel"), N_("white takes fuel, too"), N_("white spares fuel"), usual=True),
    Choice(
        "closed",
        N_("Middle"),
        (
            Answer("field", N_("one field"), N_("no pirate on 0/0")),
            Answer("segment", N_("segment"), N_("no pirate in segment 0")),
        ),
    ),
    Choice(
        "rob",
        N_("Robbery"),
        (
            Answer("after", N_("after"), N_("conflicts come first")),
            Answer("on_arrival", N_("at once"), N_("all who arrive rob")),
        ),
    ),
    Number("spare_ships", N_("Spare ships"), range(9), 0, N_("that can be bought")),
)


def questions(_players: int) -> tuple[Question, ...]:
    """The same for any number of players."""
    return QUESTIONS


def scores() -> Page:
    """Returns the page of the map, which stands for the scores."""
    return MapPage()


def check() -> Page:
    """Returns the page that walks over the board after a knock."""
    return BoardPage(Field(0))


end_game: type[Page] = EndGamePage
coach = join_game = lesson = None
"""A map is not told in one event."""
pages_hiding_game: tuple[type[Page], ...] = (SpotlightPage,)
axes = bot_seat = None
"""The lights are a part of the map; pages that show dice have axes of their own."""
has_secrets = False


__all__ = [
    "announcements",
    "axes",
    "board",
    "bot_seat",
    "caption",
    "check",
    "coach",
    "end_game",
    "game",
    "has_secrets",
    "join_game",
    "lesson",
    "page_for_state",
    "pages",
    "pages_hiding_game",
    "progress",
    "questions",
    "replay",
    "rules",
    "scores",
    "snapshot",
    "spotlight",
    "summary",
    "turn_before",
]  # fmt: skip
