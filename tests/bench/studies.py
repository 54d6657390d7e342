"""How fast studies are: greenhorns against a loop that is inlined by hand, and two jobs against one.

    python -m tests.bench.studies

prints these rows alone.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count as count_up
from itertools import permutations, product
from random import Random
from statistics import median
from time import perf_counter, process_time

from companion.lab.games import Study, play_games
from companion.lab.workers import play_in_order, workers_here
from tests.bench.figure import Figure, Reading

STUDY = Study("claimit", {"recycle": False}, (("greenhorn", "greenhorn"),), games=1_000_000, seed=1)
GAMES, ROUNDS = 300, 7
JOB_GAMES, JOB_ROUNDS = 30_000, 2
"""Games for two jobs: so many that starting the processes, a second of processor time, is a small part."""

USES = [
    sorted({(1 << 6 * (row - 1) + column - 1, 1 << third - 1) for column, row, third in permutations(dice)})
    for dice in product(range(1, 7), repeat=3)
]
"""The 216 throws, pre-expanded: each way to use one as a field and a claim stone, both as bits, lowest field first."""
NOT_FIRST, NOT_LAST = (sum(1 << place for place in range(36) if place % 6 != edge) for edge in (0, 5))


def greenhorns() -> Reading:
    """The rate of a study's games, as a share of the yardstick's, round by round in turns."""
    ours, yardstick = [], []
    for number in range(ROUNDS):
        numbers = range(GAMES * number, GAMES * (number + 1))
        # Processor time: other programs may run beside.
        began = process_time()
        (tally,) = play_games(STUDY, numbers).tallies
        ours.append(GAMES / (process_time() - began))
        began = process_time()
        counts = play_by_hand(numbers)
        yardstick.append(GAMES / (process_time() - began))
        if counts["wins", 0] != tally.wins["greenhorn", 0, 1] or counts["turns"] != sum(tally.lengths.elements()):
            raise AssertionError("the yardstick played other games")
    ratio = median(our / its for our, its in zip(ours, yardstick, strict=True))
    return Reading(ratio, f"{median(ours):,.0f} games/s; the loop {median(yardstick):,.0f}")


def two_jobs() -> Reading:
    """How much faster two processes are than one, both with what it takes to start them; round by round in turns."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(JOB_ROUNDS):
        for jobs, measured in rates.items():
            began = perf_counter()
            with workers_here(jobs, STUDY) as workers:
                games = sum(len(batch.numbers) for batch in play_in_order(workers, range(JOB_GAMES), perf_counter))
            measured.append(games / (perf_counter() - began))
    ratio = median(two / one for one, two in zip(*rates.values(), strict=True))
    return Reading(ratio, f"{median(rates[2]):,.0f} games/s; one job {median(rates[1]):,.0f}")


def play_by_hand(numbers: range) -> Counter[object]:  # noqa: C901, PLR0912, PLR0915 - inlined, that is its point
    """The yardstick: the same games of two greenhorns, dice, decisions and counts, in one loop."""
    counts = Counter[object]()
    for number in numbers:
        key = STUDY.key(number)
        chance, throws = Random(int.from_bytes(key)).random, _throws(key)
        own, mines, behind, locked, seat, left, length = [0, 0], [0, 0], [0, 0], 0, 0, 0, 0
        turns: tuple[list[int], list[int]] = ([], [])
        while True:
            mine, shut, marks, used, survived = own[seat], locked, 0, 0, 0
            for throw in throws:
                takes = mine | marks
                uses = [(f, c) for f, c in USES[throw] if not f & shut and (f & takes or not c & used)]
                if not uses:
                    survived, marks = ~survived, 0
                    break
                field, claim = uses[int(chance() * len(uses))]
                survived += 1
                if field & takes:
                    shut |= field
                else:
                    used |= claim
                marks |= field
                if chance() < 1 / 3:
                    locked = shut
                    own[seat] |= marks
                    own[1 - seat] &= ~marks
                    break
            turns[seat].append(survived)
            length += 1
            if marks:
                for each in (0, 1):
                    best, rest = 0, own[each]
                    while rest.bit_count() > best:
                        group, grown = 0, rest & -rest
                        while grown != group:
                            group = grown
                            aside = (group & NOT_LAST) << 1 | (group & NOT_FIRST) >> 1
                            grown |= (group << 6 | group >> 6 | aside) & rest
                        rest &= ~group
                        best = max(best, group.bit_count())
                    mines[each] = best
                lead = mines[0] - mines[1]
                behind[lead > 0] = max(behind[lead > 0], abs(lead))
            if left:
                left -= 1
                if not left:
                    break
            elif (own[seat] & locked).bit_count() >= 13:
                left = 2
            seat = 1 - seat
        ranks = [(mines[each], (own[each] & locked).bit_count(), own[each].bit_count()) for each in (0, 1)]
        winners = [each for each in (0, 1) if ranks[each] == max(ranks)]
        counts["turns"] += length
        counts["length", length] += 1
        counts["deficit", max(behind[each] for each in winners)] += 1
        for each in winners:
            counts["wins", each] += len(winners) == 1
        _count_turns(counts, turns[0] + turns[1])
    return counts


def _count_turns(counts: Counter[object], turns: list[int]) -> None:
    """Rolls and busts by what had gone well before, with what intervals by game need."""
    ended, rolling = Counter(turns), 0
    for survived in range(max(max(turn, ~turn) for turn in ended), -1, -1):
        busts = ended[~survived]
        rolls = rolling + busts
        rolling = rolls + ended[survived]
        counts["rolls", survived] += rolls
        counts["rolls squared", survived] += rolls * rolls
        if busts:
            counts["busts", survived] += busts
            counts["both", survived] += rolls * busts
            counts["busts squared", survived] += busts * busts


def _throws(key: bytes) -> Iterator[int]:
    """The box's throws (RFC 2104, the key hashed once), each as its place among the 216."""
    filled = key.ljust(64, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in filled)) for pad in (0x36, 0x5C))
    for counter in count_up():
        hashed, digest = inner.copy(), outer.copy()
        hashed.update(counter.to_bytes(8, "big") + bytes(4))
        digest.update(hashed.digest())
        first, second, third, *rest = digest.digest()
        if first > 251 or second > 251 or third > 251:
            # Of 32 bytes three will do, but for once in 10 ** 40 throws.
            first, second, third, *_ = (byte for byte in (first, second, third, *rest) if byte < 252)
        yield first % 6 * 36 + second % 6 * 6 + third % 6


FIGURES = (
    Figure("simulate, greenhorns", "x inlined loop", 0.5, at_most=False, measure=greenhorns),
    Figure("simulate, two jobs", "x one job", 1.7, at_most=False, measure=two_jobs),
)

if __name__ == "__main__":
    for figure in FIGURES:
        sys.stdout.write(figure.row(figure.measure()) + "\n")
