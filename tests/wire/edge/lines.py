"""A module in the place of lgpio: one chip of pins, with fingers and bouncing contacts on the far side."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NamedTuple

Told = Callable[[int, int, int, int], None]
"""Called with the chip, the pin, the level and the time in nanoseconds."""

OUTPUT, PULLED_UP = 1 << 1, 1 << 5
"""What a pin's mode says of it (lgpio.gpio_get_mode)."""


class error(Exception):  # noqa: N801  # lgpio's own name
    def __init__(self, value: str) -> None:
        self.value = value


class Edge(NamedTuple):
    at_us: int
    level: int


class Line:
    def __init__(self) -> None:
        self.level = 0
        self.mode = 0
        self.debounce_us = 0
        self.told: Told | None = None
        self.pwm: list[tuple[float, float]] = []
        """Each frequency and duty cycle, in Hz and per cent, that it was told."""


class _Callback:
    def __init__(self, line: Line, told: Told) -> None:
        self._line = line
        line.told = told

    def cancel(self) -> None:
        self._line.told = None


class Lgpio(ModuleType):
    """lgpio as far as gpiozero uses it. A pin that is pulled up is high until somebody presses."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1 << 7, 1 << 5, 1 << 6
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.error = error
        self.present = True
        """Whether the chip can be opened."""
        self.handles = 0
        """How often it is open."""
        self.busy: set[int] = set()
        """Pins that somebody else has."""
        self.refuses = False
        """Whether every output fails."""
        self.pressed: set[int] = set()
        """Pins that are tied to ground."""
        self.lines = {gpio: Line() for gpio in range(28)}

    def press(self, gpio: int) -> None:
        """Ties a pin to ground, for longer than any contact bounces."""
        self.pressed.add(gpio)
        self.trace(gpio, [Edge(0, 0)])

    def release(self, gpio: int) -> None:
        self.pressed.discard(gpio)
        self.trace(gpio, [Edge(0, 1)])

    def trace(self, gpio: int, edges: Sequence[Edge]) -> None:
        """Puts levels on a pin; those that last as long as its debounce time are told, the last one lasts.

        lgpio tells a level only once it is stable for that time, and nothing that was told before.
        """
        line = self.lines[gpio]
        ends = [edge.at_us for edge in edges[1:]] + [edges[-1].at_us + line.debounce_us]
        for edge, end_us in zip(edges, ends, strict=True):
            if end_us - edge.at_us >= line.debounce_us and edge.level != line.level:
                line.level = edge.level
                if line.told is not None:
                    line.told(0, gpio, edge.level, 1000 * (edge.at_us + line.debounce_us))

    def gpiochip_open(self, chip: int) -> int:
        if not self.present:
            raise self.error("can not open gpiochip")
        self.handles += 1
        return chip

    def gpiochip_close(self, _handle: int) -> None:
        self.handles -= 1

    def gpio_claim_input(self, _handle: int, gpio: int, flags: int = 0) -> None:
        self._claim(gpio, flags)
        self.lines[gpio].level = int(bool(flags & self.SET_PULL_UP) and gpio not in self.pressed)

    def gpio_claim_output(self, _handle: int, gpio: int, level: int = 0) -> None:
        self._claim(gpio, OUTPUT)
        self.lines[gpio].level = level

    def gpio_claim_alert(self, handle: int, gpio: int, _edges: int, flags: int) -> None:
        """Makes a pin an input that tells its changes."""
        self.gpio_claim_input(handle, gpio, flags)

    def gpio_free(self, _handle: int, gpio: int) -> None:
        self.lines[gpio].mode = 0

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        return self.lines[gpio].mode

    def gpio_read(self, _handle: int, gpio: int) -> int:
        return self.lines[gpio].level

    def gpio_write(self, _handle: int, gpio: int, level: int) -> None:
        self._check()
        self.lines[gpio].level = int(level)

    def gpio_set_debounce_micros(self, _handle: int, gpio: int, debounce_us: int) -> None:
        """How long a level must last before it is told."""
        self.lines[gpio].debounce_us = debounce_us

    def tx_pwm(self, _handle: int, gpio: int, hertz: float, duty_percent: float) -> None:
        """Starts a square wave, or changes it, or ends it; one that ends leaves its pin up.

        lgpio forgets a wave that ends and writes nothing more: the level stays as it is just then, here always high.
        """
        self._check()
        self.lines[gpio].pwm.append((hertz, duty_percent))
        if duty_percent:
            self.lines[gpio].level = 1

    def callback(self, _handle: int, gpio: int, _edges: int, told: Told) -> _Callback:
        return _Callback(self.lines[gpio], told)

    def _claim(self, gpio: int, mode: int) -> None:
        if gpio in self.busy:
            raise self.error("GPIO busy")
        self.lines[gpio].mode = mode

    def _check(self) -> None:
        if self.refuses:
            raise self.error("no permission to update GPIO")
