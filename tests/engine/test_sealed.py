"""Sealed dice: the words of a start, the key that they make with the seed, and what `verify` finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import piratenclaim
from engine.dice import Draws, commitment, dice_key, throw
from engine.fairness import Finding, check_fairness
from engine.game import Code, Illegal, Seat
from engine.record import follow, from_lines, to_lines
from engine.starts import parse_seat_word
from tests.companion.program.played import SEED, played
from tests.engine.test_fairness import LINES, REVEAL, finding, numbered

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "sealed.jsonl").read_text(encoding="utf-8").splitlines()
]
SEALED = played(words=("417", "bob!")).lines
START: dict[str, Any] = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}


def of_kind(name: str) -> list[dict[str, Any]]:
    """The agreed cases that have this key."""
    return [case for case in VECTORS if name in case]


def key(case: dict[str, Any]) -> bytes:
    """The key of a case."""
    return dice_key(bytes.fromhex(case["seed"]), tuple(case["words"]))


def test_every_agreed_case_is_looked_at() -> None:
    assert len(of_kind("rolls")) + len(of_kind("shuffle")) + len(of_kind("discs")) == len(VECTORS) == 6


@pytest.mark.parametrize("case", of_kind("rolls"), ids=lambda case: str(case["words"]))
def test_key_and_rolls_are_the_agreed_ones(case: dict[str, Any]) -> None:
    assert key(case).hex() == case["key"]
    assert commitment(bytes.fromhex(case["seed"])) == case["commitment"]
    assert [list(throw(key(case), roll["counter"], len(roll["dice"]))) for roll in case["rolls"]] == [
        roll["dice"] for roll in case["rolls"]
    ]


@pytest.mark.parametrize("case", of_kind("shuffle"), ids=lambda case: str(case["words"]))
def test_a_shuffle_is_the_agreed_one(case: dict[str, Any]) -> None:
    assert list(Draws(key(case), case["counter"]).shuffled(range(case["shuffle"]))) == case["order"]


@pytest.mark.parametrize("case", of_kind("discs"), ids=lambda case: str(case["words"]))
def test_discs_are_the_agreed_ones(case: dict[str, Any]) -> None:
    state = piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
    drawn = piratenclaim.draw(state, Draws(key(case), case["counter"]))
    assert drawn is not None
    assert piratenclaim.format(drawn)["fields"] == case["discs"]


def test_without_words_the_key_is_the_seed() -> None:
    assert dice_key(SEED, None) == SEED
    assert dice_key(SEED, ("", "")) not in {SEED, dice_key(SEED, ("", "", "")), dice_key(SEED, ())}


@given(st.lists(st.text(max_size=4), min_size=2, max_size=5), st.lists(st.text(max_size=4), min_size=2, max_size=5))
def test_other_words_give_another_key(some: list[str], others: list[str]) -> None:
    assert (dice_key(SEED, some) == dice_key(SEED, others)) == (some == others)


@pytest.mark.parametrize(
    "words",
    [
        None,
        "417",
        [],
        ["417"],
        ["417", "bob!", ""],
        ["417", 417],
        ["417", None],
        ["417", "a\x00"],
        ["417", "a\n"],
        ["417", "\x7f"],
        ["417", "\x85"],
        ["417", "\ud83c"],
        ["417", "ü" * 33],
        ["417", "a" * 65],
    ],
    ids=ascii,
)
@pytest.mark.parametrize("recorded", [False, True])
def test_words_that_will_not_do_are_a_wrong_syntax(words: object, recorded: bool) -> None:
    with pytest.raises(Illegal) as refused:
        follow(None, {**START, "words": words}, recorded=recorded)
    assert refused.value.code is Code.SYNTAX


def test_a_new_word_has_no_letter_that_nobody_sees() -> None:
    for word in ("4\u200b17", "\u202e417", "\u2066417", "417\ufe0f", "4\u200d17", "\u3164", "\u00ad", "\ufeff"):
        with pytest.raises(Illegal, match="no invisible, turning or control letters"):
            follow(None, {**START, "words": [word, ""]})
        assert follow(None, {**START, "words": [word, ""]}, recorded=True).start.words == (word, "")
        assert parse_seat_word({"event": "word", "seat": 0, "word": word}).text == word
    for word in ("❤️\u200d🔥", "🎲", "☀️", "👨\u200d👩\u200d👧", "a b", "日本"):
        assert follow(None, {**START, "words": [word, ""]}).start.words == (word, "")


@given(st.lists(st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=16), min_size=2, max_size=2))
def test_a_word_is_kept_as_it_stands(words: list[str]) -> None:
    record = follow(None, {**START, "words": words}, recorded=True)
    assert record.start.words == tuple(words)
    assert from_lines(to_lines(record).splitlines()) == record


def test_the_longest_word_has_64_bytes() -> None:
    assert follow(None, {**START, "words": ["ü" * 32, "a" * 64]}).start.words == ("ü" * 32, "a" * 64)


def test_a_sealed_game_is_fair() -> None:
    verdict = check_fairness(numbered(*map(json.loads, SEALED)))
    assert verdict.finding is Finding.FAIR
    assert (verdict.players, verdict.words) == (("Green", "Blue"), ("417", "bob!"))


@pytest.mark.parametrize("words", [["417", "bob"], ["418", "bob!"], ["417 ", "bob!"], ["bob!", "417"], ["", ""]])
def test_a_tampered_word_does_not_verify(words: list[str]) -> None:
    tampered = [json.dumps({**json.loads(SEALED[0]), "words": words}), *SEALED[1:]]
    assert finding(tampered) is Finding.ROLL


def test_words_left_out_do_not_verify() -> None:
    start = {name: value for name, value in json.loads(SEALED[0]).items() if name != "words"}
    assert finding([json.dumps(start), *SEALED[1:]]) is Finding.ROLL


def test_words_added_to_a_game_that_was_not_sealed_do_not_verify() -> None:
    assert finding([json.dumps({**json.loads(LINES[0]), "words": ["", ""]}), *LINES[1:]]) is Finding.ROLL


def test_a_draw_after_the_seed_was_told_is_found() -> None:
    end = [json.loads(line) for line in LINES]
    rolls = [number for number, event in enumerate(end) if event["event"] == "roll"]
    back = [{"event": "undo"}] * (len(end) - rolls[-1])
    again = [*end, *back, *end[rolls[-1] :]]
    assert check_fairness(numbered(*end)).finding is Finding.FAIR
    assert check_fairness(numbered(*again)).finding is Finding.TOLD
    assert check_fairness(numbered(*again, *back, {"event": "bank"})).finding is Finding.TOLD


def test_a_seed_told_twice_is_no_draw() -> None:
    assert finding([*LINES, json.dumps({"event": "undo"}), json.dumps(REVEAL)]) is Finding.FAIR


def test_draws_that_were_taken_back_are_marked() -> None:
    events = [json.loads(line) for line in LINES]
    undone = [*events[:2], {"event": "undo"}, events[1], {"event": "undo"}, *events[1:]]
    marked = [roll.line for roll in check_fairness(numbered(*undone)).rolls if roll.taken_back]
    assert marked == [2, 4]
