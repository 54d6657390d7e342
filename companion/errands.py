"""Carries out what update wants done: the journal, the dice's seed, the buzzer, the voice, what is announced."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, assert_never, runtime_checkable

from companion.clock import local, monotonic_s, utc_now
from companion.effects import (
    Acknowledge,
    Announce,
    Append,
    Begin,
    ChangePower,
    CheckPower,
    Discard,
    DrawSeed,
    Effect,
    Finish,
    Journalled,
    OpenJournal,
    Play,
    Power,
    ReadHistory,
    Rewrite,
    Speak,
    TellLink,
)  # fmt: skip
from companion.finished import finished_games
from companion.journal import GameId, Journal, JournalError, Trouble, salvage, set_aside
from companion.messages import (
    Answer,
    GameLeft,
    HistoryFailed,
    HistoryRead,
    JournalFailed,
    JournalOpened,
    LinkTold,
    PowerRefused,
    SeedDrawn,
)
from companion.power import PowerError
from engine.games import GAMES
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.journal import Unfinished
    from companion.link import Link
    from companion.power import PowerRequest
    from engine.game import Json
    from engine.record import AnyEvent
    from hardware.device import Device, Tone

SEED_BYTES = 32

log = logging.getLogger(__name__)


class Audience(Protocol):
    """Who hears what goes on at the table, besides the box itself."""

    def play(self, tones: Sequence[Tone]) -> None:
        """The box plays these tones."""

    def announce(self, text: str) -> None:
        """Something is told to everybody."""


class Voice(Protocol):
    """What speaks."""

    def speak(self, words: str, language: str) -> None:
        """Says the words and returns at once."""


@runtime_checkable
class Linked(Protocol):
    """What others can come to by a link."""

    def link(self, *, renewed: bool) -> Link:
        """The link; renewed, every older one becomes worthless."""

    def keep_links(self) -> None:
        """Sees that the links outlive a restart, now that the journal was opened anew."""


class Errands:
    """Everything that acts on the world for the loop; call it with an effect."""

    def __init__(
        self,
        journal: Path | None,
        device: Device,
        seed: bytes | None,
        audience: Sequence[Audience],
        voice: Voice | None = None,
        *,
        linked: Linked | None = None,
        power: PowerRequest | None = None,
    ) -> None:
        self._path = journal
        self._device = device
        self._seed = seed
        self._audience = audience
        self._voice = voice
        self._linked = linked
        self._power = power
        self._journal: Journal | None = None
        self._game: GameId | None = None
        self._rules = ""
        """The name of the game that the journal's newest game plays."""

    def __call__(self, effect: Effect) -> Answer | None:
        """Carries the effect out.

        Raises:
            JournalError: the journal did not take it.
        """
        match effect:
            case Play() | Announce():
                self._tell(effect)
            case Speak():
                self._speak(effect)
            case Begin() | Append() | Acknowledge() | Finish() | Discard() | Rewrite():
                self._journalled(effect)
                return self._left() if isinstance(effect, Finish | Discard) else None
            case _:
                return self._answer(effect)
        return None

    def _answer(
        self, effect: DrawSeed | OpenJournal | ReadHistory | TellLink | ChangePower | CheckPower
    ) -> Answer | None:
        match effect:
            case DrawSeed():
                return SeedDrawn(self._seed or os.urandom(SEED_BYTES), monotonic_s())
            case OpenJournal():
                return self._opened(aside=effect.aside)
            case ReadHistory():
                return self._history(effect.limit)
            case TellLink():
                return self._link(renewed=effect.renewed)
            case ChangePower():
                return self._prepared(effect.power)
            case CheckPower():
                return PowerRefused(monotonic_s()) if self._power and self._power.was_withdrawn() else None
            case _:
                assert_never(effect)

    def _tell(self, effect: Play | Announce) -> None:
        for each in self._audience:
            if isinstance(effect, Play):
                each.play(effect.tones)
            else:
                each.announce(effect.text)
        if isinstance(effect, Play):
            self._device.play(effect.tones)

    def _link(self, *, renewed: bool) -> LinkTold | None:
        return None if self._linked is None else LinkTold(self._linked.link(renewed=renewed), monotonic_s())

    def _prepared(self, power: Power) -> PowerRefused | None:
        """Readies the request; it is sent when the journal is closed and the box is dark."""
        if self._power is None:
            return PowerRefused(monotonic_s())
        try:
            self._power.prepare(power)
        except PowerError as error:
            log.warning("%s", error)
            return PowerRefused(monotonic_s())
        return None

    def _speak(self, effect: Speak) -> None:
        if self._voice is not None:
            self._voice.speak(effect.text, effect.language)

    def close(self) -> None:
        """Lets go of the journal. May be called twice."""
        if self._journal is not None:
            self._journal.close()
        self._journal = None

    def _opened(self, *, aside: bool) -> Answer:
        if self._path is None:
            return JournalOpened(None, monotonic_s())
        try:
            left = salvage(self._path) if aside else None
            self._journal = self._reopened(self._path, aside=aside)
            self._journal.refuse_lost_events()
            if left is not None and left.damaged != 0:
                self._journal.append(self._journal.begin(left.lineup, left.seed, left.begun_at), left.events, utc_now())
            unfinished, last = self._journal.unfinished(), self._journal.last_lineup()
        except JournalError as error:
            log.warning("%s", error)
            self.close()  # else it would be our own lock that we met at the next attempt
            return JournalFailed(error, None, monotonic_s())
        self._continue(unfinished)
        return JournalOpened(unfinished, monotonic_s(), last)

    def _reopened(self, path: Path, *, aside: bool) -> Journal:
        self.close()
        if aside:
            try:
                set_aside(path, utc_now())
            except JournalError as error:
                if error.trouble is not Trouble.MISSING:
                    raise
        journal = Journal.open(path)
        if self._linked is not None:
            self._linked.keep_links()
        return journal

    def _rewrite(self, effect: Rewrite) -> None:
        """Writes a game anew; what is left of it in the journal is only discarded when all is there again."""
        if self._path is None:
            return
        alone = not self._path.exists()  # a log that the removed file has left would stand in the way of a new one
        journal = self._journal = self._reopened(self._path, aside=effect.aside or alone)
        left = journal.unfinished()
        self._game, self._rules = journal.begin(effect.lineup, effect.seed, utc_now()), effect.lineup["game"]
        journal.append(self._game, self._formatted(*effect.events), utc_now())
        journal.seen(self._game, effect.mark)
        if left is not None and left.seed == effect.seed:
            journal.discard(left.game, utc_now())

    def _continue(self, unfinished: Unfinished | None) -> None:
        """What is journalled from now on belongs to this game; None: to none."""
        self._game = unfinished.game if unfinished else None
        self._rules = unfinished.lineup.get("game", "") if unfinished else ""

    def _formatted(self, *events: AnyEvent) -> list[Json]:
        """The events as the journal keeps them."""
        return [format(event, GAMES[self._rules]) for event in events]

    def _left(self) -> GameLeft | None:
        """The newest game that is still unfinished; that none can be read is no reason to end the other one again."""
        try:
            unfinished = self._journal.unfinished() if self._journal else None
        except JournalError as error:
            log.warning("%s", error)
            unfinished = None
        if unfinished is not None and unfinished.damaged is not None:
            unfinished = None  # it is told of at the next start
        self._continue(unfinished)
        return GameLeft(unfinished, monotonic_s()) if unfinished else None

    def _history(self, limit: int) -> Answer:
        """The newest finished games; that they cannot be read is no reason to play on without a journal."""
        try:
            games = finished_games(self._journal, limit) if self._journal else ()
        except JournalError as error:
            log.warning("%s", error)
            return HistoryFailed(error, monotonic_s())
        here = (replace(game, ended_at=local(game.ended_at, "%Y-%m-%d %H:%M")) for game in games)
        return HistoryRead(tuple(here), monotonic_s())

    def _journalled(self, effect: Journalled) -> None:
        if isinstance(effect, Rewrite):
            self._rewrite(effect)
        else:
            self._write(effect)

    def _write(self, effect: Begin | Append | Acknowledge | Finish | Discard) -> None:
        """Writes to the open journal; a game that was begun without one stays out of it."""
        journal, game = self._journal, self._game
        if journal is None:
            return
        match effect:
            case Begin():
                self._game, self._rules = journal.begin(effect.lineup, effect.seed, utc_now()), effect.lineup["game"]
            case _ if game is None:
                return
            case Append():
                journal.append(game, self._formatted(effect.event), utc_now())
            case Acknowledge():
                journal.seen(game, effect.mark)
            case Finish():
                journal.finish(game, utc_now(), effect.summary)
            case Discard():
                journal.discard(game, utc_now())
            case _:
                assert_never(effect)
