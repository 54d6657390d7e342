import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from queue import Queue
from typing import Any, cast
from unittest.mock import ANY

import pytest
from msgspec.structs import replace

from companion.core import effects, messages
from companion.core.effects import NO_SCREEN
from companion.core.lineup import LineUp
from companion.core.saved_games import JournalError, JournalProblem, Unfinished
from companion.features.bots import AskBot
from companion.features.coach import AskCoach
from companion.main import open_simulated_box
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal
from companion.runtime.loop import Frontend
from companion.settings.schema import Settings
from engine.bot import BotView, random_from
from engine.bots import find_bot
from engine.claimit import Bank, Roll
from engine.game import Seat
from hardware.box import Box
from hardware.device import Tone
from tests.companion.lights.positions import CHOOSING
from tests.companion.pages.sitting import set_up
from tests.companion.program.recorded_games import BEGUN, SEED, forged_game, played, save_game

PAGE_BYTES = 512
TIMEOUT_S = 60.0
ROLL, BANK = Roll((1, 4, 5)), Bank()
ROLLED, BANKED = {"event": "roll", "dice": [1, 4, 5]}, {"event": "bank"}
"""The same event as the journal stores it."""
LINEUP = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1)).to_json()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def effect_runner(path: Path) -> Iterator[EffectRunner]:
    with (
        closing(open_simulated_box(Settings())) as device,
        closing(EffectRunner(path, device, None, ())) as effect_runner,
    ):
        yield effect_runner


class Page:
    def __init__(self) -> None:
        self.requested: list[bool] = []
        self.kept_count = 0

    def issue_link(self, *, renewed: bool) -> messages.PageLink:
        self.requested.append(renewed)
        return messages.PageLink("http://box:8765/", ("101",))

    def keep_links(self) -> None:
        self.kept_count += 1


class Listener(Frontend):
    def __init__(self) -> None:
        self.received: list[object] = []

    def play(self, tones: Sequence[Tone]) -> None:
        self.received.append(tuple(tones))

    def announce(self, text: str) -> None:
        self.received.append(text)


def stored(path: Path) -> Unfinished | None:
    with Journal.read(path) as journal:
        return journal.unfinished()


def damage(path: Path, first: int, last: int) -> None:
    with path.open("r+b") as file:
        file.seek(first * PAGE_BYTES)
        file.write(b"\xff" * PAGE_BYTES * (last - first))


def test_a_large_journal_is_checked_after_the_first_picture(path: Path, effect_runner: EffectRunner) -> None:
    with Journal.open(path) as journal:
        for _ in range(2):
            journal.append(journal.begin(LINEUP, SEED, BEGUN), [{"event": "undo", "note": "x" * 900}] * 1000, BEGUN)
    damage(path, path.stat().st_size // PAGE_BYTES // 4, path.stat().st_size // PAGE_BYTES // 3)
    found = Queue[messages.EffectResult]()
    effect_runner.deliver = found.put
    opened = effect_runner(effects.OpenJournal())
    assert isinstance(opened, messages.JournalOpened)
    assert opened.unfinished is not None
    effect_runner.check_journal()
    failed = found.get(timeout=20)
    assert isinstance(failed, messages.JournalFailed)
    assert failed.error.problem is JournalProblem.DAMAGED
    effect_runner(effects.RewriteGame(LINEUP, SEED, (ROLL, BANK), 2))
    assert found.get() == messages.JournalReplaced(ANY)
    rewritten = stored(path)
    assert rewritten is not None
    assert (rewritten.lineup, rewritten.events, rewritten.ack_cursor) == (LINEUP, (ROLLED, BANKED), 2)
    assert len(list(path.parent.glob("*-damaged-*.sqlite"))) == 1


def test_a_damaged_unfinished_game_resumes_before_the_damage(path: Path, effect_runner: EffectRunner) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, SEED, BEGUN)
        journal.append(game, [ROLLED] * 5, BEGUN)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE number = 4")
    opened = effect_runner(effects.OpenJournal())
    assert isinstance(opened, messages.JournalOpened)
    assert opened.unfinished is not None
    assert (opened.unfinished.first_damaged_event, opened.unfinished.events) == (4, (ROLLED,) * 3)
    effect_runner(effects.AppendEvent(BANK))
    found = stored(path)
    assert found is not None
    assert (found.events, found.first_damaged_event) == ((*(ROLLED,) * 3, BANKED), None)
    with Journal.read(path) as journal:
        assert len(journal.events_of(game).events) == 3


class Delivered(Queue[Any]):
    def __init__(self, effect_runner: EffectRunner) -> None:
        super().__init__()
        effect_runner.deliver = self.put
        self._run = effect_runner

    def after(self, *slow: effects.SlowEffect) -> list[Any]:
        assert [self._run(effect) for effect in slow] == [None] * len(slow)
        return [self.get(timeout=TIMEOUT_S) for _ in slow]


def test_the_dice_of_a_game_are_verified_and_people_counted(path: Path, effect_runner: EffectRunner) -> None:
    with Journal.open(path) as journal:
        sound, forged = save_game(journal, played(("Ann", "Blue"))), save_game(journal, forged_game())
        by_hand, fixed = save_game(journal, played(by_hand=True)), save_game(journal, played(fair=False))
    games = (forged, by_hand, sound, fixed)
    *verified, people = Delivered(effect_runner).after(*map(effects.VerifyDice, games), effects.ReadPeople())
    assert [(each.question.number, each.answer) for each in verified] == [
        (forged, None),
        (by_hand, None),
        (sound, "dice"),
        (fixed, "fixed"),
    ]
    assert [person.name for person in people.answer.persons] == ["Ann"]


def test_bots_and_the_coach_answer_the_same_from_a_worker(effect_runner: EffectRunner) -> None:
    session = set_up(CHOOSING).session
    view, bot = BotView("claimit", session.state), find_bot("greenhorn", "claimit")
    questions = [
        AskBot(number, "greenhorn", view, bytes([number]) * 32, session.started_record, Seat(0)) for number in range(4)
    ]
    delivered = Delivered(effect_runner)
    decided = delivered.after(*map(effects.Ask, questions), effects.Ask(questions[0]._replace(bot="nobody")))
    expected = [bot.decide(view, random_from(each.random_seed)) for each in questions]
    assert [(each.question, each.answer) for each in decided[:4]] == [*zip(questions, expected, strict=True)]
    assert [each.problem is None for each in decided] == [True] * 4 + [False]
    [advised] = delivered.after(effects.Ask(AskCoach(session)))
    assert {option.event for option in advised.answer.options} == {Bank(), None}


@pytest.mark.parametrize("end", [effects.FinishGame({}), effects.DiscardGame()])
def test_a_suspended_game_can_be_resumed_after_the_newer_game(effect_runner: EffectRunner, end: effects.Effect) -> None:
    effect_runner(effects.OpenJournal())
    for event in (ROLL, BANK):
        effect_runner(effects.BeginGame(LINEUP, SEED))
        effect_runner(effects.AppendEvent(event))
    left = effect_runner(end)
    assert isinstance(left, messages.UnfinishedGameFound)
    assert left.unfinished.events == (ROLLED,)
    effect_runner(effects.AppendEvent(BANK))
    effect_runner.close()
    again = effect_runner(effects.OpenJournal())
    assert isinstance(again, messages.JournalOpened)
    assert again.unfinished == replace(left.unfinished, events=(ROLLED, BANKED))
    assert effect_runner(end) is None


def test_the_links_are_kept_with_a_journal_that_was_opened_again(tmp_path: Path) -> None:
    page, path = Page(), tmp_path / "games" / "journal.sqlite"
    with (
        closing(open_simulated_box(Settings())) as device,
        closing(EffectRunner(path, device, SEED, (), link_issuer=page)) as effect_runner,
    ):
        effect_runner(effects.OpenJournal())
        effect_runner(effects.BeginGame(LINEUP, SEED))
        path.parent.rename(tmp_path / "moved")
        with pytest.raises(JournalError) as caught:
            effect_runner(effects.AppendEvent(ROLL))
        assert (page.kept_count, caught.value.problem) == (1, JournalProblem.DAMAGED)
        effect_runner(effects.RewriteGame(LINEUP, SEED, (ROLL,), 0))
        assert page.kept_count == 2


def test_sounds_and_captions_reach_every_viewer_and_sounds_the_box() -> None:
    box, mirrors = Listener(), [Listener(), Listener()]
    effect_runner = EffectRunner(None, cast("Box", box), None, mirrors)
    assert effect_runner(effects.PlayTones(NO_SCREEN)) is None
    assert effect_runner(effects.Caption("Blue, roll!")) is None
    assert [mirror.received for mirror in mirrors] == [[NO_SCREEN, "Blue, roll!"]] * 2
    assert box.received == [NO_SCREEN]


def test_without_a_journal_nothing_is_resumed_or_saved() -> None:
    effect_runner = EffectRunner(None, cast("Box", Listener()), None, ())
    assert effect_runner(effects.OpenJournal()) == messages.JournalOpened(None, ANY)
    begun = (
        effects.BeginGame(LINEUP, SEED),
        effects.AppendEvent(ROLL),
        effects.SaveLineUp(LINEUP),
        effects.Acknowledge(1),
    )
    for effect in (*begun, effects.RewriteGame(LINEUP, SEED, (ROLL,), 0)):
        assert effect_runner(effect) is None


def test_a_resumed_game_continues_its_journal_entry(path: Path, effect_runner: EffectRunner) -> None:
    with Journal.open(path) as journal:
        journal.begin(LINEUP, SEED, BEGUN)
    effect_runner(effects.OpenJournal())
    effect_runner(effects.AppendEvent(ROLL))
    effect_runner(effects.Acknowledge(3))
    effect_runner(effects.SaveLineUp({**LINEUP, "taken_over": {"1": "sheriff"}}))
    found = stored(path)
    assert found is not None
    assert (found.events, found.ack_cursor, found.lineup) == ((ROLLED,), 3, {**LINEUP, "taken_over": {"1": "sheriff"}})


def test_no_event_is_written_after_closing(path: Path, effect_runner: EffectRunner) -> None:
    effect_runner(effects.OpenJournal())
    effect_runner(effects.BeginGame(LINEUP, SEED))
    effect_runner.close()
    effect_runner.close()
    assert effect_runner(effects.AppendEvent(ROLL)) is None
    assert effect_runner(effects.ReadHistory(10)) == messages.Answered(effects.ReadHistory(10), (), ANY)
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert found.events == ()
