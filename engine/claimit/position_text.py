"""A position in one line of text, as FEN is in chess: what lies there, whose turn it is, and the moment of that turn.

    ....../b..C../.....5#./....../....../....2a. a 145 3 - 3

Six parts, a space between two:

1. the board, row 6 first, as it lies before you, each row from column 1 on. A field begins with what lay there before
   this turn: `.` nothing, `a` to `e` a stone of seat 0 to 4, `A` to `E` that seat's goldclaim; then, of this turn, the
   digit of a claim stone and `#`, an ownership stone;
2. the seat to act, `a` to `e`; after the end the one that acted last;
3. `roll`, where the turn has not begun; the dice that lie there as they fell, as `145`; `choose`, roll again or bank;
   `over`. `roll!` and `over!`: the roll before was a bust;
4. how many turns are finished;
5. the last round: `-`, or the seat that called it and how many turns are left, as `b2`;
6. how many play, and `r` where claim stones are recycled.

No names: whoever reads it may give some. Every position of a game has one such text, which gives that position again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from engine.claimit.board import SIDE, Field, field_at
from engine.claimit.joined_position import JoinedPosition, Moment, Stack, join
from engine.claimit.position import (
    CLAIM_STONES,
    OWNERSHIP_STONE,
    PLAYER_STONES,
    ClaimStone,
    LastRound,
    LyingStone,
    OwnershipStone,
    Phase,
    PlayerStone,
    State,
    stacks,
)
from engine.claimit.scoring import winners
from engine.game import Code, Illegal, Seat, syntax_error

_SEATS = "abcde"
_LETTERS = tuple(_SEATS + _SEATS.upper())
_FIELD = re.compile("([.a-eA-E])([1-6]?)(#?)")
_BEHIND = {
    **dict.fromkeys((".", *_LETTERS), " or, behind a field, the digit of a claim stone from 1 to 6, then #"),
    **dict.fromkeys("123456", " or, behind a claim stone, #"),
}
"""What may follow on a character of the board, besides the next field."""
_PARTS = ("the board", "the seat to act", "the moment", "the finished turns", "the last round", "the players")
"""In their order."""
_FORMS = (
    ("[a-e]", "the seat to act is a letter from a to e"),
    ("(roll|over)!?|choose|[1-6]{3}", "the moment is roll, roll!, three dice as 145, choose, over or over!"),
    ("0|[1-9][0-9]{0,8}", "the finished turns are a whole number of at most nine digits"),
    ("-|[a-e][1-5]", "the last round is -, or who called it and how many turns are left, as b2"),
    ("[2-5]r?", "the players are a number from 2 to 5, with r behind it where claim stones are recycled"),
)
"""What each part after the board may be."""


def to_text(state: State) -> str:
    """Returns a position as one line of text."""
    lying = stacks(state)
    rows = [
        "".join(_field_text(lying.get(field_at(column, row), ())) for column in range(1, SIDE + 1))
        for row in range(SIDE, 0, -1)
    ]
    moment = "".join(map(str, state.roll)) if state.roll else state.phase.value + "!" * state.busted
    called = f"{_SEATS[state.last_round.called_by]}{state.last_round.turns_left}" if state.last_round else "-"
    players = f"{len(state.players)}{'r' * state.recycle}"
    return f"{'/'.join(rows)} {_SEATS[state.turn]} {moment} {state.turns} {called} {players}"


def from_text(text: str, players: Sequence[str] = ()) -> State:
    """Returns the position that a line of text tells.

    Args:
        text: as `to_text` writes it.
        players: their names, by seat; none: A, B and so on.

    Raises:
        Illegal: `syntax`, with the character where the text is wrong, and what would be right; `illegal` for a position
            that no game leads to.
    """
    board, turn, moment, turns, called, count = _parts(text)
    seats = int(count[0])
    names = tuple(players) or tuple(_SEATS[:seats].upper())
    if len(names) != seats:
        raise syntax_error(f"The position is one of {seats} players; {len(names)} names were given.")
    mover, is_over = Seat(_SEATS.index(turn)), moment.startswith("over")
    last_round = None if called == "-" else LastRound(Seat(_SEATS.index(called[0])), int(called[1]))
    dice = (int(moment[0]), int(moment[1]), int(moment[2])) if moment.isdecimal() else None
    phase = Phase.PLACE if dice else Phase.ROLL if is_over else Phase(moment.rstrip("!"))
    # Over is what a game is once the last of the last round's turns is finished, which is its caller's.
    position = JoinedPosition(
        tuple(sorted(_parse_board(board))), mover, LastRound(mover, 1) if is_over else last_round,
        Moment(phase, dice, int(turns)),
    )  # fmt: skip
    empty = State(names, recycle=count.endswith("r"), turn=mover, fields=(0,) * seats, midturn=True)
    joined = replace(join(empty, position), busted=moment.endswith("!"), midturn=False)
    if not is_over:
        return joined
    return replace(joined, phase=Phase.OVER, last_round=None, winners=winners(joined))


def _parts(text: str) -> list[str]:
    """Returns the six parts, which agree with each other; the board has not been read."""
    parts = text.split(" ")
    places = [sum(len(part) + 1 for part in parts[:number]) for number in range(len(parts) + 1)]
    if "" in parts[1:]:
        _refuse(places[parts.index("", 1)], "between two parts of a position stands one space, not more")
    if len(parts) < len(_PARTS):
        _refuse(len(text), f"a position has six parts with one space between two; {_PARTS[len(parts)]} should follow")
    if len(parts) > len(_PARTS):
        _refuse(places[len(_PARTS)] - 1, "a position has six parts with one space between two, and ends here")
    for at, part, (pattern, form) in zip(places[1:], parts[1:], _FORMS, strict=False):
        if not re.fullmatch(pattern, part):
            _refuse(at, f"{form}, not {part!r}")
    _refuse_disagreement(parts, places)
    return parts


def _refuse_disagreement(parts: Sequence[str], places: Sequence[int]) -> None:
    board, turn, moment, turns, called, count = parts
    strange = _SEATS[int(count[0]) :]
    there_are = f"with {count[0]} players the seats are a to {_SEATS[int(count[0]) - 1]}"
    for at, letter in (*enumerate(board), (places[1], turn), (places[4], called[0])):
        if letter.lower() in strange:
            _refuse(at, f"{there_are}, not {letter}")
    for at, is_wrong, problem in (
        (places[3], moment.endswith("!") and turns == "0", "after a bust at least one turn is finished, not 0"),
        (places[4], moment.startswith("over") and called != "-", f"after the end no last round is on: -, not {called}"),
    ):
        if is_wrong:
            _refuse(at, problem)
    if moment == "roll!" and called[1:] == count[0]:
        # Nobody has had a turn since the call, and only a bank brings the goldclaims for it.
        problem = f"{called} says that the turn before banked, {moment} that it was a bust"
        _refuse(places[4], problem, Code.ILLEGAL)


def position_of(state: State) -> JoinedPosition:
    """Returns the event that leads from a start with the option `midturn` to this position, which is not over."""
    lying = tuple(sorted((field, tuple(stones)) for field, stones in stacks(state).items()))
    return JoinedPosition(lying, state.turn, state.last_round, Moment(state.phase, state.roll, state.turns))


def _field_text(stones: Sequence[LyingStone]) -> str:
    text, is_gold = "", len(stones) > 1 and isinstance(stones[1], PlayerStone)
    for stone in stones[is_gold:]:
        match stone:
            case PlayerStone(seat):
                text = _SEATS[seat].upper() if is_gold else _SEATS[seat]
            case ClaimStone(number):
                text += str(number)
            case OwnershipStone():
                text += "#"
    return text if text[:1] in _LETTERS else f".{text}"


def _parse_board(board: str) -> Iterator[tuple[Field, Stack]]:
    """Yields the stacks of the fields that hold something."""
    rows, at = board.split("/"), 0
    for row, fields in zip(range(SIDE, 0, -1), rows, strict=False):
        column, end = 0, at + len(fields)
        while at < end and column < SIDE:
            found = _FIELD.match(board, at, end)
            if found is None:
                behind = _BEHIND.get(board[:at][-1:], "")
                _refuse(
                    at, f"in row {row} stands {board[at]!r} where ., a letter from a to e or A to E is right{behind}"
                )
            base, claim, own = found.groups()
            column, at = column + 1, found.end()
            stack: Stack = (CLAIM_STONES[int(claim) - 1],) if claim else ()
            if base != ".":
                stack = (PLAYER_STONES[_SEATS.index(base.lower())], *stack)
            stack = (OWNERSHIP_STONE,) * base.isupper() + stack + (OWNERSHIP_STONE,) * bool(own)
            if stack:
                yield field_at(column, row), stack
        if column < SIDE or at < end:
            _refuse(at, f"row {row} has {SIDE} fields, not {'more' if at < end else column}")
        at += 1
    if len(rows) != SIDE:
        _refuse(min(at, len(board)), f"the board has {SIDE} rows with / between two, not {len(rows)}")


def _refuse(at: int, problem: str, code: Code = Code.SYNTAX) -> NoReturn:
    raise Illegal(code, f"Character {at + 1} of the position: {problem}.")
