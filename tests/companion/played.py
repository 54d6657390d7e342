"""Games as the table would have played and journalled them, by chance, for tests of what comes after."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from companion.running import LineUp, Running
from companion.tables.claimit.winner import summary
from engine import claimit
from engine.claimit import Phase, format_field
from engine.claimit.playouts import picked
from engine.game import Json, Reveal
from engine.starts import parse_start_roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.journal import GameId, Journal

SEED = bytes(range(32))
BEGUN, ENDED = "2026-11-21T12:00:00Z", "2026-11-21T12:41:30Z"


class Played(NamedTuple):
    """A game that is over."""

    running: Running
    events: tuple[Json, ...]
    """As they were journalled."""

    @property
    def lines(self) -> list[str]:
        """The record, one event a line, the start first."""
        start = next(place for place, event in enumerate(self.events) if event["event"] == "start")
        return [json.dumps(event) for event in self.events[start:]]


@cache
def played(
    players: Sequence[str] = ("Green", "Blue"), seed: bytes = SEED, *, by_hand: bool = False, fair: bool = True
) -> Played:
    """A whole game, from the rolls for who begins to the seed that is told."""
    line_up = LineUp(claimit.name, tuple(players), claimit.options, by_hand, colours=(0, 1), fair=fair)
    running, random, events = Running(line_up, seed), Random(seed), list[Json]()
    while event := _next(running, random):
        running = running.happen(event)
        events.append(event)
    return Played(running, tuple(events))


def keep(journal: Journal, game: Played, begun_at: str = BEGUN, ended_at: str = ENDED) -> GameId:
    """Puts a game into a journal."""
    number = journal.begin(game.running.lineup.to_json(), game.running.seed, begun_at)
    journal.append(number, game.events, ended_at)
    journal.finish(number, ended_at, summary(game.running))
    return number


def _next(running: Running, random: Random) -> Json | None:
    """What happens next; None after the end."""
    if running.record is None:
        return _begins(running, random)
    state = running.state
    match state.phase:
        case Phase.OVER:
            told = running.lineup.by_hand or isinstance(running.line[-1], Reveal)
            return None if told else {"event": "reveal", "seed": running.seed.hex()}
        case Phase.PLACE:
            return {"event": "place", "field": format_field(picked(state, random.random()).field)}
        case Phase.CHOOSE if random.random() < 0.5:
            return {"event": "bank"}
        case _:
            return {"event": "roll", **_throw(running, random)}


def _begins(running: Running, random: Random) -> Json:
    rolls = [parse_start_roll(roll, claimit) for roll in running.prologue]
    opened = claimit.start_rule.opening(len(running.lineup.players), rolls)
    if opened.first is not None:
        return running.start_event(opened.first)
    return {"event": "begin", "seat": opened.to_roll, **_throw(running, random)}


def _throw(running: Running, random: Random) -> dict[str, object]:
    if running.lineup.by_hand:
        return {"dice": [random.randint(1, 6) for _ in range(3)], "by": "hand"}
    return {"dice": list(running.throw(3))}
