"""The buzzer: plays tones on a pin with PWM."""

from collections.abc import Callable, Sequence
from math import asin, pi
from threading import Condition, Thread

from gpiozero import Factory, PWMOutputDevice
from gpiozero.exc import GPIOZeroError

from hardware.device import Part, PartError, PartFault, Tone
from hardware.wiring import Pin

LOWEST_HZ, HIGHEST_HZ = 27.5, 7040.0
"""The pitch range: four octaves below and above 440 Hz."""
MIN_DUTY = 0.01
"""gpiozero passes whole per cent to lgpio and rounds down, so less than 1 % would be silent."""


class Buzzer:
    """Plays tones one after the other, on a separate thread."""

    def __init__(
        self, pin: Pin, factory: Factory, report_fault: Callable[[PartFault], None], volume: float = 1.0
    ) -> None:
        """Claims the pin. The volume is 0 to 1.

        `report_fault` is called once when the buzzer fails, and once when it works again.

        Raises:
            PartError: the pin cannot be claimed.
        """
        try:
            self._pulses = PWMOutputDevice(pin, pin_factory=factory)
            # gpiozero starts at 100 Hz; without a frequency the output is off.
            self._pulses.frequency = None
        except (GPIOZeroError, OSError) as error:
            raise PartError(f"the buzzer's pin cannot be used: {error}") from error
        self._changed = Condition()
        self._report_fault = report_fault
        self._duty = duty_cycle(volume)
        self._closing = False
        self._failing = False
        self._silent = True
        self._tones: tuple[Tone, ...] = ()
        self._thread = Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, tones: Sequence[Tone]) -> None:
        with self._changed:
            # New tones replace old ones: a queue of sounds would lag behind the presses.
            self._tones = tuple(tones)
            self._silent = not tones
            self._changed.notify_all()

    def flush(self, timeout_s: float) -> bool:
        """Waits until all tones are played; returns False on a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._silent, timeout_s)

    def close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        self._pulses.close()

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                if self._tones:
                    tone, *remaining = self._tones
                    self._tones = tuple(remaining)
                    self._set_pitch(tone.hertz)
                    # `wait` releases the lock for the length of the tone, or until `play` replaces the tones.
                    self._changed.wait(tone.seconds)
                else:
                    self._set_pitch(0)
                    self._silent = True
                    self._changed.notify_all()
                    self._changed.wait()
            self._set_pitch(0)

    def _set_pitch(self, hertz: float) -> None:
        """Starts the nearest possible pitch; 0 is silence."""
        pitch_hz = min(max(hertz, LOWEST_HZ), HIGHEST_HZ) if hertz else None
        try:
            self._pulses.frequency = pitch_hz
            if pitch_hz:
                self._pulses.value = self._duty
            else:
                # lgpio stops a wave at its present level, which may be high (lgGpio.c, lgTxPwm).
                self._pulses.off()
        except (GPIOZeroError, OSError) as error:
            self._report_change(f"the buzzer does not sound: {error}")
        else:
            # Only a tone shows that the buzzer works again.
            if pitch_hz:
                self._report_change(None)

    def _report_change(self, reason: str | None) -> None:
        """Reports when the buzzer starts to fail (`reason`) or works again (None)."""
        if (reason is not None) != self._failing:
            self._failing = not self._failing
            self._report_fault(PartFault(Part.BUZZER, reason))


def duty_cycle(volume: float) -> float:
    """Returns the duty cycle for a volume: the amplitude of the fundamental is proportional to sin(pi * duty)."""
    return max(asin(volume) / pi, MIN_DUTY) if volume else 0.0
