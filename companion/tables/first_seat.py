"""The page that says who begins where no dice decide it: the box draws a seat, and the players may choose another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, show
from companion.core.player_names import display_name
from companion.lights.idle_animations import frame
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.game_session import AnySession
    from companion.core.model import Model, Transition
    from companion.lights.composition import Lights
    from engine.game import Start


def first_seat(session: AnySession) -> Seat:
    """Returns the seat that was asked for, or that the box has drawn to begin."""
    if session.lineup.first is not None:
        return session.lineup.first
    # Three dice have 216 outcomes, which two, three and four players divide evenly.
    first, second, third = (die - 1 for die in session.draws.dice(3))
    return Seat((36 * first + 6 * second + third) % len(session.lineup.players))


@dataclass(frozen=True, slots=True)
class FirstSeatPage(Page):
    """Names the player who will begin. A game's page adds its name and `begin`."""

    moved: int = 0
    """How many seats further than the one that the box has drawn."""
    begin: ClassVar[Callable[[Model, Start], Transition]]
    """Returns the transition in which the game records its start."""

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, session = model.translate, model.session
        name = display_name(_, session.lineup.players[self.seat(session)])

        def begin() -> Transition:
            return type(self).begin(model, session.start_event(self.seat(session)))

        return {
            Button.LEFT: ButtonRow(
                Icon.LEFT, show(model, replace(self, moved=self.moved - 1)), effect=_("somebody else")
            ),
            Button.RIGHT: ButtonRow(
                Icon.RIGHT, show(model, replace(self, moved=self.moved + 1)), effect=_("somebody else")
            ),
            Button.OK: ButtonRow(Icon.CHECK, begin, _("Begin"), _("{name} begins", name=name)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the name, large, and whether it was drawn or chosen."""
        _, session = model.translate, model.session
        header(canvas, _("Who begins?"))
        big(canvas, display_name(_, session.lineup.players[self.seat(session)]), Rect(1, 11, 127, 33))
        canvas.text(64, 34, _("begins!"), BOLD, "centre")
        canvas.text(64, 44, self.origin(model), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the edge in that player's colour."""
        return frame(model.seat_colours[self.seat(model.session)])

    def seat(self, session: AnySession) -> Seat:
        """Returns the seat that will begin."""
        return Seat((first_seat(session) + self.moved) % len(session.lineup.players))

    def origin(self, model: Model) -> str:
        """Returns a note: the seat was drawn by the box, or chosen by the players."""
        _, session = model.translate, model.session
        was_drawn = session.lineup.first is None and self.seat(session) == first_seat(session)
        return _("drawn by the box") if was_drawn else _("chosen by you")
