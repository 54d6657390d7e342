"""The speed of a simulation with two jobs relative to one job."""

from statistics import median
from time import perf_counter

from companion.commands.simulate import Study, local_workers, play_in_order
from tests.bench.benchmark import Measurement

STUDY = Study("claimit", {"recycle": False}, (("greenhorn", "greenhorn"),), games=1_000_000, seed=1)
GAMES, ROUNDS = 1_500, 2
"""Enough games that the start of the processes, one second of processor time, is a small part."""


def two_jobs() -> Measurement:
    """Measures the speed of two processes relative to one, including their start; both are measured alternately."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for jobs, measured in rates.items():
            began = perf_counter()
            with local_workers(jobs, STUDY) as workers:
                games = sum(len(batch.numbers) for batch in play_in_order(workers, range(GAMES), perf_counter))
            measured.append(games / (perf_counter() - began))
    ratio = median(two / one for one, two in zip(*rates.values(), strict=True))
    return Measurement(ratio, f"{median(rates[2]):,.0f} games/s; one job {median(rates[1]):,.0f}")
