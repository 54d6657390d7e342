"""Plugs pulled in the middle of games: what a table had shown must be there when it starts again.

`python -m tests.companion.games.kill 200` prints the figures of 200 kills.
"""

import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hardware.device import Button
from tests.companion.games.players import Player
from tests.companion.games.table import NOTHING, Frame, Table
from tests.companion.games.umpire import Umpire

GAME = ("--players", "3")
LONGEST_WAIT_S = 0.012
"""A press is carried out within this time: the kill falls before, into or after it."""
LONGEST_START_S = 0.4
"""So is a start."""
LATER = {
    "by_hand": {"begins", "turn", "choose"},
    "bust": {"guide", "turn", "winner"},
    "guide": {"turn", "choose", "roll", "last_round", "winner"},
    "last_round": {"turn"},
}
"""Where a press may have led that brought no event, or only one that was half entered."""


class Tally(NamedTuple):
    kills: int = 0
    lost_events: int = 0
    """Events that had been shown and were gone."""
    unshown_events: int = 0
    """Events that were journalled before anything showed them: the kill fell in between."""
    damages: int = 0
    """Journals that SQLite's own check found fault with."""
    before_start: int = 0
    """Kills while it was rolled for who begins."""


def kills(folder: Path, number: int, chance: random.Random) -> Tally:
    """Plays, and kills the table again and again, each time at another moment; a new game follows a finished one.

    Raises:
        AssertionError: after a restart something is not as it was shown, or not as the journal has it.
    """
    tally, games = Tally(), 0
    while tally.kills < number:
        games += 1
        tally = one_game(folder / f"{games}.sqlite", tally, number, chance)
    return tally


def one_game(journal: Path, tally: Tally, number: int, chance: random.Random) -> Tally:
    """One game with its kills, to the winner or until there were enough."""
    by_hand = chance.random() < 0.25
    player = Player(chance, 3, by_hand=by_hand)
    wanted: tuple[str, ...] = (*GAME, "--dice", "hand" if by_hand else "virtual")
    last = NOTHING
    while tally.kills < number:
        with Table(journal, *wanted) as table, Umpire(journal) as umpire:
            if last is not NOTHING:
                resume(table, umpire, last)
            last = play_on(table, player, umpire, chance.randrange(12))
            if last.page == "winner":
                break
            last = pull_the_plug(table, player, chance)
        tally, wanted = counted(tally, last, journal), ()
        if chance.random() < 0.1:
            killed_at_start(journal, chance)
            tally = counted(tally, last, journal)
    return tally


def play_on(table: Table, player: Player, umpire: Umpire, pages: int) -> Frame:
    for _ in range(pages):
        if table.frame.page == "winner":
            break
        for button in player.moves(table.frame):
            table.touch(button)
            umpire.judge(table.frame)
    return table.frame


def pull_the_plug(table: Table, player: Player, chance: random.Random) -> Frame:
    """A press that no one waits for, or several at once, and in the blink of an eye the plug."""
    moves = player.moves(table.frame)
    for button in moves if chance.random() < 0.5 else moves[:1]:
        table.send("press", button)
    table.watch(chance.uniform(0, LONGEST_WAIT_S) if chance.random() < 0.8 else 0)
    return table.kill()


def killed_at_start(journal: Path, chance: random.Random) -> None:
    """The plug is pulled again before anything, or just as something, is shown."""
    table = Table(journal)
    table.watch(chance.uniform(0, LONGEST_START_S))
    table.kill()


def counted(tally: Tally, last: Frame, journal: Path) -> Tally:
    with closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:  # its log stays as the kill left it
        sound = db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ((kept,),) = db.execute("SELECT count(*) FROM events WHERE number > 0").fetchall()
    return Tally(
        tally.kills + 1,
        tally.lost_events + max(0, last.events - kept),
        tally.unshown_events + max(0, kept - last.events),
        tally.damages + (not sound),
        tally.before_start + (last.state is None),
    )


def resume(table: Table, umpire: Umpire, last: Frame) -> None:
    """Resumes, and holds what is there against what was shown before the kill and against the journal."""
    assert table.frame.page == "resume"
    table.touch(Button.OK)
    umpire.judge(table.frame)
    found = table.frame
    assert found.events >= last.events
    if found.events == last.events:
        assert found.state == last.state
        assert found.page in {last.page} | LATER.get(last.page, set())


def main(number: int) -> None:
    with TemporaryDirectory() as folder:
        tally = kills(Path(folder), number, random.Random(number))
    sys.stdout.write("".join(f"{name}: {value}\n" for name, value in tally._asdict().items()))


if __name__ == "__main__":
    main(int(sys.argv[1]))
