"""Games between bots: what is played, what is kept of it, and bots that break the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from engine import claimit, klondike
from engine.bot import Bot, BotError, BotView, Chance
from engine.bot_games import MOST_EVENTS, EndlessGameError, GameResult, Steps, play
from engine.bots import greenhorn
from engine.claimit import Bank, Phase
from engine.claimit.weights import WeightsError
from engine.game import AnyGame, GameEvent, Json, Seat
from engine.klondike import Pass
from tests.engine import tiny_game

KEY = bytes(range(32))


@dataclass
class Scripted:
    """A bot that decides as it is told to, and remembers what it saw."""

    choose: Callable[[Any], Any]
    name: str = "scripted"
    title: str = "Scripted"
    games: tuple[str, ...] = ("claimit", "klondike", "tiny")
    views: list[BotView[Any]] = field(default_factory=list)

    def decide(self, view: BotView[Any], chance: Chance) -> GameEvent | None:
        self.views.append(view)
        return self.choose(view.state)


def cautious(state: claimit.State) -> claimit.Event | None:
    """The first field; a bank after each."""
    usable = claimit.legal_events(state)
    return usable[0] if usable else None


def by_rules(*bots: Bot, game: AnyGame = claimit, options: Json = claimit.options) -> GameResult:
    """A game between these, always with the same dice and numbers."""
    return play(game, options, bots, KEY, Random(1).random)


def test_the_same_key_and_numbers_give_the_same_game() -> None:
    bots: list[Bot] = [greenhorn, Scripted(cautious)]
    games = [play(claimit, claimit.options, bots, bytes([first]) * 32, Random(1).random) for first in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_turn_is_kept_as_the_rolls_that_it_survived() -> None:
    result = by_rules(Scripted(cautious), Scripted(cautious))
    assert {turn for turns in result.turns for turn in turns} == {1, -1}


def test_the_steps_of_a_game_are_handed_out_where_they_are_wanted() -> None:
    steps: Steps = []
    told = play(claimit, claimit.options, [greenhorn, greenhorn], KEY, Random(1).random, steps=steps)
    assert told == play(claimit, claimit.options, [greenhorn, greenhorn], KEY, Random(1).random)
    assert steps[0][1] == claimit.start(steps[0][1].players, Seat(0), claimit.options)
    applied: list[Any] = [claimit.apply(before, event) for (_, before), (event, _) in pairwise(cast("Any", steps))]
    assert applied == [state for _, state in steps[1:]]
    assert steps[-1][1].winners == told.winners


def test_a_seat_is_handed_to_its_own_bot() -> None:
    bots = [Scripted(cautious), Scripted(cautious)]
    by_rules(*bots)
    assert [{view.state.turn for view in bot.views} for bot in bots] == [{0}, {1}]
    assert bots[0].views[0].state.turns == 0


def test_the_deficit_is_the_most_by_which_the_winner_was_behind() -> None:
    seen = [Scripted(cautious), Scripted(cautious)]
    result = by_rules(*seen)
    states = sorted((view.state for bot in seen for view in bot.views), key=lambda state: state.turns)
    mines = [[each.mine for each in claimit.standings(state)] for state in states if state.phase is Phase.ROLL]
    (winner,) = result.winners
    assert result.deficit is not None
    # The state after the last turn is seen by nobody; the winner leads there.
    assert result.deficit == max(max(each) - each[winner] for each in mines)


def test_a_match_of_klondike_is_dealt_and_has_turns_without_rolls() -> None:
    result = by_rules(greenhorn, greenhorn, game=klondike, options=klondike.options)
    assert {turn for turns in result.turns for turn in turns} == {0}
    assert result.winners
    assert result == by_rules(greenhorn, greenhorn, game=klondike, options=klondike.options)


def test_a_bot_that_passes_with_a_tile_that_fits_is_found_out() -> None:
    passing = Scripted(lambda _: Pass())
    with pytest.raises(BotError, match=r"^The bot scripted has failed: scripted 1 passed, and held the tile"):
        by_rules(passing, passing, game=klondike, options=klondike.options)


def test_a_bot_that_rolls_where_it_may_not_is_named() -> None:
    with pytest.raises(BotError, match=r"^The bot scripted wants to roll where nothing can be rolled\.$"):
        by_rules(greenhorn, Scripted(lambda _: None))


def test_a_bot_that_breaks_the_rules_is_named_with_their_sentence() -> None:
    with pytest.raises(
        BotError, match=r"^The bot scripted has failed: A bank cannot be now: the turn begins with a roll"
    ):
        by_rules(Scripted(lambda _: Bank()), greenhorn)


@pytest.mark.parametrize(
    "decision",
    [claimit.Roll((1, 2, 3)), claimit.JoinedPosition((), Seat(0)), "bank"],
    ids=["dice", "board", "text"],
)
def test_a_bot_chooses_neither_dice_nor_boards(decision: Any) -> None:  # noqa: ANN401 - whatever it decides
    with pytest.raises(BotError, match=r"^The bot scripted has failed: it decided what may not be done now\.$"):
        by_rules(Scripted(lambda _: decision), greenhorn)


def test_a_bot_that_raises_is_named() -> None:
    def raising(error: BaseException) -> Scripted:
        def choose(_: object) -> None:
            raise error

        return Scripted(choose)

    with pytest.raises(BotError, match=r"^The bot scripted has failed: ZeroDivisionError\.$"):
        by_rules(raising(ZeroDivisionError()), greenhorn)
    with pytest.raises(BotError, match=r"^The bot scripted has failed: SystemExit\.$"):
        by_rules(raising(SystemExit(0)), greenhorn)
    with pytest.raises(BotError, match=r"^The bot scripted has failed: The weights are damaged\.$"):
        by_rules(raising(WeightsError("The weights are damaged.")), greenhorn)


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bot_games.MOST_EVENTS", 5)
    rolling = Scripted(lambda _: None)
    with pytest.raises(EndlessGameError, match="not over after 5 events"):
        by_rules(rolling, game=tiny_game, options={})
    assert len(rolling.views) == 5 < MOST_EVENTS


def test_a_game_that_nobody_wins_has_no_deficit() -> None:
    rolling = Scripted(lambda _: None)
    ended: Any = type("Ended", (), {**vars(tiny_game), "acting_seat": staticmethod(lambda _: None)})
    assert by_rules(rolling, game=ended, options={}) == GameResult((), ((),), None)
