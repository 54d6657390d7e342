"""The one loop: message, update, effects, view, frame. It sleeps until a message or until the picture changes."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from companion.effects import Effect
from companion.journal import JournalError
from companion.messages import Answer, JournalFailed, Message, PartChanged, Pressed, Ticked
from companion.model import Model, Step
from companion.pages.fault import our_fault
from companion.update import update
from companion.view import View, view
from hardware.device import Fault, Press

log = logging.getLogger(__name__)

Carry = Callable[[Effect], Answer | None]
"""Carries an effect out; may answer with a message. Raises JournalError when the journal did not take it."""


Show = Callable[[View, Model], None]
"""Shows a view of the model that differs from the one before."""


class Loop:
    """Runs one model. Everything in it happens on the thread of its event loop."""

    def __init__(self, model: Model, carry: Carry, audience: Iterable[Show]) -> None:
        self.model = model
        self._carry = carry
        self._audience = tuple(audience)
        self._stopped = False
        self._inbox: deque[Press | Fault] = deque()
        self._arrived = asyncio.Event()
        self._shown: View | None = None

    def enqueue(self, happened: Press | Fault) -> None:
        """Takes what happened on the device or on a mirror, and wakes the loop."""
        self._inbox.append(happened)
        self._arrived.set()

    def stop(self) -> None:
        """Ends the run when everything that has arrived is done."""
        self._stopped = True
        self._arrived.set()

    async def run(self, *effects: Effect) -> None:
        """Carries out the first effects, then runs until the model leaves."""
        self._adopt(Step(self.model, effects))
        self._draw()
        while not (self.model.leaving or self._stopped):
            await self._sleep()
            self._take_all()
            self._draw()

    async def _sleep(self) -> None:
        """Until something arrives, or something changes by itself."""
        changes = self._shown.frame.next_change if self._shown else None
        with suppress(TimeoutError):
            async with asyncio.timeout_at(changes):
                await self._arrived.wait()
        self._arrived.clear()

    def _take_all(self) -> None:
        if not self._inbox:
            self._take(Ticked(_now()))
        while self._inbox:
            happened, now = self._inbox.popleft(), _now()
            self._take(Pressed(happened, now) if isinstance(happened, Press) else PartChanged(happened, now))

    def _take(self, message: Message) -> None:
        with self._guarded(message):
            self._adopt(update(self.model, message))

    def _adopt(self, step: Step) -> None:
        """Carries the effects out first: what could not be journalled has not happened."""
        answers = []
        for number, effect in enumerate(step.effects):
            try:
                answers.append(self._carry(effect))
            except JournalError as error:
                log.warning("%s", error)
                self._take(JournalFailed(error, Step(step.model, step.effects[number:]), _now()))
                return
        self.model = step.model
        for answer in answers:
            if answer is not None:
                self._take(answer)

    def _draw(self) -> None:
        with self._guarded(self.model.page.name):
            seen = view(self.model, _now())
            if seen != self._shown:
                for show in self._audience:
                    show(seen, self.model)
            self._shown = seen

    @contextmanager
    def _guarded(self, what: object) -> Iterator[None]:
        """The one guard: whatever goes wrong is logged and shown, and the table goes on from where it was.

        What goes wrong while that is being shown ends the program: a journalled game is offered at the next start.
        """
        try:
            yield
        except Exception:
            log.exception("%s went wrong", what)
            if self.model.page == our_fault():
                raise
            self.model = self.model.opening(our_fault())
            self._arrived.set()


def _now() -> float:
    """The loop's clock, in seconds."""
    return asyncio.get_running_loop().time()
