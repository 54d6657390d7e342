import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands.referee import answer_line, main
from engine import claimit
from engine.bots import bots_for
from engine.claimit.weights import WeightsError
from engine.klondike import deal
from engine.record import AnyRecord
from tests.engine.plugged import install

CASES = Path(__file__).parents[2] / "vectors/advice.jsonl"
START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}


def last_answer(*commands: dict[str, Any]) -> dict[str, Any]:
    stdout = BytesIO()
    main(BytesIO(b"".join(json.dumps(command).encode() + b"\n" for command in commands)), stdout)
    answer: dict[str, Any] = json.loads(stdout.getvalue().splitlines()[-1])
    return {"error": answer["error"]["code"]} if "error" in answer else answer


def test_the_answer_is_the_agreed_one() -> None:
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines()):
        assert last_answer(*case["record"], case["query"]) == case["answer"]


@pytest.mark.slow
@pytest.mark.parametrize("bot", bots_for("claimit"))
def test_a_game_is_played_by_advice_alone(bot: str) -> None:
    random = Random(4)
    record: AnyRecord | None = None
    command: dict[str, Any] = START
    for _ in range(2_000):
        answer, record = answer_line(json.dumps(command).encode(), record)
        assert "state" in answer
        if answer["state"]["phase"] == "over":
            return
        advised, record = answer_line(json.dumps({"query": "advise", "bot": bot, "seed": 7}).encode(), record)
        dice = {"dice": [random.randint(1, 6) for _ in range(3)]}
        command = advised["advice"] | (dice if advised["advice"]["event"] == "roll" else {})
    pytest.fail("it does not end")


@pytest.mark.slow
@pytest.mark.parametrize("bot", bots_for("klondike"))
def test_a_match_of_klondike_is_played_by_advice_and_hands(bot: str) -> None:
    players = [f"P{seat}" for seat in range(4)]
    _, record = answer_line(json.dumps({"event": "start", "game": "klondike", "players": players}).encode(), None)
    for _ in range(2_000):
        assert record is not None
        if record.state.winners is not None:
            return
        hand = [list(tile) for tile in deal.hands(bytes(32), record.timeline)[record.state.turn]]
        query = {"query": "advise", "bot": bot, "hand": hand}
        advised, record = answer_line(json.dumps(query).encode(), record)
        answer, record = answer_line(json.dumps(advised["advice"]).encode(), record)
        assert "state" in answer
    pytest.fail("it does not end")


def test_the_same_seed_gives_the_same_answers() -> None:
    queries = [{"query": "winning", "games": 60} | seed for seed in ({}, {"seed": 0}, {"seed": 1}, {"seed": 0})]
    none, zero, one, again = (last_answer(START, query) for query in queries)
    assert none == zero == again != one
    assert sum(one["winning"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("decide", "message"),
    [
        ("raise ZeroDivisionError", "The bot wild has failed: ZeroDivisionError."),
        ("return 'bank'", "The bot wild has failed: it decided what may not be done now."),
    ],
)
def test_a_plug_in_that_fails_is_the_error_bot(
    decide: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path.name.replace("-", "_")
    text = f"name, title, games = 'wild', 'Wild', ('claimit',)\ndef decide(view, chance): {decide}\n"
    (tmp_path / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(install(tmp_path, "wild", bots={"wild": module}))
    _, record = answer_line(json.dumps(START).encode(), None)
    answer, after = answer_line(b'{"query":"advise","bot":"wild"}', record)
    assert answer == {"error": {"code": "bot", "message": message}}
    assert after is record


def test_shares_of_the_win_sum_to_one_in_every_phase() -> None:
    for players in [2, 3, 5]:
        start = START | {"players": ["Green", "Blue", "Orange", "Red", "Violet"][:players]}
        roll, place = {"event": "roll", "dice": [1, 2, 3]}, {"event": "place", "field": "1/2"}
        for events in ([], [roll], [roll, place], [roll, place, {"event": "bank"}]):
            shares = last_answer(start, *events, {"query": "winning"})["winning"]
            assert len(shares) == players
            assert sum(shares) == pytest.approx(1), players
            assert min(shares) > 0, players


def test_what_the_mover_may_bank_counts_for_its_share() -> None:
    one: list[dict[str, Any]] = [START, {"event": "roll", "dice": [1, 2, 3]}, {"event": "place", "field": "1/2"}]
    two = [*one, {"event": "roll", "dice": [2, 2, 4]}, {"event": "place", "field": "2/2"}]
    bank, query = {"event": "bank"}, {"query": "winning"}
    on, banked, banked_less = (last_answer(*each, query)["winning"] for each in (two, [*two, bank], [*one, bank]))
    assert on[0] >= banked[0] > banked_less[0]
    assert on[1] <= banked[1] < banked_less[1]


def test_in_the_middle_of_a_turn_the_shares_are_those_that_the_coach_shows() -> None:
    for recycle in [False, True]:
        start = START | {"players": ["Green", "Blue", "Orange"], "options": {"recycle": recycle}}
        blues: list[dict[str, Any]] = [{"event": "roll", "dice": [1, 2, 3]}, {"event": "place", "field": "1/2"}]
        events = [start, *blues, {"event": "bank"}, *blues, {"event": "roll", "dice": [2, 2, 4]}]
        record: AnyRecord | None = None
        for event in events:
            _, record = answer_line(json.dumps(event).encode(), record)
            assert record is not None, recycle
            advice = claimit.coach.advise(record.state)
            assert advice is not None, recycle
            winning, _ = answer_line(b'{"query":"winning"}', record)
            assert winning == {"winning": list(advice.chances)}, recycle


def test_damaged_weights_are_the_error_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(_: object) -> tuple[float, ...]:
        raise WeightsError("the weights are damaged")

    monkeypatch.setattr("engine.claimit.value.win_chances", damaged)
    assert last_answer(START, {"query": "winning"}) == {"error": "bot"}
    assert last_answer(START, {"query": "winning"}, {"query": "state"})["state"]["phase"] == "roll"
