"""Random games of every kind in the notation: each event with the state after it."""

import random
from functools import cache
from typing import Any, NamedTuple

from engine import record as records
from engine.dice import Draws, commitment
from engine.game import Finish, Json, Reveal, Seat, Start, Undo
from engine.games import GAMES
from engine.record import AnyRecord, start_record

NAMES = ("Green", "Blue", "Orange", "Violet", "Yellow")
SEED = bytes(32)
MAX_EVENTS = 300
"""Maximum length of a game without an end of its own."""
OPTIONS: dict[str, tuple[Json, ...]] = {
    "claimit": ({}, {"recycle": True}),
    "klondike": ({}, {"deal": "draw", "centre_each_round": True}, {"checked_pass": True}),
    "piratenclaim": (
        {},
        {"roll_first": True, "loot": "by_colour", "rob": "on_arrival", "spare_ships": 2, "closed": "segment"},
        {"ledger": True, "spare_ships": 2},
        {"ledger": True, "roll_first": True},
    ),
}

NOTES: dict[str, Json] = {
    "claimit": {"begins": [{"seat": 0, "dice": [1, 2, 3]}, {"seat": 1, "dice": [4, 5, 6], "by": "hand"}]},
    "klondike": {"dealt": True},
}
"""Additional notes in the start events."""


class Step(NamedTuple):
    record: AnyRecord
    event: dict[str, Any]
    state: dict[str, Any]


@cache
def random_game(name: str, number: int) -> tuple[Step, ...]:
    rng, game = random.Random(number), GAMES[name]
    seats, options = rng.choice(game.seats), rng.choice(OPTIONS[name])
    first = Seat(rng.randrange(seats))
    notes = {"commitment": commitment(SEED), "fair": False, **NOTES.get(name, {})}
    record = start_record(Start(name, NAMES[:seats], first, {**game.options, **options}, notes))
    steps = [_step(record)]
    while not game.is_over(record.state):
        record = record.play(_next_event(record, rng))
        steps.append(_step(record))
    return (*steps, _step(record.play(Reveal(SEED))))


def _next_event(record: AnyRecord, rng: random.Random) -> Any:  # noqa: ANN401 - the game's own
    game, state = record.game, record.state
    if len(record.events) > MAX_EVENTS and game.finish:
        return Finish((Seat(0),))
    if record.can_undo and rng.random() < 0.03:
        return Undo()
    drawn = game.chance_event(state, Draws(SEED, record.drawn_count))
    found = [*game.legal_events(state), *([drawn] if drawn else ())]
    # First of which kind: there are many more events of ships than rolls.
    kind = rng.choice(sorted({type(event) for event in found}, key=lambda kind: kind.__name__))
    return rng.choice([event for event in found if type(event) is kind])


def _step(record: AnyRecord) -> Step:
    return Step(record, records.format_event(record.events[-1], record.game), record.game.to_json(record.state))
