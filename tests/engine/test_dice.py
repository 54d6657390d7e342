"""The fair dice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.dice import commitment, throw

FILE = Path(__file__).parents[1] / "vectors" / "dice.jsonl"
VECTORS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", VECTORS)
def test_a_throw_is_the_agreed_one(case: dict[str, Any]) -> None:
    """Seed, counter and count give the dice of the agreed case."""
    assert list(throw(bytes.fromhex(case["seed"]), case["counter"], case["count"])) == case["dice"]


@pytest.mark.parametrize("case", VECTORS)
def test_a_commitment_is_the_agreed_one(case: dict[str, Any]) -> None:
    """The commitment is the SHA-256 of the seed."""
    assert commitment(bytes.fromhex(case["seed"])) == case["commitment"]


def test_a_longer_throw_begins_with_the_shorter() -> None:
    """The stream of a counter does not depend on how many dice are asked for."""
    seed = bytes(range(32))
    assert throw(seed, 5, 100)[:3] == throw(seed, 5, 3)


def test_the_faces_are_even() -> None:
    """In 6,000 throws of three each face falls about 3,000 times: within five standard deviations."""
    faces = Counter(die for counter in range(6_000) for die in throw(b"\x07" * 32, counter, 3))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 3_000) < 250 for count in faces.values())
