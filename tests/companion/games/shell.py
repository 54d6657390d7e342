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
from engine.record import (
    AnyEvent,
    format,  # noqa: A004 - the notation's name; the built-in is not used here
)
from hardware.device import Button, Part, PartFault, Press, Tone

JOURNAL = Path("journal.sqlite")
NOON = "2026-11-21T12:00:00Z"
FINGER_S = 0.3
"""Time between two presses."""
SEED = bytes.fromhex("a7" * 32)
TWO = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1))


class Shell:
    """A model, and the effects since its start."""

    def __init__(self, wish: LineUp | None = None, seed: bytes = SEED, *, powered: bool = False) -> None:
        order = LaunchConfig(Settings(), JOURNAL, wish)
        self._first = replace(initial_model(order), last_press_at=0.0, language="en").with_config(can_power_off=powered)
        self.model: Model = self._first
        self.now = 0.0
        self.seed = seed
        self.problem: JournalProblem | None = None
        """The error of the journal; None: it works."""
        self.lineup: Json = {}
        self.kept: list[Json] = []
        """The events of the newest game in the journal."""
        self.mark = 0
        self.over = True
        """Whether the newest game has ended."""
        self.ended: list[Effect] = []
        """The endings of the games."""
        self.opened: list[OpenJournal] = []
        self.rewritten: list[RewriteGame] = []
        self.requested: list[ChangePower] = []
        """The power requests, such as switching off."""
        self.powerless = False
        """Whether a power request fails."""
        self.questions: list[AskBot] = []
        """The requests to bots."""
        self.bots_answer = True
        """Whether bots answer immediately."""
        """The kinds of real dice that were connected."""
        self.announced: list[str] = []
        self.spoken: list[Speak] = []
        self.tones: tuple[Tone, ...] = ()
        """The sounds after the newest message."""

    def open(self, trouble: JournalProblem | None = None, unfinished: Unfinished | None = None) -> Self:
        self.problem = trouble
        self.lineup = unfinished.lineup if unfinished else self.lineup
        answer = JournalOpened(unfinished, self.now) if trouble is None else self._failed(None)
        self.take(answer)
        return self

    def restart(self) -> Self:
        self.model = replace(self._first, last_press_at=self.now)
        return self.open(unfinished=None if self.over else self.unfinished)

    def press(self, *buttons: Button) -> Self:
        for button in buttons:
            self.now += FINGER_S
            self.take(Pressed(Press(button), self.now))
        return self

    def hold(self, button: Button) -> Self:
        if button is not Button.UNDO:
            self.press(button)
        return self.told_held(button)

    @property
    def chosen(self) -> str:
        return labelled_buttons(self.model)[Button.OK].label

    def told_held(self, button: Button) -> Self:
        self.now += FINGER_S
        self.take(Pressed(Press(button, held=True), self.now))
        return self

    def wait(self, seconds: float) -> "Shell":
        self.now += seconds
        return self

    def tick(self) -> "Shell":
        """Sends the tick for the next change without a press."""
        self.take(Ticked(self.now))
        return self

    def part(self, part: Part | Button, reason: str | None, *, stuck: bool = False) -> "Shell":
        self.take(PartChanged(PartFault(part, reason, stuck), self.now))
        return self

    def take(self, message: Message) -> None:
        self.tones = ()
        self._adopt(update(self.model, message))

    @property
    def page(self) -> str:
        return self.model.page.name

    @property
    def view(self) -> View:
        return view(self.model, self.now)

    @property
    def resumed(self) -> AnySession:
        """Returns the newest game as it would be resumed after a power cut."""
        session = resume_session(json.loads(json.dumps(self.lineup)), self.seed, self.kept, self.mark)
        # The journal does not have these: they are noted again each time.
        played = self.model.session
        return replace(session, guided=played.guided, resumed=played.resumed)

    @property
    def unfinished(self) -> Unfinished:
        return Unfinished(GameId(1), self.lineup, self.seed, NOON, tuple(self.kept), self.mark)

    def _adopt(self, step: Transition) -> None:
        """Runs the effects and then adopts the model, in the order of the loop."""
        answers: list[EffectResult] = []
        for number, effect in enumerate(step.effects):
            try:
                answers += self._carried(effect)
            except JournalError:
                self._adopt(update(self.model, self._failed(step._replace(effects=step.effects[number:]))))
                return
        self.model = step.model
        for answer in answers:
            self._adopt(update(self.model, answer))

    def _carried(self, effect: Effect) -> list[EffectResult]:  # noqa: C901 - a table
        match effect:
            case CreateSeed():
                return [SeedCreated(self.seed, self.now)]
            case ReadHistory() | ReadPeople() | Ask() | VerifyDice():
                return self._answered(effect)
            case OpenJournal():
                self.opened.append(effect)
                self.problem = None if effect.is_damaged else self.problem
                return [self._failed(None) if self.problem else JournalOpened(None, self.now)]
            case RewriteGame() if self.problem in {None, JournalProblem.DAMAGED}:
                self.problem = None
                self._journalled(effect)
                return [JournalReplaced(self.now)]
            case CopyLog():
                pass
            case PlayTones() | Caption() | Speak():
                self._heard(effect)
            case (
                BeginGame()
                | AppendEvent()
                | SaveLineUp()
                | Acknowledge()
                | FinishGame()
                | DiscardGame()
                | RewriteGame()
            ):
                self._journalled(effect)
            case ChangePower():
                self.requested.append(effect)
                return [PowerRefused(self.now)] if self.powerless else []
            case IssueLink():
                raise LookupError("no run came before this one, and no page is served here: nothing asks for these")
        return []

    def _answered(self, effect: ReadHistory | ReadPeople | Ask | VerifyDice) -> list[EffectResult]:
        if isinstance(effect, VerifyDice):
            return []  # as of a game that cannot be verified
        if isinstance(effect, Ask):
            if not isinstance(effect.question, AskBot):
                return []  # the coach thinks in another process and gets nothing here
            self.questions.append(effect.question)
            return [self.answer(effect.question)] if self.bots_answer else []
        return [Answered(effect, () if isinstance(effect, ReadHistory) else People(), self.now)]

    def answer(self, question: AskBot) -> Answered:
        bot = find_bot(question.bot, question.view.game)
        return Answered(question, bot.decide(question.view, random_from(question.random_seed)), self.now)

    def _heard(self, effect: PlayTones | Caption | Speak) -> None:
        match effect:
            case PlayTones():
                self.tones = effect.tones
            case Caption():
                self.announced.append(effect.text)
            case Speak():
                self.spoken.append(effect)

    def _journalled(self, effect: Effect) -> None:
        if self.problem is not None:
            raise JournalError(self.problem, JOURNAL)
        match effect:
            case BeginGame():
                self.lineup, self.kept, self.mark, self.over = effect.lineup, [], 0, False
            case AppendEvent():
                self.kept += self._formatted(effect.event)
            case SaveLineUp():
                self.lineup = effect.lineup
            case Acknowledge():
                self.mark = effect.ack_cursor
            case RewriteGame():
                self.lineup, self.mark, self.over = effect.lineup, effect.ack_cursor, False
                self.kept = self._formatted(*effect.events)
                self.rewritten.append(effect)
            case _:
                self.ended, self.over = [*self.ended, effect], True

    def _formatted(self, *events: AnyEvent) -> list[Json]:
        return [format(event, GAMES[self.lineup["game"]]) for event in events]

    def _failed(self, wanted: Transition | None) -> JournalFailed:
        return JournalFailed(JournalError(self.problem or JournalProblem.READ_ONLY, JOURNAL), wanted, self.now)


def at_table(*buttons: Button, by_hand: bool = False) -> Shell:
    return Shell(replace(TWO, first=Seat(0), by_hand=by_hand)).open().press(*buttons)
