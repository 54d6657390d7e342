"""Claim It! as a game of OpenSpiel: OpenSpiel's own tests, and that what it plays is the game."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.environments.claimit_v1 import BANK, ROLL_AGAIN, action_mask
from engine import claimit
from engine.game import Seat

if TYPE_CHECKING:
    from pathlib import Path

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[openspiel]'")
import_module("companion.environments.claimit_openspiel")  # it registers the game
GAMES = ("python_claimit", "python_claimit(players=3,recycle=True)", "python_claimit(players=5)")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_simulation_tests_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    np.random.seed(1)
    import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, 2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES[:2])
def test_it_passes_the_playthrough_test_of_openspiel(name: str, tmp_path: Path) -> None:
    generate_playthrough = import_module("open_spiel.python.algorithms.generate_playthrough")
    import_module("absl.flags").FLAGS.mark_as_parsed()
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(name, None, seed=7), "utf-8")
    expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual
    assert "IsTerminal() = True" in expected


@pytest.mark.slow
def test_what_it_plays_is_the_game() -> None:
    game, chance = pyspiel.load_game(GAMES[1]), random.Random(3)
    state = game.new_initial_state()
    state.apply_action(20)
    assert str(state) == "....../....../....../....../....../...... a 166 0 - 3r"  # as docs/library.md has it
    state = game.new_initial_state()
    position = claimit.start(["player_0", "player_1", "player_2"], Seat(0), {"recycle": True})
    while position.winners is None:
        event: claimit.Event | None
        if state.is_chance_node():
            odds, rolls = dict(state.chance_outcomes()), [claimit.Roll(dice) for dice in claimit.THROW_WEIGHTS]
            assert len(odds) == 56
            assert sum(odds.values()) == pytest.approx(1)
            useless = [number for number, roll in enumerate(rolls) if claimit.apply(position, roll).busted]
            assert sum(odds[number] for number in useless) == pytest.approx(claimit.bust(position) / claimit.ROLLS)
            action = chance.choice(list(odds))
            event = rolls[action]
            assert state.action_to_string(action) == "".join(map(str, rolls[action].dice))
        else:
            assert state.legal_actions() == np.flatnonzero(action_mask(position)).tolist()
            assert state.current_player() == position.turn
            action = chance.choice(state.legal_actions())
            event = claimit.Place(claimit.FIELDS[action]) if action < BANK else claimit.Bank()
            event = None if action == ROLL_AGAIN else event
        state.apply_action(action)
        position = claimit.apply(position, event) if event else position
        assert str(state).removesuffix(" roll") == claimit.to_text(position)
    assert state.is_terminal()
    shares = [seat in position.winners for seat in range(3)]
    assert state.returns() == pytest.approx([(3 * won / sum(shares) - 1) / 2 for won in shares])


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if "claimit_openspiel" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"needs pyspiel, which the extra openspiel brings: .* '\.\[openspiel\]'$"):
        import_module("companion.environments.claimit_openspiel")
