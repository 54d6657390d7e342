"""The pages on which the dice are sealed, and what is seen of it afterwards, in each of their interesting states."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion.core.game_session import DEALT, AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.messages import Chosen, HistoryRead
from companion.core.saved_games import AbandonedGame, GameId, HistoryEntry
from companion.pages.info import InfoPage
from companion.pages.seal import SealPage
from companion.program.update import update
from engine import claimit
from engine.dice import commitment
from engine.game import Seat, Word
from engine.games import GAMES
from tests.companion.pages.claimit import LONG
from tests.companion.pages.sitting import BOX, SEED, press
from tests.engine.claimit_boards import NAMES

if TYPE_CHECKING:
    from companion.core.model import Model
    from tests.companion.pages.sitting import Scenes

SIX = ("417209", "000000", "935116", "271828", "314159")
FREE = "Correct horse battery staple, 5 times around the old oak tree!"


def sealing(players: tuple[str, ...], *words: str, abandoned: int = 0) -> Model:
    """The table after so many seats have added their words."""
    lineup = LineUp(claimit.name, players, claimit.options, colours=tuple(range(len(players))), sealed=True)
    session: AnySession = GameSession(lineup, SEED)
    for seat, word in enumerate(words):
        session = session.record_event(Word(Seat(seat), word))
    seated = replace(BOX, game=session, abandoned_today=abandoned)
    return seated.with_only_page(SealPage())


def dealt(*words: str) -> Model:
    """The table at which the box will deal tiles."""
    model = sealing(NAMES[: max(2, len(words))], *words)
    lineup = replace(model.session.lineup, game="klondike", options=GAMES["klondike"].options)
    return replace(model, game=replace(model.session, lineup=replace(lineup, table_options={DEALT: True})))


def choose(model: Model, name: str, value: object) -> Model:
    """The model after an answer by name."""
    return update(model, Chosen(name, value, 0.0)).model


def begun(*words: str) -> Model:
    """The table after the words were seen, with the info page open."""
    return press(sealing(NAMES[: len(words)], *words), "ok").with_page_on_top(InfoPage())


def abandoned(players: tuple[str, ...], *words: str | None, draws: int | None = 3) -> Model:
    """The history with one such game."""
    told = AbandonedGame(claimit.name, "", players, words, commitment(SEED), draws, SEED.hex())
    entry = HistoryEntry(GameId(1), None, None, "2026-11-21", told)
    return update(BOX, HistoryRead((entry,), 0.0)).model


@cache
def sealed_tiles() -> Model:
    return press(dealt(*SIX[:2]), "ok").with_page_on_top(InfoPage())


FIRST, LAST = sealing(NAMES[:2]), sealing(NAMES[:2], SIX[0])


@cache
def proves() -> Model:
    return press(begun(*SIX[:2]), "right", "right", "bank")


SCENES: Scenes = {
    "setup_sealed": lambda: press(BOX, "ok", "ok", "bank"),
    "setup_sealed_tiles": lambda: press(BOX, "ok", "right", "ok", "ok", "ok", "ok", "right", "bank"),
    "seal_digits": lambda: FIRST,
    "seal_digits_tiles": dealt,
    "info_sealed_tiles_1": lambda: press(sealed_tiles(), "left", "left"),
    "info_sealed_tiles_2": lambda: press(sealed_tiles(), "left"),
    "seal_digits_again": lambda: sealing(NAMES[:2], abandoned=12),
    "seal_code": lambda: press(FIRST, "right"),
    "seal_owner": lambda: press(FIRST, "ok"),
    "seal_owner_nobody": lambda: press(sealing(NAMES), "ok", "left"),
    "seal_word": lambda: press(FIRST, "ok", "ok"),
    "seal_word_digit": lambda: press(FIRST, "ok", "ok", "right", "ok", "left"),
    "seal_word_whole": lambda: press(LAST, "ok", *(("right", "ok") * 6)),
    "seal_word_typed": lambda: choose(press(LAST, "ok"), "word", FREE),
    "seal_word_long": lambda: press(sealing(LONG[:2]), "ok", "ok"),
    "seal_words": lambda: LAST,
    "seal_words_2": lambda: sealing(NAMES[:2], *SIX[:2]),
    "seal_words_5": lambda: sealing(NAMES, *SIX),
    "seal_words_long": lambda: sealing(LONG, FREE, "", SIX[0], "W" * 64, "a b"),
    "seal_long_word": lambda: press(sealing(NAMES[:2], FREE), "left"),
    "seal_wide_word": lambda: press(sealing(NAMES[:2], "W" * 64), "left"),
    "seal_abandon": lambda: press(LAST, "undo"),
    "history_abandoned": lambda: abandoned(NAMES[:2], "417209", None),
    "history_abandoned_long": lambda: abandoned(LONG, FREE, "", "1", None, None, draws=None),
    "info_sealed": lambda: begun(*SIX[:3]),
    "info_sealed_digits": lambda: press(begun(*SIX[:2]), "right"),
    "info_sealed_code": lambda: press(begun(*SIX[:2]), "right", "right"),
    "info_sealed_proves_1": proves,
    "info_sealed_proves_2": lambda: press(proves(), "right"),
    "info_sealed_proves_3": lambda: press(proves(), "right", "right"),
}
"""By the name of the page and what there is to see on it."""
