import random
from pathlib import Path

import pytest

from hardware.device import Button
from tests.companion.games.player import state_of
from tests.companion.games.table import Table

FOR_TWO = ("--players", "2", "--first", "1", "--seed", "d4" * 32)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["touch", "contacts"])
def test_a_turn_is_played_by_touches(tmp_path: Path, kind: str) -> None:
    chance = random.Random(5)
    with Table(tmp_path / "journal.sqlite", *FOR_TWO, "--set", f"fields.kind={kind}") as table:
        table.touch(Button.OK)
        legal = list(state_of(table.frame)["legal"])
        wrong = next(f"{column}/1" for column in range(1, 7) if f"{column}/1" not in legal)
        events = table.frame.events
        assert table.answer_to(lambda: table.send("touch", wrong), wrong).events == events
        field = chance.choice(legal)
        if field in table.frame.text:  # the cursor stands there from the beginning
            field = next(each for each in legal if each not in table.frame.text)
        assert table.answer_to(lambda: table.send("touch", field), field).page == "roll"
        assert table.frame.events == events
        assert table.answer_to(lambda: table.send("touch", field), field).events > events
