"""The coach of Claim It!: what each choice of a position is worth, and why the best one is.

A choice is worth the win chance to which it leads if the rest of the turn is played best: the exact expectation over
the rolls to come (`engine.claimit.expectation`), of the learned value where the turn ends (`engine.claimit.value`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.claimit.position import Phase, State
from engine.claimit.reasons import why_bank, why_field, why_roll
from engine.claimit.rules import Bank, Event, Place, apply
from engine.coach import Advice, Analysis, Chances, Option, Reason
from engine.game import Seat

if TYPE_CHECKING:
    from engine.claimit.expectation import Expectation, Search  # loaded where it is used: only the coach's process does

Value = Callable[[State], Chances]
"""Returns each seat's share of the win, of a position between turns."""


def advise(state: State, value: Value | None = None) -> Advice | None:
    """Returns what the coach says of a position; None after the end.

    Args:
        state: whatever is due in it.
        value: of positions between turns; None: the learned one.
    """
    if state.phase is Phase.OVER:
        return None
    value = value or learned_value()
    found = None if state.phase is Phase.ROLL else look_ahead(state, value)
    options = options_of(found) if found else ()
    reason = why(state, options[0].event, options[1].event) if len(options) > 1 else None
    return Advice(state.turn, chances_of(state, value, found), options, reason)


def win_chances(state: State) -> Chances:
    """Returns each seat's share of the win, as `advise` shows them; exact once the game is over.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    value = learned_value()
    return chances_of(state, value, None if state.phase in {Phase.ROLL, Phase.OVER} else look_ahead(state, value))


def chances_of(state: State, value: Value, found: Expectation | None) -> Chances:
    """Returns each seat's share of the win as the game stands.

    Between turns they are the value's: a bank has promised these, and a search would correct them. Within a turn the
    mover has what its best choice is worth. The others share the rest in the proportion of their chances after a bank,
    of a roll that lies there after its best use: so it shows at once from whom a field is taken.

    Args:
        state: the position.
        value: of positions between turns.
        found: what the search has found in it; None between turns and after the end.
    """
    if found is None:
        return value(state)
    placed = apply(state, found.best) if found.fields and found.best else state
    return shared_out(found.value, state.turn, value(apply(placed, Bank())))


def learned_value() -> Value:
    """Returns the value that was learned; its weights are read when it is first asked for."""
    from engine.claimit.value import win_chances  # noqa: PLC0415 - whoever has no coach does not load it

    return win_chances


def search_of(state: State, value: Value) -> Search:
    """Returns the search of a turn, any position of which is given."""
    from engine.claimit.expectation import Search, turn_value_of  # noqa: PLC0415 - 10 ms no start has to wait for

    if value is learned_value():
        from engine.claimit.value import win_chance_value  # noqa: PLC0415 - as in `learned_value`

        return Search(state, win_chance_value(state), goes_on=True)
    seat = state.turn
    return Search(state, turn_value_of(state, lambda end: value(end)[seat]), goes_on=True)


def look_ahead(state: State, value: Value, search: Search | None = None) -> Expectation:
    """Returns what each choice of a position that is not over is worth to the mover.

    Args:
        state: the position.
        value: of positions between turns.
        search: that of the turn, where another of its positions has asked already.
    """
    return (search or search_of(state, value)).expect(state, depth=1)


def options_of(found: Expectation) -> tuple[Option, ...]:
    """Returns what may be done, the best first; of equals what the bots would do."""
    named: list[tuple[Event | None, float | None]] = [(Bank(), found.bank), (None, found.roll)]
    named += [(Place(field), chance) for field, chance in found.fields.items()]
    options = [Option(event, chance) for event, chance in named if chance is not None]
    # Sorting keeps the order of equals, so the bank stays before the roll and the lowest field before the others.
    return tuple(sorted(options, key=attrgetter("chance"), reverse=True))


def why(state: State, better: Event | None, worse: Event | None) -> Reason | None:
    """Returns why one option is better than another; None: nothing on the board tells them apart."""
    match better, worse:
        case Place(field), Place(other):
            return why_field(state, field, other)
        case Bank(), _:
            return why_bank(state)
        case _:
            return why_roll(state)


def shared_out(chance: float, seat: Seat, before: Chances) -> Chances:
    """Returns the chances of all seats if this one's is `chance`, and the others keep the proportion of theirs."""
    others = 1 - before[seat]
    if others <= 0:
        # Nothing is left for the others to share: all of them are as likely to profit.
        return tuple(chance if each == seat else (1 - chance) / (len(before) - 1) for each in range(len(before)))
    return tuple(chance if each == seat else share * (1 - chance) / others for each, share in enumerate(before))


def analyse(
    steps: Sequence[tuple[Any, State]], value: Value | None = None, *, note: Callable[[int], object] = lambda _: None
) -> Analysis:
    """Returns what the coach says of a game; see `engine.claimit.analysis`."""
    from engine.claimit import analysis  # noqa: PLC0415 - whoever has no coach does not load it

    return analysis.analyse(steps, value, note)
