"""When a bot banks: for each number of stones in the turn, the bust risk from which on it does."""

from __future__ import annotations

from collections import Counter
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from companion.lab.intervals import Interval, Moments, share_by_game, subsampled
from companion.lab.study import GROUPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.lab.tally import Tally

BAND = 5
"""Banks are told by bands of the bust risk, so many per cent wide."""
FEWEST_CHOICES = 100
"""Of fewer choices no rule is told, and of fewer in a group there would hardly be one to find."""

Choices = Counter[tuple[int, int]]
"""How often there was a bust risk, in per cent, and 1 for a bank, 0 for a roll."""


class RiskBand(NamedTuple):
    """How often a bot banked at about the same bust risk."""

    percent: int
    """The lowest; the band is `BAND` wide."""
    choices: int
    banked: Interval


class BankRule(NamedTuple):
    """When a bot banks with so many stones, and the simple rule that comes closest to it."""

    survived: int
    """How many rolls of the turn had gone well; in Claim It! so many stones were placed."""
    choices: int
    banked: Interval
    """How often it banked."""
    risk: Interval | None
    """Whoever banks from this bust risk on, in per cent, and rolls below, decides most often as it does. None: whoever
    never banks."""
    agrees: Interval
    """How often such a rule decides as the bot has."""
    by_risk: tuple[RiskBand, ...]


def bank_rules(tally: Tally, name: str) -> tuple[BankRule, ...]:
    """Returns when a bot banks, for each number of stones with choices enough."""
    table: dict[int, tuple[Choices, ...]] = {}
    for (bot, survived, percent, group, banked), count in tally.stakes.items():
        if bot == name:
            groups = table.setdefault(survived, tuple(Choices() for _ in range(GROUPS)))
            groups[group][percent, banked] += count
    return tuple(
        _bank_rule(survived, groups)
        for survived, groups in sorted(table.items())
        if all(groups) and sum(group.total() for group in groups) >= FEWEST_CHOICES
    )


def best_risk(choices: Choices, highest: int) -> int:
    """Returns the bust risk from which on to bank agrees most often with these choices; of several the middle one.

    Args:
        choices: at least one.
        highest: the highest risk that may occur; one more means: never.
    """
    risks = range(min(percent for percent, _ in choices), highest + 2)
    agreed = {risk: _agreed(choices, risk) for risk in risks}
    return median_low([risk for risk in risks if agreed[risk] == max(agreed.values())])


def _agreed(choices: Choices, risk: int) -> int:
    return sum(count for (percent, banked), count in choices.items() if (percent >= risk) == bool(banked))


def _bank_rule(survived: int, groups: tuple[Choices, ...]) -> BankRule:
    every = sum(groups, Choices())
    highest = max(percent for percent, _ in every)
    risk = best_risk(every, highest)
    value, low, high = subsampled(risk, [best_risk(group, highest) for group in groups])
    return BankRule(
        survived=survived,
        choices=every.total(),
        banked=_share((group.total(), _banks(group)) for group in groups),
        risk=Interval(value, max(0.0, low), min(100.0, high)) if risk <= highest else None,
        agrees=_share((group.total(), _agreed(group, risk)) for group in groups),
        by_risk=tuple(_risk_bands(every, groups)),
    )


def _risk_bands(every: Choices, groups: tuple[Choices, ...]) -> Iterable[RiskBand]:
    for lowest in sorted({percent - percent % BAND for percent, _ in every}):
        band = range(lowest, lowest + BAND)
        inside = [Choices({what: count for what, count in group.items() if what[0] in band}) for group in groups]
        choices = sum(group.total() for group in inside)
        if choices >= FEWEST_CHOICES:
            yield RiskBand(lowest, choices, _share((group.total(), _banks(group)) for group in inside))


def _banks(choices: Choices) -> int:
    return sum(count for (_, banked), count in choices.items() if banked)


def _share(groups: Iterable[tuple[int, int]]) -> Interval:
    """Returns a share, of how often something was tried in each group, and how often it happened."""
    # Choices of one game are not independent of each other; those of two groups are.
    sums = [sum(terms) for terms in zip(*((n, k, n * n, n * k, k * k) for n, k in groups), strict=True)]
    return share_by_game(Moments(*sums), GROUPS)
