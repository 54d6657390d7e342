"""Positions for tests, drawn as in the rulebook."""

from dataclasses import replace

from engine import claimit
from engine.claimit import State
from engine.game import Seat

LETTERS = "gborv"
NAMES = ("Green", "Blue", "Orange", "Red", "Violet")


def drawn(drawing: str, *, players: int = 3, recycle: bool = False) -> State:
    """Parses a drawing into a position at the beginning of green's turn.

    Args:
        drawing: six rows separated by slashes, row 6 first: `.` is an empty field, g b o r v a player's stone, and the
            capital a goldclaim.
        players: their number.
        recycle: whether the variant is played.
    """
    rows = [row.strip() for row in drawing.split("/")]
    if [len(row) for row in rows] != [6] * 6 or set(drawing.lower()) - set(LETTERS[:players] + "./ "):
        raise ValueError("six rows of six letters, parted by slashes")
    letters = "".join(reversed(rows))
    return replace(
        claimit.start(NAMES[:players], Seat(0), {"recycle": recycle}),
        fields=tuple(_where(letters.lower(), letter) for letter in LETTERS[:players]),
        gold=sum(1 << field for field, letter in enumerate(letters) if letter.isupper()),
    )


def played(state: State, *moves: str) -> State:
    """Returns the position after some events: `4 3 1` is a roll, `4/3` a placement, `bank` a bank."""
    for move in moves:
        state = claimit.apply(state, _event(move))
    return state


def placed(state: State, *moves: str) -> State:
    """Returns the position after some rolls with their placements: `4/3 w1` rolls 4, 3, 1 and places on 4/3."""
    for move in moves:
        field, third = move.split(" w")
        state = played(state, f"{field[0]} {field[2]} {third}", field)
    return state


def _where(letters: str, letter: str) -> int:
    return sum(1 << field for field, found in enumerate(letters) if found == letter)


def _event(move: str) -> claimit.Event:
    if move == "bank":
        return claimit.Bank()
    if "/" in move:
        return claimit.Place(claimit.parse_field(move))
    first, second, third = map(int, move.split())
    return claimit.Roll((first, second, third))
