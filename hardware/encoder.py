"""A rotary encoder in the place of the buttons left and right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpiozero import RotaryEncoder

from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero import Factory

    from hardware.wiring import Wiring


class Encoder:
    """Tells each detent, clockwise as right, the other way as left.

    Its two contacts close one after the other; which one is first tells the way. Bouncing goes to and fro between two
    of four states and is no detent: it needs no debounce time, which would lose the steps of a fast hand.
    """

    def __init__(self, wiring: Wiring, factory: Factory, turned: Callable[[Button], None]) -> None:
        """Claims both pins.

        Args:
            wiring: `left` is A, `right` is B.
            factory: the pins.
            turned: is told each detent, on the pins' own thread.
        """
        self._rotary = RotaryEncoder(wiring.left, wiring.right, max_steps=0, pin_factory=factory)
        self._rotary.when_rotated_clockwise = lambda: turned(Button.RIGHT)
        self._rotary.when_rotated_counter_clockwise = lambda: turned(Button.LEFT)

    def close(self) -> None:
        """Lets go of the pins. May be called twice."""
        self._rotary.close()
