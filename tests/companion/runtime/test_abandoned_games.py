"""Games with sealed dice that were abandoned: the journal keeps them, the history tells them, the next one counts."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.commands.cli import main
from companion.composition_root import open_simulated_box
from companion.core.effects import BeginGame, DiscardGame, DrawSeed, OpenJournal
from companion.core.lineup import LineUp
from companion.core.messages import JournalOpened, SeedDrawn
from companion.core.saved_games import AbandonedGame, GameId
from companion.frontends.web.api import list_entry
from companion.runtime.clock import utc_now
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.finished_games import abandoned_entries, count_abandoned_today, history_entries
from companion.runtime.journal import Journal
from companion.settings.schema import Settings
from engine import claimit
from engine.dice import commitment
from tests.companion.program.played import BEGUN, ENDED, keep, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.game import Json

SEALED = LineUp("claimit", ("Green", "Blue"), claimit.options, colours=(0, 1), sealed=True)
WORD = {"event": "word", "seat": 1, "word": "bob!"}
ROLLS: list[Json] = [
    WORD,
    {"event": "word", "seat": 0, "word": ""},
    {"event": "begin", "seat": 0, "dice": [1, 2, 3]},
    {"event": "begin", "seat": 1, "dice": [1, 2, 4]},
    {"event": "start", "game": "claimit", "players": ["Green", "Blue"], "first": 1, "words": ["", "bob!"]},
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "undo"},
    {"event": "roll", "dice": [2, 3, 5], "by": "hand"},
]


def seed(number: int) -> bytes:
    """One seed of many."""
    return bytes([number]) * 32


def begun(journal: Journal, number: int, *events: Json, sealed: bool = True, at: str = BEGUN) -> GameId:
    """A game of the journal that goes on."""
    game = journal.begin(replace(SEALED, sealed=sealed).to_json(), seed(number), at)
    journal.append(game, events, at)
    return game


@pytest.fixture
def journal(tmp_path: Path) -> Any:  # noqa: ANN401 - a generator of one
    """An open journal."""
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_an_abandoned_game_is_told_with_all_that_it_had(journal: Journal) -> None:
    game = begun(journal, 1, *ROLLS)
    journal.discard(game, ENDED)
    (entry,) = history_entries(journal, 10)
    assert entry.abandoned == AbandonedGame(
        "claimit", BEGUN, ("Green", "Blue"), ("", "bob!"), commitment(seed(1)), 3, seed(1).hex()
    )
    assert (entry.finished, entry.damage, entry.date) == (None, None, BEGUN[:10])


def test_a_word_that_was_missing_is_told_as_missing(journal: Journal) -> None:
    journal.discard(begun(journal, 1, WORD), ENDED)
    (entry,) = abandoned_entries(journal)
    assert entry.abandoned is not None
    assert (entry.abandoned.words, entry.abandoned.draws) == ((None, "bob!"), 0)


def test_games_that_were_not_sealed_are_not_told(journal: Journal) -> None:
    journal.discard(begun(journal, 1, sealed=False), ENDED)
    odd = replace(SEALED, players=('"sealed":true', "Blue"), sealed=False)
    journal.discard(journal.begin(odd.to_json(), seed(2), BEGUN), ENDED)
    finished = keep(journal, played(words=("417", "bob!")))
    assert [entry.game for entry in history_entries(journal, 10) if entry.abandoned] == []
    assert [entry.game for entry in history_entries(journal, 10)] == [finished]


def test_they_stand_among_the_finished_games(journal: Journal) -> None:
    first = begun(journal, 1)
    journal.discard(first, ENDED)
    second = keep(journal, played())
    third = begun(journal, 2)
    journal.discard(third, ENDED)
    assert [entry.game for entry in history_entries(journal, 10)] == [third, second, first]
    assert [entry.game for entry in history_entries(journal, 2)] == [third, second]
    assert [entry.game for entry in history_entries(journal, 2, third)] == [second, first]


def test_the_seed_of_one_that_can_be_resumed_is_not_told(journal: Journal) -> None:
    left = begun(journal, 1, WORD)
    begun(journal, 2)
    (entry,) = abandoned_entries(journal)
    assert entry.game == left
    assert entry.abandoned is not None
    assert (entry.abandoned.seed, entry.abandoned.commitment) == (None, commitment(seed(1)))


def test_the_game_on_the_table_is_not_abandoned(journal: Journal) -> None:
    begun(journal, 1, at=utc_now())
    assert count_abandoned_today(journal, with_newest_open=False) == 0
    assert count_abandoned_today(journal, with_newest_open=True) == 1


def test_only_those_of_today_are_counted(journal: Journal) -> None:
    journal.discard(begun(journal, 1), ENDED)
    journal.discard(begun(journal, 2), utc_now())
    assert count_abandoned_today(journal, with_newest_open=True) == 1


def test_a_game_that_was_written_anew_is_told_once(journal: Journal) -> None:
    journal.discard(begun(journal, 1, WORD), ENDED)
    again = begun(journal, 1, WORD)
    assert abandoned_entries(journal) == []
    journal.discard(again, ENDED)
    assert [entry.game for entry in abandoned_entries(journal)] == [again]


def test_the_next_seed_says_how_many_were_abandoned(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(open_simulated_box(Settings())) as device:
        runner = EffectRunner(path, device, None, ())
        runner(OpenJournal())
        counts = []
        for number in range(3):
            drawn = runner(DrawSeed())
            assert isinstance(drawn, SeedDrawn)
            counts.append(drawn.abandoned_today)
            runner(BeginGame(SEALED.to_json(), seed(number)))
            if number == 0:
                runner(DiscardGame())
        runner.close()
        opened = runner(OpenJournal())
        assert isinstance(opened, JournalOpened)
        runner.close()
    assert counts == [0, 1, 2]
    assert opened.abandoned_today == 2


def test_the_page_and_the_command_line_tell_of_it(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    game = begun(journal, 1, *ROLLS)
    journal.discard(game, ENDED)
    told = list_entry(history_entries(journal, 1)[0])
    assert (told["abandoned"], told["seed"], told["words"]) == (True, seed(1).hex(), ("", "bob!"))
    place = ("--journal", str(tmp_path / "journal.sqlite"))
    assert main(["history", *place]) == 0
    assert "abandoned" in capsys.readouterr().out
    assert main(["history", str(game), *place]) == 0
    said = capsys.readouterr().out
    for figure in (commitment(seed(1)), seed(1).hex(), "“bob!”", "“”", "draws of the box  3"):
        assert figure in said


@pytest.fixture
def coached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[GameId], list[str]]:
    """What the command line tells of a game with the coach, line by line."""
    monkeypatch.setenv("LC_ALL", "C")

    def told(game: GameId) -> list[str]:
        assert main(["history", str(game), "--coach", "--journal", str(tmp_path / "journal.sqlite")]) == 0
        return capsys.readouterr().out.splitlines()

    return told


def test_the_coach_tells_of_an_abandoned_game_as_far_as_it_went(
    journal: Journal, coached: Callable[[GameId], list[str]]
) -> None:
    game = begun(journal, 1, *ROLLS, {"event": "place", "field": "2/3"})
    journal.discard(game, ENDED)
    said = coached(game)
    assert said[0] == "Game 1, Claim It!: abandoned"
    assert "The game was not over; this is how it stood." in said
    assert any(line.startswith("the coach's corrections") for line in said)
    assert any(line.startswith("The moment, event 1: Blue rolls 2 3 5") for line in said)


def test_the_coach_says_nothing_of_a_game_that_can_be_resumed(
    journal: Journal, coached: Callable[[GameId], list[str]]
) -> None:
    left = begun(journal, 1, *ROLLS)
    begun(journal, 2)
    assert coached(left)[-1] == "The coach says nothing of a game that can still be resumed."


def test_the_coach_has_nothing_to_say_of_a_game_that_had_not_begun(
    journal: Journal, coached: Callable[[GameId], list[str]]
) -> None:
    game = begun(journal, 1, WORD)
    journal.discard(game, ENDED)
    assert coached(game)[-1] == "The coach has nothing to say of this game."


def test_a_row_that_somebody_has_changed_hides_nothing(journal: Journal) -> None:
    lineup = {**SEALED.to_json(), "players": [5, "Blue"], "game": "chess"}
    game = journal.begin(lineup, seed(1), BEGUN)
    journal.append(game, [{"event": "word", "seat": "x"}, WORD], BEGUN)
    journal.discard(game, ENDED)
    (entry,) = abandoned_entries(journal)
    assert entry.abandoned is not None
    assert (entry.abandoned.game, entry.abandoned.players, entry.abandoned.draws) == ("chess", ("Blue",), None)
