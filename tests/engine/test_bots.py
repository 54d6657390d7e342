"""The bots, and games between them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from engine import claimit, klondike
from engine.bot import (
    MAX_EVENTS,
    Bot,
    BotError,
    BotView,
    EndlessGameError,
    RandomFloat,
    Steps,
    is_valid_decision,
    play_game,
)
from engine.bots import BOTS, bots_for, find_bot, greenhorn, marshal, sheriff
from engine.claimit import Bank, LastRound, Phase, Place, parse_field
from engine.claimit.expectation import TurnValue, expect
from engine.claimit.position import ROLLS
from engine.claimit.rules import roll
from engine.claimit.value import WeightsError
from engine.dice import Draws
from engine.game import AnyGame, Code, GameEvent, GameState, Illegal, Json, Seat
from engine.games import GAMES
from engine.klondike import Pass
from engine.registry import find_breach
from tests.engine import tiny_game
from tests.engine.claimit_boards import NAMES, drawn, placed, played
from tests.engine.plug_ins import install

GREENHORN: Bot = greenhorn
EMPTY = "....../....../....../....../....../......"
TABLES = [
    (bot, players, recycle)
    for bot in bots_for("claimit")
    if bot != "marshal"  # takes 20 s a game; see test_marshal_plays_with_every_number_of_players
    for players in claimit.seats
    for recycle in (False, True)
]
PLUG_IN = """
from engine.bots.greenhorn import decide
name, title, games = "banker", "Banker", ("claimit",)
"""


def views_of_game(bot: Bot, players: int, *, recycle: bool, seed: int = 1) -> Iterator[BotView[claimit.State]]:
    """Plays a game in which every seat is the bot. Returns what it saw at each decision, and checks the decisions."""
    rng, state = Random(seed), claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    for counter in range(4_000):
        view = BotView("claimit", state)
        yield view
        event = bot.decide(view, rng.random)
        assert is_valid_decision(claimit, view, event)
        state = claimit.apply(state, event or roll(Draws(bytes([seed] * 32), counter)))
        if claimit.is_over(state):
            return
    raise AssertionError("it does not end")


def random_numbers(*numbers: float) -> RandomFloat:
    return iter(numbers).__next__


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_every_bot_follows_the_contract(bot: Bot) -> None:
    assert find_breach(bot, Bot) is None
    assert set(bot.games) <= set(GAMES)
    assert find_bot(bot.name, bot.games[0]) is bot


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "recycle"), TABLES)
def test_a_bot_plays_a_whole_game(name: str, players: int, recycle: bool) -> None:
    last = list(views_of_game(BOTS[name], players, recycle=recycle))[-1]
    assert last.state.turns >= players  # the last round may be called in the first turn


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "marshal" else ()) for name in bots_for("claimit")]
)
def test_a_bot_decides_the_same_in_the_same_position(name: str) -> None:
    bot = BOTS[name]
    views = [view for view, _ in zip(views_of_game(bot, 2, recycle=False), range(8), strict=False)]
    forwards = [bot.decide(view, Random(number).random) for number, view in enumerate(views)]
    backwards = [bot.decide(view, Random(number).random) for number, view in reversed(list(enumerate(views)))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 2


def test_greenhorn_rolls_at_the_start_of_a_turn() -> None:
    assert GREENHORN.decide(BotView("claimit", drawn(EMPTY)), random_numbers()) is None


def test_greenhorn_chooses_every_available_field_equally_often() -> None:
    view = BotView("claimit", played(drawn(EMPTY), "1 2 3"))
    choices = [GREENHORN.decide(view, random_numbers(share / 6 + 0.01)) for share in range(6)]
    assert choices == list(claimit.legal_events(view.state))


@pytest.mark.parametrize(("number", "decision"), [(0.0, claimit.Bank()), (0.33, claimit.Bank()), (0.34, None)])
def test_greenhorn_banks_in_one_of_three_decisions(number: float, decision: claimit.Bank | None) -> None:
    view = BotView("claimit", placed(drawn(EMPTY), "1/1 w2"))
    assert GREENHORN.decide(view, random_numbers(number)) == decision


def test_an_invalid_decision_is_an_error() -> None:
    begun, rolled = drawn(EMPTY), played(drawn(EMPTY), "1 2 3")
    assert is_valid_decision(claimit, BotView("claimit", begun), None)
    assert not is_valid_decision(claimit, BotView("claimit", begun), claimit.Bank())
    assert not is_valid_decision(claimit, BotView("claimit", rolled), None)
    assert not is_valid_decision(claimit, BotView("claimit", rolled), claimit.Place(claimit.field_at(4, 4)))
    assert not is_valid_decision(claimit, BotView("claimit", rolled), "bank")


@pytest.mark.parametrize(
    ("name", "game"), [("deputy", "claimit"), ("", "claimit"), ("sheriff", "piratenclaim"), ("greenhorn", "chess")]
)
def test_an_unknown_bot_is_rejected(name: str, game: str) -> None:
    with pytest.raises(Illegal, match=r"available: .*\.$") as caught:
        find_bot(name, game)
    assert caught.value.code is Code.BOT


def test_a_plug_in_adds_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "banker_bot.py").write_text(PLUG_IN)
    monkeypatch.syspath_prepend(install(tmp_path, "banker", bots={"banker": "banker_bot"}))
    assert bots_for("claimit")[-1] == "banker"
    assert "banker" not in bots_for("piratenclaim")
    bot = find_bot("banker", "claimit")
    assert len(list(views_of_game(bot, 2, recycle=False))) > 10


def test_a_plug_in_that_is_not_a_bot_is_reported_when_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mute_bot.py").write_text("name, title, games = 'mute', 'Mute', ('claimit',)\n")
    monkeypatch.syspath_prepend(install(tmp_path, "mute", bots={"mute": "mute_bot"}))
    assert "mute" not in bots_for("claimit")
    with pytest.raises(
        Illegal, match=r"^The plug-in mute of the package mute cannot be loaded: it has no decide\.$"
    ) as it:
        find_bot("mute", "claimit")
    assert it.value.code is Code.BOT


@pytest.mark.parametrize("title", ["", "W" * 5000, "\x1b[2J", "{name}", "}"])
def test_a_plug_in_with_an_unprintable_title_is_reported(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loud_bot.py").write_text(f"name, title, games = 'loud', {title!r}, ('claimit',)\ndecide = print\n")
    monkeypatch.syspath_prepend(install(tmp_path, "loud", bots={"loud": "loud_bot"}))
    with pytest.raises(
        Illegal, match=r"cannot be loaded: its title (is not valid as the name of a player|has braces)\.$"
    ):
        find_bot("loud", "claimit")


KEY = bytes(range(32))


@dataclass
class ScriptedBot:
    choose: Callable[[Any], Any]
    name: str = "scripted"
    title: str = "Scripted"
    games: tuple[str, ...] = ("claimit", "klondike", "tiny")
    views: list[BotView[Any]] = field(default_factory=list)

    def decide(self, view: BotView[Any], random: RandomFloat) -> GameEvent | None:
        self.views.append(view)
        return self.choose(view.state)


def cautious(state: claimit.State) -> claimit.Event | None:
    usable = claimit.legal_events(state)
    return usable[0] if usable else None


def play_with_bots(*bots: Bot, game: AnyGame = claimit, options: Json = claimit.options) -> GameState:
    return play_game(game, options, bots, KEY, Random(1).random)


def test_the_same_key_and_numbers_give_the_same_game() -> None:
    bots: list[Bot] = [greenhorn, ScriptedBot(cautious)]
    games = [play_game(claimit, claimit.options, bots, bytes([first]) * 32, Random(1).random) for first in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_the_steps_of_a_game_are_returned_on_demand() -> None:
    steps: Steps = []
    result = play_game(claimit, claimit.options, [greenhorn, greenhorn], KEY, Random(1).random, steps=steps)
    assert result == play_game(claimit, claimit.options, [greenhorn, greenhorn], KEY, Random(1).random)
    assert steps[0][1] == claimit.start(steps[0][1].players, Seat(0), claimit.options)
    applied: list[Any] = [claimit.apply(before, event) for (_, before), (event, _) in pairwise(cast("Any", steps))]
    assert applied == [state for _, state in steps[1:]]
    assert steps[-1][1] == result


def test_each_seat_is_played_by_its_own_bot() -> None:
    bots = [ScriptedBot(cautious), ScriptedBot(cautious)]
    play_with_bots(*bots)
    assert [{view.state.turn for view in bot.views} for bot in bots] == [{0}, {1}]
    assert bots[0].views[0].state.turns == 0


def test_a_match_of_klondike_is_dealt() -> None:
    result = play_with_bots(greenhorn, greenhorn, game=klondike, options=klondike.options)
    assert result.winners
    assert result == play_with_bots(greenhorn, greenhorn, game=klondike, options=klondike.options)


ILLEGAL_DECISION = r"^The bot scripted has failed: its decision is not legal now\.$"


@pytest.mark.parametrize("decision", [claimit.Roll((1, 2, 3)), claimit.JoinedPosition((), Seat(0)), Bank(), "bank"])
def test_a_bot_decides_only_legal_actions(decision: Any) -> None:  # noqa: ANN401 - any decision
    with pytest.raises(BotError, match=ILLEGAL_DECISION):
        play_with_bots(ScriptedBot(lambda _: decision), greenhorn)
    with pytest.raises(BotError, match=ILLEGAL_DECISION):
        play_with_bots(greenhorn, ScriptedBot(lambda _: None))  # a roll, where nothing can be rolled


def test_a_bot_that_passes_with_a_fitting_tile_is_an_error() -> None:
    passing = ScriptedBot(lambda _: Pass())
    with pytest.raises(BotError, match=ILLEGAL_DECISION):
        play_with_bots(passing, passing, game=klondike, options=klondike.options)


def test_the_error_names_a_bot_that_raises() -> None:
    def raising(error: BaseException) -> ScriptedBot:
        def choose(_: object) -> None:
            raise error

        return ScriptedBot(choose)

    with pytest.raises(BotError, match=r"^The bot scripted has failed: ZeroDivisionError\.$"):
        play_with_bots(raising(ZeroDivisionError()), greenhorn)
    with pytest.raises(BotError, match=r"^The bot scripted has failed: SystemExit\.$"):
        play_with_bots(raising(SystemExit(0)), greenhorn)
    with pytest.raises(BotError, match=r"^The bot scripted has failed: The weights are damaged\.$"):
        play_with_bots(raising(WeightsError("The weights are damaged.")), greenhorn)


def test_a_game_that_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bot.MAX_EVENTS", 5)
    rolling = ScriptedBot(lambda _: None)
    with pytest.raises(EndlessGameError, match="not over after 5 events"):
        play_with_bots(rolling, game=tiny_game, options={})
    assert len(rolling.views) == 5 < MAX_EVENTS


SetValue = Callable[[TurnValue], None]


@pytest.fixture
def set_value(monkeypatch: pytest.MonkeyPatch) -> SetValue:
    return lambda value: monkeypatch.setattr(marshal, "turn_value", lambda _: value)


def marshals_decision(state: claimit.State) -> claimit.Event | None:
    return marshal.decide(BotView("claimit", state), iter(()).__next__)


def decision_positions(players: int, *, recycle: bool, count: int) -> list[claimit.State]:
    rng, found = Random(players), list[claimit.State]()
    state = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    while state.phase is not Phase.OVER:
        if state.phase is not Phase.ROLL:
            found.append(state)
        event = greenhorn.decide(BotView("claimit", state), rng.random)
        state = claimit.apply(state, event or claimit.Roll(rng.choice(ROLLS)))
    return rng.sample(found, count)


def test_marshal_looks_two_rolls_ahead(set_value: SetValue) -> None:
    set_value(lambda marks, _: (0, 0.4, 0.1, 1)[marks.bit_count()])
    assert marshals_decision(placed(drawn(EMPTY), "3/3 w1")) is None
    set_value(lambda marks, _: (0, 0.4, 0.1, 0.1)[marks.bit_count()])
    assert marshals_decision(placed(drawn(EMPTY), "3/3 w1")) == Bank()


def test_two_rolls_decide_between_placements_of_similar_value(set_value: SetValue) -> None:
    near, far = 1 << parse_field("1/2"), 1 << parse_field("3/1")

    def value(marks: int, _: int) -> float:
        if marks.bit_count() == 3:
            return 2.0 if marks & far else 1.0 if marks & near else 0.3
        return {1 << parse_field("2/1"): 0.5, near: 0.48, far: 0.4}.get(marks, 0.0)

    set_value(value)
    rolled = played(drawn(EMPTY), "1 2 3")
    assert marshals_decision(rolled) == Place(parse_field("1/2"))
    one_roll = expect(rolled, value).fields
    assert max(one_roll, key=one_roll.__getitem__) == parse_field("2/1")
    two_rolls = expect(rolled, value, depth=2).fields
    assert max(two_rolls, key=two_rolls.__getitem__) == parse_field("3/1")


@pytest.mark.parametrize("recycle", [False, True])
def test_marshal_keeps_to_its_budget(recycle: bool, set_value: SetValue) -> None:
    # The bust; after each of `WIDTH` placements the bank, one more field, two more, or one claimed and owned; after the
    # other placements (six at most in all) the bank and one more field.
    most = 1 + marshal.WIDTH * (1 + 36 + 36 * 37 // 2) + (6 - marshal.WIDTH) * (1 + 36)
    evaluated = set[tuple[int, ...]]()

    def value(*end: int) -> float:
        evaluated.add(end)
        return 0.0

    set_value(value)
    for drawing in (EMPTY, "gg..../gg..../bb..../bb..../....../......", "......" + "/gbgbgb" * 5):
        for moves in ((), ("6 6 1", "6/6")):
            evaluated.clear()
            marshals_decision(played(drawn(drawing, recycle=recycle), *moves, "1 2 3"))
            assert most / 2 < len(evaluated) <= most


def test_rounding_changes_no_move(set_value: SetValue) -> None:
    board = drawn("GGGGGG/BBBBBG/GGGGBG/...GBG/...GBG/...GBG", players=2)
    rolled = played(replace(board, last_round=LastRound(Seat(1), 2)), "1 2 3")
    exact, moves, first = cache(sheriff.turn_value(rolled)), set[claimit.Event | None](), set[claimit.Field]()
    for noise in range(10):

        def rounded(marks: int, owned: int, noise: int = noise) -> float:
            return exact(marks, owned) + Random(f"{noise} {marks} {owned}").uniform(-1e-15, 1e-15)

        set_value(rounded)
        moves.add(marshals_decision(rolled))
        worths = expect(rolled, rounded, depth=2).fields
        first.add(max(worths, key=worths.__getitem__))
    assert (len(moves), len(first)) == (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_marshal_plays_with_every_number_of_players(recycle: bool) -> None:
    for players in claimit.seats:
        for state in decision_positions(players, recycle=recycle, count=4):
            event = marshals_decision(state)
            assert is_valid_decision(claimit, BotView("claimit", state), event)
            assert marshals_decision(state) == event


def test_marshal_decides_the_last_turn_as_sheriff() -> None:
    board = drawn("....../....../....../BBB.../BBB.../BBBg..", players=2)
    state = placed(replace(board, last_round=LastRound(Seat(0), 1)), "5/1 w2")
    rolled = played(state, "1 2 6")
    for each in (state, rolled):
        assert marshals_decision(each) == sheriff.decide(BotView("claimit", each), iter(()).__next__)
