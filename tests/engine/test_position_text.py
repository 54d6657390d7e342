"""A position as one line of text, and as a picture: every position of random games, and what is wrong in a text."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random
from xml.etree import ElementTree as ET

import pytest

from engine import claimit
from engine.game import Code, Illegal
from engine.record import follow
from tests.engine.test_midturn_positions import START, states

LINE = "....../b..C../.....5#./....../....../....2a. a 145 3 - 3"
CALLED = "AAAAAA/AAAAAA/A...../....../....../b..... b "
"""The board where the first of two has called the last round, and the second moves."""
GAMES = [
    state
    for number, (recycle, players) in enumerate([(False, 2), (True, 2), (False, 3), (True, 4), (False, 5)])
    for state in states(number, recycle=recycle, players=players)
]


def refusal(text: str) -> Illegal:
    """Why it is no position."""
    with pytest.raises(Illegal) as caught:
        claimit.from_text(text)
    return caught.value


def test_every_position_of_a_game_comes_back() -> None:
    for state in GAMES:
        text = claimit.to_text(state)
        assert claimit.from_text(text, state.players) == state
        assert claimit.to_text(claimit.from_text(text)) == text
    assert {state.phase for state in GAMES} == set(claimit.Phase)
    assert len({claimit.to_text(state) for state in GAMES}) == len(set(GAMES))


def test_the_rulebooks_third_example() -> None:
    state = claimit.from_text(LINE, ["Green", "Blue", "Orange"])
    assert [claimit.format_field(field) for field in claimit.legal(state)] == ["4/1", "5/1", "1/5"]
    start = {**START, "players": list(state.players), "options": {"midturn": True}}
    assert follow(None, start).play(claimit.position_of(state)).state == state


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("", "Character 1 of the position: a position has six parts with one space between two; the seat to act"),
        (LINE[:-2], "Character 55 of the position: a position has six parts with one space between two; the players"),
        (LINE + " x", "Character 57 of the position: a position has six parts with one space between two, and ends"),
        (LINE.replace(" a", "  a"), "Character 46 of the position: between two parts of a position stands one space"),
        (LINE.replace("b", "f"), "Character 8 of the position: in row 5 stands 'f' where ., a letter from a to e or A"),
        (LINE.replace("5#", "#5"), "Character 21 of the position: in row 4 stands '5' where"),
        (LINE.replace("b", "b."), "Character 14 of the position: row 5 has 6 fields, not more"),
        (LINE.replace("b", ""), "Character 13 of the position: row 5 has 6 fields, not 5"),
        (LINE.replace("......", ".......", 1), "Character 7 of the position: row 6 has 6 fields, not more"),
        (LINE[7:], "Character 38 of the position: the board has 6 rows with / between two, not 5"),
        (LINE.replace(" a", " f"), "Character 46 of the position: the seat to act is a letter from a to e, not 'f'"),
        (LINE.replace(" a", " d"), "Character 46 of the position: with 3 players the seats are a to c, not d"),
        (LINE.replace("2a", "2d"), "Character 43 of the position: with 3 players the seats are a to c, not d"),
        (LINE.replace("2a", "2E"), "Character 43 of the position: with 3 players the seats are a to c, not E"),
        (LINE.replace("145", "147"), "Character 48 of the position: the moment is roll, roll!, three dice as 145"),
        (LINE.replace("3 -", "-1 -"), "Character 52 of the position: the finished turns are a whole number"),
        (LINE.replace("-", "b"), "Character 54 of the position: the last round is -, or who called it"),
        (LINE[:-1] + "6", "Character 56 of the position: the players are a number from 2 to 5"),
        ("....../....../....../....../....../...... a roll! 0 - 2", "Character 51 of the position: after a bust"),
        (CALLED + "roll! 20 a2 2", "Character 54 of the position: a2 says that the turn before banked, roll! that"),
        ("....../....../....../....../....../...... a over 9 a1 2", "Character 52 of the position: after the end"),
        (LINE.replace("145", "choose").replace("2a", "a2"), "On 5/1 lies what cannot"),
        (LINE.replace("145", "roll"), "On 4/1 lies a claim stone: between turns"),
        ("....../....../....../....../....../...... a over 9 - 2", "A cannot have called the last round"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(wrong: str, says: str) -> None:
    assert str(refusal(wrong)).startswith(says), str(refusal(wrong))


def test_what_is_refused_is_not_called_right() -> None:
    begins = "where ., a letter from a to e or A to E is right"
    for field, ends in (
        ("a7", " or, behind a field, the digit of a claim stone from 1 to 6, then #."),
        ("a56", " or, behind a claim stone, #."),
        ("a#1", "."),
        ("a5##", "."),
    ):
        assert refusal(LINE.replace("b", field)).message.endswith(begins + ends), field


def test_the_turn_after_a_bank_that_called_the_last_round_follows_no_bust() -> None:
    assert refusal(CALLED + "roll! 20 a2 2").code is Code.ILLEGAL
    for moment, turn in (("roll 20 a2", "b"), ("roll! 21 a1", "a")):
        text = CALLED.replace(" b ", f" {turn} ") + moment + " 2"
        assert claimit.to_text(claimit.from_text(text)) == text


def test_whatever_is_changed_is_a_position_or_named() -> None:
    chance = Random(1)
    for state in chance.sample(GAMES, 300):
        text = claimit.to_text(state)
        at, letter = chance.randrange(len(text)), chance.choice("./abeAE16#! -rochv0\n\u0663é")
        changed = text[:at] + chance.choice(["", letter, letter + text[at]]) + text[at + 1 :]
        with suppress(Illegal):
            assert claimit.to_text(claimit.from_text(changed)) == changed
            continue
        said = refusal(changed)
        named = r"Character \d+ of the position: .+\.|.*(On \d/\d|The roll|turn|goldclaims|ownership|twice|choose).*\."
        assert re.fullmatch(named, said.message, re.DOTALL), (changed, said.message)
        assert said.code in {Code.SYNTAX, Code.ILLEGAL}


def test_names_must_be_as_many_as_play() -> None:
    with pytest.raises(Illegal, match="one of 3 players; 2 names were given"):
        claimit.from_text(LINE, ["Green", "Blue"])


def test_the_throws_and_their_weights() -> None:
    assert (len(claimit.THROW_WEIGHTS), sum(claimit.THROW_WEIGHTS.values())) == (56, claimit.ROLLS)
    assert [claimit.THROW_WEIGHTS[dice] for dice in ((3, 3, 3), (3, 3, 4), (1, 4, 5))] == [1, 3, 6]


def test_a_notebook_shows_the_position_and_the_game() -> None:
    names = ["Green", "<Blue>", "Orange"]
    picture = ET.fromstring(claimit.from_text(LINE, names)._repr_svg_())  # noqa: S314 - it is our own
    words = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[-1] == LINE
    assert "<Blue>: mine 1, goldclaims 0, fields 1" in words
    assert sum(each.get("ry") == "17" for each in picture.iter("{http://www.w3.org/2000/svg}ellipse")) == 7
    record = follow(None, {**START, "players": names[:2]})
    assert "&lt;Blue&gt;" in record._repr_html_()
    assert record._repr_svg_() == record.state._repr_svg_() == record.state._repr_html_()
    klondike = follow(None, {"event": "start", "game": "klondike", "players": names[:2]})
    assert klondike._repr_svg_() is None
    assert "<pre>Klondike, round 1" in klondike._repr_html_()
