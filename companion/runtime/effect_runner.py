"""Runs the effects that `update` asks for: the journal, the seed of the dice, tones, speech, captions, links, power.

`EffectRunner.__call__` is one table, a row for each effect. What takes its time (bots, the coach, counting people)
returns at once, and its result is delivered to the loop later. The journal is waited for, as nothing may be shown
before it is durable; if it fails, an exception leaves the loop's model as it was.

In mid-game the journal may be closed, opened anew or replaced by another file. So the game to which events belong is
kept together with the journal that it is in (`_JournalledGame`): a game that was begun without a journal is not written
from its middle on, and none gets events of another.
"""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, Protocol, assert_never, runtime_checkable

from companion.core import effects, messages
from companion.core.journal_error import NEW_FILE_HELPS, JournalError, Trouble
from companion.runtime.archive import ArchiveError, fetch_game
from companion.runtime.bot_process import BotProcess
from companion.runtime.clock import monotonic_s, utc_now
from companion.runtime.coach_process import Coach
from companion.runtime.finished_games import history_entries, verified_draws
from companion.runtime.journal import Journal, quarantine, salvage
from companion.runtime.people_reader import PeopleReader
from companion.runtime.power import PowerError, PowerRequest
from engine.games import GAMES
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.core.saved_games import GameId, Unfinished
    from engine.game import Json
    from engine.record import AnyEvent
    from hardware.device import Device, Tone

SEED_BYTES = 32

log = logging.getLogger(__name__)
KNOWN_GAMES = 50
"""How many games back a player is still offered by name."""


class Audience(Protocol):
    """A receiver of tones and captions besides the box itself: every frontend is one."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Plays tones, or does nothing: the box plays them itself."""

    def announce(self, text: str) -> None:
        """Shows a caption."""


class Voice(Protocol):
    """A speech synthesizer."""

    def speak(self, words: str, language: str) -> None:
        """Queues the words and returns at once."""


@runtime_checkable
class LinkIssuer(Protocol):
    """A frontend that others reach by a link."""

    def issue_link(self, *, renewed: bool) -> messages.PageLink:
        """Returns the link; if renewed, every older link becomes invalid."""

    def keep_links(self) -> None:
        """Keeps the links valid over a restart, after the journal was opened anew."""


class _JournalledGame(NamedTuple):
    """The game to which the following events belong, and where it is written."""

    journal: Journal
    number: GameId
    rules: str
    """The name of what is played. Its rules may be missing here: they are looked up only when an event comes."""

    def append(self, *events: AnyEvent) -> None:
        self.journal.append(self.number, [format(event, GAMES[self.rules]) for event in events], utc_now())


class EffectRunner:
    """Runs effects for the loop; it is called with one effect at a time."""

    def __init__(
        self,
        journal: Path | None,
        device: Device,
        seed: bytes | None,
        audience: Sequence[Audience],
        voice: Voice | None = None,
        *,
        linked: LinkIssuer | None = None,
        power: PowerRequest | None = None,
        bots: BotProcess | None = None,
    ) -> None:
        self._path = journal
        self._device = device
        self._seed = seed
        self._audience = audience
        self._voice = voice
        self._link_issuer = linked
        self._power = power
        self.deliver: Callable[[messages.EffectResult], object] = lambda _: None
        """Called, on any thread, with what comes of an effect later than its answer."""
        self._people = PeopleReader(journal)
        self._bots = bots or BotProcess()
        self._coach = Coach()
        self._dice_checks = ThreadPoolExecutor(1, "dice")
        self._journal: Journal | None = None
        self._game: _JournalledGame | None = None
        """None: nothing is written of what is played. It was begun while there was no journal."""

    def __call__(self, effect: effects.Effect) -> messages.EffectResult | None:  # noqa: C901, PLR0912, PLR0915 - a table
        """Runs the effect; returns what it answers at once. Raises JournalError: the journal could not be written."""
        answer: messages.EffectResult | None = None
        match effect:
            case effects.BeginGame(lineup, seed):
                if self._journal is not None:
                    self._begin_game(self._journal, lineup, seed)
            case effects.AppendEvent(event):
                if self._game is not None:
                    self._game.append(event)
            case effects.SaveLineUp(lineup):
                if self._game is not None:
                    self._game.journal.replace_lineup(self._game.number, lineup)
            case effects.Acknowledge(ack_cursor):
                if self._game is not None:
                    self._game.journal.note_acknowledged(self._game.number, ack_cursor)
            case effects.FinishGame(summary):
                if self._game is not None:
                    self._game.journal.finish(self._game.number, utc_now(), summary)
                answer = self._find_game_left()
            case effects.DiscardGame():
                if self._game is not None:
                    self._game.journal.discard(self._game.number, utc_now())
                answer = self._find_game_left()
            case effects.RewriteGame():
                self._rewrite_game(effect)
            case effects.OpenJournal():
                answer = self._open_journal(effect)
            case effects.ReadHistory(limit):
                answer = self._read_history(limit)
            case effects.VerifyDice(game):
                self._dice_checks.submit(self._verify_dice, game)
            case effects.ReadPeople():
                self._people.read_later(self.deliver)
            case effects.Think():
                self._bots.ask_later(effect, self.deliver)
            case effects.AskCoach() | effects.AnalyseGame():
                self._coach.ask(effect, self.deliver)
            case effects.PlayTones(tones):
                for frontend in self._audience:
                    frontend.play(tones)
                self._device.play(tones)
            case effects.Caption(text):
                for frontend in self._audience:
                    frontend.announce(text)
            case effects.Speak(text, language):
                if self._voice is not None:
                    self._voice.speak(text, language)
            case effects.DrawSeed():
                # The only chance in a game: every throw and shuffle follows from this seed.
                seed = self._seed or os.urandom(SEED_BYTES)
                answer = messages.SeedDrawn(seed, monotonic_s())
            case effects.IssueLink(renewed):
                if self._link_issuer is not None:
                    answer = messages.LinkIssued(self._link_issuer.issue_link(renewed=renewed), monotonic_s())
            case effects.ChangePower(power):
                # Only prepared: it is sent once the journal is closed and the box is dark.
                try:
                    if self._power is None:
                        answer = messages.PowerRefused(monotonic_s())
                    else:
                        self._power.prepare(power)
                except PowerError as error:
                    log.warning("%s", error)
                    answer = messages.PowerRefused(monotonic_s())
            case effects.CheckPower():
                answer = messages.PowerRefused(monotonic_s()) if self._power and self._power.was_withdrawn() else None
            case _:
                assert_never(effect)
        return answer

    def close(self) -> None:
        """Closes the journal, and ends the bots' process and the coach's. May be called twice."""
        self._bots.close()
        self._coach.close()
        self._dice_checks.shutdown(wait=False, cancel_futures=True)
        self._close_journal()

    def _close_journal(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = self._game = None

    def _begin_game(self, journal: Journal, lineup: Json, seed: bytes) -> _JournalledGame:
        self._game = _JournalledGame(journal, journal.begin(lineup, seed, utc_now()), lineup["game"])
        return self._game

    def _open_journal(self, effect: effects.OpenJournal) -> messages.EffectResult:
        if self._path is None:
            return messages.JournalOpened(None, monotonic_s())
        try:
            # Before the damaged file is renamed: what can still be read of its game goes into the new one.
            left = salvage(self._path) if effect.quarantine else None
            self._journal = self._reopen_journal(
                self._path, aside=effect.quarantine, accepts_missing_log=effect.accepts_loss
            )
            if effect.accepts_loss:
                self._journal.accept_lost_events()
            # Before the unfinished game is read: nothing else finds that events are missing at the log's end.
            self._journal.refuse_lost_events()
            if left is not None and left.damaged != 0:
                self._journal.append(self._journal.begin(left.lineup, left.seed, left.begun_at), left.events, utc_now())
            unfinished, last = self._journal.unfinished(), self._journal.last_lineup()
            lineups = self._journal.newest_lineups(KNOWN_GAMES)
        except JournalError as error:
            log.warning("%s", error)
            # Otherwise the next attempt would meet our own lock.
            self._close_journal()
            return messages.JournalFailed(error, None, monotonic_s())
        self._continue_game(unfinished)
        return messages.JournalOpened(unfinished, monotonic_s(), last, lineups)

    def _reopen_journal(self, path: Path, *, aside: bool, accepts_missing_log: bool) -> Journal:
        self._close_journal()
        if aside:
            try:
                quarantine(path, utc_now())
            except JournalError as error:
                if error.trouble is not Trouble.MISSING:
                    raise
        journal = Journal.open(path, accepts_missing_log=accepts_missing_log)
        if self._link_issuer is not None:
            self._link_issuer.keep_links()
        return journal

    def _verify_dice(self, game: GameId) -> None:
        """Runs on a thread of its own: a long game takes seconds on a small machine."""
        if self._path is None:
            return
        try:
            with Journal.read(self._path) as journal:
                drawn = verified_draws(fetch_game(journal, game).record)
        except (ArchiveError, JournalError) as error:
            log.info("the dice of game %s are not verified: %s", game, error)
            return
        if drawn is not None:
            self.deliver(messages.DiceVerified(game, drawn, monotonic_s()))

    def _rewrite_game(self, effect: effects.RewriteGame) -> None:
        """Writes the whole game into a reopened journal, or into a new one if that one cannot be used."""
        if self._path is None:
            return
        # A log that the removed file has left would stand in the way of a new one.
        alone = not self._path.exists()
        aside = effect.quarantine or alone
        try:
            self._write_whole_game(self._path, effect, aside=aside)
        except JournalError as error:
            if aside or error.trouble not in NEW_FILE_HELPS:
                raise
            # Who wants the game written anew has said so: what is wrong with the file that lies there is no reason to
            # ask a second time. Nothing of it is lost.
            log.warning("%s", error)
            self._write_whole_game(self._path, effect, aside=True)

    def _write_whole_game(self, path: Path, effect: effects.RewriteGame, *, aside: bool) -> None:
        # A log that was removed in play is no news: the game in it is written here, those that ended are in the file.
        journal = self._journal = self._reopen_journal(path, aside=aside, accepts_missing_log=True)
        # The old copy is found before the new one begins, and discarded after the new one is complete: a power cut in
        # between leaves the game twice, never not at all.
        left = journal.unfinished()
        game = self._begin_game(journal, effect.lineup, effect.seed)
        game.append(*effect.events)
        journal.note_acknowledged(game.number, effect.ack_cursor)
        if left is not None and left.seed == effect.seed:
            journal.discard(left.game, utc_now())

    def _continue_game(self, unfinished: Unfinished | None) -> None:
        """Makes this the game to which the following events belong; None: they belong to none."""
        self._game = None
        if unfinished is not None and self._journal is not None:
            self._game = _JournalledGame(self._journal, unfinished.game, unfinished.lineup.get("game", ""))

    def _find_game_left(self) -> messages.GameLeft | None:
        """Returns the newest unfinished game; None if the journal cannot be read: the ended game stays ended."""
        try:
            unfinished = self._journal.unfinished() if self._journal else None
        except JournalError as error:
            log.warning("%s", error)
            unfinished = None
        # A damaged one has a page of its own, which opens at the next start.
        if unfinished is not None and unfinished.damaged is not None:
            unfinished = None
        self._continue_game(unfinished)
        return messages.GameLeft(unfinished, monotonic_s()) if unfinished else None

    def _read_history(self, limit: int) -> messages.EffectResult:
        """Reads the newest finished games. A failure opens its own page and does not switch saving off."""
        try:
            games = history_entries(self._journal, limit) if self._journal else ()
        except JournalError as error:
            log.warning("%s", error)
            return messages.HistoryFailed(error, monotonic_s())
        return messages.HistoryRead(games, monotonic_s())
