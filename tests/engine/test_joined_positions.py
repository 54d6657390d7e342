"""A game that is joined in the middle: which positions can be, and that it goes on as the game that led there."""

from __future__ import annotations

from random import Random

import pytest

from engine import claimit, klondike
from engine.game import Code, Illegal, Json, Seat
from engine.record import AnyRecord, follow, from_lines, to_lines
from tests.engine.klondike_hands import play

START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
THREE = {**START, "players": ["Green", "Blue", "Orange"]}
MATCH = {"event": "start", "game": "klondike", "players": ["Green", "Blue"]}
POSITION: Json = {"event": "position", "board": {"5/2": ["p1"], "1/1": ["own", "p0"]}, "turn": 1, "last_round": None}
LAYOUT: Json = {"event": "position", "slots": {"1/1E": [3, 5]}, "chips": [0, 0], "round": 1, "starter": 0, "turn": 1}
PIRATES = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}


def goldclaims(seat: int, count: int, row: int = 1) -> dict[str, list[str]]:
    """So many goldclaims of a seat, row by row from this one."""
    return {f"{place % 6 + 1}/{place // 6 + row}": ["own", f"p{seat}"] for place in range(count)}


def refusal(start: Json, **changes: object) -> Illegal:
    """Why a position like the usual one, but for these keys, is refused."""
    usual = POSITION if start["game"] == "claimit" else LAYOUT
    with pytest.raises(Illegal) as caught:
        follow(None, start, {**usual, **changes})
    return caught.value


def test_a_joined_game_lies_as_it_was_told() -> None:
    record = follow(None, START, POSITION)
    told = claimit.to_json(record.state)
    assert (told["board"], told["turn"], told["turns"], told["phase"]) == (POSITION["board"], 1, 0, "roll")
    assert [player["goldclaims"] for player in told["players"]] == [1, 0]
    assert from_lines(to_lines(record).splitlines()) == record


def test_a_position_can_be_taken_back() -> None:
    assert follow(None, START, POSITION, {"event": "undo"}).state == follow(None, START).state


@pytest.mark.parametrize("start", [START, MATCH])
def test_a_position_comes_right_after_the_start(start: Json) -> None:
    first = {"event": "roll", "dice": [1, 2, 3]} if start is START else {"event": "pass"}
    usual = POSITION if start is START else LAYOUT
    for before in ((start, first), (start, usual)):
        with pytest.raises(Illegal) as caught:
            follow(None, *before, usual)
        assert caught.value.code is Code.PHASE


@pytest.mark.parametrize(
    ("start", "changes", "reason"),
    [
        (START, {"board": {"3/3": ["claim4"]}}, "On 3/3 lies a claim stone"),
        (START, {"board": {"3/3": ["p0", "claim4"]}}, "On 3/3 lies a claim stone"),
        (START, {"board": {"3/3": ["p0", "p1"]}}, "On 3/3 lies what cannot"),
        (START, {"board": {"3/3": ["own"]}}, "On 3/3 lies what cannot"),
        (START, {"board": {"3/3": ["p0", "own"]}}, "On 3/3 lies what cannot"),
        (START, {"board": {"3/3": ["own", "own", "p0"]}}, "On 3/3 lies what cannot"),
        (START, {"board": goldclaims(0, 16) | goldclaims(1, 15, 4)}, "There are 30 ownership stones: 31"),
        (START, {"board": goldclaims(0, 14)}, "Green has 13 goldclaims or more"),
        (START, {"board": {}, "last_round": {"called_by": 0, "turns_left": 2}}, "Green cannot have called"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 0}}, "1 to 3 turns"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 4}}, "1 to 3 turns"),
        (THREE, {"board": goldclaims(0, 9), "last_round": {"called_by": 0, "turns_left": 2}}, "not Blue's turn"),
        (
            THREE,
            {"board": goldclaims(0, 9) | goldclaims(1, 9, 3), "last_round": {"called_by": 0, "turns_left": 3}},
            "Blue has 9 goldclaims or more: that would have called it earlier",
        ),
    ],
)
def test_a_position_to_which_no_game_leads_is_refused(start: Json, changes: Json, reason: str) -> None:
    """With the reason; between turns lie players' stones and goldclaims only (rules, A turn and The end)."""
    refused = refusal(start, **changes)
    assert (refused.code, reason in str(refused)) == (Code.ILLEGAL, True), str(refused)


@pytest.mark.parametrize(("turn", "left"), [(1, 3), (2, 2), (0, 1)])
def test_a_last_round_can_be_joined(turn: int, left: int) -> None:
    board = goldclaims(0, 9) | (goldclaims(1, 9, 3) if left < 3 else {})
    last_round = {"called_by": 0, "turns_left": left}
    record = follow(None, THREE, {**POSITION, "board": board, "turn": turn, "last_round": last_round})
    assert claimit.to_json(record.state)["last_round"] == last_round


@pytest.mark.parametrize(
    "changes",
    [
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
    ],
)
def test_what_is_no_position_is_a_syntax_error(changes: Json) -> None:
    refused = refusal(START, **changes)
    assert (refused.code, str(refused).endswith(".")) == (Code.SYNTAX, True)


@pytest.mark.parametrize("seed", range(20))
def test_a_joined_game_goes_on_as_the_one_that_led_there(seed: int) -> None:
    random = Random(seed)
    players = ["Green", "Blue", "Orange", "Red"][: 2 + seed % 3]
    played = follow(None, {**START, "players": players})
    joined: AnyRecord | None = None
    joins_after = random.randrange(25)
    while not played.game.is_over(played.state):
        told = claimit.to_json(played.state)
        if joined is None and told["phase"] == "roll" and told["turns"] >= joins_after:
            position = {"event": "position", **{key: told[key] for key in ("board", "turn", "last_round")}}
            joined = follow(None, {**START, "players": players}, position)
            joins_after = told["turns"]
        event = _next(played, random)
        played = played.play(event)
        if joined is not None:
            joined = joined.play(event)
            ours, theirs = (dict(claimit.to_json(record.state)) for record in (joined, played))
            assert ours.pop("turns") + joins_after == theirs.pop("turns")
            assert ours == theirs
    assert joined is not None


def _next(record: AnyRecord, random: Random) -> claimit.Event:
    """A random event; whoever may bank does so half of the time."""
    may = record.game.legal_events(record.state)
    if may and (record.state.phase is claimit.Phase.PLACE or random.random() < 0.5):
        chosen: claimit.Event = random.choice(may)
        return chosen
    return claimit.Roll((random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)))


def test_a_joined_match_lies_as_it_was_told() -> None:
    record = follow(None, MATCH, LAYOUT)
    told = klondike.to_json(record.state)
    assert (told["slots"], told["turn"], told["claims"]["1/1"]["digit"]) == ({"1/1E": [3, 5]}, 1, 3)
    assert told["claims"]["2/1"] == {"digit": 5, "right": 1, "spoiled": False, "chips": 1, "won_by": None}
    assert from_lines(to_lines(record).splitlines()) == record


WON = {"1/1E": [3, 0], "1/1N": [3, 1], "1/1S": [3, 2], "1/1W": [3, 3]}
"""Four right ends at the claim 1/1."""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"slots": {"1/1E": [3, 5], "3/3N": [5, 3]}}, "The tile 5|3 on 3/3N lies there twice"),
        ({"slots": {"1/1W": [3, 5], "1/1S": [4, 4]}}, "Different ends lie at the claim 1/1"),
        ({"slots": {"1/1W": [3, 5], "1/1S": [4, 4]}, "claims": {"1/1": {"digit": 3}}}, "The tile 4|4 shows a wrong"),
        ({"claims": {"1/1": {"digit": 4}}}, "No end at the claim 1/1 shows 4"),
        ({"slots": {"1/1W": [3, 5], "3/3N": [3, 4], "3/1E": [3, 2]}}, "The digit 3 stands at more than 2 claims"),
        ({"slots": WON}, "Four right ends lie at the claim 1/1: say who won it"),
        ({"slots": WON, "claims": {"1/1": {"won_by": 0, "chips": 1}}}, "The claim 1/1 is won: no chips lie there"),
        ({"claims": {"1/1": {"won_by": 0}}}, "The claim 1/1 is not won"),
        ({"claims": {"2/2": {"chips": 3}}}, "On the claim 2/2 lie 1 to 2 chips"),
        ({"claims": {"2/2": {"chips": 1}}}, "In round 1 there are 10 chips; here the players have 0 and 9"),
        ({"chips": [1, 0]}, "In round 1 there are 10 chips; here the players have 1 and 10"),
        ({"round": 5}, "A match of 2 has the rounds 1 to 4"),
        ({"round": 2}, "Round 2 was begun by Blue"),
    ],
)
def test_a_layout_to_which_no_match_leads_is_refused(changes: Json, reason: str) -> None:
    """With the reason (rules, 3 to 5)."""
    refused = refusal(MATCH, **changes)
    assert (refused.code, reason in str(refused)) == (Code.ILLEGAL, True), str(refused)


@pytest.mark.parametrize(
    "changes",
    [
        {"slots": []},
        {"slots": {"2/1W": [3, 5]}},
        {"slots": {"1/1E": [3, 7]}},
        {"slots": {"1/1E": [3]}},
        {"chips": [0]},
        {"chips": [0, -1]},
        {"chips": {}},
        {"round": None},
        {"starter": 2},
        {"turn": 2},
        {"claims": []},
        {"claims": {"4/1": {}}},
        {"claims": {"1/1": {"colour": 3}}},
        {"claims": {"1/1": {"digit": "3"}}},
        {"claims": {"1/1": {"won_by": 2}}},
    ],
)
def test_what_is_no_layout_is_a_syntax_error(changes: Json) -> None:
    refused = refusal(MATCH, **changes)
    assert (refused.code, str(refused).endswith(".")) == (Code.SYNTAX, True)


def test_a_round_that_is_over_cannot_be_joined() -> None:
    full = {place.name: list(tile) for place, tile in zip(klondike.SLOT_POSITIONS, klondike.TILES, strict=False)}
    assert "All 24 slots are filled" in str(refusal(MATCH, slots=full))


@pytest.mark.parametrize(("players", "deal"), [(2, "basic"), (3, "draw"), (4, "basic")])
def test_any_position_of_a_match_can_be_joined(players: int, deal: str) -> None:
    for told in (states := _states(players, deal)):
        claims = {
            name: {
                key: value for key, value in claim.items() if key in {"digit", "chips", "won_by"} and value is not None
            }
            for name, claim in told["claims"].items()
        }
        position = {
            "event": "position",
            "slots": told["slots"],
            "chips": [player["chips"] for player in told["players"]],
            "claims": claims,
            **{key: told[key] for key in ("round", "starter", "turn")},
        }
        names = [player["name"] for player in told["players"]]
        first = (told["starter"] - told["round"] + 1) % players
        joined = follow(None, {**MATCH, "players": names, "first": first, "options": {"deal": deal}}, position)
        assert {**klondike.to_json(joined.state), "turns": told["turns"]} == told
    assert len(states) > 50


def _states(players: int, deal: str) -> list[Json]:
    """Every state of a random match but the last, in the notation."""
    found: list[Json] = []

    def look(state: klondike.State) -> None:
        if not klondike.is_over(state):
            found.append(klondike.to_json(state))

    play(players, deal, Random(players), look)
    return found


def test_piratenclaim_cannot_be_joined() -> None:
    with pytest.raises(Illegal) as caught:
        follow(None, PIRATES, {"event": "position"})
    assert caught.value.code is Code.ILLEGAL


def test_a_seat_of_a_position_is_of_the_kind_that_all_are() -> None:
    made = klondike.JoinedPosition(((klondike.SLOTS["1/1E"], (3, 5)),), (0, 0), 1, Seat(0), Seat(1))
    assert klondike.parse(LAYOUT) == made
    assert klondike.format(made) == LAYOUT
