"""The five buttons: turns levels of pins into presses. A rotary encoder can replace three buttons."""

from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from threading import Lock

from gpiozero import DigitalInputDevice, Factory, RotaryEncoder
from gpiozero.exc import GPIOZeroError

from hardware.clock import CLOCK, Call, Clock, Scheduler
from hardware.device import Button, MissingParts, Part, PartFault, Press, reported_presses
from hardware.wiring import Wiring


class Encoder(RotaryEncoder):  # type: ignore[misc]  # published without types
    """Reports each detent: clockwise as right, counter-clockwise as left.

    The contact that closes first gives the direction. A contact that bounces alternates between two of the four states
    and never completes a detent. So no debounce time is needed, and fast steps are not lost.
    """

    def __init__(self, wiring: Wiring, factory: Factory, turned: Callable[[Button], None]) -> None:
        """Claims both pins: `left` of the wiring is A, `right` is B.

        `turned` is called for each detent, on the thread of the pins.
        """
        super().__init__(wiring.buttons.left, wiring.buttons.right, max_steps=0, pin_factory=factory)
        self.when_rotated_clockwise = lambda: turned(Button.RIGHT)
        self.when_rotated_counter_clockwise = lambda: turned(Button.LEFT)


REPORTED_ON_RELEASE = frozenset({Button.UNDO})
"""These buttons report a press on release: an undo cannot be undone, and the press may become a hold."""
STUCK_S = 30.0
"""Time after a hold until a button counts as stuck."""
ENCODER_BUTTONS = (Button.LEFT, Button.RIGHT)
"""The buttons that are replaced by turning the encoder."""


class Buttons:
    """All five buttons, each between its pin and ground, or an encoder instead of some of them.

    Callbacks run on the thread of the pins. An exception there would stop all buttons, so callbacks only enqueue.
    """

    def __init__(
        self,
        wiring: Wiring,
        enqueue: Callable[[Press], None],
        report_fault: Callable[[PartFault], None],
        clock: Clock = CLOCK,
    ) -> None:
        self._wiring = wiring
        self._enqueue = enqueue
        self._report_fault = report_fault
        self._scheduler = Scheduler("holds of the buttons", clock)
        self._buttons: dict[Button, DebouncedButton] = {}
        self._encoder: Encoder | None = None
        self._newly_claimed: list[DebouncedButton] = []

    def claim_pins(self, factory: Factory) -> MissingParts:
        """Claims the pins that are not claimed yet.

        Returns:
            The buttons whose pins cannot be claimed; a single entry, `Part.BUTTONS`, if that is all of them.
        """
        has_encoder = self._wiring.buttons.encoder
        unclaimed: list[Part | Button] = [Part.ENCODER] if has_encoder and self._encoder is None else []
        replaced = ENCODER_BUTTONS if has_encoder else ()
        unclaimed += [button for button in Button if button not in replaced and button not in self._buttons]
        errors: dict[Part | Button, str] = {}
        for part in unclaimed:
            try:
                if isinstance(part, Button):
                    claimed = DebouncedButton(
                        part, self._wiring, factory, self._enqueue, self._report_fault, scheduler=self._scheduler
                    )
                    self._buttons[part] = claimed
                    self._newly_claimed.append(claimed)
                else:
                    self._encoder = Encoder(self._wiring, factory, self._report_detent)
            except (GPIOZeroError, OSError) as error:
                # As text: the error object would keep the half-built button alive, and its pin claimed.
                errors[part] = str(error)
        # One fault, not five, if the chip itself is missing.
        if not self._buttons and not self._encoder:
            return {Part.BUTTONS: f"the buttons' pins cannot be used: {next(iter(errors.values()))}"}
        pins = {
            part: f"the pin of the button {part}" if isinstance(part, Button) else "the encoder's pins"
            for part in errors
        }
        return {part: f"{pins[part]} cannot be used: {error}" for part, error in errors.items()}

    def report_stuck_buttons(self) -> None:
        """Reports the buttons that were already down when their pins were claimed."""
        for claimed in self._newly_claimed:
            claimed.report_if_stuck()
        self._newly_claimed.clear()

    def await_hold(self, button: Button, timeout_s: float) -> None:
        self._buttons[button].await_hold(timeout_s)

    def close(self) -> None:
        if self._encoder is not None:
            self._encoder.close()
        # The scheduler last, because closing a button cancels its call there.
        for claimed in self._buttons.values():
            claimed.close()
        self._scheduler.close()

    def _report_detent(self, button: Button) -> None:
        """Reports a detent as a press; while `undo` is down as a hold, because an encoder cannot be held."""
        ok, undo = self._buttons.get(Button.OK), self._buttons.get(Button.UNDO)
        # Pressing the encoder turns it a little: detents are ignored until it is released.
        if ok is None or not ok.is_down:
            for press in reported_presses(button, held=undo is not None and undo.use_as_modifier()):
                self._enqueue(press)


class PressPhase(Enum):
    UP = auto()
    DOWN = auto()
    HELD = auto()
    MODIFIER = auto()
    """Down while the encoder is turned: the release is not a press."""
    STUCK = auto()


class DebouncedButton:
    """One button with debounce and hold.

    gpiozero's own Button starts a thread for holds that wakes ten times a second; here all buttons share one thread.
    """

    def __init__(
        self,
        button: Button,
        wiring: Wiring,
        factory: Factory,
        enqueue: Callable[[Press], None],
        report_fault: Callable[[PartFault], None],
        *,
        scheduler: Scheduler,
    ) -> None:
        self._button = button
        self._scheduler = scheduler
        self._enqueue = enqueue
        self._report_fault = report_fault
        self._next = {
            PressPhase.DOWN: (wiring.buttons.hold_ms / 1000, PressPhase.HELD),
            PressPhase.HELD: (STUCK_S, PressPhase.STUCK),
            PressPhase.MODIFIER: (STUCK_S, PressPhase.STUCK),
        }
        # Used by the thread of the pins (edges), that of the scheduler (holds), and threads that wait for a hold.
        self._lock = Lock()
        self._phase = PressPhase.UP
        self._entered_count = 0
        """The number of phases so far, by which a late call detects that its phase is over."""
        self._call: Call | None = None
        """The scheduled call for the next phase; None if this phase has no time limit."""
        # A level counts once it has been stable for the debounce time. This delays every press, but a bounce can
        # neither double a press nor end a hold.
        self._input = DigitalInputDevice(
            wiring.pin(button), pull_up=True, bounce_time=wiring.buttons.debounce_ms / 1000, pin_factory=factory
        )
        self._input.when_activated = lambda: self._enter_phase(PressPhase.DOWN)
        self._input.when_deactivated = lambda: self._enter_phase(PressPhase.UP)

    def report_if_stuck(self) -> None:
        with self._lock:
            # gpiozero reports edges only; a button that was down before its pin was claimed has no edge.
            if self._phase is PressPhase.UP and self._input.is_active:
                self._change_phase(PressPhase.STUCK)

    @property
    def is_down(self) -> bool:
        """Whether the button is pressed; a stuck one is not."""
        return self._phase not in {PressPhase.UP, PressPhase.STUCK}

    def use_as_modifier(self) -> bool:
        """Returns whether the button is down and has reported nothing; its release will then report nothing either."""
        with self._lock:
            if self._phase is PressPhase.DOWN and self._button in REPORTED_ON_RELEASE:
                self._change_phase(PressPhase.MODIFIER)
            return self._phase is PressPhase.MODIFIER

    def await_hold(self, timeout_s: float) -> None:
        """Waits until a button that is down counts as held."""
        with self._lock:
            call = self._call if self._phase is PressPhase.DOWN else None
        if call is not None:
            call.wait(timeout_s)

    def close(self) -> None:
        self._input.close()
        with self._lock:
            self._forget_call()

    def _enter_phase(self, phase: PressPhase) -> None:
        with self._lock:
            self._change_phase(phase)

    def _enter_next_phase(self, entered_count: int, phase: PressPhase) -> None:
        """Enters the phase of a scheduled call, unless the button has changed since."""
        with self._lock:
            # `cancel` is too late for a call that has begun. Without the count, a button that is released at that
            # moment would still count as held.
            if entered_count == self._entered_count:
                self._change_phase(phase)

    def _change_phase(self, phase: PressPhase) -> None:
        before, self._phase = self._phase, phase
        self._entered_count += 1
        # `undo` reports on release, because its hold opens the menu, and a press before that would have undone a move.
        # The others report when they go down, so that the duration of a press does not delay it.
        on_release = self._button in REPORTED_ON_RELEASE
        match before, phase:
            case (_, PressPhase.DOWN) if not on_release:
                self._enqueue(Press(self._button))
            case PressPhase.DOWN, PressPhase.UP if on_release:
                self._enqueue(Press(self._button))
            case _, PressPhase.HELD:
                self._enqueue(Press(self._button, held=True))
            case _, PressPhase.STUCK:
                self._report_fault(PartFault(self._button, f"the button {self._button} stays down", stuck=True))
            case PressPhase.STUCK, _:
                self._report_fault(PartFault(self._button, None))
            case _:
                pass
        self._forget_call()
        # One call per button, for the next phase: down, held, stuck.
        if phase in self._next:
            wait_s, next_phase = self._next[phase]
            enter = partial(self._enter_next_phase, self._entered_count, next_phase)
            self._call = self._scheduler.call_later(wait_s, enter)

    def _forget_call(self) -> None:
        if self._call is not None:
            self._scheduler.cancel(self._call)
            self._call = None
