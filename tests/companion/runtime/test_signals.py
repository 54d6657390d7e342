import asyncio
import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager

from companion.runtime.signals import hangup_watched

PATIENCE_S = 20.0


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(theirs)


def test_a_closed_terminal_ends_the_table_once() -> None:
    async def watch(ours: int, theirs: int, unseen: int) -> int:
        gone, calls = asyncio.Event(), list[int]()

        def hear() -> None:
            calls.append(1)
            gone.set()

        with hangup_watched(asyncio.get_running_loop(), hear, (unseen, theirs)):
            os.close(ours)
            await asyncio.wait_for(gone.wait(), PATIENCE_S)
            # Once more around the loop: a hang-up goes on being reported.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return len(calls)

    read, write = os.pipe()
    with terminal() as (ours, theirs):
        assert asyncio.run(watch(ours, theirs, read)) == 1
    os.close(read)
    os.close(write)
