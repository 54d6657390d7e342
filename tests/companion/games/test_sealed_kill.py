"""Plugs pulled while the dice are sealed: the secret and the words stay what they were, and verify finds them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.runtime.journal import Journal
from engine.dice import commitment, dice_key, throw
from hardware.device import Button
from tests.companion.games.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from companion.core.saved_games import Unfinished

OK, LEFT, RIGHT = Button.OK, Button.LEFT, Button.RIGHT
ZEROS, NINES = (RIGHT, OK) * 6, (LEFT, OK) * 6
SEALING = (OK, OK, *ZEROS, OK, OK, *NINES, OK, OK)
"""From the commitment to the rolls for who begins."""


def kept(journal: Path) -> Unfinished:
    """What the journal holds of the game."""
    with Journal.read(journal) as opened:
        unfinished = opened.unfinished()
    assert unfinished is not None
    return unfinished


def test_the_secret_is_on_the_disk_when_its_commitment_is_seen(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--sealed") as table:
        shown = "".join(table.on("seal").text[:4])
        table.kill()
    assert commitment(kept(journal).seed) == shown


def test_kills_between_secret_words_and_the_first_roll_change_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    steps = ((OK, OK, *ZEROS, OK), (OK, *NINES, OK), (OK,), (OK,))
    words = [[], ["000000"], ["000000", "999999"], ["000000", "999999"]]
    with Table(journal, "--players", "2", "--sealed") as table:
        table.on("seal")
        table.kill()
    seed = kept(journal).seed
    for step, so_far in zip(steps, words, strict=True):
        with Table(journal, "--resume") as table:
            if table.frame.page == "seal":
                assert [f'"{word}"' in table.frame.text for word in so_far] == [True] * len(so_far)
                assert commitment(seed) in {table.frame.text[0], "".join(table.frame.text[:4])}
            table.touch(*step)
            table.kill()
        assert kept(journal).seed == seed
    told = kept(journal).events
    assert [event["word"] for event in told[:2]] == ["000000", "999999"]
    assert told[2]["dice"] == list(throw(dice_key(seed, ("000000", "999999")), 0, 3))
    assert [json.dumps(event) for event in told[3:]] == []


@pytest.mark.parametrize("presses", [2, 14, 15, 29, 30])
def test_a_kill_into_a_press_leaves_a_word_or_none(tmp_path: Path, presses: int) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--sealed") as table:
        last = table.on("seal")
        if presses > 1:
            last = table.touch(*SEALING[: presses - 1])
        table.send("press", SEALING[presses - 1])
        table.kill()
    found = kept(journal)
    assert len(found.events) >= last.events
    assert [event["word"] for event in found.events] == ["000000", "999999"][: len(found.events)]
    with Table(journal, "--resume") as table:
        for missing in (ZEROS, NINES)[len(found.events) :]:
            opening = (OK, OK) if missing is ZEROS else (OK,)
            table.touch(*opening, *missing, OK)
        if table.frame.page == "seal":
            table.touch(OK)
        table.touch(OK)
        table.kill()
    roll = kept(journal).events[2]
    assert roll["dice"] == list(throw(dice_key(found.seed, ("000000", "999999")), 0, 3))
