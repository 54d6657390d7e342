"""Fair dice: a throw is a pure function of a secret seed and a counter, and the seed is committed to beforehand.

Throw number k reads the bytes of HMAC-SHA256(seed, k as 8 bytes, b as 4 bytes, both big-endian) for b = 0, 1, …, skips
those that would favour low faces, and takes byte mod 6 + 1. Anyone can do it again once the seed is revealed.
"""

from __future__ import annotations

from itertools import count as count_up
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED_BYTES = 32
FAIR_BYTES = 252
"""The largest multiple of six that fits into a byte: bytes of this value and more are skipped."""


def throw(seed: bytes, counter: int, count: int) -> tuple[int, ...]:
    """Throws dice.

    Args:
        seed: the game's secret seed, 32 bytes.
        counter: which throw of the game this is, from 0.
        count: how many dice.

    Returns:
        `count` faces from 1 to 6, in the order in which they lie.
    """
    return tuple(islice(_faces(seed, counter), count))


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex: told at the start, it binds the house to a seed that it does not yet tell."""
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and a start throws no dice

    return hashlib.sha256(seed).hexdigest()


def _faces(seed: bytes, counter: int) -> Iterator[int]:
    import hmac  # noqa: PLC0415 - as above

    for block in count_up():
        number = counter.to_bytes(8, "big") + block.to_bytes(4, "big")
        digest = hmac.digest(seed, number, "sha256")
        yield from (byte % 6 + 1 for byte in digest if byte < FAIR_BYTES)
