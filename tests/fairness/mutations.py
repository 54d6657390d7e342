"""Sound records with one thing changed at random."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tests.fairness.forgeries import Events, to_record
from tests.fairness.sound_games import sound_game

Draws = list[tuple[int, Any]]
"""Counters, and what was drawn."""


class Mutation(NamedTuple):
    """A record of which one thing was changed."""

    text: str
    draws_changed: bool
    """Whether other draws are told: not only fewer, or more, at the end."""


def mutations(games: int, each: int) -> Iterator[Mutation]:
    """Yields so many of each of so many games."""
    for number in range(games):
        chance = Random(number)
        events: Events = [json.loads(line) for line in sound_game(number)]
        for _ in range(each):
            other = chance.choice(_OF_RECORDS)(list(events), chance)
            yield Mutation(to_record(other), _differ(_drawn(events), _drawn(other)))


def _differ(some: Draws, others: Draws) -> bool:
    """Whether a draw is another one, or one is left out. A draw may be told again, and fewer or more at the end."""
    told = dict(some)
    # Three dice and six that are drawn with the same counter begin alike.
    another = any(mine != yours for n, faces in others for mine, yours in zip(told.get(n, ()), faces, strict=False))
    counters = {counter for counter, _ in others}
    return another or counters != set(range(len(counters)))


def _drawn(events: Events) -> Draws:
    """What the box drew, each draw with its counter, which an undo gives back."""
    begins = events[0].get("begins", []) if events else []
    drawn = [each["dice"] for each in begins if isinstance(each, dict) and "dice" in each and each.get("by") is None]
    found, counters = [*enumerate(drawn)], [len(drawn)]
    for event in events[1:]:
        if event.get("event") == "undo":
            del counters[max(1, len(counters) - 1) :]
            continue
        faces = event.get("dice", event.get("fields"))
        is_drawn = faces is not None and event.get("by") is None
        spelt = tuple(faces.values()) if isinstance(faces, dict) else faces
        found += [(counters[-1], spelt)] if is_drawn else []
        counters.append(counters[-1] + is_drawn)
    return found


def _line(events: Events, chance: Random, least: int = 1) -> int:
    return chance.randrange(least, len(events)) if len(events) > least else 0


def _rolls(events: Events) -> list[int]:
    return [n for n, event in enumerate(events) if event["event"] in {"roll", "discs", "place"}] or [0]


def _change_value(value: Any, chance: Random) -> Any:  # noqa: ANN401 - any JSON
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, value - 1, 7 - value, str(value), None))
        case str() if value:
            place = chance.randrange(len(value))
            return value[:place] + chance.choice("0123456789abcdef/ x") + value[place + 1 :]
        case list() if value:
            place = chance.randrange(len(value))
            end = value[place + 1 :]
            other = _change_value(value[place], chance)
            return chance.choice(
                ([*value[:place], other, *end], [*value[:place], *end], [*value, value[place]], value[::-1])
            )
        case dict() if value:
            key = chance.choice(sorted(value))
            if chance.random() < 0.2:
                return {each: kept for each, kept in value.items() if each != key}
            return {**value, key: _change_value(value[key], chance)}
        case _:
            return chance.choice((0, "", [], {}, 1))


def _change(events: Events, chance: Random, *, least: int = 0) -> Events:
    number = _line(events, chance, least)
    return [*events[:number], _change_value(events[number], chance), *events[number + 1 :]]


def _change_draw(events: Events, chance: Random) -> Events:
    number = chance.choice(_rolls(events))
    return [*events[:number], _change_value(events[number], chance), *events[number + 1 :]]


def _drop(events: Events, chance: Random) -> Events:
    del events[_line(events, chance, 0)]
    return events


def _drop_draw(events: Events, chance: Random) -> Events:
    del events[chance.choice(_rolls(events))]
    return events


def _repeat(events: Events, chance: Random) -> Events:
    events.insert(_line(events, chance), events[_line(events, chance)])
    return events


def _swap(events: Events, chance: Random) -> Events:
    some, other = chance.choice(_rolls(events)), chance.choice(_rolls(events))
    events[some], events[other] = events[other], events[some]
    return events


def _undo(events: Events, chance: Random) -> Events:
    events.insert(_line(events, chance), {"event": "undo"})
    return events


def _rename(events: Events, chance: Random) -> Events:
    number = _line(events, chance)
    name = chance.choice(("roll", "place", "bank", "pass", "discs", "practice", "undo", "reveal", "finish", "end_turn"))
    return [*events[:number], {**events[number], "event": name}, *events[number + 1 :]]


def _mark(events: Events, chance: Random) -> Events:
    number = chance.choice(_rolls(events))
    return [*events[:number], {**events[number], "by": chance.choice(("hand", "", None, 1))}, *events[number + 1 :]]


_OF_RECORDS: tuple[Callable[[Events, Random], Events], ...] = (
    _change, _change, _change_draw, _change_draw, _drop, _drop_draw, _repeat, _swap, _undo, _rename, _mark,
)  # fmt: skip
