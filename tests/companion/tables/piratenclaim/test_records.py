import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.core.game_session import AnySession
from companion.core.table import summary
from companion.runtime.journal import Journal
from engine import piratenclaim
from engine.game import Finish, Json, Reveal, Seat
from engine.piratenclaim import EndTurn, MovePirates, Phase
from engine.record import (
    AnyEvent,
    format,  # noqa: A004 - the notation's name; the built-in is not used here
)
from tests.companion.pages.piratenclaim import seated
from tests.companion.program.played import BEGUN, ENDED
from tests.companion.svg import Drawing

TURNS = 4


def played() -> tuple[AnySession, list[Json]]:
    session, events = seated(), list[Json]()
    event: AnyEvent = session.start_event(Seat(0))
    while True:
        session, events = session.record_event(event), [*events, format(event, piratenclaim)]
        state = session.state
        assert isinstance(state, piratenclaim.State)
        if isinstance(event, Reveal):
            return session, events
        event = next_event(session, state)


def next_event(session: AnySession, state: piratenclaim.State) -> AnyEvent:
    if state.phase is Phase.OVER:
        return Reveal(session.seed)
    if state.phase is Phase.TURN_END:
        return Finish((Seat(1),)) if state.turns == TURNS - 1 else EndTurn()
    return MovePirates() if state.phase is Phase.DISCOVER else piratenclaim.chance_event(state, session.draws)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("piratenclaim") / "journal.sqlite"
    session, events = played()
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


def test_the_history_names_the_winner(told: Callable[..., str]) -> None:
    assert "Green, Blue" in told("history")
    assert told("history", "1").startswith("Game 1, Piratenclaim, ")


def test_the_play_has_a_winner(told: Callable[..., str]) -> None:
    play = json.loads(told("export", "1", "--format", "bgstats"))
    assert (play["game"]["name"], "bggId" in play["game"]) == ("Piratenclaim", False)
    assert [player["winner"] for player in play["players"]].count(True) == 1


def test_the_record_is_sound_and_its_discs_and_dice_are_verified(
    told: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.jsonl"
    record.write_text(told("export", "1"))
    assert main(["replay", str(record)]) == 0
    assert "Piratenclaim" in capsys.readouterr().out
    assert main(["verify", str(record)]) == 0


def test_a_die_that_was_turned_over_is_found(
    told: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in told("export", "1").splitlines()]
    roll = next(line for line in lines if line["event"] == "roll")
    roll["dice"]["black"] = roll["dice"]["black"] % 6 + 1
    record = tmp_path / "record.jsonl"
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().out


def test_a_game_that_nobody_has_won_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite"
    session = seated()
    events: list[AnyEvent] = [session.start_event(Seat(0)), Finish(())]
    for event in events:
        session = session.record_event(event)
    with Journal.open(path) as journal:
        number = journal.begin(session.lineup.to_json(), session.seed, BEGUN)
        journal.append(number, [format(event, piratenclaim) for event in events], ENDED)
        journal.finish(number, ENDED, summary(session))
    assert main(["history", "--journal", str(path)]) == 0
    assert main(["history", "1", "--journal", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.count("nobody") == 2
    assert "won by nobody" in told


def test_the_picture_has_the_whole_map(told: Callable[..., str]) -> None:
    picture = Drawing(told("export", "1", "--format", "svg"))
    words = picture.texts
    discs = [each for each in picture.all("circle") if each["r"] == "6"]
    assert len(picture.all("polygon")) == len(piratenclaim.FIELDS)
    assert len(discs) == 21
    assert words[0] == "Blue wins!"
