"""Somebody who watches a table over the players' shoulders: does it show what its journal tells?"""

import json
from pathlib import Path
from typing import Any, Self

from companion.core.saved_games import GameId, Unfinished
from companion.runtime.journal import Journal
from engine.claimit import Bank, Roll
from engine.dice import Draws
from engine.game import Json, Undo
from engine.record import AnyRecord, follow
from tests.companion.games.table import Frame

PAGES = {"roll": {"turn", "by_hand"}, "place": {"roll", "numbers"}, "choose": {"choose", "by_hand"}, "over": {"winner"}}
"""Where the game goes on, by the state's phase, once the outcomes are acknowledged."""
ANYWHERE = {"scores", "check", "spotlight", "menu", "consent", "info", "link", "resume"}


class Umpire:
    """Follows one game in a journal; a context, which closes it."""

    def __init__(self, journal: Path) -> None:
        self._journal = Journal.read(journal)
        self._counted = 0
        self.game: GameId | None = None
        self.record: AnyRecord | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    def judge(self, frame: Frame) -> None:
        """Holds a frame of the running game against the journal.

        Raises:
            AssertionError: they differ.
        """
        kept = self._read()
        assert frame.events == len(kept.events)
        assert frame.state == self.state
        if self.record is not None:
            assert frame.page in expected(self.record) | ANYWHERE
        if kept.events and frame.page in {"roll", "bust"}:
            self._check_dice(kept)

    @property
    def state(self) -> dict[str, Any] | None:
        """The state from the journal, as a frame would show it."""
        if self.record is None:
            return None
        shown: dict[str, Any] = json.loads(json.dumps(self.record.game.to_json(self.record.state)))
        return shown

    @property
    def lines(self) -> str:
        return "".join(f"{json.dumps(event)}\n" for event in self.events if event["event"] != "begin")

    @property
    def events(self) -> tuple[Json, ...]:
        return () if self.game is None else self._journal.kept(self.game).events

    def _read(self) -> Unfinished:
        kept = self._journal.unfinished()
        if kept is None:
            raise LookupError("no unfinished game in the journal")
        self.game = kept.game
        for event in kept.events[self._counted :]:
            if self.record is not None or event["event"] == "start":
                self.record = follow(self.record, event)
        self._counted = len(kept.events)
        return kept

    def _check_dice(self, kept: Unfinished) -> None:
        """Each virtual roll that was not taken back is the throw of its counter: there was no choice."""
        opening = [event for event in kept.events if event["event"] == "begin" and "by" not in event]
        line = [step.event for step in self.record.timeline] if self.record else []
        rolls = [event.dice for event in line if isinstance(event, Roll) and event.by is None]
        fell = [tuple(event["dice"]) for event in opening] + rolls
        assert fell == [Draws(kept.seed, counter).dice(3) for counter in range(len(fell))]


def expected(record: AnyRecord) -> set[str]:
    """The pages on which a game may stand after its newest event."""
    pages = set(PAGES[record.state.phase])
    if isinstance(record.events[-1], Undo) or len(record.timeline) < 2:
        return pages | _hands(record)
    before, after = record.timeline[-2].state, record.timeline[-1].state
    shown = {"bust"} if after.busted else set()
    called = {"last_round"} if before.last_round is None and after.last_round else set()
    return pages | shown | called | _hands(record)


def _hands(record: AnyRecord) -> set[str]:
    """After what changes the board there may be something to do for the hands."""
    return {"guide"} if record.state.busted or isinstance(record.events[-1], Bank | Undo) else set()
