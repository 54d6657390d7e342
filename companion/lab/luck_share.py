"""How much of the results was luck: what the coach says of each roll, summed over a game (docs/coach.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from companion.lab.intervals import Interval, jackknifed, mean_of_sums, share
from companion.lab.study import GROUPS
from companion.lab.tally import POWERS, UNIT, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class LuckFigures(NamedTuple):
    """What the luck of the rolls has to do with the results."""

    explained: Interval | None
    """The squared correlation of a seat's luck with its result: the part of the variance of the results that luck
    explains. None: there were too few games."""
    luckiest_won: Interval
    """How many of the games the seat with the most luck has won."""
    bots: tuple[tuple[str, Interval], ...]
    """Each bot's share of the win with the luck taken out: the same on the average, and closer to it."""
    seats: tuple[Interval, ...]
    """The same of each seat, whoever sat there."""


def luck_figures(tally: Tally, bots: Sequence[str]) -> LuckFigures | None:
    """Returns what the luck has to do with the results; None where it was not counted."""
    if not tally.luck:
        return None
    seats = range(1 + max(seat for seat, *_ in tally.luck))
    won = sum(Fraction(count, many) for many, count in tally.luckiest.items())
    return LuckFigures(
        explained=_explained(tally, seats),
        luckiest_won=share(float(won), tally.games),
        bots=tuple((name, _left(tally.games, *(tally.without_luck[name, power] for power in (1, 2)))) for name in bots),
        seats=tuple(_seat_left(_sums(tally, seat, range(GROUPS))) for seat in seats),
    )


def _explained(tally: Tally, seats: Iterable[int]) -> Interval | None:
    groups = range(GROUPS)
    if not all(tally.luck[0, group, 0, 0] for group in groups):
        return None
    of_all = _correlation_squared([_sums(tally, seat, groups) for seat in seats])
    others = ([each for each in groups if each != group] for group in groups)
    of_others = [_correlation_squared([_sums(tally, seat, left) for seat in seats]) for left in others]
    without = [each for each in of_others if each is not None]
    if of_all is None or len(without) < GROUPS:
        return None
    value, low, high = jackknifed(of_all, without)
    return Interval(value, max(0.0, low), min(1.0, high))


def _correlation_squared(seats: Iterable[Sequence[int]]) -> float | None:
    """Returns it over all seats, each around its own means; None where nothing differs."""
    of_result = of_luck = of_both = 0
    for games, result, result_squared, luck, luck_squared, product in seats:
        of_result += games * result_squared - result * result
        of_luck += games * luck_squared - luck * luck
        of_both += games * product - result * luck
    return of_both * of_both / (of_result * of_luck) if of_result and of_luck else None


def _seat_left(sums: Sequence[int]) -> Interval:
    games, result, result_squared, luck, luck_squared, product = sums
    return _left(games, result - luck, result_squared - 2 * product + luck_squared)


def _left(games: int, total: int, squares: int) -> Interval:
    found = mean_of_sums(games, total, squares)
    # What one game leaves may lie outside of the scale; its mean hardly does.
    return Interval(*(min(1.0, max(0.0, end / UNIT)) for end in found))


def _sums(tally: Tally, seat: int, groups: Iterable[int]) -> list[int]:
    return [sum(tally.luck[seat, group, *powers] for group in groups) for powers in POWERS]
