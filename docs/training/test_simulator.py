"""The fast simulator against the engine: the same rolls and decisions make the same positions, values and choices.

python -m pip install numba pytest
python -m pytest --import-mode=prepend docs/training
"""

from itertools import islice
from random import Random

import numpy as np
import pytest
from export import shipped
from network import figures as fast_figures
from network import win_chances as fast_win_chances
from players import MARSHAL, PROSPECTOR, SHERIFF, choose
from simulator import (
    GOLD,
    LEFT,
    MARKS,
    OVER,
    OWNED,
    POSITION,
    READINGS,
    TURN,
    TURN_SIZE,
    begin,
    end_turn,
    place,
    shares,
    usable,
)

from engine import claimit
from engine.bot import BotView
from engine.bots import marshal, prospector, sheriff
from engine.claimit import Bank, Phase, Place, Roll
from engine.claimit.expectation import expect
from engine.claimit.heuristic import heuristic_value
from engine.claimit.placements import THROWS
from engine.claimit.value import win_chances, win_shares
from engine.claimit.weights import figures
from engine.game import Seat

VARIANTS = [(players, recycle) for players in claimit.seats for recycle in (False, True)]
NAMES = ("Green", "Blue", "Orange", "Red", "Violet")


class Both:
    """A game in the engine and in the simulator, event by event."""

    def __init__(self, players, recycle):
        self.state = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
        self.position = np.zeros(POSITION, dtype=np.int64)
        self.turn = np.zeros(TURN_SIZE, dtype=np.int64)
        self.found = np.zeros((6, 2), dtype=np.int64)
        begin(self.position, players, 0, recycle)

    def roll(self, dice):
        """Rolls, and makes sure that both may use the same fields."""
        self.state = claimit.apply(self.state, Roll(dice))
        many = usable(self.position, self.turn, throw_of(dice), self.found)
        assert set(self.found[:many, 0]) == set(claimit.legal(self.state))
        if not many:
            self._end(0, 0)
        return many

    def place(self, number):
        """Uses the roll in one of the ways."""
        field, third = self.found[number]
        self.state = claimit.apply(self.state, Place(int(field)))
        after = np.zeros(TURN_SIZE, dtype=np.int64)
        place(self.position, self.turn, field, third, after)
        self.turn = after

    def bank(self):
        """Ends the turn."""
        self.state = claimit.apply(self.state, Bank())
        self._end(self.turn[MARKS], self.turn[OWNED])

    def _end(self, marks, owned):
        after = np.zeros(POSITION, dtype=np.int64)
        end_turn(self.position, marks, owned, after)
        self.position, self.turn = after, np.zeros(TURN_SIZE, dtype=np.int64)
        state = self.state
        assert tuple(after[: len(state.fields)]) == state.fields
        left = state.last_round.turns_left if state.last_round else 0
        assert (after[GOLD], after[LEFT], after[OVER]) == (state.gold, left, state.phase is Phase.OVER)
        assert after[OVER] or after[TURN] == state.turn


def throw_of(dice):
    """Returns which of the 56 throws it is: the one of whose readings this is one."""
    column, row, third = (die - 1 for die in dice)
    (found,) = np.flatnonzero(((6 * row + column, third) == READINGS).all(2).any(1))
    return found


def games(players, recycle, count):
    """Yields games at their choices and their turns' ends, played at random."""
    random = Random(players)  # noqa: S311 - no secret
    for _ in range(count):
        both = Both(players, recycle)
        while both.state.phase is not Phase.OVER:
            many = both.roll(random.choice(THROWS))
            if many:
                yield both, many
                both.place(random.randrange(many))
                if random.random() < 1 / 3:
                    both.bank()
            if both.state.phase in {Phase.ROLL, Phase.OVER}:
                yield both, 0


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_the_rules_are_the_engine_s(players, recycle):
    """Usable fields, positions and the end agree in random games; so does who wins."""
    found = np.zeros(5, dtype=np.float32)
    over = 0
    for both, _ in games(players, recycle, 60):
        if both.state.phase is Phase.OVER:
            over += 1
            shares(both.position, found)
            assert tuple(found[:players]) == pytest.approx(win_shares(both.state.fields, both.state.gold))
    assert over == 60


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_figures_and_win_chances_are_the_engine_s(players, recycle):
    """What the network sees and says agrees, but for the last digits of 32 bits."""
    nets, chances, found = shipped(players), np.zeros(5, dtype=np.float32), np.zeros(10, dtype=np.float32)
    compared = 0
    for both, many in games(players, recycle, 15):
        if not many:
            for own in both.state.fields:
                fast_figures(own, both.state.gold, found)
                assert tuple(found) == figures(own, both.state.gold)
            fast_win_chances(both.position, nets, chances)
            assert tuple(chances[:players]) == pytest.approx(win_chances(both.state), abs=2e-5)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
@pytest.mark.parametrize(("kind", "bot"), [(PROSPECTOR, prospector), (SHERIFF, sheriff)])
def test_bots_decide_as_the_engine_s(players, recycle, kind, bot):
    """Where a roll lies and after it both do the same, or what the engine's search finds as good but for rounding."""
    nets, chosen = shipped(players), np.zeros(TURN_SIZE, dtype=np.int64)
    same, decided = 0, 0
    for both, many in games(players, recycle, 2):
        if not many:
            continue
        banks = choose(both.position, both.turn, both.found, many, kind, nets, chosen)
        field = int(chosen[MARKS] ^ both.turn[MARKS] or chosen[OWNED] ^ both.turn[OWNED]).bit_length() - 1
        worth = expect(both.state, turn_value(bot, both.state), depth=depth_of(bot, both.state)).fields
        assert worth[field] >= max(worth.values()) - 1e-5 * max(1, abs(max(worth.values())))
        placed = claimit.apply(both.state, Place(field))
        after = expect(placed, turn_value(bot, placed), depth=depth_of(bot, placed))
        assert banks == (bot.decide(BotView("claimit", placed), None) == Bank()) or abs(after.bank - after.roll) < 1e-3
        same += bot.decide(BotView("claimit", both.state), None) == Place(field)
        decided += 1
    # Where several fields are worth the same, as on an empty board, rounding decides.
    assert same > 0.75 * decided > 10


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_marshal_decides_as_the_engine_s(players, recycle):
    """Of 32 rolls at each of the eight tables the placement, and "again or bank" after it: 512 decisions."""
    nets, chosen, decided = shipped(players), np.zeros(TURN_SIZE, dtype=np.int64), 0
    for both, many in islice((each for each in games(players, recycle, 20) if each[1]), 0, 32 * 5, 5):
        banks = choose(both.position, both.turn, both.found, many, MARSHAL, nets, chosen)
        field = int(chosen[MARKS] ^ both.turn[MARKS] or chosen[OWNED] ^ both.turn[OWNED]).bit_length() - 1
        engines = marshal.decide(BotView("claimit", both.state), None)
        # Of a field and its mirror image the engine takes the first, and the simulator either.
        worth = [two_rolls(claimit.apply(both.state, Place(each))) for each in {field, engines.field}]
        assert max(each.value for each in worth) == pytest.approx(min(each.value for each in worth), rel=1e-5)
        placed = claimit.apply(both.state, Place(field))
        found = two_rolls(placed)
        engines_bank = marshal.decide(BotView("claimit", placed), None) == Bank()
        assert banks == engines_bank or found.bank == pytest.approx(found.roll, rel=1e-5)
        decided += 2
    assert decided == 64


def two_rolls(state):
    """Returns what banking and rolling are worth, two rolls ahead."""
    return expect(state, sheriff.turn_value(state), depth=2)


def turn_value(bot, state):
    """Returns the value by which a bot decides."""
    return heuristic_value(state) if bot is prospector else sheriff.turn_value(state)


def depth_of(bot, state):
    """Returns how many rolls a bot looks ahead."""
    is_last = state.last_round is not None and state.last_round.turns_left == 1
    return sheriff.LAST_DEPTH if bot is sheriff and is_last else 1
