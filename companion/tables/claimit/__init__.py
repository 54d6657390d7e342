"""Claim It! at the table. This module satisfies `companion.core.table.Table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.questions import Answer, Choice, Question
from companion.core.table import NUMBERS, Axes, TableCoach, progress, summary
from companion.locale.translator import N_
from companion.tables.claimit import bot_seat
from companion.tables.claimit.board import board
from companion.tables.claimit.bust import BustPage
from companion.tables.claimit.check import CheckPage
from companion.tables.claimit.choose import ChoosePage
from companion.tables.claimit.coach import CoachPage
from companion.tables.claimit.coach_words import option_words
from companion.tables.claimit.dice_by_hand import ByHandPage
from companion.tables.claimit.guide import GuidePage
from companion.tables.claimit.join_game import JoinBoardPage, JoinTurnPage, join_game
from companion.tables.claimit.last_round import LastRoundPage
from companion.tables.claimit.light_option import QUESTION as LIGHT
from companion.tables.claimit.log import caption
from companion.tables.claimit.moment_page import MomentPage, open_moment
from companion.tables.claimit.numbers import NumbersPage
from companion.tables.claimit.page_for_state import announcements, page_for_state
from companion.tables.claimit.replay import replay
from companion.tables.claimit.roll import RollPage
from companion.tables.claimit.rules import rules
from companion.tables.claimit.scores import ScoresPage
from companion.tables.claimit.snapshot import snapshot
from companion.tables.claimit.spotlight import spotlight
from companion.tables.claimit.start_rolls import StartRollsPage
from companion.tables.claimit.turn import TurnPage
from companion.tables.claimit.turn_flow import turn_before
from companion.tables.claimit.winner import WinnerPage
from companion.tables.replay import ReplayPage
from companion.tables.shared_pages import SpotlightPage
from engine import claimit as game

if TYPE_CHECKING:
    from companion.core.page import Page

pages: tuple[type[Page], ...] = (
    StartRollsPage,
    TurnPage,
    ByHandPage,
    RollPage,
    NumbersPage,
    ChoosePage,
    BustPage,
    LastRoundPage,
    GuidePage,
    JoinBoardPage,
    JoinTurnPage,
    CheckPage,
    CoachPage,
    MomentPage,
    ReplayPage,
    ScoresPage,
    SpotlightPage,
    WinnerPage,
)

pages_hiding_game: tuple[type[Page], ...] = (JoinTurnPage, CheckPage, MomentPage, ScoresPage, SpotlightPage)

BY_HAND = Choice(
    "by_hand",
    N_("Dice"),
    (
        Answer(value=False, label=N_("the box"), detail=N_("the box rolls")),
        Answer(value=True, label=N_("your own"), detail=N_("you roll and enter")),
    ),
)
RECYCLE_DETAIL = N_("claim stones come back")
FIVE_RECYCLE_DETAIL = N_("not recommended for 5")
"""The rulebook's advice."""


def questions(players: int) -> tuple[Question, ...]:
    """The variant, the dice, the lights."""
    detail = FIVE_RECYCLE_DETAIL if players == max(game.seats) else RECYCLE_DETAIL
    answers = (
        Answer(value=False, label=N_("basic"), detail=N_("claim stones stay")),
        Answer(value=True, label=N_("recycle"), detail=detail),
    )
    return (Choice("recycle", N_("Rules"), answers), BY_HAND, LIGHT)


def scores() -> Page:
    """Returns the page of the scores."""
    return ScoresPage()


check: type[Page] = CheckPage
coach = TableCoach(CoachPage, open_moment, option_words)
end_game = None
"""The rules find the end."""
axes = Axes(columns=NUMBERS, rows=NUMBERS)


def lesson() -> Page:
    """Returns the page of the lesson."""
    from companion.tables.claimit.lesson_tasks import ClaimItLesson  # noqa: PLC0415 - loaded when it is opened

    return ClaimItLesson()


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
