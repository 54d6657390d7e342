"""Listens to real dice by Bluetooth, in a thread with an event loop of its own; only while a roll is asked for.

It only delivers messages: nobody waits for it, and a press least of all. A room may be full of dice and of devices that
send nonsense, so not every advertisement is a message: a die is told when it does something else, and now and then as
long as it does not, for one that is silent is missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.core.dice_kinds import DICE_KINDS, Advertisement, Die, DieKind, Motion
from companion.core.messages import BluetoothChanged, DieHeard
from companion.core.real_dice import MOST_HEARD
from companion.locale.translator import N_
from companion.runtime.clock import monotonic_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.messages import EffectResult

log = logging.getLogger(__name__)

NO_EXTRA = N_("Dice over Bluetooth need the extra “dice”. Enter the roll.")
NO_BLUETOOTH = N_("No Bluetooth here, or it is off. Enter the roll.")
START_S = 20.0
"""An adapter that has not begun to scan after so long does not work, in seconds."""
RETRY_S = 10.0
"""After so long it is tried again, also where nothing at all was heard: an adapter may have been unplugged."""
AGAIN_S, STRANGER_AGAIN_S = 2.0, 4.0
"""A die that does the same as before is told again after so long: a wanted one, and any while dice are learned."""
FACES = (None, 1, 2, 3, 4, 5, 6)
MOST_REMEMBERED = 4 * MOST_HEARD
"""Of so many dice it is remembered what they did last."""
CLOSE_S = 1.0
"""So long it is waited for when it ends, in seconds: Bluetooth that hangs must not hold up the journal."""
MOST_IN_A_SECOND = 40
"""Messages, of all dice together; what is left out comes with the die's next advertisement."""


class DiceListener:
    """Listens while it is asked to. Its methods are called on the loop's thread, and return at once."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._events: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._wanted: frozenset[str] | None = None
        self._deliver: Callable[[EffectResult], object] = lambda _: None
        self._is_closed = False
        self._kinds: list[DieKind] = []
        self._told: dict[str, tuple[Die, float]] = {}
        """By id: what was told last since the roll was asked for, and when."""
        self._last: dict[str, Motion] = {}
        """What each die did last, whoever wanted to know."""
        self._before: dict[str, Motion] = {}
        """The same when this scan began: BlueZ may begin with that."""
        self._heard_at = 0.0
        self._newest = deque[float](maxlen=MOST_IN_A_SECOND)
        """When the newest messages were delivered."""

    def listen(self, wanted: frozenset[str] | None, deliver: Callable[[EffectResult], object]) -> None:
        """Listens to these dice from now on; none: to all; None: to none."""
        if self._wanted is None:
            self._told = {}  # also where the last scan has not ended yet: for a new roll all is new
        self._wanted, self._deliver = wanted, deliver
        if self._thread is None and wanted is not None:
            self._thread = Thread(target=lambda: asyncio.run(self._run()), name="dice", daemon=True)
            self._thread.start()
        self._wake_up()

    def close(self) -> None:
        """Ends the thread. May be called twice."""
        self._is_closed, self._wanted = True, None
        self._wake_up()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def _wake_up(self) -> None:
        if self._events is not None:
            with suppress(RuntimeError):  # the thread has ended
                self._events.call_soon_threadsafe(self._changed.set)

    async def _run(self) -> None:
        self._events = asyncio.get_running_loop()
        self._kinds = list(DICE_KINDS.values())
        for sentence in DICE_KINDS.broken():
            log.warning("%s", sentence)
        last: type[Exception] | None = None
        while not self._is_closed:
            if self._wanted is None:
                await self._wait(None)
                continue
            try:
                await self._scan()
                last = None
            except Exception as error:  # noqa: BLE001 - whatever the library and the system make of it, a roll can be entered
                if type(error) is not last:
                    log.warning("no dice are heard: %s", error)
                last = type(error)
                self._deliver(
                    BluetoothChanged(NO_EXTRA if isinstance(error, ImportError) else NO_BLUETOOTH, monotonic_s())
                )
                await self._wait(RETRY_S)

    async def _scan(self) -> None:
        """Scans until nobody listens, or nothing at all is heard. Raises whatever says that there is no Bluetooth."""
        # A die that lies still is to be heard, too, so BlueZ must not leave out what it has told before.
        options = {"bluez": {"filters": {"DuplicateData": True}}}
        scanner = import_module("bleak").BleakScanner(self._hear, **options)
        self._before = dict(self._last)
        async with asyncio.timeout(START_S):
            await scanner.start()
        self._deliver(BluetoothChanged("", monotonic_s()))
        try:
            while self._wanted is not None:
                since = monotonic_s()
                await self._wait(RETRY_S)
                if self._heard_at < since and monotonic_s() - since >= RETRY_S:
                    return
        finally:
            async with asyncio.timeout(START_S):
                await scanner.stop()

    async def _wait(self, longest_s: float | None) -> None:
        """Waits until somebody wants something else."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                await self._changed.wait()
        self._changed.clear()

    def _hear(self, device: Any, data: Any) -> None:  # noqa: ANN401 - bleak's, which may not be there
        self._heard_at = monotonic_s()
        said = Advertisement(data.local_name or device.name or "", data.manufacturer_data, data.service_data, data.rssi)
        for kind in tuple(self._kinds):
            try:
                die = _sound(kind.read(said))
            except Exception:
                log.exception("the dice %s are not listened to any more", kind.name)
                self._kinds.remove(kind)
                continue
            if die is not None:
                self._tell(die, self._heard_at)
                return

    def _tell(self, die: Die, now: float) -> None:
        wanted, told = self._wanted, self._told.get(die.id)
        is_known = wanted is not None and die.id in wanted
        # Strangers leave room: the table's own dice are remembered and told of, however many others are in the room.
        if is_known or die.id in self._last or len(self._last) < MOST_REMEMBERED:
            self._last[die.id] = die.motion
        if wanted is None or (wanted and not is_known):
            return
        if told is None:
            if not is_known and not self._make_room(die):
                return
            if die.motion is Motion.MOVES and self._before.pop(die.id, None) is Motion.MOVES:
                # Perhaps nothing new: a die that was in a hand when the last scan ended may lie still by now.
                return
        elif told[0]._replace(rssi=die.rssi) == die and now - told[1] < (AGAIN_S if wanted else STRANGER_AGAIN_S):
            return
        if len(self._newest) < MOST_IN_A_SECOND or now - self._newest[0] >= 1.0:
            self._newest.append(now)
            self._told[die.id] = die, now
            self._deliver(DieHeard(die, now))

    def _make_room(self, die: Die) -> bool:
        """Makes room for a stranger that moves, in the place of one that lies still; returns whether there is room."""
        if len(self._told) >= MOST_HEARD and die.motion is Motion.MOVES:
            still = next((each for each, (was, _) in self._told.items() if was.motion is not Motion.MOVES), None)
            self._told.pop(still or "", None)
        return len(self._told) < MOST_HEARD


def _sound(die: object) -> Die | None:
    """Returns what a kind has read. Raises TypeError: it is nonsense, and the kind has a mistake."""
    if die is None or (isinstance(die, Die) and die.face in FACES):
        return die
    raise TypeError(f"read returned {die!r}")
