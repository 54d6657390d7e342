"""Fair dice and shuffles: pure functions of a secret seed and a counter.

The counter is the number of a draw in a game: 0, 1, 2, … The random bytes of a draw are HMAC-SHA256(seed, counter as 8
bytes ‖ b as 4 bytes, both big-endian) for b = 0, 1, …, one block after the other. A number below n is a byte mod n;
bytes from 256 - (256 mod n) on are skipped, because they would favour the low numbers. A die is a number below 6, plus
1. Once the seed is revealed, everyone can repeat this.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from itertools import count as count_up
from typing import TypeVar

SEED_BYTES = 32
BYTE_VALUES = 256

Item = TypeVar("Item")


class Draws:
    """The random numbers of one draw, such as a roll of three dice. Each call continues with the next bytes.

    >>> draws = Draws(bytes(32), counter=0)
    >>> draws.dice(3)
    (4, 2, 4)
    >>> draws.shuffled("abc")
    ('c', 'a', 'b')
    """

    def __init__(self, seed: bytes, counter: int) -> None:
        """Starts with the first byte.

        Args:
            seed: the secret seed of the game, 32 bytes.
            counter: the number of this draw in the game, from 0.
        """
        self._bytes = chain.from_iterable(_byte_blocks(seed, counter))

    def number_below(self, bound: int) -> int:
        """Returns a number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 256, and 1 reads no byte."""
        if bound == 1:
            return 0
        # Rejection sampling: 256 is not a multiple of 6, so `byte % 6` alone would give each of 0 to 3 in 43 of 256
        # cases, but 4 and 5 in 42. Bytes from 252 (42 · 6) on are skipped.
        limit = BYTE_VALUES - BYTE_VALUES % bound
        return next(byte for byte in self._bytes if byte < limit) % bound

    def dice(self, count: int) -> tuple[int, ...]:
        """Returns `count` rolls of a die with six faces."""
        return tuple(self.number_below(6) + 1 for _ in range(count))

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Returns the items in a random order: from the last one down, each is swapped with one at or before it."""
        # Fisher-Yates in Durstenfeld's form. The direction and the order of the draws are part of the published format:
        # records of finished games are verified with them, so neither may change.
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.number_below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def commitment(seed: bytes) -> str:
    """Returns the SHA-256 of the seed in hex. Published at the start, it binds the box to a secret seed."""
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, which many programs with these modules do not need

    return hashlib.sha256(seed).hexdigest()


def _byte_blocks(seed: bytes, counter: int) -> Iterator[bytes]:
    import hmac  # noqa: PLC0415 - it loads OpenSSL

    for block in count_up():
        # The hash includes the counter, so that each roll can be verified without the rolls before it.
        yield hmac.digest(seed, counter.to_bytes(8, "big") + block.to_bytes(4, "big"), "sha256")
