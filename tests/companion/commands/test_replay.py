import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands.referee import replay as replay_file
from companion.core.game_session import DEALT, AnySession, GameSession
from companion.core.lineup import LineUp
from engine import klondike
from engine.dice import commitment
from engine.game import Reveal, Seat
from engine.games import GAMES
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

SEED = bytes(range(32))
START = '{"event":"start","game":"claimit","players":["Green","Blue"]}'
ROLL = '{"event":"roll","dice":[2,3,5]}'
PLACE = '{"event":"place","field":"3/5"}'
BANK = '{"event":"bank"}'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def replay(record: Path, *lines: str, as_json: bool = False) -> int:
    record.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return replay_file(str(record), as_json=as_json)


def test_a_sound_record_ends_in_a_picture(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(record, START, ROLL, PLACE, BANK) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Claim It!, turn 2: Blue to roll.",
        "",
        "6  .    .    .    .    .    .",
        "5  .    .    a    .    .    .",
        "4  .    .    .    .    .    .",
        "3  .    .    .    .    .    .",
        "2  .    .    .    .    .    .",
        "1  .    .    .    .    .    .",
        "   1    2    3    4    5    6",
        "   (a player's stone, A that player's goldclaim, 4 claim stone, # ownership stone; the topmost stands last)",
        "",
        "          mine  goldclaims  fields  stones",
        "a  Green     1           0       1      23",
        "b  Blue      0           0       0      24",
    ]


@pytest.mark.slow
def test_the_hands_of_a_dealt_match_are_told_with_its_seed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, start = ("Green", "Blue"), {"commitment": commitment(SEED), DEALT: True}
    lineup = LineUp("klondike", players, dict(klondike.options), colours=(0, 1), table_options={DEALT: True})
    session: AnySession = GameSession(lineup, SEED)
    session = session.record_event(session.start_event(Seat(0)))
    assert session.started_record.start.notes == start
    while not session.game.is_over(session.state):
        assert session.game.deal is not None
        session = session.record_event(session.game.deal.legal_events(session.state, session.hand)[0])
    lines = [json.dumps(format(event, session.game)) for event in session.started_record.events]
    assert replay(record, *lines) == 0
    assert capsys.readouterr().out.endswith("The box dealt the hands; they are secret until the seed is told.\n")
    assert replay(record, *lines, json.dumps(format(Reveal(SEED), session.game))) == 0
    told = capsys.readouterr().out.splitlines()[-3:]
    assert told[0] == "Left in the hands that the box had dealt:"
    left = [[list(tile) for tile in hand] for hand in session.hands]
    assert [json.loads(line.split()[-1]) for line in told[1:]] == left


def test_names_of_a_record_turn_no_text(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        replay(record, json.dumps({"event": "start", "game": game, "players": ["A\u202e", "\u2066B"]}))
        said = capsys.readouterr()
        assert said.out + said.err
        assert not {"\u202e", "\u2066"} & set(said.out + said.err)


def test_a_bust_the_last_round_and_the_winner_are_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    fields = [f"{column}/{row}" for column, row in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]]
    players = START.replace('"Green","Blue"', '"Green","Blue","Red","Orange","Violet"')
    lines = [players]
    for field in fields:
        lines += [
            f'{{"event":"roll","dice":[{field[0]},{field[0]},{field[0]}]}}',
            f'{{"event":"place","field":"{field}"}}',
        ] * 2
    lines.append(BANK)
    for _ in range(5):
        replay(record, *lines)
        told.append(capsys.readouterr().out)
        lines.append('{"event":"roll","dice":[1,1,1]}')
    replay(record, *lines)
    assert "Last round, called by Green: turns left 5." in told[0]
    assert "The roll before had no use: a bust." in told[1]
    assert "over after 6 turns. Won by Green (decided by: mine)." in capsys.readouterr().out


def test_an_illegal_event_is_status_one(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lines, complaint in [
        (
            [START, ROLL, '{"event":"place","field":"2/2"}'],
            "line 3: illegal: 2/2 cannot be used: the roll does not name",
        ),
        ([START, BANK], "line 2: phase: A bank cannot be now"),
        ([START.replace("Blue", "Green")], "line 1: players:"),
    ]:
        assert replay(record, *lines) == 1
        assert complaint in capsys.readouterr().err


def test_what_is_no_record_is_status_two(record: Path) -> None:
    for lines in [[], ["rubbish"], [ROLL], [START, "", ROLL], [START, '{"event":"fly"}'], ['{"query":"state"}']]:
        for as_json in [False, True]:
            assert replay(record, *lines, as_json=as_json) == 2


def test_a_query_is_no_fault_of_the_record(record: Path) -> None:
    queries = ['{"query":"odds"}', '{"query":"advise","bot":"x"}', '{"query":"fly"}']
    assert replay(record, START, ROLL, *queries) == 0


def test_json_answers_every_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(record, START, BANK, "rubbish", ROLL, '{"query":"state"}', as_json=True) == 1
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(reply)) for reply in replies] == ["state", "error", "error", "state", "state"]


def test_a_file_that_is_not_there_is_status_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_file(str(tmp_path / "none.jsonl"), as_json=False) == 2
    assert "none.jsonl cannot be read: No such file" in capsys.readouterr().err


def test_a_file_without_an_end_is_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_file("/dev/zero", as_json=False) == 2
    assert capsys.readouterr().err == "companion replay: /dev/zero cannot be read: a line has no end.\n"


def test_a_dash_reads_the_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(START.encode())))
    assert replay_file("-", as_json=False) == 0
    assert "Green to roll" in capsys.readouterr().out
