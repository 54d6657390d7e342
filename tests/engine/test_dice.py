"""The fair dice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.dice import Draws, commitment, throw

FILE = Path(__file__).parents[1] / "vectors" / "dice.jsonl"
VECTORS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
SHUFFLES = [json.loads(line) for line in (FILE.parent / "shuffles.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", VECTORS)
def test_a_throw_is_the_agreed_one(case: dict[str, Any]) -> None:
    assert list(throw(bytes.fromhex(case["seed"]), case["counter"], case["count"])) == case["dice"]


@pytest.mark.parametrize("case", VECTORS)
def test_a_commitment_is_the_agreed_one(case: dict[str, Any]) -> None:
    assert commitment(bytes.fromhex(case["seed"])) == case["commitment"]


def test_a_longer_throw_begins_with_the_shorter() -> None:
    seed = bytes(range(32))
    assert throw(seed, 5, 100)[:3] == throw(seed, 5, 3)


def test_the_faces_are_even() -> None:
    faces = Counter(die for counter in range(6_000) for die in throw(b"\x07" * 32, counter, 3))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 3_000) < 250 for count in faces.values())


@pytest.mark.parametrize("case", SHUFFLES)
def test_a_shuffle_is_the_agreed_one(case: dict[str, Any]) -> None:
    assert list(Draws(bytes.fromhex(case["key"]), case["counter"]).shuffled(range(case["shuffle"]))) == case["order"]


def test_one_of_one_reads_no_byte() -> None:
    draws = Draws(bytes(range(32)), 5)
    assert draws.one_of(1) == 0
    assert draws.dice(3) == throw(bytes(range(32)), 5, 3)


@pytest.mark.parametrize("count", [2, 3, 100, 255, 256])
def test_one_of_many_is_within_its_range(count: int) -> None:
    draws = Draws(b"\x07" * 32, 0)
    assert {draws.one_of(count) for _ in range(20 * count)} == set(range(count))


def test_drawings_go_on_with_the_bytes_after_those_before() -> None:
    whole, parts = Draws(bytes(32), 0), Draws(bytes(32), 0)
    assert whole.dice(7) == parts.dice(3) + parts.dice(4)
