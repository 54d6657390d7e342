"""A whole game in German, with the guide and with undo, by pressing buttons only."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from companion.locale.translator import translator_for
from hardware.device import Button
from tests.companion.games.player import Player, state_of
from tests.companion.games.table import Table
from tests.companion.games.umpire import Umpire

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.games.frame import Frame
    from tests.companion.games.player import Moves

SEED = "de" * 32
ENGLISH = (
    "roll!",
    "Bust!",
    "Last round!",
    "wins!",
    "Who begins?",
    "bust",
    "at risk",
    "lost",
    "begins!",
    "press ok to play",
)
"""Texts of the game's pages that German says otherwise."""


class Hesitant(Player):
    """Takes the first placement of every turn back, puts it again, and does all that the guide says."""

    def __init__(self, chance: random.Random, seats: int) -> None:
        super().__init__(chance, seats)
        self._reconsidered = -1
        self._pages |= {"choose": self._reconsider, "guide": lambda _: (Button.OK,)}

    def _reconsider(self, frame: Frame) -> Moves:
        turns = int(state_of(frame)["turns"])
        if turns == self._reconsidered:
            return self._choose(frame)
        self._reconsidered = turns
        return (Button.UNDO,)


def test_the_texts_that_must_not_appear_have_german_words() -> None:
    german = translator_for("de")
    assert all(german(text) != text for text in ENGLISH)


@pytest.mark.slow
def test_four_play_in_german_with_guide_and_undo(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    player, texts, pages = Hesitant(random.Random(4), 4), set[str](), set[str]()
    with Table(journal, "--seed", SEED, "--set", "table.language=de") as table, Umpire(journal) as umpire:
        while table.frame.page != "winner":
            texts |= set(table.frame.text)
            pages.add(table.frame.page)
            for button in player.moves(table.frame):
                table.touch(button)
        umpire.judge(table.frame)
        texts |= set(table.frame.text)
        undone = sum(event["event"] == "undo" for event in umpire.events)
    assert pages >= {"attract", "setup", "begins", "turn", "roll", "choose", "guide", "bust", "last_round"}
    assert undone > 20
    assert {"Grün", "Blau", "Orange", "Rot", "Pech gehabt!", "Letzte Runde!"} <= texts
    assert not texts & set(ENGLISH)
