"""`make soak MINUTES=60`: plays by buttons with kills, faults and viewers; prints figures, and exits with 1 on a loss.

Three tables at once: one goes on for the whole time, so that growth would be seen; the plug of the second is pulled
again and again; at the third nobody presses at random, and after each kill page and state must be those before it.
Besides, monkeys send 20,000 messages to tables of their own, without a device.
"""

import argparse
import logging
import random
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from traceback import format_exception

from tests.companion.games.kill import Tally, kills
from tests.companion.program.test_monkey import rampage
from tests.soak.sitting import sit
from tests.soak.story import Story

TOLD_S = 60.0
"""How often the figures are shown."""
MONKEYS = 80
"""The number of tables of monkeys; each gets the messages of one life."""
KILLS_AT_ONCE = 10
"""The number of games before the third table checks the time."""


class Orderly:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.tallies: list[Tally] = []

    def play(self, chance: random.Random, until: float) -> None:
        """Pulls the plug until that moment.

        Raises:
            AssertionError: after a restart something is not as it was shown.
        """
        while monotonic() < until:
            folder = self._folder / f"orderly-{len(self.tallies)}"
            folder.mkdir()
            self.tallies.append(kills(folder, KILLS_AT_ONCE, chance))

    @property
    def tally(self) -> Tally:
        return Tally(*map(sum, zip(*self.tallies, strict=True))) if self.tallies else Tally()


def let_monkeys_loose(seed: int) -> None:
    """Has one monkey after the other play.

    Raises:
        AssertionError: one has found something.
    """
    for number in range(MONKEYS):
        rampage(seed + number)


def soak(folder: Path, minutes: float, seed: int) -> list[str]:
    """Plays for this long and reports; returns what went wrong."""
    began = monotonic()
    until = began + 60 * minutes
    steady, killed, orderly = Story(folder / "steady.sqlite"), Story(folder / "killed.sqlite"), Orderly(folder)
    with ThreadPoolExecutor() as tables:
        playing = [
            tables.submit(sit, steady, random.Random(seed), until, kills=False),
            tables.submit(sit, killed, random.Random(seed + 1), until, kills=True),
            tables.submit(orderly.play, random.Random(seed + 2), until),
            tables.submit(let_monkeys_loose, 1000 * seed),
        ]
        while wait(playing, TOLD_S).not_done:
            _tell(began, steady, killed, orderly.tally)
    _tell(began, steady, killed, orderly.tally)
    crashes = ["".join(format_exception(error)).rstrip() for table in playing if (error := table.exception())]
    tally = orderly.tally
    lost = [f"{tally.lost_events} events lost, {tally.damages} journals damaged"] * bool(
        tally.lost_events + tally.damages
    )
    return [*steady.troubles, *killed.troubles, *crashes, *lost, *steady.growth()]


def _tell(began: float, steady: Story, killed: Story, tally: Tally) -> None:
    lines = (
        f"{(monotonic() - began) / 60:5.1f} min",
        f"  steady  {steady.report()}",
        f"  killed  {killed.report()}",
        f"  orderly {tally.kills} kills, {tally.lost_events} events lost, {tally.damages} journals damaged",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser("tests.soak", description="Play for long, with kills, faults and viewers.")
    parser.add_argument("minutes", type=float, nargs="?", default=10.0)
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="of all that happens by chance")
    requested = parser.parse_args()
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # viewers that do not read lose their connection
    sys.stdout.write(f"{requested.minutes:g} minutes with --seed {requested.seed}\n")
    with TemporaryDirectory() as folder:
        troubles = soak(Path(folder), requested.minutes, requested.seed)
    sys.stdout.write("".join(f"{trouble}\n" for trouble in troubles) or "nothing lost, nothing grown\n")
    return int(bool(troubles))


if __name__ == "__main__":
    sys.exit(main())
