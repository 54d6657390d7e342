"""A game that is joined in the middle: which positions are possible, and that it continues like the original game."""

from random import Random

import pytest

from engine import claimit
from engine.game import Code, Illegal, Json
from engine.record import AnyRecord, from_lines, play_json, to_lines

START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
THREE = {**START, "players": ["Green", "Blue", "Orange"]}
KLONDIKE_START = {"event": "start", "game": "klondike", "players": ["Green", "Blue"]}
POSITION: Json = {"event": "position", "board": {"5/2": ["p1"], "1/1": ["own", "p0"]}, "turn": 1, "last_round": None}
PIRATENCLAIM_START = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}


def goldclaims(seat: int, count: int, row: int = 1) -> dict[str, list[str]]:
    """This number of goldclaims of a seat, row by row from this row."""
    return {f"{place % 6 + 1}/{place // 6 + row}": ["own", f"p{seat}"] for place in range(count)}


def refusal(start: Json, **changes: object) -> Illegal:
    """The refusal of the usual position with these changes."""
    with pytest.raises(Illegal) as caught:
        play_json(None, start, {**POSITION, **changes})
    return caught.value


def test_a_joined_game_has_the_given_position() -> None:
    record = play_json(None, START, POSITION)
    state = claimit.to_json(record.state)
    assert (state["board"], state["turn"], state["turns"], state["phase"]) == (POSITION["board"], 1, 0, "roll")
    assert [player["goldclaims"] for player in state["players"]] == [1, 0]
    assert from_lines(to_lines(record).splitlines()) == record


def test_a_position_can_be_undone() -> None:
    assert play_json(None, START, POSITION, {"event": "undo"}).state == play_json(None, START).state


def test_a_position_must_follow_the_start() -> None:
    for before in ({"event": "roll", "dice": [1, 2, 3]}, POSITION):
        with pytest.raises(Illegal) as caught:
            play_json(None, START, before, POSITION)
        assert caught.value.code is Code.PHASE


@pytest.mark.parametrize(
    ("start", "changes", "reason"),
    [
        (START, {"board": {"3/3": ["claim4"]}}, "3/3 has a claim stone"),
        (START, {"board": {"3/3": ["p0", "claim4"]}}, "3/3 has a claim stone"),
        (START, {"board": {"3/3": ["p0", "p1"]}}, "3/3 has an impossible stack"),
        (START, {"board": {"3/3": ["own"]}}, "3/3 has an impossible stack"),
        (START, {"board": {"3/3": ["p0", "own"]}}, "3/3 has an impossible stack"),
        (START, {"board": {"3/3": ["own", "own", "p0"]}}, "3/3 has an impossible stack"),
        (START, {"board": goldclaims(0, 16) | goldclaims(1, 15, 4)}, "only 30 ownership stones, not 31"),
        (START, {"board": goldclaims(0, 14)}, "Green has 13 goldclaims or more"),
        (START, {"board": {}, "last_round": {"called_by": 0, "turns_left": 2}}, "Green cannot have called"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 0}}, "1 to 3 turns"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 4}}, "1 to 3 turns"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 2}}, "not Blue's turn"),
        (
            THREE,
            {"board": goldclaims(0, 9) | goldclaims(1, 9, 3), "last_round": {"called_by": 0, "turns_left": 3}},
            "Blue has 9 goldclaims or more: that seat would be the caller",
        ),
    ],
)
def test_an_unreachable_position_is_rejected(start: Json, changes: Json, reason: str) -> None:
    # rules, A turn and The end
    refused = refusal(start, **changes)
    assert (refused.code, reason in str(refused)) == (Code.ILLEGAL, True), str(refused)


@pytest.mark.parametrize(("turn", "turns_left"), [(1, 3), (2, 2), (0, 1)])
def test_a_last_round_can_be_joined(turn: int, turns_left: int) -> None:
    board = goldclaims(0, 9) | (goldclaims(1, 9, 3) if turns_left < 3 else {})
    last_round = {"called_by": 0, "turns_left": turns_left}
    record = play_json(None, THREE, {**POSITION, "board": board, "turn": turn, "last_round": last_round})
    assert claimit.to_json(record.state)["last_round"] == last_round


def test_an_invalid_position_is_a_syntax_error() -> None:
    wrong: tuple[Json, ...] = (
        {"board": []},
        {"board": {"7/1": ["p0"]}},
        {"board": {"1/1": []}},
        {"board": {"1/1": "p0"}},
        {"board": {"1/1": ["p9"]}},
        {"board": {"1/1": ["p2"]}},
        {"board": {"1/1": [0]}},
        {"turn": 2},
        {"turn": True},
        {"turn": None},
        {"last_round": {"called_by": 5, "turns_left": 1}},
        {"last_round": {"called_by": 0}},
        {"last_round": {"called_by": 0, "turns_left": "1"}},
        {"last_round": 2},
    )
    for changes in wrong:
        assert refusal(START, **changes).code is Code.SYNTAX, changes


@pytest.mark.parametrize("seed", range(6))
def test_a_joined_game_continues_like_the_original_game(seed: int) -> None:
    rng = Random(seed)
    players = ["Green", "Blue", "Orange", "Red"][: 2 + seed % 3]
    played = play_json(None, {**START, "players": players})
    joined: AnyRecord | None = None
    joins_after = rng.randrange(25)
    while not played.game.is_over(played.state):
        state = claimit.to_json(played.state)
        if joined is None and state["phase"] == "roll" and state["turns"] >= joins_after:
            position = {"event": "position", **{key: state[key] for key in ("board", "turn", "last_round")}}
            joined = play_json(None, {**START, "players": players}, position)
            joins_after = state["turns"]
        event = _random_event(played, rng)
        played = played.play(event)
        if joined is not None:
            joined = joined.play(event)
            ours, theirs = (dict(claimit.to_json(record.state)) for record in (joined, played))
            assert ours.pop("turns") + joins_after == theirs.pop("turns")
            assert ours == theirs
    assert joined is not None


def _random_event(record: AnyRecord, rng: Random) -> claimit.Event:
    may = record.game.legal_events(record.state)
    if may and (record.state.phase is claimit.Phase.PLACE or rng.random() < 0.5):
        chosen: claimit.Event = rng.choice(may)
        return chosen
    return claimit.Roll((rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)))


@pytest.mark.parametrize(("start", "code"), [(KLONDIKE_START, Code.SYNTAX), (PIRATENCLAIM_START, Code.ILLEGAL)])
def test_the_other_games_cannot_be_joined(start: Json, code: Code) -> None:
    with pytest.raises(Illegal) as caught:
        play_json(None, start, {"event": "position"})
    assert caught.value.code is code
