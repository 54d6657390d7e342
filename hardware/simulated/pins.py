"""Simulated pins: gpiozero's mock pins, with debouncing and a record of tones, which those lack."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Timer, current_thread

from gpiozero import Factory
from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.device import Tone

KEPT_TONES = 100
"""The most tones that are kept until `take_tones`."""


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # published without types
    """A pin that reports a level once it was stable for the bounce time, as lgpio does, and records its tones."""

    def __init__(self, factory: Factory, info: PinInfo) -> None:
        self._lock = Lock()
        self._timer: Timer | None = None
        self._settled = Event()
        self._settled.set()
        self._began = 0.0
        self._is_tied = False
        self._sounded: deque[Tone] = deque(maxlen=KEPT_TONES)
        super().__init__(factory, info)

    def drive_level(self, *, high: bool) -> None:
        with self._lock:
            self._settled.clear()
            self._timer = Timer(self.bounce or 0, self._report_level, [self.drive_high if high else self.drive_low])
            self._timer.daemon = True
            self._timer.start()

    def tie_low(self, *, tied: bool) -> None:
        """Ties the line to ground or lets it go, at once; the pull-up lifts it only when nothing ties it."""
        self._is_tied = tied
        (self.drive_low if tied else self.drive_high)()

    def drive_high(self) -> None:
        if not self._is_tied:
            super().drive_high()

    def await_settled(self, timeout_s: float) -> bool:
        """Waits until the newest level is reported; returns False on a timeout."""
        return self._settled.wait(timeout_s)

    def take_tones(self) -> list[Tone]:
        """Returns the newest tones that ended since the last call, with their real durations."""
        with self._lock:
            sounded = list(self._sounded)
            self._sounded.clear()
        return sounded

    def close(self) -> None:
        """Cancels the report of a level that is not stable yet."""
        with self._lock:
            self._timer = None
        super().close()

    def _report_level(self, report: Callable[[], None]) -> None:
        """Reports a level, unless a newer one came meanwhile."""
        with self._lock:
            # A newer level has started a timer of its own: the older one was a bounce.
            if self._timer is not current_thread():
                return
        report()
        self._settled.set()

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001  # gpiozero's own
        # gpiozero keeps all earlier levels for ever; a table may stand for weeks.
        changed: bool = super()._change_state(value)
        del self.states[:-1]
        return changed

    def _set_frequency(self, value: float | None) -> None:
        # A tone ends where the next one, or silence, begins.
        now = self.factory.ticks()
        with self._lock:
            if self._frequency and self._state:
                self._sounded.append(Tone(round(self._frequency, 1), round(now - self._began, 3)))
            self._began = now
        super()._set_frequency(value)


def simulated_pins() -> MockFactory:
    """Returns a factory of simulated pins."""
    return MockFactory(pin_class=SimulatedPin)
