import json
import random
import subprocess
from pathlib import Path

import pytest

from hardware.device import Button
from tests.companion.games.frame import Frame
from tests.companion.games.player import Player, state_of
from tests.companion.games.table import COMPANION, Table
from tests.companion.games.umpire import Umpire

FOR_THREE = ("--players", "3", "--first", "1", "--seed", "d4" * 32)


def place_by_pointing(table: Table, chance: random.Random) -> Frame:
    field = chance.choice(list(state_of(table.frame)["legal"]))
    if table.point(field).page == "roll":
        table.point(field)
    return table.frame


@pytest.mark.slow
def test_a_game_is_played_to_the_winner_by_pointing(tmp_path: Path) -> None:
    journal, chance = tmp_path / "journal.sqlite", random.Random(3)
    player, placed = Player(chance, 3), 0
    table = Table(journal, *FOR_THREE).__enter__()  # it is opened anew in the middle
    try:
        with Umpire(journal) as umpire:
            while table.frame.page != "winner":
                if table.frame.page != "roll":
                    table.touch(player.moves(table.frame)[0])
                    umpire.judge(table.frame)
                    continue
                placed += 1
                umpire.judge(place_by_pointing(table, chance))
                if placed == 5:
                    umpire.judge(table.touch(Button.UNDO))
                if placed == 10:
                    before = table.kill()
                    table = Table(journal).__enter__()
                    assert (table.touch(Button.OK).page, table.frame.state) == (before.page, before.state)
    finally:
        table.__exit__()
    assert placed > 20


def test_bad_input_is_one_sentence_and_changes_nothing(tmp_path: Path) -> None:
    lines = [
        '{"point":5}',
        '{"choose":{}}',
        '{"choose":{"chess":1}}',
        '{"choose":{"players":1,"game":"claimit"}}',
        "point",
    ]
    done = subprocess.run(  # noqa: S603 (our own program)
        [COMPANION, "play", "--device", "headless", "--journal", str(tmp_path / "journal"), "--players", "2",
         "--first", "1"],
        input="".join(f"{line}\n" for line in lines).encode(), capture_output=True, check=True,
    )  # fmt: skip
    told = [json.loads(line) for line in done.stdout.splitlines()]
    errors = [line["error"] for line in told if "error" in line]
    assert sorted(error["code"] for error in errors) == ["phase", "syntax", "syntax", "syntax", "syntax"]
    assert all(error["message"].endswith(".") and "\n" not in error["message"] for error in errors)
    assert {line["page"] for line in told if "page" in line} == {"turn"}
