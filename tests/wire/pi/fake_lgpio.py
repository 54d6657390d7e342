"""A module in the place of lgpio: one chip of pins that a test can press."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NamedTuple

Report = Callable[[int, int, int, int], None]
"""Called with the chip, the pin, the level and the time in nanoseconds."""

OUTPUT, PULLED_UP = 1 << 1, 1 << 5
"""The bits of a pin's mode (lgpio.gpio_get_mode)."""


class error(Exception):  # noqa: N801  # lgpio's own name
    def __init__(self, value: str) -> None:
        self.value = value


class LevelChange(NamedTuple):
    at_us: int
    level: int


class Line:
    def __init__(self) -> None:
        self.level = 0
        self.mode = 0
        self.debounce_us = 0
        self.report: Report | None = None
        self.pwm: list[tuple[float, float]] = []
        """Each frequency in Hz and duty cycle in per cent that was set."""


class _Callback:
    def __init__(self, line: Line, report: Report) -> None:
        self._line = line
        line.report = report

    def cancel(self) -> None:
        self._line.report = None


class FakeLgpio(ModuleType):
    """The part of lgpio that gpiozero uses. A pin with a pull-up is high until it is pressed."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1 << 7, 1 << 5, 1 << 6
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.error = error
        self.present = True
        """Whether the chip can be opened."""
        self.handles = 0
        """The number of open handles."""
        self.busy: set[int] = set()
        """The pins that another program uses."""
        self.fails = False
        """Whether every output fails."""
        self.pressed: set[int] = set()
        """The pins that are connected to ground."""
        self.lines = {gpio: Line() for gpio in range(28)}

    def press(self, gpio: int) -> None:
        """Connects a pin to ground, for longer than any contact bounces."""
        self.pressed.add(gpio)
        self.trace(gpio, [LevelChange(0, 0)])

    def release(self, gpio: int) -> None:
        self.pressed.discard(gpio)
        self.trace(gpio, [LevelChange(0, 1)])

    def trace(self, gpio: int, edges: Sequence[LevelChange]) -> None:
        """Drives a pin with levels, of which the last stays, and reports those that last as long as its debounce time.

        Like lgpio it reports a level only once it was stable for that time, and only if it differs from the one before.
        """
        line = self.lines[gpio]
        ends = [edge.at_us for edge in edges[1:]] + [edges[-1].at_us + line.debounce_us]
        for edge, end_us in zip(edges, ends, strict=True):
            if end_us - edge.at_us >= line.debounce_us and edge.level != line.level:
                line.level = edge.level
                if line.report is not None:
                    line.report(0, gpio, edge.level, 1000 * (edge.at_us + line.debounce_us))

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
        self.lines[gpio].debounce_us = debounce_us

    def tx_pwm(self, _handle: int, gpio: int, hertz: float, duty_percent: float) -> None:
        """Starts, changes or ends a square wave.

        lgpio writes nothing more when a wave ends: the level stays as it happens to be, which is always high here.
        """
        self._check()
        self.lines[gpio].pwm.append((hertz, duty_percent))
        if duty_percent:
            self.lines[gpio].level = 1

    def callback(self, _handle: int, gpio: int, _edges: int, report: Report) -> _Callback:
        return _Callback(self.lines[gpio], report)

    def _claim(self, gpio: int, mode: int) -> None:
        if gpio in self.busy:
            raise self.error("GPIO busy")
        self.lines[gpio].mode = mode

    def _check(self) -> None:
        if self.fails:
            raise self.error("no permission to update GPIO")
