"""The positions after each event of a journal, to be compared with the positions that the page showed."""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from engine.record import AnyRecord, play_json

State: TypeAlias = dict[str, Any] | None
"""A position in the referee's notation; None before the start of a game."""
Events: TypeAlias = list[dict[str, Any]]


def states(games: Iterable[Events]) -> list[State]:
    return [None, *(state for events in games for state in _states_of(events))]


def lost_states(shown: Iterable[State], games: Iterable[Events]) -> list[State]:
    saved = states(games)
    return [state for state in shown if state not in saved]


def _states_of(events: Events) -> Iterable[State]:
    record: AnyRecord | None = None
    for event in events:
        if record is not None or event["event"] == "start":
            record = play_json(record, event)
            yield json.loads(json.dumps(record.game.to_json(record.state)))
