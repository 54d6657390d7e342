"""Klondike at the table. This module satisfies `companion.core.table.Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.game_session import DEALT
from companion.core.questions import Answer, Choice, Question
from companion.core.table import summary
from companion.locale.translator import N_
from companion.tables.klondike import bot_seat
from companion.tables.klondike.check import CheckPage
from companion.tables.klondike.first_seat import FirstSeatPage
from companion.tables.klondike.fitting_tiles import FittingTilesPage
from companion.tables.klondike.guide import GuidePage
from companion.tables.klondike.hand import HandPage, PassBoxPage
from companion.tables.klondike.join_facts import JoinFactsPage
from companion.tables.klondike.join_game import JoinLayoutPage, JoinTilePage, join_game
from companion.tables.klondike.lights import AXES, board
from companion.tables.klondike.page_for_state import announcements, page_for_state
from companion.tables.klondike.passing import HandFitsPage, NoPassPage, PassingPage
from companion.tables.klondike.replay import replay
from companion.tables.klondike.roll import RollPage
from companion.tables.klondike.rules import rules
from companion.tables.klondike.scores import RoundOverPage, ScoresPage
from companion.tables.klondike.session import session_of
from companion.tables.klondike.snapshot import caption, snapshot
from companion.tables.klondike.spotlight import spotlight
from companion.tables.klondike.tile_by_hand import ByHandPage
from companion.tables.klondike.turn import TurnPage
from companion.tables.klondike.turn_flow import turn_before
from companion.tables.klondike.winner import WinnerPage
from companion.tables.replay import ReplayPage
from companion.tables.shared_pages import SpotlightPage
from engine import klondike as game

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.page import Page

pages: tuple[type[Page], ...] = (
    FirstSeatPage,
    TurnPage,
    ByHandPage,
    HandPage,
    PassBoxPage,
    RollPage,
    FittingTilesPage,
    PassingPage,
    NoPassPage,
    HandFitsPage,
    GuidePage,
    JoinLayoutPage,
    JoinTilePage,
    JoinFactsPage,
    RoundOverPage,
    CheckPage,
    ReplayPage,
    ScoresPage,
    SpotlightPage,
    WinnerPage,
)

pages_hiding_game: tuple[type[Page], ...] = (JoinFactsPage, FittingTilesPage, CheckPage, ScoresPage, SpotlightPage)

FORMS = {
    2: (
        Answer("basic", N_("basic"), N_("14 tiles each")),
        Answer("draw", N_("stock"), N_("9 each, then draw")),
    ),
    3: (
        Answer("draw", N_("stock"), N_("7 each, then draw")),
        Answer("basic", N_("basic"), N_("9 each, one is hidden")),
    ),
}
"""The forms of dealing that there are, by players; with four there is one (rules, 3)."""


TILES = Choice(
    DEALT,
    N_("Tiles"),
    (
        Answer(value=False, label=N_("on the table"), detail=N_("real tiles")),
        Answer(value=True, label=N_("dealt by the box"), detail=N_("no tiles needed")),
    ),
)
"""Where the tiles are."""
CENTRE = Choice(
    "centre_each_round",
    N_("Middle claim"),
    (
        Answer(value=False, label=N_("basic"), detail=N_("one chip more at first")),
        Answer(value=True, label=N_("rich"), detail=N_("one more each round")),
    ),
)
"""When the middle gets its additional chip (rules, K9)."""


def questions(players: int) -> tuple[Question, ...]:
    """How the tiles are dealt, where there is a choice; when the middle gets one more chip; where the tiles are."""
    dealing = (Choice("deal", N_("Dealing"), FORMS[players]),) if players in FORMS else ()
    return (*dealing, CENTRE, TILES)


def progress(model: Model) -> str:
    """Returns the number of the round, or that the first player is being chosen."""
    _, session = model.translate, session_of(model)
    if session.record is None:
        return _("who begins?")
    return _("round {n}/{all}", n=session.state.round, all=session.state.rounds)


def scores() -> Page:
    """Returns the page of the scores."""
    return ScoresPage()


def lesson() -> Page:
    """Returns the page of the lesson."""
    from companion.tables.klondike.lesson_tasks import KlondikeLesson  # noqa: PLC0415 - loaded when it is opened

    return KlondikeLesson()


axes = AXES
check: type[Page] = CheckPage
coach = end_game = None
"""The rules find the end."""
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
