"""The start event, checked strictly."""

from __future__ import annotations

from typing import Any

import pytest

from engine import claimit, klondike, piratenclaim
from engine.game import AnyGame, Code, Illegal, Seat, Start
from engine.starts import format_start, parse_start

START: dict[str, Any] = {"event": "start", "game": "claimit", "players": ["Green", "Blue", "Orange"]}


def code_of(**changed: object) -> Code:
    """The error's code for a start with some keys changed."""
    with pytest.raises(Illegal) as caught:
        parse_start({**START, **changed})
    return caught.value.code


def test_what_may_be_left_out_is_filled_in() -> None:
    assert parse_start(START) == Start("claimit", ("Green", "Blue", "Orange"), first=0, options={"recycle": False})  # type: ignore[arg-type]


def test_further_keys_are_kept_as_notes() -> None:
    event = {**START, "first": 2, "options": {"recycle": True}, "commitment": "ab"}
    start = parse_start(event)
    assert start.notes == {"commitment": "ab"}
    assert format_start(start, claimit) == event


@pytest.mark.parametrize("game", [None, 5, "", "chess", ["claimit"], {}])
def test_an_unknown_game_is_syntax(game: object) -> None:
    assert code_of(game=game) is Code.SYNTAX


@pytest.mark.parametrize("players", [None, "Green", {"a": 1}, [1, 2], ["Green", None], ["Green", ["Blue"]]])
def test_players_are_a_list_of_names(players: object) -> None:
    assert code_of(players=players) is Code.SYNTAX


@pytest.mark.parametrize(
    "players",
    [
        [],
        ["a"],
        list("abcdef"),
        ["a", ""],
        ["a", "  "],
        ["a", "a"],
        ["a", " a"],
        ["a", "b\n"],
        ["a", "\x00"],
        ["a", "\x9b"],
        ["a", "\ud83d"],
    ],
)
def test_names_are_2_to_5_distinct_and_printable(players: list[str]) -> None:
    assert code_of(players=players) is Code.PLAYERS


BLANK = ["\u200b", "\ufeff", "\u2800", "\u3164\u115f", "\u2060\u200d", "\ufe0f", "\u00ad"]


@pytest.mark.parametrize(
    "players", [*(["a", name] for name in BLANK), *(["ab", f"a{name}b"] for name in BLANK), ["\u00e9", "e\u0301"]]
)
def test_names_that_show_nothing_or_the_same_are_refused(players: list[str]) -> None:
    assert code_of(players=players) is Code.PLAYERS


@pytest.mark.parametrize("sign", "\u061c\u200e\u200f\u202a\u202e\u2066\u2069")
def test_names_that_turn_the_text_next_to_them_are_refused(sign: str) -> None:
    assert code_of(players=[f"Ann{sign}", "Blue"]) is Code.PLAYERS


@pytest.mark.parametrize("name", ["Jürgen", "O'Neill", "李", "🐙", "a b", "👩‍🚀", "❤️", "🏳️‍🌈", "می‌خواهم"])
def test_names_of_all_the_world_are_welcome(name: str) -> None:
    assert parse_start({**START, "players": [name, "Blue"]}).players == (name, "Blue")


def test_names_have_64_letters_at_most() -> None:
    assert parse_start({**START, "players": ["W" * 64, "Blue"]}).players[0] == "W" * 64
    assert code_of(players=["W" * 65, "Blue"]) is Code.PLAYERS


@pytest.mark.parametrize("first", [None, -1, 3, 1.0, "0", True, [0]])
def test_the_first_seat_is_one_of_the_game(first: object) -> None:
    assert code_of(first=first) is Code.SYNTAX


@pytest.mark.parametrize(
    "options", [None, [], "recycle", {"recycle": 1}, {"recycle": None}, {"recycle": "yes"}, {"joker": True}]
)
def test_options_are_those_of_the_game(options: object) -> None:
    assert code_of(options=options) is Code.SYNTAX


@pytest.mark.parametrize("game", [claimit, klondike, piratenclaim])
def test_an_option_without_a_name_is_unknown(game: AnyGame) -> None:
    with pytest.raises(Illegal, match="The options of"):
        game.start(("Green", "Blue"), Seat(0), {**game.options, "": 5})
