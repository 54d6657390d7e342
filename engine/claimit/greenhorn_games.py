"""Whole games of Claim It! between greenhorns only, in one loop: for studies of millions of games.

The same key and the same numbers from chance give the same game as by the rules; the tests compare event by event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count as count_up

from engine.bot import Chance
from engine.bot_games import GameResult
from engine.bots.greenhorn import CLAIMIT_BANKS
from engine.claimit.board import EVERYWHERE
from engine.claimit.placements import EVERY_THIRD, OFFERED, OWNERSHIP_STONES, THROWS, UNUSED_THIRDS
from engine.claimit.playouts import USES
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL, mine_size
from engine.dice import throw
from engine.game import Json, Seat

BLOCK = 64
"""The bytes that SHA-256 takes at a time, to which HMAC fills its key up (RFC 2104)."""

TracedRoll = tuple[int, int, bool]
"""A roll as a trace has it: which of `THROWS`, the field that it marked as a set of one (0: a bust), whether it was
followed by a bank."""

_OFFERS = tuple(OFFERED[low, middle, high] for low, middle, high in map(sorted, THROWS))
"""What each of the 216 throws offers."""


def play(players: int, options: Json, key: bytes, chance: Chance, trace: list[TracedRoll] | None = None) -> GameResult:
    """Plays a game between greenhorns: an `engine.bot_games.FastGame`.

    Args:
        players: how many play; the first seat begins.
        options: the variants, complete.
        key: the key of the game's dice, 32 bytes.
        chance: where the bots' numbers come from.
        trace: what is given here gets every roll, with what was made of it.
    """
    # The position is in local variables instead of a State, as in `playouts`: a frozen State for every placement is
    # what makes games by the rules slow.
    throws, recycle = throw_numbers(key), options["recycle"]
    fields, mines, deficits = [0] * players, [0] * players, [0] * players
    turns: tuple[list[int], ...] = tuple([] for _ in fields)
    seat = gold = turns_left = 0
    while True:
        marks, owned, survived = _play_turn(fields[seat], gold, throws, chance, recycle=recycle, trace=trace)
        turns[seat].append(survived)
        if marks:
            gold |= owned
            for other, own in enumerate(fields):
                if other == seat:
                    fields[seat] = own | marks
                elif own & marks:
                    fields[other] = own & ~marks
                else:
                    continue
                mines[other] = mine_size(fields[other])
            best = max(mines)
            deficits = [max(most, best - mine) for most, mine in zip(deficits, mines, strict=True)]
        # As the rules have it: a last round that runs is only counted down.
        if turns_left == 1:
            break
        if turns_left:
            turns_left -= 1
        elif (fields[seat] & gold).bit_count() >= GOLDCLAIMS_TO_CALL[players]:
            turns_left = players
        seat = (seat + 1) % players
    ranks = [(mine, (own & gold).bit_count(), own.bit_count()) for mine, own in zip(mines, fields, strict=True)]
    first = max(ranks)
    winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == first)
    return GameResult(winners, tuple(map(tuple, turns)), max(deficits[seat] for seat in winners))


def throw_numbers(key: bytes) -> Iterator[int]:
    """Yields the box's throws of a game, one after another, each as its place in `THROWS`."""
    # HMAC hashes its key before anything else. Done once a game, and copied for each throw, that takes a third of the
    # time of `engine.dice`, which must do it for each.
    filled = key.ljust(BLOCK, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in filled)) for pad in (0x36, 0x5C))
    for counter in count_up():
        hashed, digest = inner.copy(), outer.copy()
        hashed.update(counter.to_bytes(8, "big") + b"\0\0\0\0")
        digest.update(hashed.digest())
        first, second, third, *_ = digest.digest()
        if first < 252 and second < 252 and third < 252:
            yield first % 6 * 36 + second % 6 * 6 + third % 6
        else:  # a byte that would favour the low numbers, about once in 21 throws
            first, second, third = throw(key, counter, 3)
            # Faces count from 1: 43 is 36 + 6 + 1.
            yield first * 36 + second * 6 + third - 43


def _play_turn(
    own: int, gold: int, throws: Iterator[int], chance: Chance, *, recycle: bool, trace: list[TracedRoll] | None
) -> tuple[int, int, int]:
    """Plays a turn.

    Returns:
        The fields that it marked, those of them with an ownership stone, and the turn as a `GameResult` has it; after
        a bust no fields.
    """
    supply = OWNERSHIP_STONES - gold.bit_count()
    # Kept up to date as in `playouts`: ownable fields, free fields, claim stones in use.
    ownable = own & ~gold if supply else 0
    free = EVERYWHERE & ~(own | gold)
    used = marks = owned = survived = 0
    lying: dict[int, int] = {}
    for throw_number in throws:
        uses = USES[(ownable * EVERY_THIRD | free * UNUSED_THIRDS[used]) & _OFFERS[throw_number]]
        if not uses:
            if trace is not None:
                trace.append((throw_number, 0, False))
            break
        here, claim = uses[int(chance() * len(uses))]
        survived += 1
        marks |= here
        if here & ownable:
            owned |= here
            supply -= 1
            # The last ownership stone closes every other field as well.
            ownable = ownable ^ here if supply else 0
            if recycle:
                used ^= lying.pop(here, 0)
        else:
            free ^= here
            used |= claim
            lying[here] = claim
            if supply:
                ownable |= here
        banks = chance() < CLAIMIT_BANKS
        if trace is not None:
            trace.append((throw_number, here, banks))
        if banks:
            return marks, owned, survived
    return 0, 0, ~survived
