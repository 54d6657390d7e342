"""The chi-square test of the dice."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine import claimit
from engine.face_counts import chi_square_survival, chi_square_test, count_faces
from engine.game import Json

ROLL: Json = {"event": "roll", "dice": [1, 1, 6]}
FACES = range(1, 7)
DIE = ("die", tuple(FACES))
BY_HAND: Json = {"event": "roll", "dice": [2, 3, 4], "by": "hand"}


def texts(events: list[Json]) -> list[str]:
    return [json.dumps(event) for event in events]


@pytest.mark.parametrize(
    ("chi_square", "p"),
    [
        (0.0, 1.0), (0.554, 0.99), (1.145, 0.95), (1.610, 0.90), (4.351, 0.50), (9.236, 0.10),
        (11.070, 0.05), (12.833, 0.025), (15.086, 0.01), (16.750, 0.005), (20.515, 0.001),
    ],
)  # fmt: skip
def test_the_tail_is_that_of_the_tables(chi_square: float, p: float) -> None:
    assert chi_square_survival(chi_square, 5) == pytest.approx(p, rel=0.001)


@pytest.mark.parametrize(("freedom", "chi_square"), [(1, 3.841), (2, 5.991), (3, 7.815), (4, 9.488), (11, 19.675)])
def test_a_die_may_have_any_number_of_faces(freedom: int, chi_square: float) -> None:
    assert chi_square_survival(chi_square, freedom) == pytest.approx(0.05, rel=0.001)


def test_even_dice_have_no_statistic() -> None:
    found = chi_square_test(dict.fromkeys(range(1, 7), 10), FACES)
    assert found == ((10,) * 6, 0.0, 1.0)


def test_the_statistic_is_pearsons() -> None:
    found = chi_square_test({1: 10, 2: 6, 3: 8, 4: 8, 5: 8, 6: 8}, FACES)
    assert found is not None
    assert found.chi_square == pytest.approx(1.0)
    assert found.p == pytest.approx(0.9626, abs=1e-4)


def test_a_loaded_die_is_found_out() -> None:
    found = chi_square_test({1: 100, 2: 100, 3: 100, 4: 100, 5: 100, 6: 200}, FACES)
    assert found is not None
    assert found.p < 1e-9


def test_without_dice_there_is_nothing_to_test() -> None:
    assert chi_square_test({}, FACES) is None


def test_the_box_s_dice_are_told_from_those_by_hand() -> None:
    events: list[Json] = [{"event": "begin", "seat": 0, "dice": [5, 5, 5]}, {"event": "start"}, ROLL, BY_HAND]
    assert count_faces([(claimit, texts(events))]) == {DIE: (Counter({5: 3, 1: 2, 6: 1}), Counter([2, 3, 4]))}


def test_what_was_taken_back_does_not_count() -> None:
    undo: Json = {"event": "undo"}
    assert count_faces([(claimit, texts([undo, ROLL, BY_HAND, undo]))])[DIE].hand == Counter()
    assert count_faces([(claimit, texts([ROLL, BY_HAND, undo]))])[DIE].box == Counter([1, 1, 6])


@pytest.mark.parametrize("text", ['{"event":"roll","dice":[NaN,1,1]}', '{"event":"undo","at":NaN}', "[]", '"undo"'])
def test_what_is_no_event_does_not_count(text: str) -> None:
    (counted,) = count_faces([(claimit, [*texts([ROLL]), text])]).values()
    assert counted.box == Counter({1: 2, 6: 1})
