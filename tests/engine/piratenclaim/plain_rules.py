"""Piratenclaim in the words of the rules: slow, plain, and independent of the engine."""

import hashlib
import hmac
import json
from typing import Any

Map = dict[str, tuple[int, int]]

STEPS = {1: (1, 0), 2: (0, 1), 3: (-1, 1), 4: (-1, 0), 5: (0, -1), 6: (1, -1)}
"""What one step in each of the six directions adds to a field's coordinates."""

FLOWER = [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]
"""The centres of `flower+1`: 2u(p) + u(p+1) for the segments 1 to 6, and the sum of the centres 3 and 4 for 7."""


def fields_of(centres: list[list[int]]) -> Map:
    places = {}
    for segment, (q, r) in enumerate(centres):
        places[q, r] = f"{segment}/0"
        for position, (dq, dr) in STEPS.items():
            places[q + dq, r + dr] = f"{segment}/{position}"
    return {name: place for place, name in places.items()}


def step_from(field: str, direction: int, fields: Map) -> str | None:
    """The field one step away; None: the edge of the board."""
    q, r = fields[field]
    dq, dr = STEPS[direction]
    for name, place in fields.items():
        if place == (q + dq, r + dr):
            return name
    return None


def reached(fields: Map, discs: list[str]) -> set[str]:
    """The fields that a ship can reach from the middle without crossing a disc."""
    by_place = {place: name for name, place in fields.items()}
    seen, waiting = {"0/0"}, ["0/0"]
    while waiting:
        q, r = fields[waiting.pop()]
        for dq, dr in STEPS.values():
            name = by_place.get((q + dq, r + dr))
            if name is not None and name not in discs and name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def enclosed(fields: Map, discs: list[str]) -> set[str]:
    return set(fields) - set(discs) - reached(fields, discs)


def is_possible(centres: list[list[int]]) -> bool:
    fields = fields_of(centres)
    return len(fields) == 56 and not enclosed(fields, [])


def draw_discs(seed: bytes, counter: int, fields: Map) -> list[str]:
    """Draws the 21 discs for a seed, a key or the number of a drawing."""
    numbers = _Bytes(seed, counter)
    while True:
        discs = []
        for segment in range(1, 8):
            positions = [0, 1, 2, 3, 4, 5, 6]
            for i in (6, 5, 4, 3, 2, 1):
                j = numbers.one_of(i + 1)
                positions[i], positions[j] = positions[j], positions[i]
            discs += [f"{segment}/{position}" for position in sorted(positions[:3])]
        if not enclosed(fields, discs):
            return discs


class _Bytes:
    def __init__(self, seed: bytes, counter: int) -> None:
        self.seed = seed
        self.counter = counter
        self.block = 0
        self.waiting: list[int] = []

    def one_of(self, n: int) -> int:
        if n == 1:
            return 0
        while True:
            if not self.waiting:
                message = self.counter.to_bytes(8, "big") + self.block.to_bytes(4, "big")
                self.waiting = list(hmac.new(self.seed, message, hashlib.sha256).digest())
                self.block += 1
            byte = self.waiting.pop(0)
            if byte < 256 - (256 % n):
                return byte % n


Json = dict[str, Any]

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"]
"""The colours of the cubes. The first has the value 1."""

PIRATES = ["black", "brown", "white"]
SIX = ["red", "green", "grey", "white", "black", "brown"]
THREE = ["red", "green", "grey"]
FIELDS = [f"{segment}/{position}" for segment in range(8) for position in range(7)]

OPTIONS: Json = {
    "layout": "flower+1",
    "roll_first": False,
    "loot": "plain",
    "white_takes_fuel": True,
    "closed": "field",
    "rob": "after",
    "spare_ships": 0,
}
WORDS = {"loot": ["plain", "by_colour"], "closed": ["field", "segment"], "rob": ["after", "on_arrival"]}


class RefusedError(Exception):
    """The rules refuse an event; `code` is the protocol's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class PlainGame:
    def __init__(self, start: Json) -> None:
        self.options = {**OPTIONS, **start.get("options", {})}
        _check_start(start, self.options)
        layout = self.options["layout"]
        self.map = fields_of(FLOWER if layout == "flower+1" else layout)
        self.before: list[Json] = []
        self.state: Json = {
            "game": "piratenclaim",
            "phase": "discs",
            "turn": start.get("first", 0),
            "turns": 0,
            "winners": None,
            "players": [{"name": name, "ships": 3} for name in start["players"]],
            "discs": [],
            "systems": {"0/0": ["red", "red"]},
            "pirates": {},
            "supply": {"black": 2, "brown": 2, "white": 2},
            "spare_ships": self.options["spare_ships"],
            "dice": None,
            "used": None,
            "discovered": [],
            "ships": [],
            "blocked": [],
            "robbed": [],
        }

    def happen(self, event: Json) -> None:
        """Applies an event.

        Raises:
            RefusedError: it is not allowed; nothing has changed.
        """
        if event["event"] == "undo":
            if not self.before:
                raise RefusedError("phase")
            self.state = self.before.pop()
            return
        old, self.state = self.state, json.loads(json.dumps(self.state))
        try:
            self._play(event)
        except RefusedError:
            self.state = old
            raise
        self.before.append(old)

    def threat(self) -> Json:
        """The answer to the query `threat`: all 216 rolls of the three pirate dice, one by one."""
        if self.state["phase"] in ("discs", "over"):
            raise RefusedError("phase")
        hits: dict[str, int] = {}
        for black in range(1, 7):
            for brown in range(1, 7):
                for white in range(1, 7):
                    dice = {"black": black, "brown": brown, "white": white}
                    for field in {target for _, _, target, _ in self._steps(dice)}:
                        hits[field] = hits.get(field, 0) + 1
        return {"threat": hits, "of": 216}

    def _play(self, event: Json) -> None:
        plays = {
            "discs": self._discs,
            "ship": self._ship,
            "sink": self._sink,
            "buy_ship": self._buy_ship,
            "roll": self._roll,
            "discover": self._discover,
            "move_pirates": self._move_pirates,
            "remove": self._remove,
            "end_turn": self._end_turn,
            "finish": self._finish,
            "reveal": self._reveal,
        }
        if event["event"] not in plays:
            raise RefusedError("syntax")
        plays[event["event"]](event)

    def _need(self, *phases: str) -> None:
        if self.state["phase"] not in phases:
            raise RefusedError("phase")

    def _discs(self, event: Json) -> None:
        discs: Any = event.get("fields")
        _well_formed(isinstance(discs, list) and len(discs) == 21 and all(name in FIELDS for name in discs))
        self._need("discs")
        for segment in range(8):
            here = {name for name in discs if name.startswith(f"{segment}/")}
            _allowed(len(here) == (0 if segment == 0 else 3))
        _allowed(not enclosed(self.map, discs))
        self.state["discs"] = sorted(discs)
        self.state["phase"] = "travel"

    def _ship(self, event: Json) -> None:
        player: Any = event.get("player")
        ship, field = event.get("ship"), event.get("field", "missing")
        self._require_player(player)
        _well_formed(type(ship) is int and 0 <= ship < self.state["players"][player]["ships"])
        _well_formed(field is None or field in FIELDS)
        self._need("travel", "discover", "turn_end")
        _allowed(field not in self.state["discs"])
        ships = [each for each in self.state["ships"] if (each["player"], each["ship"]) != (player, ship)]
        if field is not None:
            ships.append({"player": player, "ship": ship, "field": field})
        self.state["ships"] = sorted(ships, key=lambda each: (each["player"], each["ship"]))

    def _sink(self, event: Json) -> None:
        field: Any = event.get("field")
        pirate: Any = event.get("pirate")
        _well_formed(field in FIELDS and pirate in PIRATES)
        self._need("discover" if self.options["roll_first"] else "travel")
        _allowed(pirate in self.state["pirates"].get(field, []))
        _allowed(self._active_may_be_on(field))
        self._leave(field, pirate)

    def _buy_ship(self, event: Json) -> None:
        self._require_player(event.get("player"))
        self._need("discover" if self.options["roll_first"] else "travel")
        _allowed(event["player"] == self.state["turn"] and self.state["spare_ships"] > 0)
        self.state["players"][event["player"]]["ships"] += 1
        self.state["spare_ships"] -= 1

    def _roll(self, event: Json) -> None:
        dice: Any = event.get("dice")
        _well_formed(isinstance(dice, dict) and sorted(dice) in (sorted(SIX), sorted(THREE)))
        _well_formed(all(type(face) is int and 1 <= face <= 6 for face in dice.values()))
        if len(dice) == 6:
            self._need("travel")
            self.state["dice"] = dict(dice)
            self.state["phase"] = "discover"
        else:
            self._need("discover")
            if not self.state["used"]:
                raise RefusedError("phase")
            self.state["dice"].update(dice)
        self.state["used"] = False

    def _discover(self, event: Json) -> None:
        field: Any = event.get("field")
        pirate: Any = event.get("pirate")
        _well_formed(field in FIELDS and ("pirate" not in event or pirate in PIRATES))
        self._need("discover")
        if self.state["used"]:
            raise RefusedError("phase")
        self._require_discovery_on(field)
        segment = field[0]
        hit, centre = f"{segment}/{self.state['dice']['grey']}", f"{segment}/0"
        # The table of discoveries: first the position of the grey die, then the centre.
        place = hit if hit not in self.state["systems"] else centre
        if place in self.state["systems"]:
            _allowed(pirate is None)
        elif place in self.state["discs"]:
            self._pirate_enters(place, pirate)
        else:
            _allowed(pirate is None)
            dice = self.state["dice"]
            self.state["systems"][place] = [COLOURS[dice["green"] - 1], COLOURS[dice["red"] - 1]]
        self.state["used"] = True
        self.state["discovered"] = sorted([*self.state["discovered"], field])

    def _require_discovery_on(self, field: str) -> None:
        _allowed(self._active_may_be_on(field))
        _allowed(field not in self.state["discs"])
        _allowed(field not in self.state["systems"])
        _allowed(field not in self.state["pirates"])
        _allowed(field not in self.state["discovered"])
        known = [name for name in self.state["systems"] if name[0] == field[0]]
        _allowed(len(known) < 3)

    def _pirate_enters(self, place: str, pirate: str | None) -> None:
        left = [colour for colour in PIRATES if self.state["supply"][colour] > 0]
        if pirate is None and len(left) == 1:
            pirate = left[0]
        if not left:
            _allowed(pirate is None)
            return
        _allowed(pirate in left)
        self.state["discs"].remove(place)
        self.state["supply"][pirate] -= 1
        self.state["pirates"][place] = [pirate]

    def _steps(self, dice: dict[str, int]) -> list[tuple[str, str, str, str | None]]:
        """For each pirate: its field, its colour, the field it moves to, and why it stays."""
        steps: list[tuple[str, str, str, str | None]] = []
        for field in sorted(self.state["pirates"]):
            for pirate in self.state["pirates"][field]:
                target = step_from(field, dice[pirate], self.map)
                if target is None:
                    steps.append((field, pirate, field, "edge"))
                elif target in self.state["discs"]:
                    steps.append((field, pirate, field, "disc"))
                elif target == "0/0" or (self.options["closed"] == "segment" and target[0] == "0"):
                    steps.append((field, pirate, field, "middle"))
                else:
                    steps.append((field, pirate, target, None))
        return steps

    def _move_pirates(self, _event: Json) -> None:
        self._need("discover")
        after: dict[str, list[str]] = {}
        for field, pirate, target, why in self._steps(self.state["dice"]):
            after[target] = sorted([*after.get(target, []), pirate])
            if why:
                self.state["blocked"].append({"field": field, "pirate": pirate, "why": why})
        self.state["pirates"] = after
        if self.options["rob"] == "on_arrival":
            self._rob()
        for field in list(after):
            for pirate in PIRATES:
                while after[field].count(pirate) > 1:
                    self._leave(field, pirate)
        self._settle()

    def _remove(self, event: Json) -> None:
        field: Any = event.get("field")
        pirate: Any = event.get("pirate")
        _well_formed(field in FIELDS and pirate in PIRATES)
        self._need("conflict")
        here = self.state["pirates"].get(field, [])
        _allowed(len(here) >= 2 and pirate in here)
        self._leave(field, pirate)
        self._settle()

    def _settle(self) -> None:
        """Continues where no two pirates are on one field any more."""
        if any(len(here) > 1 for here in self.state["pirates"].values()):
            self.state["phase"] = "conflict"
            return
        self.state["phase"] = "turn_end"
        if self.options["rob"] == "after":
            self._rob()

    def _rob(self) -> None:
        loot = {"black": "highest", "white": "highest", "brown": "highest"}
        if self.options["loot"] == "by_colour":
            loot = {"black": "highest", "white": "one_each", "brown": "half_fuel"}
        for field in sorted(self.state["pirates"]):
            for pirate in self.state["pirates"][field]:
                for ship in self.state["ships"]:
                    if ship["field"] == field:
                        self.state["robbed"].append({**ship, "pirate": pirate, "loot": loot[pirate]})
        self.state["robbed"].sort(key=lambda each: [each[key] for key in ("field", "pirate", "player", "ship")])

    def _end_turn(self, _event: Json) -> None:
        self._need("turn_end")
        self.state["turn"] = (self.state["turn"] + 1) % len(self.state["players"])
        self.state["turns"] += 1
        self.state["phase"] = "travel"
        self.state["dice"] = self.state["used"] = None
        for key in ("discovered", "blocked", "robbed"):
            self.state[key] = []

    def _finish(self, event: Json) -> None:
        seats = range(len(self.state["players"]))
        winners: Any = event.get("winners")
        _well_formed(isinstance(winners, list) and all(type(seat) is int and seat in seats for seat in winners))
        _well_formed(winners == sorted(set(winners)))
        if self.state["phase"] == "over":
            raise RefusedError("phase")
        self.state["winners"] = list(winners)
        self.state["phase"] = "over"

    def _reveal(self, _event: Json) -> None:
        self._need("over")

    def _require_player(self, player: object) -> None:
        _well_formed(type(player) is int and player in range(len(self.state["players"])))

    def _active_may_be_on(self, field: str) -> bool:
        """Whether a ship of the active player is reported to be there, or no ship is reported at all."""
        ships = [each["field"] for each in self.state["ships"] if each["player"] == self.state["turn"]]
        return not ships or field in ships

    def _leave(self, field: str, pirate: str) -> None:
        self.state["pirates"][field].remove(pirate)
        if not self.state["pirates"][field]:
            del self.state["pirates"][field]
        self.state["supply"][pirate] += 1


def _well_formed(is_so: object) -> None:
    if not is_so:
        raise RefusedError("syntax")


def _allowed(is_so: object) -> None:
    if not is_so:
        raise RefusedError("illegal")


def _check_start(start: Json, options: Json) -> None:
    names = start["players"]
    if len(names) not in (2, 3, 4) or len(set(names)) < len(names) or "" in names:
        raise RefusedError("players")
    first = start.get("first", 0)
    _well_formed(type(first) is int and first in range(len(names)))
    _well_formed(set(options) == set(OPTIONS))
    _well_formed(type(options["roll_first"]) is bool and type(options["white_takes_fuel"]) is bool)
    _well_formed(all(options[option] in words for option, words in WORDS.items()))
    _well_formed(type(options["spare_ships"]) is int and options["spare_ships"] >= 0)
    if options["layout"] != "flower+1":
        _check_layout(options["layout"])


def _check_layout(centres: Any) -> None:  # noqa: ANN401 - as received
    _well_formed(isinstance(centres, list) and len(centres) == 8)
    for centre in centres:
        _well_formed(isinstance(centre, list) and len(centre) == 2 and all(type(number) is int for number in centre))
    _allowed(is_possible(centres))
