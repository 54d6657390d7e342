"""The buzzer."""

from __future__ import annotations

from math import asin, pi
from threading import Condition, Thread
from typing import TYPE_CHECKING

from gpiozero import PWMOutputDevice
from gpiozero.exc import GPIOZeroError

from hardware.device import Part, PartFailed, PartFault, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gpiozero import Factory

    from hardware.wiring import Pin

LOWEST_HZ, HIGHEST_HZ = 27.5, 7040.0
"""What it plays: four octaves below and above the A of 440 Hz."""
LEAST_DUTY = 0.01
"""gpiozero hands lgpio whole per cent, and drops what is over: less than one would be silent."""


class Buzzer:
    """Plays tones one after the other on a thread of its own, which sleeps when there are none."""

    def __init__(self, pin: Pin, factory: Factory, tell: Callable[[PartFault], None], volume: float = 1.0) -> None:
        """Claims the pin.

        Args:
            pin: where it is connected.
            factory: the pins.
            tell: is told once when it fails in play, and once when it sounds again.
            volume: 0 to 1, of the loudest.

        Raises:
            PartFailed: it cannot be had.
        """
        try:
            self._pulses = PWMOutputDevice(pin, pin_factory=factory)
            self._pulses.frequency = None
        except (GPIOZeroError, OSError) as error:
            raise PartFailed(f"the buzzer's pin cannot be had: {error}") from error
        self._changed = Condition()
        self._tell = tell
        self._duty = duty(volume)
        self._closing = False
        self._failing = False
        self._silent = True
        self._tones: tuple[Tone, ...] = ()
        self._thread = Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def play(self, tones: Sequence[Tone]) -> None:
        """Plays these in place of what sounds now; at once back."""
        with self._changed:
            # The new tones replace the old ones: sounds that queued up would tell of presses long past.
            self._tones = tuple(tones)
            self._silent = not tones
            self._changed.notify_all()

    def flush(self, timeout_s: float) -> bool:
        """Waits until all that was played is over; False when the time is over before."""
        with self._changed:
            return self._changed.wait_for(lambda: self._silent, timeout_s)

    def close(self) -> None:
        """Falls silent and lets go of the pin. May be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        self._pulses.close()

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                self._sound_next()
            self._sound_at(0)

    def _sound_next(self) -> None:
        """Sounds the next tone until its time is over or others take its place; sleeps when there is none."""
        if not self._tones:
            self._sound_at(0)
            self._silent = True
            self._changed.notify_all()
            self._changed.wait()
            return
        tone, *later = self._tones
        self._tones = tuple(later)
        self._sound_at(tone.hertz)
        # Waits without the lock, for the tone's length or until `play` replaces the tones.
        self._changed.wait(tone.seconds)

    def _sound_at(self, hertz: float) -> None:
        """Sounds the nearest pitch that it can; 0 is silence."""
        pitch_hz = min(max(hertz, LOWEST_HZ), HIGHEST_HZ) if hertz else None
        try:
            self._pulses.frequency = pitch_hz
            if pitch_hz:
                self._pulses.value = self._duty
            else:
                self._pulses.off()  # lgpio ends a wave where it is, high half of the time (lgGpio.c, lgTxPwm)
        except (GPIOZeroError, OSError) as error:
            self._note(f"the buzzer does not sound: {error}")
        else:
            if pitch_hz:
                self._note(None)

    def _note(self, reason: str | None) -> None:
        """Tells that it fails, or sounds again, when that is new."""
        if (reason is not None) != self._failing:
            self._failing = not self._failing
            self._tell(PartFault(Part.BUZZER, reason))


def duty(volume: float) -> float:
    """The share of a period that the pin is high: the wave's fundamental is as strong as the sine of pi times it."""
    return max(asin(volume) / pi, LEAST_DUTY) if volume else 0.0
