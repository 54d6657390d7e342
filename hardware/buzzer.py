"""The buzzer."""

from __future__ import annotations

from threading import Condition, Thread
from typing import TYPE_CHECKING

from gpiozero import TonalBuzzer
from gpiozero.exc import GPIOZeroError
from gpiozero.tones import Tone as Pitch

from hardware.device import PartFailed, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpiozero import Factory

    from hardware.wiring import Pin

OCTAVES = 4
"""It plays from 27.5 to 7,040 Hz: four octaves below and above the A of 440 Hz."""


class Buzzer:
    """Plays tones one after the other on a thread of its own, which sleeps when there are none."""

    def __init__(self, pin: Pin, factory: Factory) -> None:
        """Claims the pin.

        Raises:
            PartFailed: it cannot be had.
        """
        try:
            self._sound = TonalBuzzer(pin, octaves=OCTAVES, pin_factory=factory)
        except (GPIOZeroError, OSError) as error:
            raise PartFailed(f"the buzzer's pin cannot be had: {error}") from error
        self._changed = Condition()
        self._closing = False
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
            self._tones = tuple(tones)
            self._silent = not tones
            self._changed.notify_all()

    def settle(self, timeout_s: float) -> bool:
        """Waits until all that was played is over; False when the time is over before."""
        with self._changed:
            return self._changed.wait_for(lambda: self._silent, timeout_s)

    def close(self) -> None:
        """Falls silent and lets go of the pin. May be called twice."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        self._sound.close()

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                self._sound_next()
            self._sound.stop()

    def _sound_next(self) -> None:
        """Sounds the next tone until its time is over or others take its place; sleeps when there is none."""
        if not self._tones:
            self._sound.stop()
            self._silent = True
            self._changed.notify_all()
            self._changed.wait()
            return
        tone, *later = self._tones
        self._tones = tuple(later)
        self._sound.play(Pitch(frequency=tone.hertz) if tone.hertz else None)
        self._changed.wait(tone.seconds)
