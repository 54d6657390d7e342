"""The five buttons: from pins to presses."""

from __future__ import annotations

from enum import Enum, auto
from threading import Lock, Timer, current_thread
from typing import TYPE_CHECKING

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOZeroError

from hardware.device import Button, Fault, Part, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero import Factory

    from hardware.claims import Missing
    from hardware.wiring import Wiring

TOLD_WHEN_LET_GO = frozenset({Button.UNDO})
"""What they do cannot be taken back: it waits until it is sure that this is no hold."""


class Buttons:
    """All five, each between its pin and ground.

    A callback runs on the pins' own thread, which an error would end for all of them: it enqueues and returns.
    """

    def __init__(self, wiring: Wiring, enqueue: Callable[[Press], None], tell: Callable[[Fault], None]) -> None:
        self._wiring = wiring
        self._enqueue = enqueue
        self._tell = tell
        self._keys: dict[Button, Key] = {}
        self._unseen: list[Key] = []

    def claim(self, factory: Factory) -> Missing:
        """Claims the pins that are not yet had.

        Returns:
            The buttons whose pin cannot be had, all of them as one part.
        """
        refused: dict[Button, str] = {}
        for button in Button:
            if button not in self._keys:
                try:
                    self._keys[button] = Key(button, self._wiring, factory, self._enqueue, self._tell)
                    self._unseen.append(self._keys[button])
                except (GPIOZeroError, OSError) as error:
                    refused[button] = str(error)  # the error itself would keep the half-built key, and its pin
        if not self._keys:
            return {Part.BUTTONS: f"the buttons' pins cannot be had: {refused[Button.LEFT]}"}
        return {button: f"the pin of the button {button} cannot be had: {error}" for button, error in refused.items()}

    def look(self) -> None:
        """Tells of the buttons that were claimed just now which are down already: they are stuck."""
        for key in self._unseen:
            key.look()
        self._unseen.clear()

    def await_hold(self, button: Button, timeout_s: float) -> None:
        """Waits until the press that is under way is told as held, or ends."""
        self._keys[button].await_hold(timeout_s)

    def close(self) -> None:
        """Lets go of the pins. May be called twice."""
        for key in self._keys.values():
            key.close()


class Phase(Enum):
    """How far a press has come."""

    UP = auto()
    DOWN = auto()
    HELD = auto()
    STUCK = auto()


class Key:
    """One button.

    gpiozero's own Button has a thread for holding that wakes ten times a second; here a timer runs while one is down.
    """

    def __init__(
        self,
        button: Button,
        wiring: Wiring,
        factory: Factory,
        enqueue: Callable[[Press], None],
        tell: Callable[[Fault], None],
    ) -> None:
        self._button = button
        self._enqueue = enqueue
        self._tell = tell
        self._next = {Phase.DOWN: (wiring.hold_s, Phase.HELD), Phase.HELD: (wiring.stuck_s, Phase.STUCK)}
        self._lock = Lock()
        self._phase = Phase.UP
        self._timer: Timer | None = None
        self._input = DigitalInputDevice(
            wiring.pin(button), pull_up=True, bounce_time=wiring.debounce_s, pin_factory=factory
        )
        self._input.when_activated = lambda: self._enter(Phase.DOWN)
        self._input.when_deactivated = lambda: self._enter(Phase.UP)

    def look(self) -> None:
        """Tells the button as stuck if it is down though nobody has pressed it."""
        with self._lock:
            if self._phase is Phase.UP and self._input.is_active:
                self._change(Phase.STUCK)

    def await_hold(self, timeout_s: float) -> None:
        """Waits until the press that is under way is told as held, or ends."""
        with self._lock:
            timer = self._timer if self._phase is Phase.DOWN else None
        if timer is not None:
            timer.join(timeout_s)

    def close(self) -> None:
        """Lets go of the pin. May be called twice."""
        self._input.close()
        with self._lock:
            self._time(None)

    def _enter(self, phase: Phase) -> None:
        with self._lock:
            self._change(phase)

    def _go_on(self, phase: Phase) -> None:
        """Enters the phase for which a timer has waited, unless the finger was faster."""
        with self._lock:
            if current_thread() is self._timer:
                self._change(phase)

    def _change(self, phase: Phase) -> None:
        before, self._phase = self._phase, phase
        late = self._button in TOLD_WHEN_LET_GO
        match before, phase:
            case (_, Phase.DOWN) if not late:
                self._enqueue(Press(self._button))
            case Phase.DOWN, Phase.UP if late:
                self._enqueue(Press(self._button))
            case _, Phase.HELD:
                self._enqueue(Press(self._button, held=True))
            case _, Phase.STUCK:
                self._tell(Fault(self._button, f"the button {self._button} stays down", stuck=True))
            case Phase.STUCK, _:
                self._tell(Fault(self._button, None))
            case _:
                pass
        waits = self._next.get(phase)
        self._time(None if waits is None else Timer(waits[0], self._go_on, waits[1:]))

    def _time(self, timer: Timer | None) -> None:
        """Lets this timer run, in the place of the one before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer
        if timer is not None:
            timer.daemon = True
            timer.start()
