"""Whole matches of Klondike through the headless device, by pressing buttons only, to the winner."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.companion.games.klondike_player import KlondikePlayer, expected
from tests.companion.games.playing import play_out
from tests.companion.games.table import Table
from tests.companion.games.test_full_games import replayed
from tests.companion.games.umpire import Umpire

if TYPE_CHECKING:
    from pathlib import Path

BROUGHT_IN = {2: 37, 3: 55}
"""All chips of a match, by players (rules, 5)."""


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_is_played_to_the_winner_by_buttons_only(tmp_path: Path, seats: int) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal) as table, Umpire(journal, expected) as umpire:
        player = KlondikePlayer(random.Random(seats), seats, umpire)
        frame = play_out(table, player, umpire)
        assert frame.state is not None
        assert frame.state["round"] == frame.state["rounds"] == 2 * seats
        assert chips(frame.state) == BROUGHT_IN[seats]
        assert replayed(umpire.lines, tmp_path)[-1] == {"state": frame.state}
        table.touch(*player.moves(frame))
        assert table.on("attract").events == 0


def chips(state: dict[str, Any]) -> int:
    """All chips, those of the players and those that nobody won."""
    holders = [*state["players"], *state["claims"].values()]
    return sum(int(holder["chips"]) for holder in holders)
