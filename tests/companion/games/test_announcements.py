"""What the guide holds back, in whole games by buttons: it sounds on its page, once, also after kills."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from companion.core.sounds import BUST, LAST_ROUND, WIN
from hardware.device import Button
from tests.companion.games.player import Player
from tests.companion.games.table import Table

if TYPE_CHECKING:
    from pathlib import Path

PAGES = {LAST_ROUND: "last_round", WIN: "winner", BUST: "bust"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8])
def test_the_hands_are_done_before_anything_is_announced(tmp_path: Path, seed: int) -> None:
    chance, journal = random.Random(seed), tmp_path / "journal.sqlite"
    player, heard, led = Player(chance, 2), list[tuple[str, str]](), 0
    table = Table(journal, "--players", "2", "--seed", "5e" * 32)
    table.__enter__()
    try:
        while table.frame.page != "winner":
            if table.frame.page == "guide" and chance.random() < 0.2:
                table.kill()
                table = Table(journal, "--resume")
                table.__enter__()
                led += 1
            for button in player.moves(table.frame):
                frame = table.touch(button)
                heard += [(PAGES[tones], frame.page) for tones in PAGES if frame.tones == tuple(map(tuple, tones))]
        # Done, played again: nothing of the game that is over is heard any more.
        assert not table.touch(Button.RIGHT).tones
    finally:
        table.__exit__()
    assert {page for _, page in heard} == set(PAGES.values())
    assert all(told == page for told, page in heard)
    assert [told for told, _ in heard if told != "bust"] == ["last_round", "winner"]
    assert led >= 3
