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


def test_what_is_typed_is_left_to_others() -> None:
    async def watch(ours: int, theirs: int) -> bytes:
        typed = asyncio.Event()
        events = asyncio.get_running_loop()
        with hangup_watched(events, not_expected, (theirs,)):
            events.add_reader(theirs, typed.set)
            os.write(ours, b"b\n")
            await asyncio.wait_for(typed.wait(), PATIENCE_S)
            events.remove_reader(theirs)
        return os.read(theirs, 10)

    with terminal() as (ours, theirs):
        assert asyncio.run(watch(ours, theirs)) == b"b\n"
        os.close(ours)


def not_expected() -> None:
    raise AssertionError
