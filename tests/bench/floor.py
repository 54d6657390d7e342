"""The shortest way from a button to the strip: what every program pays that uses the same pins, loop, disk and wire.

A mock pin's edge, gpiozero's callback, an asyncio loop that is woken from another thread, for an event of the game a
row that SQLite has committed, and the strip's bytes written on another thread.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import perf_counter, sleep

from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from hardware.device import LIGHTS
from hardware.pixels import SPI_HZ, encode_levels

PIN = 5
FRAME = encode_levels(bytes(3 * LIGHTS))
WIRE_S = 8 * len(FRAME) / SPI_HZ
"""The time of a frame on the wire, with the silence before and after it: ours, 1,344 bytes and 1.68 ms, because the
pixels of today want 280 µs of silence. With 80 µs, as for older ones, it were 992 bytes, both ways 0.44 ms shorter."""


def times_ms(folder: Path, are_events: Sequence[bool], pauses: Random, longest_pause_s: float) -> list[float]:
    """How long each press took to the last byte on the wire, in ms.

    Args:
        folder: for the file of the rows.
        are_events: for each press, whether a row is committed.
        pauses: by how much the finger waits before each.
        longest_pause_s: at most.
    """
    with (
        closing(MockFactory()) as factory,
        closing(sqlite3.connect(folder / "floor.sqlite", isolation_level=None, check_same_thread=False)) as db,
    ):
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE rows (text TEXT)"):
            db.execute(statement)
        button = DigitalInputDevice(PIN, pull_up=True, pin_factory=factory)
        return asyncio.run(_Floor(button, db).press(are_events, pauses, longest_pause_s))


class _Floor:
    def __init__(self, button: DigitalInputDevice, db: sqlite3.Connection) -> None:
        self._button = button
        self._db = db
        self._arrived = asyncio.Event()
        self._frames: SimpleQueue[bytes] = SimpleQueue()
        self._sent: SimpleQueue[float] = SimpleQueue()

    async def press(self, are_events: Sequence[bool], pauses: Random, longest_pause_s: float) -> list[float]:
        loop = asyncio.get_running_loop()
        self._button.when_activated = lambda: loop.call_soon_threadsafe(self._arrived.set)
        writer = Thread(target=self._write, daemon=True)
        writer.start()
        finger = asyncio.create_task(asyncio.to_thread(self._finger, len(are_events), pauses, longest_pause_s))
        for number, is_event in enumerate(are_events):
            await self._arrived.wait()
            self._arrived.clear()
            if is_event:
                self._db.execute("INSERT INTO rows VALUES (?)", (f'{{"event":"place","field":"{number}"}}',))
            self._frames.put(FRAME)
        times = await finger
        self._frames.put(b"")
        writer.join()
        return times

    def _write(self) -> None:
        with Path("/dev/null").open("wb", buffering=0) as strip:
            while frame := self._frames.get():
                strip.write(frame)
                self._sent.put(perf_counter() + WIRE_S)

    def _finger(self, presses: int, pauses: Random, longest_pause_s: float) -> list[float]:
        times = []
        for _ in range(presses):
            sleep(pauses.uniform(0, longest_pause_s))
            began = perf_counter()
            self._button.pin.drive_low()
            times.append(1000 * (self._sent.get() - began))
            self._button.pin.drive_high()
        return times
