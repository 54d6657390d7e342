"""The registry: every game in it can be played from its start to its end, and told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import klondike, piratenclaim
from engine.dice import Draws
from engine.game import AnyGame, Illegal, Seat
from engine.games import GAMES
from engine.record import AnyRecord, follow, from_lines, to_lines

MAX_EVENTS = 5_000


def claimit_events(random: Random) -> list[dict[str, Any]]:
    """A roll, a bank, a stone on each field."""
    dice = [random.randint(1, 6) for _ in range(3)]
    places = [{"event": "place", "field": f"{column}/{row}"} for column in range(1, 7) for row in range(1, 7)]
    return [{"event": "roll", "dice": dice}, {"event": "bank"}, *places]


def klondike_events(random: Random) -> list[dict[str, Any]]:
    tile = [random.randint(0, 6) for _ in range(2)]
    return [{"event": "pass"}, *({"event": "place", "slot": slot, "tile": tile} for slot in klondike.SLOTS)]


def piratenclaim_events(random: Random) -> list[dict[str, Any]]:
    """A step of a turn on a random field; seldom enough that a game lasts, the table says that it is over."""
    field = random.choice(piratenclaim.FIELD_NAMES)
    pirates = [pirate.value for pirate in piratenclaim.Pirate]
    dice = dict(zip(piratenclaim.dice, (random.randint(1, 6) for _ in piratenclaim.dice), strict=True))
    drawn = piratenclaim.draw(
        piratenclaim.start(["a", "b"], Seat(0), piratenclaim.options), Draws(random.randbytes(32), 0)
    )
    assert drawn is not None
    end = [{"event": "finish", "winners": [0]}] if random.random() < 0.01 else []
    return [
        piratenclaim.format(drawn),
        {"event": "ship", "player": random.randrange(2), "ship": random.randrange(3), "field": field},
        {"event": "roll", "dice": dice},
        {"event": "roll", "dice": {kind: dice[kind] for kind in ("red", "green", "grey")}},
        {"event": "discover", "field": field},
        *({"event": name, "field": field, "pirate": pirate} for pirate in pirates for name in ("discover", "sink")),
        {"event": "move_pirates"},
        *(
            {"event": "remove", "field": name, "pirate": pirate}
            for name in piratenclaim.FIELD_NAMES
            for pirate in pirates
        ),
        {"event": "end_turn"},
        *end,
    ]


EVENTS = {"claimit": claimit_events, "klondike": klondike_events, "piratenclaim": piratenclaim_events}
"""What may happen in each game, legal or not."""


def candidates(record: AnyRecord, random: Random) -> Iterator[dict[str, Any]]:
    """Events that might be next, in random order: what a game does not allow, it refuses."""
    events = EVENTS[record.game.name](random)
    random.shuffle(events)
    yield from events
    pytest.fail(f"{record.game.name} is stuck: {record.game.to_json(record.state)}")


def next_record(record: AnyRecord, random: Random) -> AnyRecord:
    """The record after the first candidate that the game allows."""
    for event in candidates(record, random):
        try:
            return follow(record, event)
        except Illegal:
            continue
    return record


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_random_game_comes_to_its_end(game: AnyGame) -> None:
    random = Random(1)
    record = follow(None, {"event": "start", "game": game.name, "players": ["Green", "Blue"]})
    while not game.is_over(record.state):
        assert len(record.events) < MAX_EVENTS
        record = next_record(record, random)
    assert from_lines(to_lines(record).splitlines()).state == record.state


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_by_its_name(name: str) -> None:
    record = follow(None, {"event": "start", "game": name, "players": ["Green", "Blue"]})
    assert GAMES[name].name == name == record.game.to_json(record.state)["game"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_state_is_json_and_text(game: AnyGame) -> None:
    record = follow(None, {"event": "start", "game": game.name, "players": ["Green", "Blue"]})
    state = game.to_json(record.state)
    assert json.loads(json.dumps(state)) == state
    assert {"Green", "Blue"} <= set(game.describe(record.state).split())
