import json
import random
import subprocess
from pathlib import Path

import pytest

from tests.companion.games.players import Player, play_out
from tests.companion.games.table import COMPANION, Frame, Table
from tests.companion.games.umpire import Umpire

SEED = "c1" * 32


def replayed(record: str, folder: Path) -> list[dict[str, object]]:
    file = folder / "record.jsonl"
    file.write_text(record)
    done = subprocess.run(  # noqa: S603 (our own program)
        [COMPANION, "replay", "--json", str(file)], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def played(folder: Path, seats: int, *, recycle: bool = False, by_hand: bool = False) -> tuple[Frame, Umpire]:
    journal = folder / "journal.sqlite"
    player = Player(random.Random(seats), seats, recycle=recycle, by_hand=by_hand)
    with Table(journal, "--seed", SEED, measured=True) as table:
        assert table.frame.page == "attract"
        umpire = Umpire(journal)
        frame = play_out(table, player, umpire)
        table.touch(*player.moves(frame))
        assert table.on("attract").events == 0
        assert table.leave() == 0
    return frame, umpire


@pytest.mark.slow
def test_a_game_is_played_to_the_winner_by_buttons_only(tmp_path: Path) -> None:
    frame, umpire = played(tmp_path, 5)
    with umpire:
        assert frame.state is not None
        assert frame.state["winners"]
        assert len(frame.state["players"]) == 5
        assert umpire.events[-1] == {"event": "reveal", "seed": SEED}
        assert replayed(umpire.lines, tmp_path)[-1] == {"state": frame.state}


@pytest.mark.slow
def test_a_game_with_real_dice_is_entered_to_the_winner(tmp_path: Path) -> None:
    frame, umpire = played(tmp_path, 2, by_hand=True)
    with umpire:
        rolls = [event for event in umpire.events if event["event"] in {"begin", "roll"}]
        assert {event["by"] for event in rolls} == {"hand"}
        assert replayed(umpire.lines, tmp_path)[-1] == {"state": frame.state}
