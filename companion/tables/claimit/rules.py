"""A short version of the rules of Claim It!, each section with an example on the lights.

The examples are positions that were played with the game's own rules and are lit as in a game, so they cannot
contradict the game. This module is loaded when a player opens the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.snapshot import RulesSection
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.tables.claimit import lights
from engine import claimit
from engine.claimit import Bank, Event, LastRound, Phase, Place, Roll, State, parse_field
from engine.game import Seat
from hardware.device import Colour

Example = Callable[[Sequence["Colour"], float, float], "Lights"]
EVERY_S = 4.0
"""Period of an animated example, in seconds."""


def _uses(*moves: str) -> tuple[Event, ...]:
    """Returns rolls with their placements: `4/3 1` rolls 4, 3 and 1, and places on 4/3."""
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


START = claimit.start(("Green", "Blue"), Seat(0), claimit.options)
MINES = _played(START, *_uses("2/3 1", "2/4 2", "3/4 3", "2/5 4"), Bank(), *_uses("5/2 1", "5/5 2"), Bank())
"""A mine of four, and two fields without a common edge."""
ROLLED = _played(MINES, Roll((2, 3, 5)))
MARKED = _played(MINES, *_uses("3/3 1", "5/5 4", "2/3 6", "3/3 5"))
"""Claim stones on an empty field and on an opponent's stone; ownership stones on a claim stone and on an own stone."""
BANKED = _played(MARKED, Bank())
TAKEN = tuple(map(parse_field, ("3/3", "5/5", "2/3")))
CALLED = replace(BANKED, last_round=LastRound(Seat(0), 2))
OVER = replace(BANKED, winners=(Seat(0),))
RECYCLED = _played(replace(MINES, recycle=True), *_uses("3/3 1", "3/3 5"))


CROSS, TICK = "\N{MULTIPLICATION SIGN}", "\N{CHECK MARK}"
"""Shown below a lost turn and below a banked turn."""


def _placing() -> list[tuple[State, str]]:
    """Returns a turn roll by roll and stone by stone, with the dice below."""
    state, shown = MINES, list[tuple[State, str]]()
    for event in _uses("3/3 1", "5/5 4", "2/3 6", "3/3 5"):
        state = _played(state, event)
        dice = "".join(map(str, event.dice)) if isinstance(event, Roll) else shown[-1][1]
        shown.append((state, dice))
    return shown


def _still(state: State) -> Example:
    return lambda colours, now, _began: lights.table(state, colours, now)


def _repeated(example: Example) -> Example:
    """Returns an animated example that repeats every few seconds."""

    def shown(colours: Sequence[Colour], now: float, began: float) -> Lights:
        start = now - (now - began) % EVERY_S
        lit, ends = example(colours, now, start), start + EVERY_S
        return lit._replace(next_change=ends if lit.next_change is None else min(lit.next_change, ends))

    return shown


RULES = (
    RulesSection(
        N_("The aim"),
        N_(
            "The largest gold mine at the end wins. A mine is a group of your fields joined by edges; "
            "corners do not join."
        ),
        N_("The largest mine wins: your fields that share edges."),
        _still(MINES),
        moments=lambda: ((MINES, ""),),
    ),
    RulesSection(
        N_("Roll"),
        N_("Roll three dice. The first roll of a turn is compulsory: you may not pass."),
        N_("Roll three dice. The first roll is a must."),
        lambda *then: lights.roll(ROLLED, *then),
        moments=lambda: ((MINES, "614"), (MINES, "352"), (ROLLED, "235")),
    ),
    RulesSection(
        N_("Place"),
        N_(
            "One die gives the column, another the row: 5 and 2 are the field 5/2. The top stone decides "
            "what you place. On an empty field or an opponent's stone, place the claim stone with the number"
            " of the third die, unless it is on the board already. On a claim stone from this turn or on "
            "your own stone, place an ownership stone. On an ownership stone, place nothing more."
        ),
        N_("Two dice choose the field, the third the claim stone. On it or your own stone: black."),
        _still(MARKED),
        moments=_placing,
    ),
    RulesSection(
        N_("Bust"),
        N_("If no field fits the roll, remove everything that you placed in this turn. The turn is over."),
        N_("No field for the roll: this turn's stones come off, the turn is over."),
        _repeated(lambda *then: lights.bust(MINES, *then, lost=claimit.marks(MARKED))),
        moments=lambda: ((MARKED, "144"),),
    ),
    RulesSection(
        N_("Roll again, or bank"),
        N_(
            "After each placement you choose. If you bank, every field that you marked becomes yours: "
            "opponents' stones go back to their owners. A field with an ownership stone becomes a goldclaim,"
            " which is safe for good."
        ),
        N_("Roll again, or bank: marked fields are yours, goldclaims for ever."),
        _repeated(lambda *then: lights.bank(BANKED, *then, seat=Seat(0), taken=TAKEN)),
        moments=lambda: ((MARKED, "144"), (MINES, CROSS), (MARKED, "335"), (BANKED, TICK)),
    ),
    RulesSection(
        N_("The last round"),
        N_(
            "If you bank and then have at least 13 goldclaims with 2 players, 9 with 3, 7 with 4 or 6 with "
            "5, you call the last round. Each player has one more turn. The caller goes last."
        ),
        N_("Goldclaims: 13 for 2, 9 for 3, 7 for 4, 6 for 5. Then one more turn each."),
        _repeated(lambda *then: lights.last_round(CALLED, *then)),
        moments=lambda: ((CALLED, ""),),
    ),
    RulesSection(
        N_("The winner"),
        N_("The largest mine wins. Ties: most goldclaims, then most fields, then a shared win."),
        N_("The largest mine wins; then goldclaims, then fields; then it is shared."),
        lambda *then: lights.winner(OVER, *then),
        moments=lambda: ((replace(OVER, phase=Phase.OVER), ""),),
    ),
    RulesSection(
        N_("No stones left"),
        N_(
            "If your 24 stones run out, you still bank: use any token. If all 30 ownership stones are used, "
            "fields that need one are not available."
        ),
        N_("No stones left: use tokens. All 30 black ones placed: no field for a 31st."),
        _still(MARKED),
        moments=lambda: ((MARKED, ""),),
    ),
    RulesSection(
        N_("Variant: reuse"),
        N_(
            "If you place an ownership stone on a claim stone, remove the claim stone at once. You can use "
            "it again in the same turn."
        ),
        N_("A claim stone under a black one comes off at once. Use it again."),
        _still(RECYCLED),
        lambda lineup: lineup.options.get("recycle") is True,
        moments=lambda: ((RECYCLED, ""),),
    ),
)
"""The rules, in the order of a turn."""
