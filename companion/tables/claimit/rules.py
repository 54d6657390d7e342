"""The rules of Claim It!, short enough to be read at the table, each section with an example on the lights.

The examples are positions that were played with the game's own rules, lit as in a game: they cannot show what the game
does not do. Loaded when somebody reads the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.snapshot import RulesSection
from companion.locale.translator import N_
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


RULES = (
    RulesSection(
        N_("The aim"),
        N_(
            "Whoever has the largest gold mine at the end wins. A mine is a group of your fields joined by edges; "
            "corners do not join."
        ),
        N_("The largest mine wins: your fields that edges join."),
        _show(MINES),
    ),
    RulesSection(
        N_("Roll"),
        N_("Roll three dice. The first roll of a turn is compulsory: nobody may pass."),
        N_("Roll three dice. The first roll is a must: nobody passes."),
        _show_roll,
    ),
    RulesSection(
        N_("Place"),
        N_(
            "Let one die name the column and another the row: 5 and 2 are the field 5/2. What lies there decides what "
            "you put down. On an empty field or an opponent's stone goes the claim stone with the number of the third "
            "die, unless it is on the board already. On a claim stone of this turn or on your own stone goes an "
            "ownership stone. Where an ownership stone lies, nothing more may be put."
        ),
        N_("Two dice name a field, the third the claim stone. On it, or on your own stone: a black one."),
        _show(MARKED),
    ),
    RulesSection(
        N_("Bust"),
        N_(
            "If the roll can be used nowhere, everything that you put down in this turn comes off the board, and the "
            "turn is over."
        ),
        N_("No field for the roll: this turn's stones come off, the turn is over."),
        _show_bust,
    ),
    RulesSection(
        N_("Roll again, or bank"),
        N_(
            "After each placement you choose. If you bank, every field that you marked becomes yours: opponents' "
            "stones go back to their hands. A field with an ownership stone becomes a goldclaim, which nobody can take "
            "any more."
        ),
        N_("Roll again, or bank: marked fields are yours, goldclaims for ever."),
        _show_bank,
    ),
    RulesSection(
        N_("The last round"),
        N_(
            "Whoever banks and then has at least 13 goldclaims with 2 players, 9 with 3, 7 with 4 or 6 with 5 calls "
            "the last round. Everybody has one more turn, the caller too, and last of all."
        ),
        N_("Goldclaims: 13 for 2, 9 for 3, 7 for 4, 6 for 5. Then one more turn each."),
        _show_last_round,
    ),
    RulesSection(
        N_("The winner"),
        N_(
            "The largest mine wins. If several are as large, more goldclaims win, then more fields; then the win is "
            "shared."
        ),
        N_("The largest mine wins; then goldclaims, then fields."),
        _show_winner,
    ),
    RulesSection(
        N_("Variant: recycle"),
        N_(
            "When an ownership stone is put on a claim stone, the claim stone comes off at once and can be used again "
            "in the same turn."
        ),
        N_("A claim stone comes off at once under a black one, to be used again."),
        _show(RECYCLED),
        lambda lineup: lineup.options.get("recycle") is True,
    ),
)
"""What a player has to know, in the order of a turn."""
