"""Viewers in a process of their own: says when all are there, then how many frames came to them together."""

import asyncio
import sys
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.typing import Origin


async def watch(address: str, viewers: int, seconds: float) -> int:
    """Watches for so long; the frames that came after all were there."""
    url = f"{address.replace('http', 'ws')}/socket"
    sockets = [await connect(url, origin=Origin(address), compression=None) for _ in range(viewers)]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    return sum(await asyncio.gather(*(_count(socket, seconds) for socket in sockets)))


async def _count(socket: object, seconds: float) -> int:
    frames = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for message in socket:  # type: ignore[attr-defined]
                frames += isinstance(message, bytes)
    return frames


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(watch(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
