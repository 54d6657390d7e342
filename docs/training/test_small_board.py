"""The small board: its solution against the engine's rules, its sheriff against the simulator's.

SIDE=3 python -m pytest --import-mode=prepend docs/training/test_small_board.py

It solves the board first, which takes minutes; SMALL_VALUES=small.npz names what solve.py has written already.
"""

import os
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from simulator import MARKS, POSITION, READINGS, SIDE, TURN_SIZE, usable

if SIDE != 3:
    pytest.skip("the small board needs SIDE=3 in the environment", allow_module_level=True)

from compare import Player, believe_formula, believe_networks, believe_values, learned_networks, losses, meet, sheriff
from players import PROSPECTOR, SHERIFF, choose, match
from small_board import (
    CANONICAL,
    GRAPHS,
    IMAGES,
    LEFT,
    NOWHERE,
    POWERS,
    WHOLE_TURN,
    make_turn,
    search,
    write_position,
)
from solve import Way, layers, play_turns, solve

from engine.claimit import Bank, Phase, Place, Roll, apply, legal
from engine.claimit.position import LastRound, State
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL
from engine.claimit.value import win_shares
from engine.game import Seat

CORNER = [6 * row + column for row in range(SIDE) for column in range(SIDE)]
"""The engine's fields that dice of 1 to 3 can name."""
OUTSIDE = [field for field in range(36) if field not in CORNER][:23]
"""Fields that hold 23 of the engine's 30 ownership stones, so that 7 are left for the corner."""


@pytest.fixture(scope="session")
def truth():
    """What every position after a turn is worth to who has moved."""
    path = os.environ.get("SMALL_VALUES")
    return believe_values(np.load(path)["values"] if path else solve()[0])


@pytest.fixture(scope="session")
def learned():
    """What the sheriff takes positions after a turn to be worth."""
    return believe_networks(learned_networks())


@pytest.fixture(scope="session")
def best(truth):
    """Who plays as well as can be."""
    return Player(Way(truth))


def sample(many, number):
    """Returns the start and some positions of each layer, not only canonical ones."""
    random = Random(number)  # noqa: S311 - no secret
    picked = [random.choice(IMAGES[random.choice(layer)]) for layer in layers() for _ in range(many)]
    return [0, *map(int, picked)]


def engine_state(position):
    """Returns a position as the engine has it, in a corner of its board: seat 0 is the mover."""
    kinds = [position // power % 5 for power in POWERS]

    def fields(*wanted):
        return sum(1 << field for field, kind in zip(CORNER, kinds, strict=True) if kind in wanted)

    gold = fields(2, 4) | sum(1 << field for field in OUTSIDE)
    left = int(LEFT[position])
    # The caller has the last turn.
    called = LastRound(called_by=Seat((left - 1) % 2), turns_left=left) if left else None
    return State(("Green", "Blue"), False, Seat(0), (fields(1, 2), fields(3, 4)), gold, last_round=called)


def position_of(state):
    """Returns an engine's position between turns as a number, seen by the mover."""
    own, rival = state.fields[state.turn], state.fields[1 - state.turn]
    kinds = [
        (1 if own >> field & 1 else 3) + (state.gold >> field & 1) if (own | rival) >> field & 1 else 0
        for field in CORNER
    ]
    return int(kinds @ POWERS)


class EngineTurn:
    """A turn played by the engine's rules with dice of 1 to 3, in all ways, and what the best one is worth."""

    def __init__(self, truth):
        self._truth, self._known = truth, {}

    def roll(self, state):
        """Returns what a roll is worth to the mover, the mean of all 27."""
        return sum(self._rolled(state, tuple(int(die) for die in dice)) for dice in np.ndindex(3, 3, 3)) / 27

    def _rolled(self, state, dice):
        dice = tuple(sorted(die + 1 for die in dice))
        after = apply(state, Roll(dice))
        if after.phase is not Phase.PLACE:
            return self._ended(after)
        return max(self._chosen(apply(after, Place(field))) for field in legal(after))

    def _chosen(self, state):
        known = (state.owned, state.claims)
        if known not in self._known:
            self._known[known] = max(self._ended(apply(state, Bank())), self.roll(state))
        return self._known[known]

    def _ended(self, state):
        if state.phase is Phase.OVER:
            return win_shares(state.fields, state.gold)[0]
        return self._truth[0][position_of(state)]


def test_no_turn_by_the_engine_s_rules_is_worth_more_or_less_than_the_solution_says(truth, monkeypatch):
    """The win chances solve their own equation, with turns that the engine plays in a corner of its board."""
    monkeypatch.setitem(GOLDCLAIMS_TO_CALL, 2, 3)
    for position in sample(1, 1):
        found = EngineTurn(truth).roll(engine_state(position))
        assert found == pytest.approx(1 - truth[0][position], abs=1e-8)


def test_a_position_is_worth_what_its_images_are(truth):
    """A search that knows of no symmetry finds the same in all four ways to look at the board."""
    turn = make_turn()
    for position in sample(20, 2):
        for image in IMAGES[position]:
            search(image, GRAPHS, truth, WHOLE_TURN, turn)
            assert turn.roll[0] == pytest.approx(1 - truth[0][position], abs=1e-9)


def test_games_carried_on_from_the_start_end_as_the_solution_says(truth, best):
    """All wins of best play, from the start to the end, sum to what was found from the ends back to the start."""
    first, second = (meet(best, best, mover, truth) for mover in (0, 1))
    assert first.share == pytest.approx(1 - truth[0][0], abs=1e-8)
    assert first.share + second.share == pytest.approx(1, abs=1e-8)


def test_looking_further_never_does_worse_by_the_truth(truth):
    """With exact values each roll more of a search is worth at least as much, up to the whole turn."""
    positions = np.array([CANONICAL[position] for position in sample(30, 3)])
    depths = [play_turns(positions, Way(truth, rolls, rolls)).worth for rolls in (1, 2, 3, WHOLE_TURN)]
    for nearer, further in pairwise(depths):
        assert (further >= nearer - 1e-12).all()
    assert (depths[0] < depths[-1] - 1e-3).any()


@pytest.mark.parametrize("kind", [PROSPECTOR, SHERIFF])
def test_bots_decide_as_in_the_simulator(learned, kind):
    """What a bot of the simulator chooses after the first roll is the best that is found here, but for rounding."""
    way, nets = way_of(kind, learned), learned_networks()
    position, turn, chosen = np.zeros(POSITION, dtype=np.int64), make_turn(), np.zeros(TURN_SIZE, dtype=np.int64)
    start, found = np.zeros(TURN_SIZE, dtype=np.int64), np.zeros((6, 2), dtype=np.int64)
    decided = 0
    for number in sample(10, 4):
        write_position(number, position)
        first, _ = search(number, GRAPHS, way.after, way.last_rolls if LEFT[number] == 1 else way.rolls, turn)
        for throw in range(len(READINGS)):
            many = usable(position, start, throw, found)
            nodes = nodes_after(first, turn, throw)
            assert len(nodes) == many
            if not many:
                continue
            banks = choose(position, start, found, many, kind, nets, chosen)
            which = nodes[[1 << field for field in found[:many, 0]].index(chosen[MARKS])]
            assert turn.worth[which] >= max(turn.worth[node] for node in nodes) - 1e-4
            assert banks == (turn.bank[which] >= turn.roll[which]) or abs(turn.bank[which] - turn.roll[which]) < 1e-4
            decided += 1
    assert decided > 300


def way_of(kind, learned):
    """Returns how a bot of the simulator plays."""
    return Way(believe_formula(), 1, 1) if kind == PROSPECTOR else sheriff(learned)


def nodes_after(first, turn, throw):
    """Returns the nodes after the placements of the first roll, in the order of its readings."""
    placements = turn.placements[turn.readings[throw] : turn.readings[throw + 1]]
    nodes = [GRAPHS.following[first, placement] for placement in placements]
    return [node for node in nodes if node != NOWHERE]


def test_played_games_end_as_often_as_is_calculated(truth, learned):
    """10,000 games of sheriff and prospector in the simulator: their wins lie within four standard errors."""
    players = [Player(way_of(kind, learned)) for kind in (SHERIFF, PROSPECTOR)]
    expected = np.mean([meet(*players, mover, truth).share for mover in (0, 1)])
    won, nets = np.zeros(10_000, dtype=np.float32), learned_networks()
    match(1, len(won), np.array([SHERIFF, PROSPECTOR]), (nets, nets), 0, won)
    assert abs(won.mean() - expected) < 4 * won.std() / len(won) ** 0.5


@pytest.mark.parametrize(("rolls", "told"), [(1, 0.4758), (WHOLE_TURN, 0.4902)])
def test_learned_values_win_as_often_against_best_play_as_docs_strategy_says(truth, learned, best, rolls, told):
    """Their share of the wins over both chairs is the one told, and the losses of the turns make up for the rest."""
    player = Player(Way(learned, rolls, max(rolls, 2)))
    chairs = [meet(player, best, mover, truth) for mover in (0, 1)]
    share = sum(chair.share for chair in chairs) / 2
    lost = sum((chair.visits * losses(player, truth)).sum() for chair in chairs) / 2
    assert share == pytest.approx(told, abs=0.001)
    assert share + lost == pytest.approx(0.5, abs=1e-8)
