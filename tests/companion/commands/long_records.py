"""Records of any length, which repeat an undone turn and a bust."""

from itertools import chain, cycle, islice

from engine.game import Json

START: Json = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
TURN: tuple[Json, ...] = (
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "place", "field": "3/5"},
    {"event": "roll", "dice": [1, 1, 1]},
    {"event": "undo"},
    {"event": "roll", "dice": [2, 2, 2]},
)


def events(number: int) -> list[Json]:
    return list(islice(chain((START,), cycle(TURN)), number))
