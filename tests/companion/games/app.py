"""The application without loop, device and disk: tests send messages, see the effects and set the clock."""

import json
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from companion.core.effects import (
    Acknowledge,
    AppendEvent,
    Ask,
    BeginGame,
    Caption,
    ChangePower,
    CopyLog,
    CreateSeed,
    DiscardGame,
    Effect,
    FinishGame,
    IssueLink,
    OpenJournal,
    PlayTones,
    ReadHistory,
    ReadPeople,
    RewriteGame,
    SaveLineUp,
    Speak,
    VerifyDice,
)
from companion.core.game_session import AnySession, resume_session
from companion.core.lineup import LineUp
from companion.core.messages import (
    Answered,
    EffectResult,
    JournalFailed,
    JournalOpened,
    JournalReplaced,
    Message,
    PartChanged,
    PowerRefused,
    Pressed,
    SeedCreated,
    Ticked,
)
from companion.core.model import Model, Transition
from companion.core.people import People
from companion.core.saved_games import GameId, JournalError, JournalProblem, Unfinished
from companion.core.shown import labelled_buttons
from companion.features.bots import AskBot
from companion.program.update import update
from companion.program.view import View, view
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from engine.bot import random_from
from engine.bots import find_bot
from engine.game import Json, Seat
from engine.games import GAMES
from engine.record import AnyEvent, format_event
from hardware.device import Button, Part, PartFault, Press, Tone

JOURNAL = Path("journal.sqlite")
NOON = "2026-11-21T12:00:00Z"
PRESS_INTERVAL_S = 0.3
"""Time between two presses."""
SEED = bytes.fromhex("a7" * 32)
TWO_PLAYERS = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1))


class App:
    """A model, and the effects since its start."""

    def __init__(self, lineup: LineUp | None = None, seed: bytes = SEED, *, powered: bool = False) -> None:
        config = LaunchConfig(Settings(), JOURNAL, lineup)
        self._first = replace(initial_model(config), last_active_at=0.0, language="en").with_config(
            can_power_off=powered
        )
        self.model: Model = self._first
        self.now = 0.0
        self.seed = seed
        self.journal_problem: JournalProblem | None = None
        """The error of the journal; None if it works."""
        self.lineup: Json = {}
        self.saved_events: list[Json] = []
        """The events of the newest game in the journal."""
        self.ack_cursor = 0
        self.is_game_over = True
        self.endings: list[Effect] = []
        self.open_requests: list[OpenJournal] = []
        self.rewrites: list[RewriteGame] = []
        self.power_requests: list[ChangePower] = []
        self.power_fails = False
        self.bot_questions: list[AskBot] = []
        self.bots_answer = True
        """Whether bots answer immediately."""
        self.captions: list[str] = []
        self.spoken: list[Speak] = []
        self.tones: tuple[Tone, ...] = ()
        """The sounds after the newest message."""

    def start(self, problem: JournalProblem | None = None, unfinished: Unfinished | None = None) -> Self:
        self.journal_problem = problem
        self.lineup = unfinished.lineup if unfinished else self.lineup
        answer = JournalOpened(unfinished, self.now) if problem is None else self._journal_failed(None)
        self.send(answer)
        return self

    def restart(self) -> Self:
        self.model = replace(self._first, last_active_at=self.now)
        return self.start(unfinished=None if self.is_game_over else self.unfinished_game)

    def press(self, *buttons: Button) -> Self:
        for button in buttons:
            self.now += PRESS_INTERVAL_S
            self.send(Pressed(Press(button), self.now))
        return self

    def hold(self, button: Button) -> Self:
        if button is not Button.UNDO:
            self.press(button)
        return self.report_hold(button)

    @property
    def ok_label(self) -> str:
        return labelled_buttons(self.model)[Button.OK].label

    def report_hold(self, button: Button) -> Self:
        self.now += PRESS_INTERVAL_S
        self.send(Pressed(Press(button, held=True), self.now))
        return self

    def advance_time(self, seconds: float) -> "App":
        self.now += seconds
        return self

    def tick(self) -> "App":
        """Sends the tick for the next change without a press."""
        self.send(Ticked(self.now))
        return self

    def report_part(self, part: Part | Button, reason: str | None, *, stuck: bool = False) -> "App":
        self.send(PartChanged(PartFault(part, reason, stuck), self.now))
        return self

    def send(self, message: Message) -> None:
        self.tones = ()
        self._apply(update(self.model, message))

    @property
    def page(self) -> str:
        return self.model.page.name

    @property
    def view(self) -> View:
        return view(self.model, self.now)

    @property
    def resumed_session(self) -> AnySession:
        """Returns the newest game as it would be resumed after a power cut."""
        session = resume_session(json.loads(json.dumps(self.lineup)), self.seed, self.saved_events, self.ack_cursor)
        # The journal does not have these: they are noted again each time.
        played = self.model.session
        return replace(session, guided=played.guided, resumed_event_count=played.resumed_event_count)

    @property
    def unfinished_game(self) -> Unfinished:
        return Unfinished(GameId(1), self.lineup, self.seed, NOON, tuple(self.saved_events), self.ack_cursor)

    def _apply(self, step: Transition) -> None:
        """Runs the effects and then adopts the model, in the order of the loop."""
        answers: list[EffectResult] = []
        for number, effect in enumerate(step.effects):
            try:
                answers += self._run_effect(effect)
            except JournalError:
                self._apply(update(self.model, self._journal_failed(step._replace(effects=step.effects[number:]))))
                return
        self.model = step.model
        for answer in answers:
            self._apply(update(self.model, answer))

    def _run_effect(self, effect: Effect) -> list[EffectResult]:  # noqa: C901 - a table
        match effect:
            case CreateSeed():
                return [SeedCreated(self.seed, self.now)]
            case ReadHistory() | ReadPeople() | Ask() | VerifyDice():
                return self._answer_request(effect)
            case OpenJournal():
                self.open_requests.append(effect)
                self.journal_problem = None if effect.replace_file else self.journal_problem
                return [self._journal_failed(None) if self.journal_problem else JournalOpened(None, self.now)]
            case RewriteGame() if self.journal_problem in {None, JournalProblem.DAMAGED}:
                self.journal_problem = None
                self._write_journal(effect)
                return [JournalReplaced(self.now)]
            case CopyLog():
                pass
            case PlayTones() | Caption() | Speak():
                self._record_output(effect)
            case (
                BeginGame()
                | AppendEvent()
                | SaveLineUp()
                | Acknowledge()
                | FinishGame()
                | DiscardGame()
                | RewriteGame()
            ):
                self._write_journal(effect)
            case ChangePower():
                self.power_requests.append(effect)
                return [PowerRefused(self.now)] if self.power_fails else []
            case IssueLink():
                raise LookupError("links are not simulated")
        return []

    def _answer_request(self, effect: ReadHistory | ReadPeople | Ask | VerifyDice) -> list[EffectResult]:
        if isinstance(effect, VerifyDice):
            return []  # as of a game that cannot be verified
        if isinstance(effect, Ask):
            if not isinstance(effect.question, AskBot):
                return []  # the coach thinks in another process and gets nothing here
            self.bot_questions.append(effect.question)
            return [self.answer(effect.question)] if self.bots_answer else []
        return [Answered(effect, () if isinstance(effect, ReadHistory) else People(), self.now)]

    def answer(self, question: AskBot) -> Answered:
        bot = find_bot(question.bot, question.view.game)
        return Answered(question, bot.decide(question.view, random_from(question.random_seed)), self.now)

    def _record_output(self, effect: PlayTones | Caption | Speak) -> None:
        match effect:
            case PlayTones():
                self.tones = effect.tones
            case Caption():
                self.captions.append(effect.text)
            case Speak():
                self.spoken.append(effect)

    def _write_journal(self, effect: Effect) -> None:
        if self.journal_problem is not None:
            raise JournalError(self.journal_problem, JOURNAL)
        match effect:
            case BeginGame():
                self.lineup, self.saved_events, self.ack_cursor, self.is_game_over = effect.lineup, [], 0, False
            case AppendEvent():
                self.saved_events += self._formatted(effect.event)
            case SaveLineUp():
                self.lineup = effect.lineup
            case Acknowledge():
                self.ack_cursor = effect.ack_cursor
            case RewriteGame():
                self.lineup, self.ack_cursor, self.is_game_over = effect.lineup, effect.ack_cursor, False
                self.saved_events = self._formatted(*effect.events)
                self.rewrites.append(effect)
            case _:
                self.endings, self.is_game_over = [*self.endings, effect], True

    def _formatted(self, *events: AnyEvent) -> list[Json]:
        return [format_event(event, GAMES[self.lineup["game"]]) for event in events]

    def _journal_failed(self, transition: Transition | None) -> JournalFailed:
        return JournalFailed(
            JournalError(self.journal_problem or JournalProblem.READ_ONLY, JOURNAL), transition, self.now
        )


def start_claimit(*buttons: Button, by_hand: bool = False) -> App:
    return App(replace(TWO_PLAYERS, first=Seat(0), by_hand=by_hand)).start().press(*buttons)
