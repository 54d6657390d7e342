"""Monkey tests: random presses, holds, points, choices and answers, half of them invalid.

They use the pure `update` and `view`; `App` replaces the loop. The answers of bots and coach come late, twice or
never; after a power cut the game continues from the journal. After each message, everything that a viewer could see is
drawn. The seed determines the whole run.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core import effects
from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import BOX, HOST, SEAT_COLOUR_NAMES, SPECTATOR, LineUp, ViewerKind, seat_viewer
from companion.core.messages import (
    Answered,
    Chosen,
    EffectResult,
    LinkIssued,
    Message,
    PageLink,
    Pointed,
    Pressed,
    UnfinishedGameFound,
)
from companion.core.model import TABLES, Model
from companion.core.people import People
from companion.core.saved_games import JournalProblem, Unfinished
from companion.core.shown import model_seen_by
from companion.features.bots import AskBot
from companion.features.coach import AskCoach
from companion.pages.setup import answer_questions, bot_key
from companion.program.description import VisiblePage, describe
from companion.program.view import draw_page, lights_at
from engine.bot import BotView, legal_events
from engine.bots import bots_for
from engine.coach import advise
from engine.game import Seat
from engine.games import GAMES
from engine.record import AnyEvent
from hardware.device import LIGHTS, Button, Part, Press
from tests.companion.games.app import App
from tests.companion.ui.pixels import overlaps

MESSAGES = 250
"""The number of messages for one game."""
PRESSES = {Button.LEFT: 2, Button.RIGHT: 2, Button.OK: 8, Button.BANK: 2, Button.UNDO: 2}
PAUSES_S = (0.0, 0.0, 0.3, 0.3, 0.6, 0.6, 1.0, 3.0)
HELD_S = 0.8
LONG_PAUSES_S = (30.0, 130.0, 310.0, 700.0, 4000.0)
INVALID: tuple[Any, ...] = ("", "0/0", "9/9", "1/1E ", "word", "x" * 300, "ß\u202e", None, True, -1, 3, 2.5, [], {})
NAMES = ("language", "chess", "", "close", "begin", "go_on", "word", "tile", "seat 0")
PLACES = (
    *(f"{first}/{second}" for first in range(8) for second in range(8)),
    *(f"{claim}/{tile}{side}" for claim in range(1, 5) for tile in range(1, 4) for side in "NESW"),
)
MAY_SHORTEN_NAMES = frozenset({"begins", "guide", "resume"})
"""Pages on which the players' names may be shortened."""
MAX_TICKS = 20
"""A higher number of ticks would mean that a page wakes without a change; some steps of bots follow immediately."""
FULL_CHECK_SHARE = 0.2
"""The interval at which everything is drawn that another viewer could see, or that is below the page."""
LINK = PageLink("http://127.0.0.1:8080/", ("1",))


class Box(App):
    def __init__(self, rng: Random) -> None:
        powered = rng.random() < 0.3
        super().__init__(powered=powered)
        self._rng = rng
        self._first = replace(self._first, guide=rng.random() < 0.5).with_config(
            offered_names=("Ada", "Bob") if powered else (),
            kiosk=rng.random() < 0.3,
            has_page_link=True,
            resumes=rng.random() < 0.5,
            step_s=rng.choice((0.0, 0.4, 1.0)),
        )
        self.unanswered: list[effects.Effect] = []
        """The requests to bots, coach and journal, some of which are answered."""
        self._older: list[tuple[Unfinished, list[Any]]] = []
        """Other games in the journal that can be resumed."""

    def start_game(self) -> None:
        lineup, lot = random_lineup(self._first, self._rng), self._rng.random()
        if lot < 0.5:
            session, events = played_game(lineup, self._rng)
            self.lineup, self.seed, self.is_game_over = lineup.to_json(), session.seed, False
            self.saved_events = self._formatted(*events)
            self.start(unfinished=self.unfinished_game)
        else:
            self.model = replace(self._first, requested_lineup=lineup if lot < 0.9 else None)
            self.start()

    def restart(self) -> "Box":
        self.unanswered.clear()
        self.journal_problem = None
        super().restart()
        return self

    def _run_effect(self, effect: effects.Effect) -> list[EffectResult]:
        match effect:
            case effects.Ask() | effects.ReadPeople():
                self.unanswered.append(effect)
                return []
            case effects.IssueLink():
                return [LinkIssued(LINK, self.now)]
            case effects.CreateSeed():
                # A game that was left stays in the journal, and is offered again after the new one.
                if not self.is_game_over:
                    self._older.append((self.unfinished_game, self.saved_events))
                self.seed, self.is_game_over = self._rng.randbytes(32), True
            case _:
                pass
        answers = super()._run_effect(effect)
        if isinstance(effect, effects.FinishGame | effects.DiscardGame) and self._older:
            left, self.saved_events = self._older.pop()
            self.lineup, self.seed, self.ack_cursor, self.is_game_over = left.lineup, left.seed, left.ack_cursor, False
            answers.append(UnfinishedGameFound(left, self.now))
        return answers


def random_lineup(model: Model, rng: Random) -> LineUp:
    game = rng.choice(list(TABLES))
    players = rng.choice(GAMES[game].seats)
    options = {question.key: rng.choice(question.answers).value for question in TABLES[game].questions(players)}
    offered = bots_for(game)
    bots = {bot_key(seat): rng.choice(offered) for seat in range(players) if offered and rng.random() < 0.5}
    chosen = {"game": game, "players": players, **options, **bots}
    first = None if rng.random() < 0.3 else Seat(rng.randrange(players))
    return replace(answer_questions(model, chosen).lineup(), first=first)


def played_game(lineup: LineUp, rng: Random) -> tuple[AnySession, list[AnyEvent]]:
    session: AnySession = GameSession(replace(lineup, by_hand=False), rng.randbytes(32))
    events: list[AnyEvent] = [session.start_event(lineup.first or Seat(0))]
    session = session.record_event(events[-1])
    for _ in range(rng.choice((3, 30, 300, 3000))):
        if session.game.is_over(session.state):
            break
        drawn = session.game.chance_event(session.state, session.draws)
        legal = legal_events(session.game, BotView(lineup.game, session.state, session.hand))
        events.append(drawn if drawn and (not legal or rng.random() < 0.5) else rng.choice(legal))
        session = session.record_event(events[-1])
    return replace(session, lineup=lineup), events


class Monkey:
    def __init__(self, seed: int) -> None:
        self._rng = rng = Random(seed)
        self.story: list[str] = []
        """The messages so far, one per line."""
        self.box = Box(rng)
        self._drawn: Model | None = None
        self._session: AnySession | None = None
        self._acts: dict[Callable[[], None], int] = {
            self._press: 44, self._hold: 10, self._point: 10, self._choose: 12, self._answer: 14, self._pause: 7,
            self._break_part: 1, self._fail_journal: 2, self._restart: 1,
        }  # fmt: skip

    def play(self, messages: int) -> None:
        """Sends about this many messages.

        Raises:
            Exception: the program raised it; or AssertionError if something wrong was shown.
        """
        self.box.start_game()
        for _ in range(messages):
            self._act()

    def _act(self) -> None:
        rng, box = self._rng, self.box
        box.now += rng.choice(PAUSES_S)
        (act,) = rng.choices(list(self._acts), list(self._acts.values()))
        act()
        self._wake()
        if box.model.is_leaving or not box.model.saved:
            self._restart()
            self._wake()
        self._look()

    def _send(self, message: Message) -> None:
        # Questions and answers hold a whole game.
        shown = type(message).__name__ if isinstance(message, Answered) else str(message)
        self.story.append(f"{self.box.page}: {shown}")
        self.box.send(message)

    def _sender(self) -> ViewerKind:
        seats = len(self.box.model.maybe_session.lineup.players) if self.box.model.maybe_session else 0
        others = (HOST, SPECTATOR, *(seat_viewer(Seat(seat)) for seat in range(seats)))
        return BOX if self._rng.random() < 0.7 else self._rng.choice(others)

    def _press(self) -> None:
        (button,) = self._rng.choices(list(PRESSES), list(PRESSES.values()))
        self._send(Pressed(Press(button), self.box.now, self._sender()))

    def _hold(self) -> None:
        box, rng, sender = self.box, self._rng, self._sender()
        button = rng.choice(list(Button))
        if button is not Button.UNDO and rng.random() < 0.8:
            self._send(Pressed(Press(button), box.now, sender))
            for meanwhile in rng.sample((self._answer, self._pause, self._break_part), rng.randrange(3)):
                box.advance_time(HELD_S / 2)
                meanwhile()
                self._wake()
        self._send(Pressed(Press(button, held=True), box.now, sender))

    def _point(self) -> None:
        place = self._rng.choice(PLACES) if self._rng.random() < 0.8 else str(self._rng.choice(INVALID))
        self._send(Pointed(place, self.box.now, self._sender()))

    def _choose(self) -> None:
        rng, sender = self._rng, self._sender()
        model = model_seen_by(self.box.model, sender)
        form = model.page.form(model)
        questions = [item.question for item in (form.items if form else model.page.named_choices(model))]
        name, value = rng.choice(NAMES), rng.choice((*INVALID, "de", "nl"))
        if questions and rng.random() < 0.8:
            question = rng.choice(questions)
            name = question.key
            if question.answers and rng.random() < 0.8:
                value = rng.choice(question.answers).value
        self._send(Chosen(name, value, self.box.now, sender))

    def _answer(self) -> None:
        box, rng = self.box, self._rng
        if not box.unanswered:
            return
        requested = box.unanswered[-1] if rng.random() < 0.7 else rng.choice(box.unanswered)
        if rng.random() < 0.7:
            box.unanswered.remove(requested)
        self._send(self._answer_to(requested))

    def _answer_to(self, requested: effects.Effect) -> Message:
        box, fails = self.box, self._rng.random() < 0.05
        match requested:
            case effects.Ask(question) if fails:
                return Answered(question, None, box.now, TimeoutError())
            case effects.Ask(AskBot() as question):
                return box.answer(question)
            case effects.Ask(AskCoach(session) as question):
                return Answered(question, advise(session.lineup.game, session.state), box.now)
            case effects.Ask(question):
                return Answered(question, None, box.now)
            case _:
                return Answered(requested, People(), box.now)

    def _pause(self) -> None:
        self.box.advance_time(self._rng.choice(LONG_PAUSES_S) if self._rng.random() < 0.1 else 1.0)
        self.story.append(f"{self.box.page}: tick at {self.box.now:.1f}")
        self.box.tick()

    def _break_part(self) -> None:
        part, reason = self._rng.choice([*Part, *Button]), self._rng.choice(("unplugged", None))
        self.story.append(f"{self.box.page}: {part} {reason}")
        self.box.report_part(part, reason, stuck=isinstance(part, Button) and self._rng.random() < 0.3)

    def _fail_journal(self) -> None:
        self.box.journal_problem = JournalProblem.FULL if self._rng.random() < 0.3 else None
        self.story.append(f"{self.box.page}: the journal {self.box.journal_problem}")

    def _restart(self) -> None:
        self.story.append(f"{self.box.page}: the plug is pulled")
        self.box.restart()

    def _wake(self) -> None:
        for _ in range(MAX_TICKS + 1):
            if self.box.model is not self._drawn:  # the loop draws no more either
                self._drawn, self._view = self.box.model, self.box.view
            due = self._view.frame.next_change
            if self.box.model.is_leaving or due is None or due > self.box.now:
                return
            self.story.append(f"{self.box.page}: woken at {self.box.now:.1f}")
            self.box.tick()
        raise AssertionError(f"{self.box.page} asks to be woken again and again")

    def _look(self) -> None:
        box, model, seen = self.box, self.box.model, self._view
        assert len(seen.frame.lights) == LIGHTS
        if self._rng.random() < FULL_CHECK_SHARE:
            canvas = draw_page(model_seen_by(model, BOX))
            assert overlaps(canvas) == (), (seen.page, overlaps(canvas), canvas.lines)
            has_bot_names = model.maybe_session and not {*model.maybe_session.lineup.players} <= {*SEAT_COLOUR_NAMES}
            assert canvas.clipped == () or has_bot_names or seen.page in MAY_SHORTEN_NAMES, (seen.page, canvas.clipped)
            language = self._rng.choice(("en", "de", "nl"))
            json.dumps(describe(VisiblePage(seen.text, model), language, self._sender()))
            for number, page in enumerate(model.pages_beneath):
                beneath = replace(model, page=page, pages_beneath=model.pages_beneath[:number])
                draw_page(beneath)
                lights_at(beneath, box.now)
        if model.maybe_session is not self._session and model.maybe_session is not None and not box.is_game_over:
            self._session = model.maybe_session
            assert model.maybe_session == box.resumed_session


def run_monkey(seed: int, messages: int = MESSAGES) -> None:
    """Runs a monkey in a game of its own.

    Raises:
        AssertionError: it has found a fault; the text has the seed, the messages and the exception.
    """
    monkey = Monkey(seed)
    try:
        monkey.play(messages)
    except Exception as error:
        story = "\n".join(monkey.story)
        raise AssertionError(f"{story}\nthe monkey with seed {seed} has found: {error!r}") from error


SEEDS = (0, 1, 2, 3, 4, 15, 49, 74)
"""With the last three, `left` held returned to an old page although a bot had acted since."""


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_input_finds_no_fault(seed: int) -> None:
    run_monkey(seed)
