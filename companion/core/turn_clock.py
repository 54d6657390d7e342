"""The clock for turns: a warning once somebody's turn has lasted long, never a penalty. It is off unless it is wanted.

It runs while a person is to decide and nothing but pages of the game are open: looking at the scores is thinking, too.
It stands still in the menu and on what was opened there, at a fault, in the set-up, and while hands carry out what
the last event has led to; bots have none. Nothing is refused and nothing recorded: a resumed turn's time begins anew.

The one time at which something changes is known (`due_at`), and the loop sleeps until then. A warning is no press: a
dimmed or dark screen stays so, the tone is heard.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.player_names import display_name
from companion.core.sounds import LONG_TURN
from companion.core.table_registry import at_table, awaits_announcements, table_of

if TYPE_CHECKING:
    from companion.core.model import Model


class TurnClock(NamedTuple):
    """How long a turn has lasted. Times are seconds of the loop's clock."""

    turn: tuple[bytes, int, int, int]
    """The game's seed, the turn's number, the seat, the length: where another one is chosen the time begins anew."""
    lasted_s: float = 0.0
    """Until it was last started or stopped."""
    since: float | None = None
    """When it was started; None: it stands still."""
    has_warned: bool = False

    @property
    def due_at(self) -> float | None:
        """When it warns; None: it stands still, or has warned."""
        return None if self.since is None or self.has_warned else self.since + self.turn[-1] - self.lasted_s


def follow_turn(clock: TurnClock | None, model: Model) -> tuple[Model, tuple[Effect, ...]]:
    """Returns the model after a message with the clock of the turn that is on, and the warning where that is due.

    The clock is that of before the message: a transition that is tried again holds the one of its first attempt.
    """
    session = model.game
    if not model.turn_clock_s or session is None or session.record is None or not at_table(model):
        return replace(model, turn_clock=None), ()
    seat = session.game.acting_seat(session.state)
    if seat is None or session.lineup.bot_at(seat) is not None:
        return replace(model, turn_clock=None), ()
    turn, pages = (session.seed, session.state.turns, seat, model.turn_clock_s), table_of(session).pages
    if clock is None or clock.turn != turn:
        clock = TurnClock(turn)
    plays = all(isinstance(page, pages) and not page.is_set_up for page in model.open_pages)
    runs = plays and not awaits_announcements(model)
    warns = runs and clock.due_at is not None and model.now >= clock.due_at
    if runs and clock.since is None:
        clock = clock._replace(since=model.now)
    elif not runs and clock.since is not None:
        clock = clock._replace(lasted_s=clock.lasted_s + model.now - clock.since, since=None)
    new = replace(model, turn_clock=clock._replace(has_warned=clock.has_warned or warns))
    return new, (PlayTones(LONG_TURN), Caption(long_turn_words(new))) if warns else ()


def long_turn_words(model: Model) -> str:
    """Returns whose turn has lasted how long; empty where it is not long, or the clock stands still."""
    clock = model.turn_clock
    if clock is None or clock.since is None or not clock.has_warned:
        return ""
    _, (_seed, _number, seat, length_s) = model.translate, clock.turn
    name = display_name(_, model.session.lineup.players[seat])
    return _.many("{name}: {n} minute", "{name}: {n} minutes", length_s // 60, name=name)
