"""The one loop: message, update, effects, view, frame. It sleeps until a message or until the picture changes."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.clock import monotonic_s
from companion.effects import Effect
from companion.journal import JournalError
from companion.messages import Answer, JournalFailed, Message, PartChanged, Pressed, Ticked
from companion.model import Model, Step
from companion.pages import fault
from companion.update import update
from companion.view import View, view
from companion.words import mark
from hardware.device import Fault, Press

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event

    from engine.game import Seat

log = logging.getLogger(__name__)

Carry = Callable[[Effect], Answer | None]
"""Carries an effect out; may answer with a message. Raises JournalError when the journal did not take it."""


Show = Callable[[View, Model], None]
"""Shows a view of the model that differs from the one before."""


class Loop:
    """Runs one model: `begin` shows its first picture, `run` goes on from there, both on the same thread."""

    def __init__(self, model: Model, carry: Carry, audience: Iterable[Show]) -> None:
        self.model = model
        self._carry = carry
        self._audience = tuple(audience)
        self._stopped = False
        self._inbox: deque[tuple[Press | Fault, Seat | None]] = deque()
        self._wake: Callable[[], object] = _nobody_sleeps
        self._shown: View | None = None

    def enqueue(self, happened: Press | Fault, seat: Seat | None = None) -> None:
        """Takes what happened on the device or on a mirror, on whatever thread, and wakes the loop.

        Args:
            happened: the press, or the fault.
            seat: whose press it is, where it counts on that seat's turn only.
        """
        self._inbox.append((happened, seat))
        self._wake()

    def stop(self) -> None:
        """Ends the run when everything that has arrived is done."""
        self._stopped = True
        self._wake()

    def begin(self, *effects: Effect) -> None:
        """Carries out the first effects, and shows the first picture."""
        with self._guarded("the beginning"):
            self._adopt(Step(self.model, effects))
        self._draw()

    async def run(self) -> None:
        """Goes on until the model leaves: sleeps until something arrives, or something changes by itself."""
        import asyncio  # noqa: PLC0415 - the first picture does not wait for it

        arrived, events = asyncio.Event(), asyncio.get_running_loop()
        self._wake = lambda: _tell(events, arrived)
        if self._inbox or self._shown is None:  # without a picture: its beginning went wrong, which is to be told
            arrived.set()
        while not (self.model.leaving or (self._stopped and not self._inbox)):
            changes = self._shown.frame.next_change if self._shown else None
            with suppress(TimeoutError):
                async with asyncio.timeout_at(changes):
                    await arrived.wait()
            arrived.clear()
            self._take_all()
            self._draw()

    def _take_all(self) -> None:
        if not self._inbox:
            self._take(Ticked(monotonic_s()))
        while self._inbox:
            (happened, seat), now = self._inbox.popleft(), monotonic_s()
            self._take(Pressed(happened, now, seat) if isinstance(happened, Press) else PartChanged(happened, now))

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
                self._take(JournalFailed(error, Step(step.model, step.effects[number:]), monotonic_s()))
                return
        self.model = step.model
        for answer in answers:
            if answer is not None:
                self._take(answer)

    def _draw(self) -> None:
        with self._guarded(self.model.page.name):
            seen = view(self.model, monotonic_s())
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
            told = amiss(saved=self.model.saved)
            if self.model.page == told:
                raise
            self.model = self.model.opening(told)
            self._wake()


def amiss(*, saved: bool) -> fault.Fault:
    """The page of what the program itself has failed at; it calls no game safe that is not journalled."""
    page = fault.our_fault()
    return page if saved else replace(page, reason=mark("That went wrong. Nothing is saved."))


def _nobody_sleeps() -> None:
    """What arrives before the loop runs is taken as it begins."""


def _tell(events: AbstractEventLoop, arrived: Event) -> None:
    """Wakes the loop, from whatever thread."""
    with suppress(RuntimeError):  # it has ended: nobody is left to be told
        events.call_soon_threadsafe(arrived.set)
