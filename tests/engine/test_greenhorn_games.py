"""Games between greenhorns in one loop: by the same rules, with the same dice and the same decisions."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from engine import claimit
from engine.bot import BotView
from engine.bot_games import GameResult, play, play_by_rules
from engine.bots import greenhorn
from engine.claimit import Bank, Phase, Place, Roll
from engine.claimit.greenhorn_games import TracedRoll, throw_numbers
from engine.claimit.greenhorn_games import play as play_fast
from engine.claimit.placements import THROWS
from engine.dice import throw
from engine.game import Seat
from tests.engine.claimit_boards import NAMES


def key(number: int) -> bytes:
    return Random(number).randbytes(32)


def followed(trace: list[TracedRoll], state: claimit.State, number: int) -> claimit.State:
    """The end of a traced game by the rules; each roll and each decision is the one that is due."""
    chance = Random(number).random
    for counter, (throw_number, here, banks) in enumerate(trace):
        dice = THROWS[throw_number]
        assert dice == throw(key(number), counter, 3)
        assert state.phase in {Phase.ROLL, Phase.CHOOSE}
        state = claimit.apply(state, Roll(dice))
        assert state.busted is not bool(here)
        if here:
            placed = greenhorn.decide(BotView("claimit", state), chance)
            assert placed == Place(claimit.FIELDS[here.bit_length() - 1])
            state = claimit.apply(state, placed)
            assert greenhorn.decide(BotView("claimit", state), chance) == (Bank() if banks else None)
            state = claimit.apply(state, Bank()) if banks else state
    return state


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_loop_plays_as_greenhorns_do_by_the_rules(players: int, recycle: bool) -> None:
    for number in range(30):
        trace, options = list[TracedRoll](), {"recycle": recycle}
        result = play_fast(players, options, key(number), Random(number).random, trace)
        end = followed(trace, claimit.start(NAMES[:players], Seat(0), options), number)
        assert (end.phase, end.winners, end.turns) == (Phase.OVER, result.winners, result.length)


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_loop_keeps_of_a_game_what_the_rules_keep(players: int, recycle: bool) -> None:
    bots, options = [greenhorn] * players, {"recycle": recycle}
    for number in range(20):
        by_rules = play_by_rules(claimit, options, bots, key(number), Random(number).random)
        assert play_fast(players, options, key(number), Random(number).random) == by_rules


def test_greenhorns_among_themselves_are_played_by_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    played = GameResult((Seat(1),), ((), ()), 0)
    monkeypatch.setattr("engine.claimit.greenhorn_games.play", lambda *_: played)
    assert play(claimit, claimit.options, [greenhorn] * 2, key(1), Random(1).random) is played
    assert play_by_rules(claimit, claimit.options, [greenhorn] * 2, key(1), Random(1).random) is not played


def test_the_loop_throws_the_dice_of_the_box() -> None:
    for number in range(3):
        thrown = [THROWS[each] for each in islice(throw_numbers(key(number)), 400)]
        assert thrown == [throw(key(number), counter, 3) for counter in range(400)]


def test_the_loop_reaches_every_throw() -> None:
    counts = Counter(islice(throw_numbers(key(0)), 21_600))
    assert len(counts) == 216
    assert max(counts.values()) < 160
