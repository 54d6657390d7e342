"""How long each player has thought, by the journal's times; nothing of it is in the record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.core.saved_games import Finished, GameId
from companion.locale.translator import translator_for
from companion.runtime.archive import ArchivedGame, record_since_start
from companion.runtime.journal import Journal
from companion.runtime.thinking_time import person_thinking_text, thinking_s, thinking_text
from engine.game import Json
from engine.games import GAMES
from tests.companion.pages.piratenclaim import LOADED, REST

if TYPE_CHECKING:
    from pathlib import Path

EVENTS: list[Json] = [
    {"event": "start", "game": "claimit", "players": ["Ann", "Ben"], "first": 0, "options": {}},
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "place", "field": "2/3"},
    {"event": "undo"},
    {"event": "place", "field": "5/3"},
    {"event": "bank"},
    {"event": "roll", "dice": [1, 4, 6]},
]
"""Ann rolls, places, takes it back, places and banks; then Ben rolls."""
STANDING = {"fields": 3, "goldclaims": 1, "mine": 2, "stones": 21}
SECONDS = (0, 10, 15, 17, 20, 30, 37)


def game(seconds: tuple[int, ...] = SECONDS) -> ArchivedGame:
    """A game whose events were journalled so many seconds after nine o'clock."""
    times = tuple(f"2026-11-21T{9 + at // 3600:02d}:{at // 60 % 60:02d}:{at % 60:02d}Z" for at in seconds)
    entry = Finished(GameId(1), {"game": "claimit"}, times[0], times[-1], {})
    return ArchivedGame(entry, record_since_start(EVENTS), times)


def test_the_time_before_an_event_is_that_of_whose_turn_it_was() -> None:
    assert thinking_s(game()) == (30, 7)


def test_a_break_is_nobody_s() -> None:
    assert thinking_s(game((*SECONDS[:5], 20 + 1799, 20 + 1799 + 1800))) == (20 + 1799, 0)


def of_record(*events: Json) -> tuple[int, ...] | None:
    """The seconds that each has thought, with ten before each event."""
    at = game(tuple(range(0, 10 * len(events), 10)))
    return thinking_s(replace(at, record=record_since_start(events)))


def test_what_all_lay_out_is_nobody_s_time() -> None:
    start: Json = {"event": "start", "players": ["Ann", "Ben"], "first": 0}
    ledger = {**start, "game": "piratenclaim", "options": {**GAMES["piratenclaim"].options, "ledger": True}}
    assert of_record(ledger, *LOADED, *REST) == (20, 0)
    klondike = {**start, "game": "klondike", "options": dict(GAMES["klondike"].options)}
    assert of_record(klondike, *[{"event": "pass"}] * 4) == (10, 10)


@pytest.mark.parametrize("seconds", [(0,) * 7, (0, 10, 15, 12, 20, 30, 37), SECONDS[1:]])
def test_without_sound_times_it_is_not_known(seconds: tuple[int, ...]) -> None:
    assert thinking_s(game(seconds)) is None
    assert thinking_s(replace(game(), damaged=5)) is None


def test_it_is_told_in_minutes_and_seconds() -> None:
    _ = translator_for("en")
    assert [thinking_text(_, each) for each in (game(), game((0,) * 7))] == ["Ann 0:30, Ben 0:07", "not known"]


def test_a_person_s_is_the_mean_over_the_newest_games(tmp_path: Path) -> None:
    _, lineup = translator_for("en"), {"game": "claimit", "players": ["Ann", "Ben"]}
    summary = {"players": ["Ann", "Ben"], "winners": [0], "turns": 1, "standings": [STANDING] * 2}
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        for day, (seconds, bots) in enumerate(
            ((SECONDS, {}), ((0,) * 7, {}), ((0, 60, 60, 60, 60, 60, 61), {"1": "x"}))
        ):
            times = game(seconds).times
            number = journal.begin(lineup, bytes([day]) * 32, times[0])
            for event, at in zip(EVENTS, times, strict=True):
                journal.append(number, [event], at)
            journal.finish(number, times[-1], {**summary, "bots": bots} if bots else summary)
        assert person_thinking_text(_, journal, "ANN") == "0:45 a game (newest games: 2)"
        assert person_thinking_text(_, journal, "Ben") == "0:07 a game (newest games: 1)"
        assert person_thinking_text(_, journal, "Cleo") == "not known"
