"""A turn of Piratenclaim through the headless device, by pressing buttons only, with plugs pulled in between."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.table import Table
from tests.companion.games.test_full_games import replayed
from tests.companion.pages.piratenclaim import DISCS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.games.frame import Frame

LEFT, RIGHT, OK, NEXT, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
BEGUN = ("--players", "2", "--first", "0", "--game", "piratenclaim", "--dice", "hand")
ACKNOWLEDGED = {"piratenclaim_guide", "piratenclaim_found"}


class Hands:
    """The players' hands at a table, which is killed and started again where `plug` says so."""

    def __init__(self, journal: Path, *, kills: bool) -> None:
        self._journal = journal
        self._kills = kills
        self.killed = 0
        self._table = Table(journal, *BEGUN).__enter__()
        self._faces = [1] * 6

    @property
    def frame(self) -> Frame:
        """What the table shows."""
        return self._table.frame

    @property
    def state(self) -> dict[str, Any]:
        """The game's state."""
        assert self.frame.state is not None
        return self.frame.state

    def press(self, *buttons: Button) -> Hands:
        """One after the other."""
        self._table.touch(*buttons)
        return self

    def walk(self, field: str, button: Button = RIGHT) -> Hands:
        """Until the cursor is on the field."""
        for steps in count():
            assert steps < 60, f"no way to {field}"
            if field in self.frame.text:
                return self
            self.press(button)
        raise AssertionError

    def roll(self, *faces: int) -> Hands:
        """Enters real dice, from the faces that were entered last."""
        for die, face in enumerate(faces):
            self.press(*[RIGHT] * ((face - self._faces[die]) % 6), OK)
            self._faces[die] = face
        return self.plug()

    def acknowledge(self) -> list[tuple[str, ...]]:
        """Goes through what there is to be moved or known, step by step; returns it."""
        told = []
        while self.frame.page in ACKNOWLEDGED:
            told.append(self.frame.text)
            self.press(OK)
        return told

    def plug(self) -> Hands:
        """Pulls the plug: after the restart the same page is open, on the same state."""
        if self._kills:
            last = self._table.kill()
            self._table = Table(self._journal).__enter__()
            assert self.frame.page == "resume"
            self.press(OK)
            assert (self.frame.page, self.frame.state, self.frame.events) == (last.page, last.state, last.events)
            assert self.frame.text == last.text
            self.killed += 1
        return self

    def close(self) -> None:
        """Ends the table."""
        self._table.__exit__()


def lay_discs(hands: Hands) -> None:
    """By hand, segment by segment."""
    hands.press(NEXT)
    for field in DISCS:
        while hands.frame.text[0][0] != field[0]:
            hands.press(NEXT)
        hands.walk(field).press(OK)
    hands.press(NEXT).plug()


def discover(hands: Hands, field: str, *choice: Button) -> None:
    """From a field; a pirate that enters is chosen."""
    assert hands.frame.page == "piratenclaim_dice"
    hands.press(OK).walk(field, RIGHT).press(OK, *choice).plug()
    hands.acknowledge()


@pytest.mark.parametrize("kills", [False, True], ids=["powered", "killed"])
def test_a_turn_is_played_by_buttons_only(tmp_path: Path, kills: bool) -> None:
    journal = tmp_path / "journal.sqlite"
    hands = Hands(journal, kills=kills)
    lay_discs(hands)
    hands.press(OK).roll(5, 3, 2, 1, 4, 3)
    discover(hands, "1/1", OK)
    hands.press(OK).roll(1, 1, 5)
    discover(hands, "1/3", RIGHT, OK)
    hands.press(OK).roll(1, 1, 3)
    discover(hands, "2/2", OK)
    hands.press(OK).roll(5, 3, 3)
    hands.press(OK).walk("3/0").press(OK).plug()
    assert "pay 5 yellow, get 3 blue" in hands.frame.text
    hands.acknowledge()
    assert hands.state["pirates"] == {"1/2": ["black"], "1/5": ["brown"], "2/3": ["black"]}
    hands.press(NEXT, OK, RIGHT, RIGHT, OK, OK, OK).plug()
    told = [" ".join(text) for text in hands.acknowledge()]
    assert [each.split(" of 3 ")[1].split(" left")[0].split(" right")[0] for each in told[:3]] == [
        "1/2 1/3 black moves",
        "1/5 1/4 brown moves",
        "2/3 black stays: the edge",
    ]
    assert "1 of 1 brown robs Blue" in told[3]
    assert hands.state["robbed"] == [{"field": "1/4", "pirate": "brown", "player": 1, "ship": 0, "loot": "highest"}]
    assert hands.state["systems"] == {"0/0": ["red", "red"], "3/3": ["yellow", "blue"]}
    hands.plug().press(OK).plug()
    assert (hands.frame.page, hands.state["turn"], hands.state["ships"]) == ("piratenclaim_turn", 1, [])
    assert (hands.killed > 10) == kills
    state = hands.state
    hands.close()
    with Journal.read(journal) as kept:
        unfinished = kept.unfinished()
        assert unfinished is not None
        lines = "".join(f"{json.dumps(event)}\n" for event in unfinished.events)
    assert replayed(lines, tmp_path)[-1] == {"state": state}


def test_discs_and_dice_of_the_box_stay_as_they_fell(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    virtual = (*BEGUN[:-1], "virtual", "--seed", "5e" * 32)
    with Table(journal, *virtual) as table:
        discs = table.touch(OK).state
        table.kill()
    with Table(journal) as table:
        table.touch(OK)
        assert table.frame.state == discs
        rolled = table.touch(NEXT, OK).state
        table.kill()
    with Table(journal) as table:
        assert table.touch(OK).state == rolled
    assert discs is not None
    assert rolled is not None
    assert (len(discs["discs"]), discs["dice"], set(rolled["dice"])) == (
        21,
        None,
        {"red", "green", "grey", "white", "black", "brown"},
    )
