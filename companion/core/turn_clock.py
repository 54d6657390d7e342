"""The clock for turns: a warning once somebody's turn has lasted long, never a penalty. It is off unless it is wanted.

It runs while a person is to decide, and nothing but pages of the game are open: looking at the scores is thinking, too.
It stands still in the menu and on what was opened there, at a fault, and while hands carry out what the last event has
led to; bots have none. A turn is warned of once, by a soft tone, a caption, a sign in the header and a line on the
page, which stay until it ends. Nothing is refused and nothing recorded, so a resumed game begins its turn's time anew.

Time comes from messages alone. The model holds how long the turn had lasted when the clock was last started, and when
that was; so the one time at which something changes is known (`due_at`), and the loop sleeps until then. It does not
count as a press: a dimmed or dark screen stays so, the tone is heard.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.player_names import display_name
from companion.core.sounds import LONG_TURN
from companion.core.table_registry import at_table, awaits_announcements, table_of

if TYPE_CHECKING:
    from companion.core.model import Model

ClockLength: TypeAlias = Literal[0, 60, 120, 180, 300, 600]
"""After how many seconds a turn is long; 0: never. Whole minutes, as they are said in minutes."""
CLOCK_LENGTHS_S: tuple[int, ...] = get_args(ClockLength)

Turn: TypeAlias = tuple[bytes, int, int, int]
"""The game's seed, the number of the turn, the seat, and the length: a turn begins anew where another one is chosen."""


class TurnClock(NamedTuple):
    """How long a turn has lasted. Times are seconds of the loop's clock."""

    turn: Turn
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
    """Returns the model with the clock of the turn that is on, and the warning where that is due.

    Args:
        clock: before the message. Not the model's own: a transition that is tried again holds that of its first try.
        model: after the message.
    """
    turn, runs = _clocked_turn(model), _is_in_play(model)
    if turn is None:
        return (model if model.turn_clock is None else replace(model, turn_clock=None)), ()
    if clock is None or clock.turn != turn:
        clock = TurnClock(turn)
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


def _clocked_turn(model: Model) -> Turn | None:
    session = model.game
    if not model.turn_clock_s or session is None or session.record is None or not at_table(model):
        return None
    state, seat = session.state, session.state.turn
    if session.game.is_over(state) or session.lineup.bot_at(seat) is not None:
        return None
    return session.seed, state.turns, seat, model.turn_clock_s


def _is_in_play(model: Model) -> bool:
    if model.game is None or awaits_announcements(model):
        return False
    pages = table_of(model.game).pages
    return all(isinstance(page, pages) for page in model.open_pages)
