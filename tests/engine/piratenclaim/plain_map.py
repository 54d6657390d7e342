"""Piratenclaim's map once more, from the words of the rules: which fields there are, and how discs may lie on them.

A map is a dict from a field's name ("segment/position") to its place (q, r) in axial coordinates. Slow and plain;
nothing of the engine is used.
"""

from __future__ import annotations

import hashlib
import hmac

Map = dict[str, tuple[int, int]]

STEPS = {1: (1, 0), 2: (0, 1), 3: (-1, 1), 4: (-1, 0), 5: (0, -1), 6: (1, -1)}
"""What one step in each of the six directions adds to a place."""

FLOWER = [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]
"""The centres of `flower+1`: 2u(p) + u(p+1) for the segments 1 to 6, and the sum of the centres 3 and 4 for 7."""


def fields_of(centres: list[list[int]]) -> Map:
    places = {}
    for segment, (q, r) in enumerate(centres):
        places[q, r] = f"{segment}/0"
        for position, (dq, dr) in STEPS.items():
            places[q + dq, r + dr] = f"{segment}/{position}"
    return {name: place for place, name in places.items()}


def step_from(field: str, direction: int, fields: Map) -> str | None:
    """The field one step away; None: the edge of the board."""
    q, r = fields[field]
    dq, dr = STEPS[direction]
    for name, place in fields.items():
        if place == (q + dq, r + dr):
            return name
    return None


def reached(fields: Map, discs: list[str]) -> set[str]:
    """The fields that a ship can come to from the middle without crossing a disc."""
    by_place = {place: name for name, place in fields.items()}
    seen, waiting = {"0/0"}, ["0/0"]
    while waiting:
        q, r = fields[waiting.pop()]
        for dq, dr in STEPS.values():
            name = by_place.get((q + dq, r + dr))
            if name is not None and name not in discs and name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def enclosed(fields: Map, discs: list[str]) -> set[str]:
    return set(fields) - set(discs) - reached(fields, discs)


def is_possible(centres: list[list[int]]) -> bool:
    fields = fields_of(centres)
    return len(fields) == 56 and not enclosed(fields, [])


def draw_discs(seed: bytes, counter: int, fields: Map) -> list[str]:
    """The 21 discs that the box lays with this seed, key or drawing's number."""
    numbers = _Bytes(seed, counter)
    while True:
        discs = []
        for segment in range(1, 8):
            positions = [0, 1, 2, 3, 4, 5, 6]
            for i in (6, 5, 4, 3, 2, 1):
                j = numbers.one_of(i + 1)
                positions[i], positions[j] = positions[j], positions[i]
            discs += [f"{segment}/{position}" for position in sorted(positions[:3])]
        if not enclosed(fields, discs):
            return discs


class _Bytes:
    def __init__(self, seed: bytes, counter: int) -> None:
        self.seed = seed
        self.counter = counter
        self.block = 0
        self.waiting: list[int] = []

    def one_of(self, n: int) -> int:
        if n == 1:
            return 0
        while True:
            if not self.waiting:
                told = self.counter.to_bytes(8, "big") + self.block.to_bytes(4, "big")
                self.waiting = list(hmac.new(self.seed, told, hashlib.sha256).digest())
                self.block += 1
            byte = self.waiting.pop(0)
            if byte < 256 - (256 % n):
                return byte % n
