"""Klondike at the table, as `companion.tables.table.Table` wants a table to be: this module is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike.begins import Begins
from companion.tables.klondike.board import board
from companion.tables.klondike.by_hand import ByHand
from companion.tables.klondike.check import Check
from companion.tables.klondike.fits import Fits
from companion.tables.klondike.guide import Guide
from companion.tables.klondike.passing import Passing
from companion.tables.klondike.play import turn_before
from companion.tables.klondike.replay import replay
from companion.tables.klondike.roll import Roll
from companion.tables.klondike.rules import rules
from companion.tables.klondike.scores import RoundOver, Scores
from companion.tables.klondike.spotlight import Spotlight
from companion.tables.klondike.standing import standing
from companion.tables.klondike.told import told
from companion.tables.klondike.turn import Turn
from companion.tables.klondike.winner import Winner, summary
from companion.tables.replay import Replay
from companion.tables.table import Answer, Question
from companion.words import mark
from engine import klondike as game

if TYPE_CHECKING:
    from companion.model import Model, Page

pages: tuple[type[Page], ...] = (
    Begins,
    Turn,
    ByHand,
    Roll,
    Fits,
    Passing,
    Guide,
    RoundOver,
    Check,
    Replay,
    Scores,
    Spotlight,
    Winner,
)

FORMS = {
    2: (
        Answer("basic", mark("basic"), mark("14 tiles each")),
        Answer("draw", mark("stock"), mark("9 each, then draw")),
    ),
    3: (
        Answer("draw", mark("stock"), mark("7 each, then draw")),
        Answer("basic", mark("basic"), mark("9 each, one is hidden")),
    ),
}
"""The forms of dealing that there are, by players; with four there is one (rules, 3)."""


CENTRE = Question(
    "centre_each_round",
    mark("Middle claim"),
    (
        Answer(value=False, label=mark("basic"), detail=mark("one chip more at first")),
        Answer(value=True, label=mark("rich"), detail=mark("one more each round")),
    ),
)
"""When the middle gets its additional chip (rules, K9)."""


def questions(players: int) -> tuple[Question, ...]:
    """How the tiles are dealt, where there is a choice; when the middle gets one more chip."""
    dealing = (Question("deal", mark("Dealing"), FORMS[players]),) if players in FORMS else ()
    return (*dealing, CENTRE)


def progress(model: Model) -> str:
    """Which round it is, or that somebody has to begin."""
    _, running = model.words, model.running
    if running.record is None:
        return _("who begins?")
    return _("round {n}/{all}", n=running.state.round, all=running.state.rounds)


def scores() -> Page:
    """The page of the scores."""
    return Scores()


def check() -> Page:
    """The walk over the claims."""
    return Check()


def spotlight() -> Page:
    """What the first seat has won."""
    return Spotlight()


__all__ = [
    "board",
    "check", "game", "pages", "progress", "questions",
    "replay", "rules", "scores", "spotlight", "standing", "summary", "told", "turn_before",
]  # fmt: skip
