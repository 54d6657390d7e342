"""Journal, history and exports of finished games of Klondike and Piratenclaim."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.commands.cli import main
from companion.core.game_session import AnySession
from companion.runtime.journal import Journal
from companion.tables.shared_pages import summarize
from engine import klondike, piratenclaim
from engine.game import Finish, Json, Reveal, Seat
from engine.record import AnyEvent, format_event
from tests.companion.pages import klondike as klondike_pages
from tests.companion.pages import piratenclaim as piratenclaim_pages
from tests.companion.program.recorded_games import BEGUN, ENDED
from tests.companion.svg import Drawing
from tests.engine.klondike_hands import Hands, draw_event

Run = Callable[..., str]


def play(session: AnySession, choose: Callable[[AnySession], AnyEvent | None]) -> tuple[AnySession, list[Json]]:
    events, event = list[Json](), cast("AnyEvent | None", session.start_event(Seat(0)))
    while event is not None:
        session, events = session.record_event(event), [*events, format_event(event, session.game)]
        event = choose(session)
    return session, events


def klondike_match() -> tuple[AnySession, list[Json]]:
    rng, hands, dealt = Random(2), Hands([]), 0

    def choose(session: AnySession) -> AnyEvent | None:
        nonlocal hands, dealt
        state = cast("klondike.State", session.state)
        if klondike.is_over(state):
            return None
        if state.round != dealt:
            hands, dealt = Hands.dealt(2, "basic", rng), state.round
        event = draw_event(state, hands.hands[state.turn], rng)
        if isinstance(event, klondike.Place):
            hands.placed(state.turn, event.tile)
        return event

    return play(klondike_pages.seated(), choose)


def piratenclaim_game() -> tuple[AnySession, list[Json]]:
    def choose(session: AnySession) -> AnyEvent | None:
        state = cast("piratenclaim.State", session.state)
        match state.phase:
            case piratenclaim.Phase.OVER:
                return None if isinstance(session.kept_events[-1], Reveal) else Reveal(session.seed)
            case piratenclaim.Phase.TURN_END:
                return Finish((Seat(1),)) if state.turns == 3 else piratenclaim.EndTurn()
            case piratenclaim.Phase.DISCOVER:
                return piratenclaim.MovePirates()
            case _:
                return piratenclaim.chance_event(state, session.draws)

    return play(piratenclaim_pages.seated(), choose)


def save_game(path: Path, session: AnySession, events: list[Json]) -> Path:
    with Journal.open(path) as journal:
        number = journal.begin(session.lineup.to_json(), session.seed, BEGUN)
        journal.append(number, events, ENDED)
        journal.finish(number, ENDED, summarize(session))
    return path


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("games")
    games = {"klondike": klondike_match, "piratenclaim": piratenclaim_game}
    return {name: save_game(folder / f"{name}.sqlite", *make()) for name, make in games.items()}


@pytest.fixture
def output(journals: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> Run:
    def run(game: str, *words: str) -> str:
        assert main([*words, "--journal", str(journals[game])]) == 0
        return capsys.readouterr().out

    return run


def test_the_history_names_the_game_and_its_figures(output: Run) -> None:
    lines = output("klondike", "history", "1").splitlines()
    assert lines[0].startswith("Game 1, Klondike, ")
    assert lines[3].split() == ["chips"]
    assert [line.split()[0] for line in lines[4:6]] == ["Green", "Blue"]
    assert output("piratenclaim", "history", "1").startswith("Game 1, Piratenclaim, ")


def test_the_history_names_a_game_without_a_winner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = iter([Finish(()), None])
    path = save_game(tmp_path / "journal.sqlite", *play(piratenclaim_pages.seated(), lambda _: next(events)))
    assert main(["history", "1", "--journal", str(path)]) == 0
    assert "won by no one" in capsys.readouterr().out


def test_the_sheet_has_the_columns_of_the_game(output: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(output("klondike", "export", "1", "--format", "csv"))))
    tiles = [row for row in rows if row["event"] == "place"]
    assert len({(row["round"], row["slot"]) for row in tiles}) == len(tiles)
    assert {row["rule"] for row in tiles} == {"normal", "one_right", "any"}
    chips = (int([row for row in rows if row["seat"] == seat][-1]["chips"]) for seat in "01")
    assert sum(int(row["won"]) for row in tiles) == sum(chips)


@pytest.mark.parametrize(("game", "title"), [("klondike", "Klondike"), ("piratenclaim", "Piratenclaim")])
def test_the_play_for_bg_stats_has_winners(output: Run, game: str, title: str) -> None:
    play = json.loads(output(game, "export", "1", "--format", "bgstats"))
    assert (play["game"]["name"], "bggId" in play["game"]) == (title, False)
    assert any(player["winner"] for player in play["players"])


def test_records_can_be_replayed_and_verified(output: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game, verified in (("klondike", "nothing to check"), ("piratenclaim", "fair")):
        record = tmp_path / "record.jsonl"
        record.write_text(output(game, "export", "1"))
        assert main(["replay", str(record)]) == 0
        assert game.title() in capsys.readouterr().out
        assert main(["verify", str(record)]) == (1 if game == "klondike" else 0)
        assert capsys.readouterr().out.startswith(verified)


def test_the_verification_finds_a_changed_die(output: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in output("piratenclaim", "export", "1").splitlines()]
    roll = next(line for line in lines if line["event"] == "roll")
    roll["dice"]["black"] = roll["dice"]["black"] % 6 + 1
    record = tmp_path / "record.jsonl"
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().out


def test_the_picture_of_klondike_has_the_tiles_and_the_chips(output: Run) -> None:
    picture = Drawing(output("klondike", "export", "1", "--format", "svg"))
    session, _ = klondike_match()
    state = cast("klondike.State", session.state)
    tiles = [each for each in picture.all("rect") if each.get("rx") == "0.16"]
    assert len(tiles) == sum(tile is not None for tile in state.slots)
    won = [claim.won_by for claim in state.claims if claim.won_by is not None]
    assert won
    assert {"Green", "Blue", *map(str, state.chips), *("GB"[seat] for seat in won)} <= set(picture.texts)


def test_the_picture_of_piratenclaim_has_the_whole_map(output: Run) -> None:
    picture = Drawing(output("piratenclaim", "export", "1", "--format", "svg"))
    assert len(picture.all("polygon")) == len(piratenclaim.FIELDS)
    assert len([each for each in picture.all("circle") if each["r"] == "6"]) == 21
    assert picture.texts[0] == "Blue wins!"
