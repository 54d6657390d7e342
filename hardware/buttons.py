"""The five buttons: from pins to presses."""

from __future__ import annotations

from threading import Lock, Thread, Timer, current_thread
from typing import TYPE_CHECKING

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError

from hardware.device import Button, PartFailed, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero import Factory

    from hardware.wiring import Wiring

TOLD_WHEN_LET_GO = frozenset({Button.UNDO})
"""What they do cannot be taken back: it waits until it is sure that this is no hold."""


class Buttons:
    """All five, each between its pin and ground.

    A callback runs on the pins' own thread, which an error would end for all of them: it enqueues and returns.
    """

    def __init__(self, wiring: Wiring, factory: Factory, enqueue: Callable[[Press], None]) -> None:
        """Claims the pins.

        Raises:
            PartFailed: a pin cannot be had.
        """
        self._keys: dict[Button, Key] = {}
        try:
            for button in Button:
                self._keys[button] = Key(button, wiring, factory, enqueue)
        except (GPIOZeroError, OSError) as error:
            self.close()
            raise PartFailed(f"the buttons' pins cannot be had: {error}") from error

    def await_hold(self, button: Button, timeout_s: float) -> None:
        """Waits until the press that is under way is told as held, or ends."""
        self._keys[button].await_hold(timeout_s)

    def close(self) -> None:
        """Lets go of the pins. May be called twice."""
        for key in self._keys.values():
            key.close()


class Key:
    """One button.

    gpiozero's own Button has a thread for holding that wakes ten times a second; here a timer runs while one is down.
    """

    def __init__(self, button: Button, wiring: Wiring, factory: Factory, enqueue: Callable[[Press], None]) -> None:
        self._button = button
        self._hold_s = wiring.hold_s
        self._enqueue = enqueue
        self._lock = Lock()
        self._timer: Timer | None = None
        self._input = DigitalInputDevice(
            wiring.pin(button), pull_up=True, bounce_time=wiring.debounce_s, pin_factory=factory
        )
        self._input.when_activated = self._pressed
        self._input.when_deactivated = self._let_go

    def await_hold(self, timeout_s: float) -> None:
        """Waits until the press that is under way is told as held, or ends."""
        timer = self._timer
        if timer is not None:
            timer.join(timeout_s)

    def close(self) -> None:
        """Lets go of the pin. May be called twice."""
        self._input.close()
        self._take_timer()

    def _pressed(self) -> None:
        if self._button not in TOLD_WHEN_LET_GO:
            self._enqueue(Press(self._button))
        self._timer = Timer(self._hold_s, self._held)
        self._timer.daemon = True
        self._timer.start()

    def _let_go(self) -> None:
        if self._take_timer() and self._button in TOLD_WHEN_LET_GO:
            self._enqueue(Press(self._button))

    def _held(self) -> None:
        if self._take_timer(only=current_thread()):
            self._enqueue(Press(self._button, held=True))

    def _take_timer(self, only: Thread | None = None) -> bool:
        """Ends the press that is under way; whoever comes first, its timer or the finger, gets True."""
        with self._lock:
            timer = self._timer
            if timer is None or only not in {None, timer}:
                return False
            self._timer = None
        timer.cancel()
        return True
