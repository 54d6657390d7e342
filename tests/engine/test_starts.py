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


def test_what_is_no_start_is_syntax() -> None:
    wrong: dict[str, tuple[object, ...]] = {
        "game": (None, 5, "", "chess", ["claimit"], {}),
        "players": (None, "Green", {"a": 1}, [1, 2], ["Green", None], ["Green", ["Blue"]]),
        "first": (None, -1, 3, 1.0, "0", True, [0]),
        "options": (None, [], "recycle", {"recycle": 1}, {"recycle": None}, {"recycle": "yes"}, {"joker": True}),
    }
    for key, values in wrong.items():
        for value in values:
            assert code_of(**{key: value}) is Code.SYNTAX, (key, value)


UNPRINTABLE = ["", "  ", "b\n", "\x00", "\x9b", "\ud83d"]
BLANK = ["\u200b", "\ufeff", "\u2800", "\u3164\u115f", "\u2060\u200d", "\ufe0f", "\u00ad"]
"""Names that show nothing, and change no other."""
BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202e\u2066\u2069"
"""Signs that turn the text next to them."""


def test_names_are_2_to_5_distinct_and_printable() -> None:
    lists = [[], ["a"], list("abcdef"), ["a", "a"], ["a", " a"], ["\u00e9", "e\u0301"], ["W" * 65, "Blue"]]
    lists += [["a", name] for name in (*UNPRINTABLE, *BLANK)]
    lists += [["ab", f"a{sign}b"] for sign in BLANK] + [[f"Ann{sign}", "Blue"] for sign in BIDI_CONTROLS]
    for players in lists:
        assert code_of(players=players) is Code.PLAYERS, players


def test_names_of_all_the_world_are_welcome() -> None:
    for name in ("Jürgen", "O'Neill", "李", "🐙", "a b", "👩‍🚀", "❤️", "🏳️‍🌈", "می‌خواهم", "W" * 64):
        assert parse_start({**START, "players": [name, "Blue"]}).players == (name, "Blue")


@pytest.mark.parametrize("game", [claimit, klondike, piratenclaim])
def test_an_option_without_a_name_is_unknown(game: AnyGame) -> None:
    with pytest.raises(Illegal, match="The options of"):
        game.start(("Green", "Blue"), Seat(0), {**game.options, "": 5})
