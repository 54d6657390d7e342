import random
from pathlib import Path

from tests.companion.games.kill import Tally, counted, play_on, pull_the_plug, resume
from tests.companion.games.players import Player, play_out
from tests.companion.games.table import NOTHING, Table
from tests.companion.games.umpire import Umpire


def test_a_game_with_six_kills_is_played_to_the_winner_and_loses_nothing(tmp_path: Path) -> None:
    journal, chance, tally, last = tmp_path / "journal.sqlite", random.Random(4), Tally(), NOTHING
    player = Player(chance, 2)
    arguments: tuple[str, ...] = ("--players", "2", "--seed", "5e" * 32)
    while tally.kills < 6:
        with Table(journal, *arguments) as table, Umpire(journal) as umpire:
            if tally.kills:
                resume(table, umpire, last)
            play_on(table, player, umpire, chance.randrange(4, 16))
            last = pull_the_plug(table, player, chance)
        tally, arguments = counted(tally, last, journal), ()
    with Table(journal, measured=True) as table, Umpire(journal) as umpire:
        resume(table, umpire, last)
        assert play_out(table, player, umpire).page == "winner"
        assert table.leave() == 0
    assert (tally.lost_events, tally.damages) == (0, 0)
