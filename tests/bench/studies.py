"""How much faster a study is with two jobs than with one."""

from statistics import median
from time import perf_counter

from companion.commands.simulate import Study, play_in_order, workers_here
from tests.bench.figure import Reading

STUDY = Study("claimit", {"recycle": False}, (("greenhorn", "greenhorn"),), games=1_000_000, seed=1)
GAMES, ROUNDS = 1_500, 2
"""So that the start of the processes, a second of processor time, is a small part."""


def two_jobs() -> Reading:
    """How much faster two processes are than one, both with what it takes to start them; round by round in turns."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for jobs, measured in rates.items():
            began = perf_counter()
            with workers_here(jobs, STUDY) as workers:
                games = sum(len(batch.numbers) for batch in play_in_order(workers, range(GAMES), perf_counter))
            measured.append(games / (perf_counter() - began))
    ratio = median(two / one for one, two in zip(*rates.values(), strict=True))
    return Reading(ratio, f"{median(rates[2]):,.0f} games/s; one job {median(rates[1]):,.0f}")
