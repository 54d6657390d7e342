"""An example on the lights for each section of the rules of Claim It!: positions that were played, lit as in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.tables.claimit import lights
from engine import claimit
from engine.claimit import Bank, LastRound, Place, Roll, State, parse_field
from engine.game import Seat

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from engine.claimit import Event, Field
    from hardware.device import Colour

Example = Callable[[Sequence["Colour"], float, float], "Lights"]
EVERY_S = 4.0
"""How often an example that moves begins again, in seconds."""


def _uses(*moves: str) -> tuple[Event, ...]:
    """Returns rolls that are used: `4/3 1` rolls 4, 3 and 1, and uses them on 4/3."""
    events: list[Event] = []
    for name, third in (move.split() for move in moves):
        field = parse_field(name)
        dice = claimit.column_of(field), claimit.row_of(field), int(third)
        events += (Roll(dice), Place(field))
    return tuple(events)


def _played(state: State, *events: Event) -> State:
    for event in events:
        state = claimit.apply(state, event)
    return state


def _fields(*names: str) -> tuple[Field, ...]:
    return tuple(map(parse_field, names))


START = claimit.start(("Green", "Blue"), Seat(0), claimit.options)
MINES = _played(START, *_uses("2/3 1", "2/4 2", "3/4 3", "2/5 4"), Bank(), *_uses("5/2 1", "5/5 2"), Bank())
"""A mine of four, and two fields that no edge joins."""
ROLLED = _played(MINES, Roll((2, 3, 5)))
MARKED = _played(MINES, *_uses("3/3 1", "5/5 4", "2/3 6", "3/3 5"))
"""Claim stones on an empty field and on an opponent's stone; ownership stones on one of them and on an own stone."""
BANKED = _played(MARKED, Bank())
TAKEN = _fields("3/3", "5/5", "2/3")
CALLED = replace(BANKED, last_round=LastRound(Seat(0), 2))
OVER = replace(BANKED, winners=(Seat(0),))
RECYCLED = _played(replace(MINES, recycle=True), *_uses("3/3 1", "3/3 5"))


def _again(now: float, began: float) -> float:
    """Returns when the example that is running now began."""
    return now - (now - began) % EVERY_S


def _then(shown: Lights, now: float, began: float) -> Lights:
    """Adds that the example begins again."""
    ends = _again(now, began) + EVERY_S
    return shown._replace(next_change=ends if shown.next_change is None else min(shown.next_change, ends))


def _show(state: State) -> Example:
    return lambda colours, now, _began: lights.table(state, colours, now)


def _show_roll(colours: Sequence[Colour], now: float, began: float) -> Lights:
    return lights.roll(ROLLED, colours, now, began)


def _show_bust(colours: Sequence[Colour], now: float, began: float) -> Lights:
    return _then(lights.bust(MINES, colours, now, _again(now, began), lost=claimit.marks(MARKED)), now, began)


def _show_bank(colours: Sequence[Colour], now: float, began: float) -> Lights:
    shown = lights.bank(BANKED, colours, now, _again(now, began), seat=Seat(0), taken=TAKEN)
    return _then(shown, now, began)


def _show_last_round(colours: Sequence[Colour], now: float, began: float) -> Lights:
    return _then(lights.last_round(CALLED, colours, now, _again(now, began)), now, began)


def _show_winner(colours: Sequence[Colour], now: float, began: float) -> Lights:
    return lights.winner(OVER, colours, now, began)


EXAMPLES: Mapping[str, Example] = {
    "aim": _show(MINES),
    "roll": _show_roll,
    "place": _show(MARKED),
    "bust": _show_bust,
    "bank": _show_bank,
    "last_round": _show_last_round,
    "winner": _show_winner,
    "recycle": _show(RECYCLED),
}
"""By the names that the rules give them."""
