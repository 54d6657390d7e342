"""The baseline for latency: the time that every program with the same pins, loop, disk and wire needs at least.

It has an edge of a mock pin, gpiozero's callback, an asyncio loop that is woken from another thread, a commit of SQLite
for an event of the game, and a write of the strip's bytes on another thread.
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
"""Time of a frame on the wire, with the pauses before and after it: 1,344 bytes in 1.68 ms, because current pixels need
a pause of 280 µs. Older pixels need 80 µs; a frame would have 992 bytes and take 0.44 ms less."""


def times_ms(folder: Path, are_events: Sequence[bool], pauses: Random, longest_pause_s: float) -> list[float]:
    """Returns the time of each press until the last byte is on the wire, in ms.

    Args:
        folder: for the database file.
        are_events: for each press, whether a row is committed.
        pauses: the source of the random pauses before the presses.
        longest_pause_s: the maximum of a pause.
    """
    with (
        closing(MockFactory()) as factory,
        closing(sqlite3.connect(folder / "baseline.sqlite", isolation_level=None, check_same_thread=False)) as db,
    ):
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE rows (text TEXT)"):
            db.execute(statement)
        button = DigitalInputDevice(PIN, pull_up=True, pin_factory=factory)
        return asyncio.run(_Baseline(button, db).press(are_events, pauses, longest_pause_s))


class _Baseline:
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
        pressing = asyncio.create_task(asyncio.to_thread(self._press_all, len(are_events), pauses, longest_pause_s))
        for number, is_event in enumerate(are_events):
            await self._arrived.wait()
            self._arrived.clear()
            if is_event:
                self._db.execute("INSERT INTO rows VALUES (?)", (f'{{"event":"place","field":"{number}"}}',))
            self._frames.put(FRAME)
        times = await pressing
        self._frames.put(b"")
        writer.join()
        return times

    def _write(self) -> None:
        with Path("/dev/null").open("wb", buffering=0) as strip:
            while frame := self._frames.get():
                strip.write(frame)
                self._sent.put(perf_counter() + WIRE_S)

    def _press_all(self, presses: int, pauses: Random, longest_pause_s: float) -> list[float]:
        times = []
        for _ in range(presses):
            sleep(pauses.uniform(0, longest_pause_s))
            began = perf_counter()
            self._button.pin.drive_low()
            times.append(1000 * (self._sent.get() - began))
            self._button.pin.drive_high()
        return times
