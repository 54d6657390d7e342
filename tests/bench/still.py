"""Whether a page on which nothing moves is really still: no byte on any wire, no thread that wakes.

Once a minute all is sent again, by the threads that write (hardware/latest_value_writer.py); here every 22 seconds, for
nobody learns more from waiting. 10 seconds lie between two such refreshes. Another 14 hold exactly one; there the event
loop must sleep on, and the bytes are those of one refresh.

Run as a program, with the name of a page and a folder, it is such a table: it says when it is there, and then for each
line how many bytes went over its wires so far.
"""

import asyncio
import sys
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from companion.core.model import Model
from companion.main import run_table
from companion.program.view import View
from companion.runtime.loop import Loop
from hardware import latest_value_writer
from hardware.device import Button, Press
from tests.bench import seat
from tests.bench.command import Talk, talk
from tests.bench.figure import Reading

PAGES = ("turn", "choose", "scores", "info", "menu")
"""Pages without animation, while no goldclaim glints on the board."""
SETTLES_S = 8.0
"""After that, the page is there, and what greets the turn is over."""
ANSWERED_S = 0.5
"""After that, a process that answered sleeps again."""
WATCHED_S = 10.0
REFRESH_S = 22.0
"""How often everything is sent again, instead of once a minute."""
REFRESHED_S = 14.0
"""After the 10 seconds, it is sent again once in this time: the first time 22 seconds after the table came."""
LONGEST_WAY = 8
"""No page is further away from the beginning of a turn, in presses."""


class Stillness(NamedTuple):
    """What a page did in 10 seconds between two refreshes, and in 14 seconds with one."""

    sent_bytes: int
    wakes: int
    """How often any of the threads had slept."""
    refreshed_bytes: int
    """In the 14 seconds."""
    loop_wakes: int
    """How often the event loop had slept, in the 14 seconds."""


def wires() -> Reading:
    return Reading(sum(still.sent_bytes for still in _watched()), ", ".join(PAGES))


def wakes() -> Reading:
    return Reading(sum(still.wakes for still in _watched()), ", ".join(PAGES))


def loop_wakes() -> Reading:
    """How often the event loop woke while all was sent again."""
    return Reading(sum(still.loop_wakes for still in _watched()), ", ".join(PAGES))


def refresh() -> Reading:
    """Bytes of a refresh on both wires, of the page where they are most; that there are some is checked, too.

    Raises:
        RuntimeError: nothing was sent again: then the 14 seconds say nothing of the loop, either.
    """
    sent = [still.refreshed_bytes for still in _watched()]
    if not all(sent):
        raise RuntimeError(f"a page was not sent again: {sent}")
    return Reading(max(sent), "set-up and picture of the screen, frame of the strip")


@cache
def _watched() -> tuple[Stillness, ...]:
    """All the pages at once, each in its own process."""
    with ExitStack() as running:
        homes = [Path(running.enter_context(TemporaryDirectory())) for _ in PAGES]
        tables = [
            running.enter_context(talk(sys.executable, "-m", "tests.bench.still", page, str(home), home=home))
            for page, home in zip(PAGES, homes, strict=True)
        ]
        sleep(SETTLES_S)
        sent = [_sent_bytes(table) for table in tables]
        sleep(ANSWERED_S)
        asleep = [_switches(table.pid) for table in tables]
        if not all((*sent, *asleep)):
            raise RuntimeError(f"a page was never drawn, or its threads never slept: {sent}, {asleep}")
        sleep(WATCHED_S)
        woken = [_switches(table.pid) - before for table, before in zip(tables, asleep, strict=True)]
        then = [_sent_bytes(table) for table in tables]
        sleep(ANSWERED_S)
        asleep = [_switches(table.pid, str(table.pid)) for table in tables]
        sleep(REFRESHED_S)
        loops = [_switches(table.pid, str(table.pid)) - before for table, before in zip(tables, asleep, strict=True)]
        last = [_sent_bytes(table) for table in tables]
        return tuple(
            Stillness(middle - first, wakes, end - middle, loop)
            for first, middle, end, wakes, loop in zip(sent, then, last, woken, loops, strict=True)
        )


def _sent_bytes(table: Talk) -> int:
    return int(table.ask(b"?\n"))


def _switches(pid: int, thread: str = "*") -> int:
    """How often threads of a process gave their core away, of their own will or not; the first one runs the loop."""
    states = [path.read_text() for path in Path(f"/proc/{pid}/task").glob(f"{thread}/status")]
    return sum(int(line.split()[1]) for state in states for line in state.splitlines() if "_ctxt_switches" in line)


def way_to(page: str) -> tuple[Press, ...]:
    """A shortest way to a page from the beginning of the first turn, in presses.

    Raises:
        LookupError: no way leads there.
    """
    presses = [Press(button) for button in Button] + [Press(Button.UNDO, held=True)]
    ways: list[tuple[tuple[Press, ...], Model]] = [((), seat.at_table())]
    known = set[str]()
    for way, model in ways:
        if model.page.name == page:
            return way
        if repr(model.page) not in known and len(way) < LONGEST_WAY:
            ways += [((*way, press), seat.pressed(model, press)) for press in presses]
        known.add(repr(model.page))
    raise LookupError(f"no way leads to the page {page}")


def _table(page: str, folder: Path) -> None:
    """Opens the page and answers each line of the input with the bytes sent so far, until it ends."""
    latest_value_writer.REFRESH_S = REFRESH_S
    device = seat.device()

    async def sit(loop: Loop) -> None:
        for press in way_to(page):
            loop.enqueue(press)
        while await asyncio.to_thread(sys.stdin.readline):
            sys.stdout.write(f"{device.strip.sent_bytes + device.bus.sent_bytes}\n")
            sys.stdout.flush()

    run_table(seat.order(folder / "journal.sqlite"), device, seat.Guest(_nothing, sit))


def _nothing(_: View, __: Model) -> None:
    pass


if __name__ == "__main__":
    _table(sys.argv[1], Path(sys.argv[2]))
