"""Random games of Piratenclaim, played by the engine and by the plain rules."""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any

from engine.game import Illegal
from engine.record import AnyRecord, follow
from tests.engine.piratenclaim.plain_rules import (
    FIELDS,
    PIRATES,
    SIX,
    STEPS,
    THREE,
    PlainGame,
    RefusedError,
    draw_discs,
    enclosed,
    fields_of,
    is_possible,
    step_from,
)

Json = dict[str, Any]
NAMES = ["Green", "Blue", "Orange", "Violet"]

NEIGHBOUR_OFFSETS = [[q, r] for q, r in product(range(-3, 4), repeat=2) if max(abs(q), abs(r), abs(q + r)) == 3]
"""The offsets from a segment's centre to those of the segments that touch it, in three fields or in one or two."""

DISC_TRIES = 40
"""The number of drawings tried before a layout is given up: on some layouts hardly any discs are possible."""

LAYOUTS = 8
"""The number of different layouts. The engine takes a while to find out whether one has room for the discs."""

NO_FIELDS = ["8/0", "1/7", "0", "1/-1", " 1/1", "01/1", "", 11, None, ["1/1"]]


def random_start(random: Random) -> Json:
    """A start event. Optional keys are sometimes missing."""
    options: Json = {
        "layout": random_layout(random.randrange(LAYOUTS)) if random.random() < 0.4 else "flower+1",
        "roll_first": random.random() < 0.4,
        "loot": random.choice(["plain", "by_colour"]),
        "white_takes_fuel": random.random() < 0.5,
        "closed": random.choice(["field", "segment"]),
        "rob": random.choice(["after", "on_arrival"]),
        "spare_ships": random.choice([0, 1, 2]),
    }
    for name in random.sample(list(options), random.randrange(3)):
        del options[name]
    players = NAMES[: random.randint(2, 4)]
    return {
        "event": "start",
        "game": "piratenclaim",
        "players": players,
        "first": random.randrange(len(players)),
        "options": options,
    }


@cache
def random_layout(seed: int) -> list[list[int]]:
    """Eight joined segments, on which a valid drawing of discs is found soon."""
    random = Random(seed)
    while True:
        centres = [[0, 0]]
        while len(centres) < 8:
            q, r = random.choice(centres)
            dq, dr = random.choice(NEIGHBOUR_OFFSETS)
            if len(fields_of([*centres, [q + dq, r + dr]])) == 7 * len(centres) + 7:
                centres.append([q + dq, r + dr])
        fields = fields_of(centres)
        if is_possible(centres) and any(not enclosed(fields, _any_discs(random)) for _ in range(DISC_TRIES)):
            return centres


def random_event(random: Random, game: PlainGame) -> Json:
    """A next event: mostly an allowed one, sometimes any."""
    chance = random.random()
    if chance < 0.03:
        return {"event": "undo"}
    if chance < 0.2:
        return _anything(random, game)
    return _LIKELY[game.state["phase"]](random, game)


def _likely_discs(random: Random, game: PlainGame) -> Json:
    if random.random() < 0.4:
        return {"event": "discs", "fields": _any_discs(random), "by": "hand"}
    return {"event": "discs", "fields": draw_discs(random.randbytes(32), random.randrange(3), game.map)}


def _likely_travel(random: Random, game: PlainGame) -> Json:
    choices: list[Callable[[Random, PlainGame], Json]] = [_ship, _ship, _roll_six, _roll_six, _roll_six, _buy_ship]
    if game.options["roll_first"]:
        choices = [_ship, _roll_six, _roll_six, _roll_six]
    elif game.state["pirates"]:
        choices.append(_sink)
    return random.choice(choices)(random, game)


def _likely_discover(random: Random, game: PlainGame) -> Json:
    choices: list[Callable[[Random, PlainGame], Json]] = [_move_pirates, _ship]
    if game.state["used"]:
        choices += [_roll_three]
    else:
        choices += [_discover] * 4
    if game.options["roll_first"]:
        choices += [_ship, _sink, _buy_ship]
    return random.choice(choices)(random, game)


def _likely_conflict(random: Random, game: PlainGame) -> Json:
    crowded = [field for field, here in game.state["pirates"].items() if len(here) > 1]
    field = random.choice(crowded)
    here = PIRATES if random.random() < 0.2 else game.state["pirates"][field]
    return {"event": "remove", "field": field, "pirate": random.choice(here)}


def _likely_turn_end(random: Random, game: PlainGame) -> Json:
    return _ship(random, game) if random.random() < 0.2 else {"event": "end_turn"}


def _likely_over(random: Random, game: PlainGame) -> Json:
    return random.choice([{"event": "undo"}, {"event": "reveal", "seed": "ab" * 32}, _anything(random, game)])


_LIKELY = {
    "discs": _likely_discs,
    "travel": _likely_travel,
    "discover": _likely_discover,
    "conflict": _likely_conflict,
    "turn_end": _likely_turn_end,
    "over": _likely_over,
}


def _anything(random: Random, game: PlainGame) -> Json:
    """An event of any kind, right or wrong, sometimes with an invalid value."""
    make = random.choice([*_LIKELY_EVENTS, _finish]) if random.random() < 0.3 else random.choice(_LIKELY_EVENTS)
    event = make(random, game)
    if random.random() < 0.3:
        key = random.choice([key for key in event if key not in ("event", "by")] or ["fields"])
        event = {**event, key: random.choice([*NO_FIELDS, -1, 7, True, 1.0, {}, [], "grey", {"red": 1}])}
        # A ship's field may be null, but the protocol does not define a pirate that is null.
        if event.get("pirate", "") is None or (make is _roll_three and random.random() < 0.5):
            del event[key]
    return event


def _ship(random: Random, game: PlainGame) -> Json:
    """Half of the ships are at pirates or one step from one. Some are no longer reported."""
    field: str | None = random.choice(FIELDS)
    if game.state["pirates"] and random.random() < 0.6:
        field = random.choice(sorted(game.state["pirates"]))
        if random.random() < 0.5:
            field = step_from(field, random.choice(list(STEPS)), game.map)
    if random.random() < 0.1:
        field = None
    player = game.state["turn"] if random.random() < 0.6 else random.randrange(len(game.state["players"]) + 1)
    return {"event": "ship", "player": player, "ship": random.choice([0, 0, 0, 1, 1, 2, 2, 3]), "field": field}


def _sink(random: Random, game: PlainGame) -> Json:
    field = random.choice(sorted(game.state["pirates"]) or FIELDS)
    return {"event": "sink", "field": field, "pirate": random.choice(game.state["pirates"].get(field, PIRATES))}


def _buy_ship(random: Random, game: PlainGame) -> Json:
    player = game.state["turn"] if random.random() < 0.7 else random.randrange(len(game.state["players"]) + 1)
    return {"event": "buy_ship", "player": player}


def _roll_six(random: Random, _game: PlainGame) -> Json:
    return _roll(random, SIX)


def _roll_three(random: Random, _game: PlainGame) -> Json:
    return _roll(random, THREE)


def _roll(random: Random, colours: list[str]) -> Json:
    dice = {colour: random.randint(1, 6) for colour in colours}
    return {"event": "roll", "dice": dice, **random.choice([{}, {"by": "hand"}])}


def _discover(random: Random, game: PlainGame) -> Json:
    state = game.state
    reported = [each["field"] for each in state["ships"] if each["player"] == state["turn"]]
    taken = {*state["discs"], *state["systems"], *state["pirates"], *state["discovered"]}
    fields = [field for field in reported or FIELDS if field not in taken]
    fields = [field for field in fields if sum(name[0] == field[0] for name in state["systems"]) < 3] or fields
    if state["dice"]:
        fields = [field for field in fields if f"{field[0]}/{state['dice']['grey']}" in state["discs"]] or fields
    event = {"event": "discover", "field": random.choice(fields or FIELDS)}
    return {**event, "pirate": random.choice(PIRATES)} if random.random() < 0.5 else event


def _move_pirates(_random: Random, _game: PlainGame) -> Json:
    return {"event": "move_pirates"}


def _remove(random: Random, game: PlainGame) -> Json:
    return {**_sink(random, game), "event": "remove"}


def _end_turn(_random: Random, _game: PlainGame) -> Json:
    return {"event": "end_turn"}


def _finish(random: Random, game: PlainGame) -> Json:
    seats = len(game.state["players"])
    return {"event": "finish", "winners": random.sample(range(seats + 1), random.randrange(3))}


def _discs_by_hand(random: Random, _game: PlainGame) -> Json:
    return {"event": "discs", "fields": _any_discs(random)[: random.choice([20, 21, 21])], "by": "hand"}


_LIKELY_EVENTS = [
    _discs_by_hand,
    _ship,
    _sink,
    _buy_ship,
    _roll_six,
    _roll_three,
    _discover,
    _move_pirates,
    _remove,
    _end_turn,
]


def _any_discs(random: Random) -> list[str]:
    """Three discs per segment, at random. Occasionally one of them is wrong."""
    discs = [f"{segment}/{position}" for segment in range(1, 8) for position in random.sample(range(7), 3)]
    if random.random() < 0.1:
        discs[random.randrange(21)] = random.choice(FIELDS)
    random.shuffle(discs)
    return discs


class Both:
    """The same game on both sides, which must report the same."""

    def __init__(self, start: Json) -> None:
        self.record: AnyRecord = follow(None, start)
        self.plain = PlainGame(start)
        self.compare()

    @property
    def state(self) -> Json:
        return self.plain.state

    def happen(self, event: str | Json, /, **keys: object) -> str:
        """Plays an event on both sides.

        Returns:
            The code of the refusal, or "".
        """
        event = {"event": event, **keys} if isinstance(event, str) else event
        engine, plain = self._play_by_engine(event), self._play_plainly(event)
        assert engine == plain, f"the engine says {engine!r}, the plain rules {plain!r} to {event} in {self.state}"
        self.compare()
        if not plain:
            check_invariants(self.plain)
        return plain

    def compare(self) -> None:
        reported = json.loads(json.dumps(self.record.game.to_json(self.record.state)))
        differing = {key: (reported.get(key), value) for key, value in self.state.items() if reported.get(key) != value}
        assert not differing, f"the engine, then the plain rules: {differing}"

    def compare_threat(self) -> None:
        assert self._threat_by_engine() == self._threat_plainly()

    def _play_by_engine(self, event: Json) -> str:
        try:
            self.record = follow(self.record, event)
        except Illegal as refusal:
            return refusal.code.value
        return ""

    def _play_plainly(self, event: Json) -> str:
        try:
            self.plain.happen(event)
        except RefusedError as refusal:
            return refusal.code
        return ""

    def _threat_by_engine(self) -> Json | str:
        try:
            return self.record.game.query(self.record.state, {"query": "threat"})
        except Illegal as refusal:
            return refusal.code.value

    def _threat_plainly(self) -> Json | str:
        try:
            return self.plain.threat()
        except RefusedError as refusal:
            return refusal.code


def check_invariants(game: PlainGame) -> None:
    state = game.state
    pirates = Counter(pirate for here in state["pirates"].values() for pirate in here)
    assert all(pirates[colour] + state["supply"][colour] == 2 for colour in ("black", "brown", "white"))
    assert not {"0/0", *state["discs"]} & state["pirates"].keys()
    assert game.map.keys() >= state["pirates"].keys() | state["systems"].keys()
    assert not state["systems"].keys() & set(state["discs"])
    assert max(Counter(field[0] for field in state["systems"]).values()) <= 3
    assert not enclosed(game.map, state["discs"])
    assert state["phase"] in ("conflict", "over") or all(len(here) == 1 for here in state["pirates"].values())
