"""The story process: one that answers, one that hangs, one that ends, one that nobody needs any more."""

import asyncio
import sys
from collections.abc import Awaitable, Callable

from companion.frontends.web.story_process import StoryAnswer, StoryProcess

FAKE = """
import json, sys, time
for line in sys.stdin.buffer:
    request = json.loads(line)
    if request.get("ends"):
        sys.exit(3)
    while request.get("hangs"):
        time.sleep(60)
    content = json.dumps([request["number"]]).encode()
    sys.stdout.buffer.write(b"200 %d\\n" % len(content) + content)
    sys.stdout.buffer.flush()
"""
"""Answers with what it was asked; hangs or ends where it is told to."""


def running(scene: Callable[[StoryProcess], Awaitable[None]], limit_s: float = 60.0, idle_s: float = 60.0) -> None:
    async def play() -> None:
        process = StoryProcess((sys.executable, "-c", FAKE), limit_s, idle_s)
        try:
            await scene(process)
        finally:
            process.close()
        assert not process.process.is_running

    asyncio.run(play())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - a thread or a timer changes it
            await asyncio.sleep(0.01)


def test_it_is_started_when_it_is_asked() -> None:
    async def scene(process: StoryProcess) -> None:
        assert not process.process.is_running
        one, other = await asyncio.gather(process.ask({"number": 1}), process.ask({"number": 2}))
        assert (one, other) == (StoryAnswer(200, b"[1]"), StoryAnswer(200, b"[2]"))
        assert process.process.is_running

    running(scene)


def test_one_that_takes_too_long_is_ended() -> None:
    async def scene(process: StoryProcess) -> None:
        assert await process.ask({"number": 1, "hangs": True}) is None
        assert not process.process.is_running

    running(scene, limit_s=0.1)


def test_one_that_ends_is_started_anew() -> None:
    async def scene(process: StoryProcess) -> None:
        assert await process.ask({"number": 1, "ends": True}) is None
        assert await process.ask({"number": 2}) == StoryAnswer(200, b"[2]")

    running(scene)


def test_one_that_nobody_asks_any_more_is_ended() -> None:
    async def scene(process: StoryProcess) -> None:
        await process.ask({"number": 1})
        await until(lambda: not process.process.is_running)
        assert await process.ask({"number": 2}) == StoryAnswer(200, b"[2]")

    running(scene, idle_s=0.05)


def test_the_end_of_the_table_ends_it() -> None:
    async def scene(process: StoryProcess) -> None:
        asking = asyncio.create_task(process.ask({"number": 1, "hangs": True}))
        await until(lambda: process.process.is_running)
        process.close()
        assert await asking is None
        assert await process.ask({"number": 2}) is None

    running(scene)
