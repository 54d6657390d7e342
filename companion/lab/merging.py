"""Puts the shards of a study together, if they are all of one study, and all of it."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import islice
from typing import TYPE_CHECKING

from companion.lab.result import merge_tallies
from companion.lab.study import WHOLE, Study

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.lab.result import Result

TOLD = 20
"""So many missing shards are named."""


class MergeError(ValueError):
    """These results cannot be put together; the text says which of them, and why."""


def merge_results(results: Sequence[tuple[str, Result]]) -> Result:
    """Returns the result of the whole study.

    Args:
        results: of each of its shards, with the name of the file, at least one.

    Raises:
        MergeError: they are of different studies, one is there twice, is missing, or was interrupted.
    """
    first_name, first = results[0]
    for name, part in results:
        if difference := _difference(first, part):
            raise MergeError(f"{name} is of another run than {first_name}: {difference}")
        if part.played < part.due:
            raise MergeError(
                f"{name} was interrupted: it has {part.played:,} of the {part.due:,} games of shard {part.shard.text}"
            )
    seen: dict[int, str] = {}
    for name, part in results:
        number = part.shard.number
        if number in seen:
            raise MergeError(f"{name} is shard {part.shard.text} again, which is {seen[number]} already")
        seen[number] = name
    if len(seen) < first.shard.of:
        raise MergeError(_missing_text(seen, first.shard.of))
    tallies = merge_tallies([part.tallies for _, part in results])
    return replace(first, shard=WHOLE, played=sum(part.played for _, part in results), tallies=tallies)


def _difference(one: Result, other: Result) -> str:
    """Returns in what two results are not of the same run, in a few words; "" where they are."""
    for each in fields(Study):
        ours, its = getattr(one.study, each.name), getattr(other.study, each.name)
        if ours != its:
            return f"{each.name.replace('_', '-')} {_shown(its)}, not {_shown(ours)}"
    if one.shard.of != other.shard.of:
        return f"of {other.shard.of} shards, not {one.shard.of}"
    return (
        ""
        if one.rules == other.rules
        else "played by other rules or bots, as another version or another ghost's file has them"
    )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " and ".join(",".join(line_up) for line_up in value)
    return str(value)


def _missing_text(seen: Collection[int], of: int) -> str:
    count = of - len(seen)
    # Only those that are told: a study may have two thousand million shards.
    missing = islice((number for number in range(1, of + 1) if number not in seen), TOLD)
    shards = ", ".join(f"{number}/{of}" for number in missing)
    more = f" and {count - TOLD} more" if count > TOLD else ""
    return f"missing {'shard' if count == 1 else 'shards'} {shards}{more}"
