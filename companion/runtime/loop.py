"""The loop: message, update, effects, view, frame. It sleeps until a message arrives or the frame must change."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from msgspec.structs import replace

from companion.core import messages
from companion.core.effects import Effect, SlowEffect
from companion.core.lineup import BOX, ViewerKind
from companion.core.model import Model, Refusal, Transition
from companion.core.saved_games import JournalError
from companion.pages.fault import crash_page
from companion.program.fields import clicked_light, touched_place
from companion.program.update import update
from companion.program.view import View, lights_at, view
from companion.runtime.clock import monotonic_s
from companion.runtime.listeners import Listeners
from hardware.device import Colour, FieldChanged, Input, PartFault, Press, Tone

log = logging.getLogger(__name__)

Reply = Callable[[Refusal], object]
RunEffect = Callable[[Effect], messages.EffectResult | None]
"""Runs an effect; can return a message. Raises JournalError if the journal could not be written."""
Show = Callable[[View, Model], None]
"""Shows a view; called only if the view has changed."""
ShowLights = Callable[[Sequence[Colour], float], None]
"""Shows the lights and their brightness before the rest of the view is drawn."""


class Frontend:
    """Shows the same as the device, and can press its buttons. All methods do nothing by default."""

    def show(self, view: View, model: Model) -> None:
        """Shows the view; called after the device has shown it."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Plays tones, in addition to the box."""

    def announce(self, text: str) -> None:
        """Shows a caption."""

    async def run(self, loop: "Loop") -> None:
        """Sends presses to the loop until it is cancelled; stops the loop when the players close the frontend."""


class Loop:
    """Owns the model. `start` shows the first frame, `run` continues; both must be called on the same thread."""

    def __init__(
        self,
        model: Model,
        run_effect: RunEffect,
        audience: Iterable[Show],
        show_lights: ShowLights = lambda *_: None,
        click: Callable[[int], None] | None = None,
    ) -> None:
        self.model = model
        self._run_effect = run_effect
        self.audience = list(audience)
        """Called with each new view, in this order."""
        self._show_lights = show_lights
        self._click = click
        """Touches a field of a simulated board; returns at once."""
        self.listeners = Listeners()
        self._stopped = False
        # Without a lock: `append` and `popleft` of a deque are atomic in CPython, and only the loop's thread pops.
        # With the time of arrival: a press that waits during an effect was made before the result was visible.
        self._inbox = deque[tuple[messages.Action | Input | messages.EffectResult, ViewerKind, Reply | None, float]]()
        # Does nothing before `run`, which first handles the queue.
        self._wake_up: Callable[[], object] = lambda: None
        self._shown: View | None = None
        self._slow: list[SlowEffect] = []
        """Jobs for workers, which start after the frame is shown, because they would delay it."""
        self._shown_values = model.observer_values

    def enqueue(self, incoming: messages.Action | Input, sender: ViewerKind = BOX, reply: Reply | None = None) -> None:
        """Queues an action or an input of the device, and wakes the loop. Can be called from any thread.

        `reply` is called on the loop's thread if the action is refused.
        """
        if isinstance(incoming, messages.Pointed) and self._click is not None:
            light = clicked_light(self.model, incoming.place, sender)
            if light is not None:
                self._click(light)  # the simulated field sensor reports the touch
                return
        self._inbox.append((incoming, sender, reply, monotonic_s()))
        self._wake_up()

    def deliver(self, result: messages.EffectResult) -> None:
        """Queues a later result of an effect, and wakes the loop. Can be called from any thread."""
        self._inbox.append((result, BOX, None, monotonic_s()))
        self._wake_up()

    def stop(self) -> None:
        """Ends `run` after all messages in the queue are handled."""
        self._stopped = True
        self._wake_up()

    def start(self, *effects: Effect) -> None:
        with self._guarded("the start"):
            self._commit(Transition(self.model, effects))
        self._draw()
        self._run_slow_effects()

    async def run(self) -> None:
        """Runs until the model or `stop` ends it. Sleeps until a message arrives or the frame changes."""
        import asyncio  # noqa: PLC0415 - not needed for the first frame

        arrived, event_loop = asyncio.Event(), asyncio.get_running_loop()

        def wake_up() -> None:
            with suppress(RuntimeError):  # the loop has ended
                event_loop.call_soon_threadsafe(arrived.set)

        self._wake_up = wake_up
        # Without a frame the start has failed, and the fault page must be shown at once.
        if self._inbox or self._shown is None:
            arrived.set()
        while not (self.model.is_leaving or (self._stopped and not self._inbox)):
            changes = self._shown.frame.next_change if self._shown else None
            with suppress(TimeoutError):
                # `next_change` and asyncio's loop use the same clock, time.monotonic.
                async with asyncio.timeout_at(changes):
                    await arrived.wait()
            # Cleared before the queue is emptied: a message that arrives later sets it again.
            arrived.clear()
            before = self.model
            self._handle_all()
            # Rejected actions do not cause a new frame.
            if self.model is not before or self._shown is None:
                self._draw()
            self._run_slow_effects()

    def _handle_all(self) -> None:
        if not self._inbox:
            self._handle(messages.Ticked(monotonic_s()))
        while self._inbox:
            incoming, sender, reply, arrived_at = self._inbox.popleft()
            self._handle(_to_message(incoming, sender, max(arrived_at, self.model.now), self.model), reply)

    def _handle(self, message: messages.Message, reply: Reply | None = None) -> None:
        with self._guarded(message):
            step = update(self.model, message)
            self._commit(step)
            if step.refusal is not None and reply is not None:
                reply(step.refusal)

    def _commit(self, step: Transition) -> None:
        """Runs the effects, then commits the model, but not if an event could not be saved."""
        answers = []
        for number, effect in enumerate(step.effects):
            if isinstance(effect, SlowEffect):
                self._slow.append(effect)
                continue
            try:
                # In order: `AppendEvent` precedes the tones and captions of its outcome, so an event is saved first.
                answers.append(self._run_effect(effect))
            except JournalError as error:
                log.warning("%s", error)
                # A retry starts with the failed effect, so that no earlier effect, such as a tone, is repeated.
                remaining = Transition(step.model, step.effects[number:])
                self._handle(messages.JournalFailed(error, remaining, monotonic_s()))
                return
        # Answers are handled after the commit, because they refer to the new model.
        self.model = step.model
        self.listeners.publish(step.model.maybe_session)
        for answer in answers:
            if answer is not None:
                self._handle(answer)

    def _run_slow_effects(self) -> None:
        slow, self._slow = self._slow, []
        for effect in slow:
            with self._guarded(effect):
                self._run_effect(effect)

    def _draw(self) -> None:
        with self._guarded(self.model.page.name):
            now = monotonic_s()
            lights = lights_at(self.model, now)
            # Lights come first: drawing the screen takes 0.5 ms. A probe of the self-test is a part of the frame.
            if not lights.probe:
                self._show_lights(lights.colours, self.model.brightness)
            seen = view(self.model, now, lights)
            # An unchanged view is shown again only if an observer's value has changed, which may change the web page.
            values = self.model.observer_values
            if seen != self._shown or values is not self._shown_values:
                for show in self.audience:
                    show(seen, self.model)
            self._shown, self._shown_values = seen, values

    @contextmanager
    def _guarded(self, what: object) -> Iterator[None]:
        """Logs any exception and shows the crash page; the model stays unchanged. The program's only broad `except`.

        An exception while that page is open ends the program; the game is offered again at the next start.
        """
        try:
            yield
        except Exception:
            log.exception("%s went wrong", what)
            if self.model.page == crash_page(saved=self.model.saved):
                raise
            # Not through `_handle`: if even this message cannot be handled, the program ends instead of trying forever.
            self._commit(update(self.model, messages.Crashed(monotonic_s())))
            self._wake_up()


def _to_message(
    incoming: messages.Action | Input | messages.EffectResult, sender: ViewerKind, now: float, model: Model
) -> messages.Message:
    match incoming:
        case Press():
            return messages.Pressed(incoming, now, sender)
        case messages.Pressed() | messages.Pointed() | messages.Chosen():
            return replace(incoming, at=now, sender=sender)
        case FieldChanged(field, is_down, is_stone=True):
            return messages.StoneMoved(field, is_down, now)
        case FieldChanged(field):
            return messages.Pointed(touched_place(model, field), now, sender)
        case PartFault():
            return messages.PartChanged(incoming, now)
        case _:
            return incoming
