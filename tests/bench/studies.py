"""How much faster a study is with two jobs than with one."""

from statistics import median
from time import perf_counter

from companion.commands.simulate import Study, play_in_order
from tests.bench.figure import Reading

STUDY = Study("claimit", {"recycle": False}, ("greenhorn", "greenhorn"), games=1_500, seed=1)
"""So many that the start of the processes, a second of processor time, is a small part."""
ROUNDS = 2


def two_jobs() -> Reading:
    """How much faster two processes are than one, both with what it takes to start them; round by round in turns."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for jobs, measured in rates.items():
            began = perf_counter()
            games = sum(tally.total() for tally in play_in_order(STUDY, jobs))
            measured.append(games / (perf_counter() - began))
    ratio = median(two / one for one, two in zip(*rates.values(), strict=True))
    return Reading(ratio, f"{median(rates[2]):,.0f} games/s; one job {median(rates[1]):,.0f}")
