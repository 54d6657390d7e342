import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands.referee import answer_line, answer_lines
from engine.claimit import coach
from engine.klondike import deal
from engine.record import AnyRecord
from tests.engine.plug_ins import install

START = b'{"event":"start","game":"claimit","players":["Green","Blue"]}'
ROLL = b'{"event":"roll","dice":[2,3,5]}'
PLACE = b'{"event":"place","field":"3/5"}'
STATE = b'{"query":"state"}'
PROGRAM = "import sys; from companion.commands.cli import main; sys.exit(main(['referee']))"


def answers_to(*lines: bytes) -> list[dict[str, Any]]:
    stdout = BytesIO()
    assert answer_lines(BytesIO(b"".join(line + b"\n" for line in lines)), stdout) == 0
    return [json.loads(line) for line in stdout.getvalue().splitlines()]


def summary_of(reply: dict[str, Any]) -> str:
    if "state" in reply:
        return str(reply["state"]["phase"])
    return str(reply["error"]["code"]) if "error" in reply else next(iter(reply))


def test_a_game_is_answered_line_by_line() -> None:
    script = [
        (START, "roll"),
        (b'{"query":"odds"}', "odds"),
        (b'{"event":"bank"}', "phase"),
        (ROLL, "place"),
        (b'{"query":"odds"}', "phase"),
        (b'{"event":"place","field":"2/2"}', "illegal"),
        (PLACE, "choose"),
        (STATE, "choose"),
        (b'{"event":"undo"}', "place"),
        (PLACE, "choose"),
        (b'{"event":"bank"}', "roll"),
        (b'{"event":"reveal","seed":"' + b"00" * 32 + b'"}', "phase"),
    ]
    replies = answers_to(*(line for line, _ in script))
    assert [summary_of(reply) for reply in replies] == [expected for _, expected in script]


def test_a_query_before_a_start_is_an_error() -> None:
    for query in [b"state", b"odds", b"advise", b"winning"]:
        (reply,) = answers_to(b'{"query":"' + query + b'"}')
        assert summary_of(reply) == "no_game", query


def test_an_unknown_query_is_a_syntax_error() -> None:
    for lines in [[], [START]]:
        for query in [b'"fly"', b"5", b"null", b"[]", b"{}"]:
            *_, reply = answers_to(*lines, b'{"query":' + query + b"}")
            assert summary_of(reply) == "syntax", (lines, query)


def test_an_error_leaves_the_state_as_it_was() -> None:
    before, *_, after = answers_to(START, b"{", b'{"event":"bank"}', b'{"event":"start"}', b'{"query":"fly"}', STATE)
    assert before == after


def test_invalid_input_is_a_syntax_error_and_the_game_continues() -> None:
    for rubbish in [
        b"",
        b"{",
        b"[" * 60_000,
        b'{"first":' + b"9" * 5_000 + b"}",
        b"\xff\xfe\x00",
        bytes(range(256)).replace(b"\n", b""),
    ]:
        _, complaint, state = answers_to(START, rubbish, STATE)
        assert (summary_of(complaint), summary_of(state)) == ("syntax", "roll"), rubbish


def test_a_line_of_ten_megabytes_has_one_answer() -> None:
    assert [summary_of(reply) for reply in answers_to(START, b"x" * 10_000_000, STATE)] == ["roll", "syntax", "roll"]


@pytest.mark.slow
def test_each_answer_is_flushed_before_the_next_line() -> None:
    program = PROGRAM.replace("sys.exit(", "status = (") + "; sys.exit(status or 'hardware' in sys.modules)"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:  # noqa: S603 - our own
        assert referee.stdin is not None
        assert referee.stdout is not None
        for line in (START, ROLL, PLACE):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            assert "state" in json.loads(referee.stdout.readline())
        referee.stdin.close()
        assert referee.wait() == 0


CASES = Path(__file__).parents[2] / "vectors/advice.jsonl"
START_EVENT = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}


def last_answer(*commands: dict[str, Any]) -> dict[str, Any]:
    stdout = BytesIO()
    answer_lines(BytesIO(b"".join(json.dumps(command).encode() + b"\n" for command in commands)), stdout)
    answer: dict[str, Any] = json.loads(stdout.getvalue().splitlines()[-1])
    return {"error": answer["error"]["code"]} if "error" in answer else answer


def test_the_answers_match_the_shared_test_cases() -> None:
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines()):
        assert last_answer(*case["record"], case["query"]) == case["answer"]


@pytest.mark.slow
def test_a_game_is_played_by_advice_alone() -> None:
    rng = Random(4)
    record: AnyRecord | None = None
    command: dict[str, Any] = START_EVENT
    for _ in range(2_000):
        answer, record = answer_line(json.dumps(command).encode(), record)
        assert "state" in answer
        if answer["state"]["phase"] == "over":
            return
        advised, record = answer_line(json.dumps({"query": "advise", "bot": "prospector", "seed": 7}).encode(), record)
        dice = {"dice": [rng.randint(1, 6) for _ in range(3)]}
        command = advised["advice"] | (dice if advised["advice"]["event"] == "roll" else {})
    pytest.fail("it does not end")


@pytest.mark.slow
def test_a_match_of_klondike_is_played_with_queries() -> None:
    players = [f"P{seat}" for seat in range(4)]
    _, record = answer_line(json.dumps({"event": "start", "game": "klondike", "players": players}).encode(), None)
    for _ in range(2_000):
        assert record is not None
        if record.state.winners is not None:
            return
        hand = [list(tile) for tile in deal.hands(bytes(32), record.timeline)[record.state.turn]]
        query = {"query": "advise", "bot": "prospector", "hand": hand}
        advised, record = answer_line(json.dumps(query).encode(), record)
        answer, record = answer_line(json.dumps(advised["advice"]).encode(), record)
        assert "state" in answer
    pytest.fail("it does not end")


def test_the_same_seed_gives_the_same_answers() -> None:
    queries = [{"query": "winning", "games": 60} | seed for seed in ({}, {"seed": 0}, {"seed": 1}, {"seed": 0})]
    none, zero, one, again = (last_answer(START_EVENT, query) for query in queries)
    assert none == zero == again != one
    assert sum(one["winning"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("decide", "message"),
    [
        ("raise ZeroDivisionError", "The bot wild has failed: ZeroDivisionError."),
        ("return 'bank'", "The bot wild has failed: its decision is not legal now."),
    ],
)
def test_a_plug_in_that_fails_is_the_error_bot(
    decide: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path.name.replace("-", "_")
    text = f"name, title, games = 'wild', 'Wild', ('claimit',)\ndef decide(view, chance): {decide}\n"
    (tmp_path / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(install(tmp_path, "wild", bots={"wild": module}))
    _, record = answer_line(json.dumps(START_EVENT).encode(), None)
    answer, after = answer_line(b'{"query":"advise","bot":"wild"}', record)
    assert answer == {"error": {"code": "bot", "message": message}}
    assert after is record


def test_in_the_middle_of_a_turn_the_shares_are_those_that_the_coach_shows() -> None:
    for recycle in [False, True]:
        start = START_EVENT | {"players": ["Green", "Blue", "Orange"], "options": {"recycle": recycle}}
        blues: list[dict[str, Any]] = [{"event": "roll", "dice": [1, 2, 3]}, {"event": "place", "field": "1/2"}]
        events = [start, *blues, {"event": "bank"}, *blues, {"event": "roll", "dice": [2, 2, 4]}]
        record: AnyRecord | None = None
        for event in events:
            _, record = answer_line(json.dumps(event).encode(), record)
            assert record is not None, recycle
            advice = coach.advise(record.state)
            assert advice is not None, recycle
            winning, _ = answer_line(b'{"query":"winning"}', record)
            assert winning == {"winning": list(advice.chances)}, recycle
