"""The fair dice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.dice import Draws, commitment

FILE = Path(__file__).parents[1] / "vectors" / "dice.jsonl"
VECTORS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
SHUFFLES = [json.loads(line) for line in (FILE.parent / "shuffles.jsonl").read_text().splitlines()]


def test_throws_and_commitments_are_the_agreed_ones() -> None:
    for case in VECTORS:
        seed = bytes.fromhex(case["seed"])
        assert list(Draws(seed, case["counter"]).dice(case["count"])) == case["dice"], case
        assert commitment(seed) == case["commitment"], case


def test_a_longer_throw_begins_with_the_shorter() -> None:
    seed = bytes(range(32))
    assert Draws(seed, 5).dice(100)[:3] == Draws(seed, 5).dice(3)


def test_the_faces_are_even() -> None:
    faces = Counter(die for counter in range(6_000) for die in Draws(b"\x07" * 32, counter).dice(3))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 3_000) < 250 for count in faces.values())


def test_a_shuffle_is_the_agreed_one() -> None:
    for case in SHUFFLES:
        draws = Draws(bytes.fromhex(case["key"]), case["counter"])
        assert list(draws.shuffled(range(case["shuffle"]))) == case["order"], case


def test_one_of_one_reads_no_byte() -> None:
    draws = Draws(bytes(range(32)), 5)
    assert draws.one_of(1) == 0
    assert draws.dice(3) == Draws(bytes(range(32)), 5).dice(3)


@pytest.mark.parametrize("count", [2, 3, 100, 255, 256])
def test_one_of_many_is_within_its_range(count: int) -> None:
    draws = Draws(b"\x07" * 32, 0)
    assert {draws.one_of(count) for _ in range(20 * count)} == set(range(count))


def test_drawings_go_on_with_the_bytes_after_those_before() -> None:
    whole, parts = Draws(bytes(32), 0), Draws(bytes(32), 0)
    assert whole.dice(7) == parts.dice(3) + parts.dice(4)
