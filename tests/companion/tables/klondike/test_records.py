import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.commands.cli import main
from companion.core.table import summary
from companion.runtime.journal import Journal
from companion.tables.klondike.session import Session
from engine import klondike
from engine.game import Json, Seat
from engine.record import (
    AnyEvent,
    format,  # noqa: A004 - the notation's name; the built-in is not used here
)
from tests.companion.pages.klondike import seated
from tests.companion.program.played import BEGUN, ENDED
from tests.companion.svg import Drawing
from tests.engine.klondike_hands import Hands, draw_event


def played(chance: Random) -> tuple[Session, list[Json]]:
    session, events = cast("Session", seated()), list[Json]()
    hands, dealt = Hands([]), 0
    event: AnyEvent = session.start_event(Seat(0))
    while True:
        session, events = session.record_event(event), [*events, format(event, klondike)]
        state = session.state
        if klondike.is_over(state):
            return session, events
        if state.round != dealt:
            hands, dealt = Hands.dealt(2, "basic", chance), state.round
        drawn = draw_event(state, hands.hands[state.turn], chance)
        if isinstance(drawn, klondike.Place):
            hands.placed(state.turn, drawn.tile)
        event = drawn


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("klondike") / "journal.sqlite"
    session, events = played(Random(2))
    with Journal.open(path) as journal:
        number = journal.begin(session.lineup.to_json(), session.seed, BEGUN)
        journal.append(number, events, ENDED)
        journal.finish(number, ENDED, summary(session))
    return path


@pytest.fixture
def told(path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def tell(*words: str) -> str:
        assert main([*words, "--journal", str(path)]) == 0
        return capsys.readouterr().out

    return tell


def test_the_history_tells_the_chips(told: Callable[..., str]) -> None:
    lines = told("history", "1").splitlines()
    assert lines[0].startswith("Game 1, Klondike, ")
    assert lines[3].split() == ["chips"]
    assert [line.split()[0] for line in lines[4:6]] == ["Green", "Blue"]


def test_the_sheet_has_the_games_own_columns(told: Callable[..., str]) -> None:
    rows = list(csv.DictReader(io.StringIO(told("export", "1", "--format", "csv"))))
    tiles = [row for row in rows if row["event"] == "place"]
    assert len({(row["round"], row["slot"]) for row in tiles}) == len(tiles)
    assert {row["rule"] for row in tiles} == {"normal", "one_right", "any"}
    assert sum(int(row["won"]) for row in tiles) == sum(
        int([row for row in rows if row["seat"] == seat][-1]["chips"]) for seat in "01"
    )


def test_the_play_has_the_chips_as_scores(told: Callable[..., str]) -> None:
    play = json.loads(told("export", "1", "--format", "bgstats"))
    assert (play["game"]["name"], "bggId" in play["game"]) == ("Klondike", False)
    assert sorted(player["rank"] for player in play["players"]) == [1, 2]


def test_the_record_is_sound_and_has_no_dice_to_be_verified(
    told: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.jsonl"
    record.write_text(told("export", "1"))
    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.startswith("Klondike, over after 4 rounds.")
    main(["verify", str(record)])
    assert capsys.readouterr().out.startswith("nothing to check")


def test_the_picture_has_the_tiles_and_the_chips(told: Callable[..., str]) -> None:
    picture = Drawing(told("export", "1", "--format", "svg"))
    tiles = [each for each in picture.all("rect") if each.get("rx") == "0.16"]
    words = picture.texts
    session, _ = played(Random(2))
    assert len(tiles) == sum(tile is not None for tile in session.state.slots)
    assert {"Green", "Blue", *map(str, session.state.chips)} <= set(words)
    won = [claim.won_by for claim in session.state.claims if claim.won_by is not None]
    assert won
    assert sorted(word for word in words if word in {"G", "B"}) == sorted("GB"[seat] for seat in won)
