"""A game of Piratenclaim played twice at once: by the engine, and by the plain statement of the rules."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from engine.game import Illegal
from engine.record import AnyRecord, follow
from tests.engine.piratenclaim.plain_map import enclosed
from tests.engine.piratenclaim.plain_rules import PlainGame, RefusedError

Json = dict[str, Any]


class Both:
    """The same game twice; whatever happens must then be told alike by both."""

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
        told = json.loads(json.dumps(self.record.game.to_json(self.record.state)))
        differing = {key: (told.get(key), value) for key, value in self.state.items() if told.get(key) != value}
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
