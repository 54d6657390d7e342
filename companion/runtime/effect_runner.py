"""Runs the effects that `update` returns: the journal, the seed of the dice, tones, speech, captions, links, power.

`EffectRunner.__call__` is one table with a row for each effect. Slow effects, such as a question to a bot, are jobs for
a worker: the call returns at once, and the result is delivered to the loop later. The journal blocks the loop,
because an event must be saved before it is shown; if saving fails, an exception keeps the loop's model unchanged.

During a game the journal can be closed, or replaced by another file. Then the runner forgets which game it was saving,
so that events are never added to another game or to a game without its beginning.
"""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, assert_never, runtime_checkable

from msgspec.structs import replace

from companion.core import effects, messages
from companion.core.effects import Job
from companion.core.people import People
from companion.core.saved_games import GameId, JournalError, JournalProblem, Unfinished
from companion.runtime.clock import monotonic_s, utc_now
from companion.runtime.journal import Journal
from companion.runtime.loop import Frontend
from companion.runtime.speech import SpeechSynthesizer
from companion.runtime.systemd import PowerError, PowerRequest
from companion.runtime.workers import Workers, WorkersClosed
from engine.dice import SEED_BYTES
from engine.game import Json
from engine.games import GAMES
from engine.record import AnyEvent, format_event
from hardware.box import Box

log = logging.getLogger(__name__)
NEWEST_LINEUPS = 50
"""The number of newest games whose players' names are offered in the setup."""
AskProgram = Callable[[effects.WorkerQuestion, Callable[[messages.Answered], object]], bool]
"""Queues a question for a bot program; returns whether one of the programs will answer it."""


@runtime_checkable
class LinkIssuer(Protocol):
    """A frontend that can be opened by a link."""

    def issue_link(self, *, renewed: bool) -> messages.PageLink:
        """Returns the link; if renewed, every older link becomes invalid."""

    def keep_links(self) -> None:
        """Saves the secret of the links next to a new journal, so that the links survive a restart."""


class _SavedGame(NamedTuple):
    """The game in the open journal to which new events are added."""

    number: GameId
    rules: str
    """The name of the rules, which may not be installed: they are looked up only for an event."""


_GameChange = effects.AppendEvent | effects.SaveLineUp | effects.Acknowledge | effects.FinishGame | effects.DiscardGame
"""The effects that change the current game in its journal."""


class EffectRunner:
    """Runs effects for the loop; it is called with one effect at a time."""

    def __init__(
        self,
        journal_path: Path | None,
        device: Box,
        seed: bytes | None,
        frontends: Sequence[Frontend],
        speech: SpeechSynthesizer | None = None,
        *,
        link_issuer: LinkIssuer | None = None,
        power: PowerRequest | None = None,
        workers: Workers | None = None,
        ask_program: AskProgram = lambda *_: False,
    ) -> None:
        self._path = journal_path
        self._device = device
        self._seed = seed
        self._frontends = frontends
        self._speech = speech
        self._link_issuer = link_issuer
        self._power = power
        self.deliver: Callable[[messages.EffectResult], object] = lambda _: None
        """Receives later results of an effect, on any thread."""
        self._workers = workers or Workers()
        self._ask_program = ask_program
        self._background = ThreadPoolExecutor(1, "journal")
        self._journal: Journal | None = None
        self._game: _SavedGame | None = None
        """None if the current game is not saved, because it started without a journal."""

    def __call__(self, effect: effects.Effect) -> messages.EffectResult | None:  # noqa: C901, PLR0912 - a table
        """Runs the effect; returns its immediate result. Raises JournalError: the journal could not be written."""
        answer: messages.EffectResult | None = None
        match effect:
            case effects.BeginGame(lineup, seed):
                self._begin_game(lineup, seed)
            case effects.AppendEvent() | effects.SaveLineUp() | effects.Acknowledge():
                self._save(effect)
            case effects.FinishGame() | effects.DiscardGame():
                self._save(effect)
                answer = self._find_unfinished_game()
            case effects.RewriteGame():
                self._rewrite_game(effect)
            case effects.OpenJournal(replace_file):
                answer = self._open_journal(replace_file=replace_file)
            case effects.CopyLog():
                if self._journal is not None:
                    self._background.submit(self._journal.copy_log)
            case effects.ReadHistory():
                answer = self._read_history(effect)
            case effects.Ask(question):
                if not self._ask_program(question, self.deliver):
                    self._submit(question, question.job)
            case effects.VerifyDice() | effects.ReadPeople():
                self._read_archive(effect)
            case effects.PlayTones(tones):
                for frontend in self._frontends:
                    frontend.play(tones)
                self._device.play(tones)
            case effects.Caption(text):
                for frontend in self._frontends:
                    frontend.announce(text)
            case effects.Speak(text, language):
                if self._speech is not None:
                    self._speech.speak(text, language)
            case effects.CreateSeed():
                # The only randomness of a game: all rolls and shuffles follow from this seed.
                seed = self._seed or os.urandom(SEED_BYTES)
                answer = messages.SeedCreated(seed, monotonic_s())
            case effects.IssueLink(renewed):
                if self._link_issuer is not None:
                    answer = messages.LinkIssued(self._link_issuer.issue_link(renewed=renewed), monotonic_s())
            case effects.ChangePower(power):
                # Only prepared: it is sent after the journal is closed and the box is dark.
                try:
                    if self._power is None:
                        answer = messages.PowerRefused(monotonic_s())
                    else:
                        self._power.prepare(power)
                except PowerError as error:
                    log.warning("%s", error)
                    answer = messages.PowerRefused(monotonic_s())
            case _:
                assert_never(effect)
        return answer

    def _save(self, effect: _GameChange) -> None:
        """Saves a change of the current game; does nothing if that game is not being saved."""
        if self._journal is None or self._game is None:
            return
        journal, (number, rules) = self._journal, self._game
        match effect:
            case effects.AppendEvent(event):
                journal.append(number, [format_event(event, GAMES[rules])], utc_now())
            case effects.SaveLineUp(lineup):
                journal.replace_lineup(number, lineup)
            case effects.Acknowledge(ack_cursor):
                journal.save_ack_cursor(number, ack_cursor)
            case effects.FinishGame(summary):
                journal.finish(number, utc_now(), summary)
            case effects.DiscardGame():
                journal.discard(number)

    def close(self) -> None:
        """Closes the journal, and ends the workers. May be called twice."""
        self._workers.close()
        self._background.shutdown(wait=False, cancel_futures=True)
        self._close_journal()

    def _submit(self, question: effects.WorkerQuestion | effects.SlowEffect, job: Job) -> None:
        def report(done: Future[Any]) -> None:
            if done.cancelled():  # a newer question has replaced it
                return
            problem = done.exception()
            if isinstance(problem, WorkersClosed):
                return
            if problem is not None:
                # The note is the traceback in the worker's process.
                reason = "\n".join([str(problem), *getattr(problem, "__notes__", ())])
                log.warning("the job %s failed: %s", job.function.__name__, reason)
            self.deliver(messages.Answered(question, None if problem else done.result(), monotonic_s(), problem))

        self._workers.submit(job).add_done_callback(report)

    def _close_journal(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = self._game = None

    def _begin_game(self, lineup: Json, seed: bytes, *events: AnyEvent) -> None:
        if self._journal is not None:
            texts = [format_event(event, GAMES[lineup["game"]]) for event in events]
            self._game = _SavedGame(self._journal.begin(lineup, seed, utc_now(), texts), lineup["game"])

    def check_journal(self) -> None:
        """Checks a journal that was too large to be checked before the first frame; runs in another thread."""
        if self._journal is not None and not self._journal.is_checked:
            self._background.submit(self._check_journal, self._journal)

    def _check_journal(self, journal: Journal) -> None:
        try:
            journal.check()
        except JournalError as error:
            log.warning("%s", error)
            if error.problem is JournalProblem.DAMAGED:  # other problems are found when an event is written
                self.deliver(messages.JournalFailed(error, transition=None, at=monotonic_s()))

    def _open_journal(self, *, replace_file: bool) -> messages.EffectResult:
        if self._path is None:
            return messages.JournalOpened(None, monotonic_s())
        try:
            journal = self._reopen_journal(self._path, replace_file=replace_file)
            unfinished, lineups = self._unfinished_in(journal), journal.newest_lineups(NEWEST_LINEUPS)
        except JournalError as error:
            if error.problem is JournalProblem.DAMAGED and not replace_file:
                # The damage was found only while reading: a large file is not checked before.
                return self._open_journal(replace_file=True)
            log.warning("%s", error)
            # Otherwise our own lock would block the next attempt.
            self._close_journal()
            if error.problem is JournalProblem.DAMAGED:  # the new file, too: READ_ONLY ends the replacing
                error = JournalError(JournalProblem.READ_ONLY, self._path)
            return messages.JournalFailed(error, transition=None, at=monotonic_s())
        self._continue_game(unfinished)
        return messages.JournalOpened(unfinished, monotonic_s(), lineups)

    def _reopen_journal(self, path: Path, *, replace_file: bool) -> Journal:
        self._close_journal()
        journal = self._journal = Journal.open(path, replace_file=replace_file)
        if self._link_issuer is not None:
            self._link_issuer.keep_links()
        if journal.is_replacement:
            # Sent separately, because it may open another page.
            self.deliver(messages.JournalReplaced(monotonic_s()))
        return journal

    def _unfinished_in(self, journal: Journal) -> Unfinished | None:
        """Returns the newest unfinished game. A damaged one is copied into a new game up to the damage."""
        found = journal.unfinished()
        if found is None or found.first_damaged_event in {None, 0}:  # 0: without a line-up nothing can be copied
            return found
        # In this order, so that a kill in between leaves both games instead of none.
        number = journal.begin(found.lineup, found.seed, found.begun_at, found.events)
        journal.discard(found.number)
        return replace(found, number=number)

    def _rewrite_game(self, effect: effects.RewriteGame) -> None:
        if self._path is not None:
            self._reopen_journal(self._path, replace_file=True)
            self._begin_game(effect.lineup, effect.seed, *effect.events)
            self(effects.Acknowledge(effect.ack_cursor))

    def _continue_game(self, unfinished: Unfinished | None) -> None:
        """Sets the game to which new events are added; None if they are not saved."""
        self._game = None
        if unfinished is not None:
            self._game = _SavedGame(unfinished.number, unfinished.lineup.get("game", ""))

    def _find_unfinished_game(self) -> messages.UnfinishedGameFound | None:
        """Returns the newest unfinished game; None also if the journal cannot be read."""
        try:
            unfinished = self._journal.unfinished() if self._journal else None
        except JournalError as error:
            log.warning("%s", error)
            unfinished = None
        # A damaged game, also one without a line-up (0), is reported at the next start.
        if unfinished is not None and unfinished.first_damaged_event is not None:
            unfinished = None
        self._continue_game(unfinished)
        return messages.UnfinishedGameFound(unfinished, monotonic_s()) if unfinished else None

    def _read_archive(self, effect: effects.VerifyDice | effects.ReadPeople) -> None:
        # Not needed for the first frame.
        from companion.runtime.archive import PEOPLE_TIMEOUT_S, VERIFY_TIMEOUT_S, read_people_at, verification_of  # noqa: PLC0415

        if isinstance(effect, effects.ReadPeople):
            if self._path is None:
                self.deliver(messages.Answered(effect, People(), monotonic_s()))
            else:
                self._submit(effect, Job("read", read_people_at, (self._path,), PEOPLE_TIMEOUT_S))
        elif self._path is not None:
            self._submit(effect, Job("read", verification_of, (self._path, effect.number), VERIFY_TIMEOUT_S))

    def _read_history(self, effect: effects.ReadHistory) -> messages.EffectResult:
        """Reads the newest finished games. A failure opens a page, but does not disable saving."""
        from companion.runtime.archive import history_entries  # noqa: PLC0415 - not needed for the first frame

        try:
            games = history_entries(self._journal, effect.limit) if self._journal else ()
        except JournalError as error:
            log.warning("%s", error)
            return messages.Answered(effect, None, monotonic_s(), error)
        return messages.Answered(effect, games, monotonic_s())
