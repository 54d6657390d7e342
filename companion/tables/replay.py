"""The replay page of every table: shows a game again, by itself or step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from companion.core.cursor import STEPS
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.lights.composition import Lights
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, big, header
from companion.tables.shared_flow import winners_headline
from engine.game import Event, State
from engine.persistent_list import PersistentList
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.locale.translator import Translator
    from engine.record import AnyRecord, PlayedEvent

SPEEDS = (1, 2, 4, 8)
"""Events a second."""
EARLY = 1e-6
"""A moment that comes this much too early counts as on time."""


class ReplayText(NamedTuple, Generic[State, Event]):
    """A table's words and lights for a replay."""

    when: Callable[[Translator, State], str]
    """How far the game was: the title."""
    what: Callable[[Translator, PlayedEvent[State, Event]], str]
    """What an event was, in a line; its state is the one after it."""
    board: Callable[[Model, float], Lights]
    """The lights of the game as it lies."""


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Replays a game: the event `step` was shown at the time `since`; it goes on from there unless paused."""

    retelling: ReplayText[Any, Any]
    step: int = 0
    """The event that was shown at that moment, 0 the start."""
    since: float = 0.0
    """The moment, in seconds of the loop's clock."""
    speed: int = SPEEDS[0]
    paused: bool = False
    name: ClassVar[str] = "replay"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` step, `ok` pauses and goes on, `bank` changes the speed, `undo` ends."""
        here = replace(self, step=self._at(model.session.started_record, model.now), since=model.now)
        match button:
            case Button.LEFT | Button.RIGHT:
                step = here.step + STEPS[button]
                if not 0 <= step < len(model.session.started_record.timeline):
                    return reject_press(model.with_page(replace(here, paused=True)))
                return Transition(model.with_page(replace(here, step=step, paused=True)))
            case Button.OK:
                return Transition(model.with_page(replace(here, paused=not self.paused)))
            case Button.BANK:
                speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
                return Transition(model.with_page(replace(here, speed=speed)))
            case Button.UNDO:
                return Transition(replace(model, is_leaving=True))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Back and on, where there is a step that way; pause or play, speed, end."""
        record = model.session.started_record
        step, last = self._at(record, model.now), len(record.timeline) - 1
        back, on = Icon.LEFT if step > 0 else None, Icon.RIGHT if step < last else None
        return (back, on, Icon.PLAY if self.paused else Icon.PAUSE, f"{self.speed}x", Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws whose turn it was, and what happened; at the end, who has won."""
        _, record = model.translate, model.session.started_record
        step = self._at(record, model.now)
        before, state = record.timeline[max(step - 1, 0)].state, record.timeline[step].state
        header(canvas, self.retelling.when(_, before), f"{step}/{len(record.timeline) - 1}")
        mover = display_name(_, before.players[before.turn])
        name, told = (
            winners_headline(_, state) if state.winners else (mover, self.retelling.what(_, record.timeline[step]))
        )
        big(canvas, name, Rect(1, 11, 127, 40))
        canvas.text(64, 43, told, align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board after that event."""
        record = model.session.started_record
        step = self._at(record, now)
        line = record.timeline[: step + 1]
        then = replace(record, events=PersistentList.of(each.event for each in line), timeline=line)
        seen = self.retelling.board(replace(model, game=replace(model.session, record=then)), now)
        if self.paused or step == len(record.timeline) - 1:
            return seen
        return Lights(seen.colours, self.since + (step + 1 - self.step) / self.speed)

    def _at(self, record: AnyRecord, now: float) -> int:
        """Returns the number of the event that is shown at time `now`."""
        gone = 0 if self.paused else int((now - self.since) * self.speed + EARLY)
        return min(self.step + max(gone, 0), len(record.timeline) - 1)
