"""A slow and plain version of the coach's search: roll by roll through the rules, without a table."""

from dataclasses import replace

from engine import claimit
from engine.claimit import Bank, Phase, Place, Roll, State
from engine.claimit.position import ROLLS
from engine.claimit.value import win_chances

_KNOWN: dict[object, float] = {}


def end(state: State, seat: int) -> float:
    """A seat's chance in a position between turns or after the end."""
    key = (state.fields, state.gold, state.turn, state.last_round, state.winners, state.recycle, seat)
    if key not in _KNOWN:
        _KNOWN[key] = win_chances(state)[seat]
    return _KNOWN[key]


def bank(state: State) -> float:
    """The value of a bank, or at the beginning of a turn, where a bank is not allowed, of a bust."""
    return end(claimit.apply(state, Bank()), state.turn) if state.phase is Phase.CHOOSE else bust(state)


def bust(state: State) -> float:
    state = replace(state, phase=Phase.PLACE, roll=(1, 1, 1))
    return end(claimit.rules.end_turn(state, 0, 0), state.turn)


def after_placements(rolled: State) -> list[State]:
    return [claimit.apply(rolled, Place(field)) for field in claimit.legal(rolled)]


def gain(state: State) -> float | None:
    """The share of the missing win chance that a roll gains if it does not bust. None if each roll busts."""
    rolled = [claimit.apply(state, Roll(dice)) for dice in ROLLS]
    best = [max(map(bank, after_placements(each))) for each in rolled if each.phase is Phase.PLACE]
    if not best:
        return None
    here = bank(state)
    return min(max(0.0, 1.2 * (sum(best) / len(best) - here) / (1 - here)), 1.0) if here < 1 else 0.0


def hope(state: State, part: float) -> float:
    """The value of a choice, with more rolls that each gain this share of what is missing.

    There are at most five such rolls. With the recycling variant and more than two players there are at most twenty,
    and the risk of a bust grows a tenth as much.
    """
    rolls, slower = (20, 10) if state.recycle and len(state.players) > 2 else (5, 1)
    here, lost, risk = bank(state), bust(state), claimit.bust(state) / len(ROLLS)
    more = 0.0
    for roll in reversed(range(rolls)):
        risks, missing = min(1.0, risk + roll * (0.02 + 0.5 * risk) / slower), (1 - here) * (1 - part) ** roll
        more = max(0.0, (1 - risks) * (part * missing + more) - risks * (1 - missing - lost))
    return here + more


def came(state: State, rolled: State, part: float | None) -> float:
    """The expected value of a roll before it is rolled."""
    if part is None or rolled.phase is not Phase.PLACE:
        return bust(state)
    return max(hope(after, part) for after in after_placements(rolled))


def roll(state: State) -> float:
    part = gain(state)
    return sum(came(state, claimit.apply(state, Roll(dice)), part) for dice in ROLLS) / len(ROLLS)


def options(state: State) -> dict[object, float]:
    """The value of each choice. The name of a roll is None."""
    if state.phase is Phase.PLACE:
        return {
            Place(field): max(bank(after), roll(after))
            for field in claimit.legal(state)
            for after in (claimit.apply(state, Place(field)),)
        }
    return {None: roll(state)} | ({Bank(): bank(state)} if state.phase is Phase.CHOOSE else {})
