"""A rotary encoder that replaces the buttons left and right."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from gpiozero import RotaryEncoder

from hardware.device import Button, Part, PartFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero import Factory

    from hardware.clock import Clock
    from hardware.wiring import Wiring

NAMES = ("B", "A")
"""The contacts, in the order of gpiozero's bits."""
ALONE_COUNT = 10
"""How often one contact closes without a change of the other before that is reported."""
APART_S = 0.02
"""A contact that closes again within this time, in seconds, bounces: it counts as the same closing."""


class Encoder:
    """Reports each detent: clockwise as right, counter-clockwise as left.

    Its two contacts close one after the other; the first one gives the direction. Bouncing alternates between two of
    the four states and never completes a detent, so there is no debounce time, which would lose fast steps.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: Factory,
        turned: Callable[[Button], None],
        report_fault: Callable[[PartFault], None],
        *,
        clock: Clock,
    ) -> None:
        """Claims both pins.

        Args:
            wiring: `left` is A, `right` is B.
            factory: the pins.
            turned: called for each detent, on the thread of the pins.
            report_fault: called once when a contact is dead, and once when it works again.
            clock: tells closings from bouncing.
        """
        watch = ContactWatch(report_fault, clock)
        self._rotary = _Watched(wiring.left, wiring.right, watch.note_levels, max_steps=0, pin_factory=factory)
        self._rotary.when_rotated_clockwise = lambda: turned(Button.RIGHT)
        self._rotary.when_rotated_counter_clockwise = lambda: turned(Button.LEFT)

    def close(self) -> None:
        self._rotary.close()


class ContactWatch:
    """Finds a dead contact: its wire is off, or shorted to ground.

    The levels alone do not show it: some encoders rest with both contacts open, some with both closed, some with each
    in turn (two detents a cycle). But in all of them the other contact changes twice between two closings of one.
    """

    def __init__(self, report_fault: Callable[[PartFault], None], clock: Clock) -> None:
        self._report_fault = report_fault
        self._clock = clock
        self._levels = 0
        self._alone = 0
        """The bit of the contact that changed last."""
        self._closings = 0
        """How often that contact has closed since the other one changed."""
        self._closed_at_s = -inf

    def note_levels(self, levels: int) -> None:
        """Processes the levels of the contacts: a bit each, 1 for closed."""
        changed, self._levels = self._levels ^ levels, levels
        if changed != self._alone:
            if self._closings >= ALONE_COUNT:
                self._report_fault(PartFault(Part.ENCODER, None))
            self._alone, self._closings, self._closed_at_s = changed, 0, -inf
        now_s = self._clock.now_s()
        if levels & changed and now_s - self._closed_at_s >= APART_S:
            self._closings += 1
            self._closed_at_s = now_s
            # Exactly then, so that it is reported once.
            if self._closings == ALONE_COUNT:
                dead = NAMES[2 - changed]
                self._report_fault(PartFault(Part.ENCODER, f"the encoder's contact {dead} never changes", stuck=True))


class _Watched(RotaryEncoder):  # type: ignore[misc]  # published without types
    """gpiozero's encoder; it also passes on the levels of its contacts."""

    def __init__(self, a: int, b: int, note: Callable[[int], None], **options: Any) -> None:  # noqa: ANN401 - its own
        # Before all else: gpiozero takes no attribute of a device later.
        self._note = note
        super().__init__(a, b, **options)

    def _change_state(self, ticks: int, edge: int) -> None:
        """Takes the levels of both, A in the higher bit."""
        self._note(edge)
        super()._change_state(ticks, edge)
