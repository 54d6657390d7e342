"""Claim It! at the table, as `companion.tables.table.Table` wants a table to be: this module is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit.begins import Begins
from companion.tables.claimit.board import board
from companion.tables.claimit.bust import Bust
from companion.tables.claimit.by_hand import ByHand
from companion.tables.claimit.check import Check
from companion.tables.claimit.choose import Choose
from companion.tables.claimit.guide import Guide
from companion.tables.claimit.last_round import LastRound
from companion.tables.claimit.play import turn_before
from companion.tables.claimit.replay import replay
from companion.tables.claimit.roll import Roll
from companion.tables.claimit.rules import rules
from companion.tables.claimit.scores import Scores
from companion.tables.claimit.spotlight import Spotlight
from companion.tables.claimit.standing import standing
from companion.tables.claimit.told import told
from companion.tables.claimit.turn import Turn
from companion.tables.claimit.winner import Winner, summary
from companion.tables.replay import Replay
from companion.tables.table import Answer, Question
from companion.words import mark
from engine import claimit as game

if TYPE_CHECKING:
    from companion.model import Model, Page

pages: tuple[type[Page], ...] = (
    Begins,
    Turn,
    ByHand,
    Roll,
    Choose,
    Bust,
    LastRound,
    Guide,
    Check,
    Replay,
    Scores,
    Spotlight,
    Winner,
)

QUESTIONS = (
    Question(
        "recycle",
        mark("Rules"),
        (
            Answer(value=False, label=mark("basic"), detail=mark("claim stones stay")),
            Answer(value=True, label=mark("recycle"), detail=mark("claim stones come back")),
        ),
    ),
    Question(
        "by_hand",
        mark("Dice"),
        (
            Answer(value=False, label=mark("the box"), detail=mark("the box rolls")),
            Answer(value=True, label=mark("your own"), detail=mark("you roll and enter")),
        ),
    ),
)


def questions(_players: int) -> tuple[Question, ...]:
    """The same for any number of players."""
    return QUESTIONS


def progress(model: Model) -> str:
    """Which turn it is, or that it is being rolled for the start."""
    _, running = model.words, model.running
    return _("turn {n}", n=running.state.turns + 1) if running.record else _("who begins?")


def scores() -> Page:
    """The page of the scores."""
    return Scores()


def check() -> Page:
    """The walk over the board."""
    return Check()


def spotlight() -> Page:
    """The fields of the first seat."""
    return Spotlight()


__all__ = [
    "board",
    "check", "game", "pages", "progress", "questions",
    "replay", "rules", "scores", "spotlight", "standing", "summary", "told", "turn_before",
]  # fmt: skip
