"""An independent version of Claim It!, written from the rulebook: slow, plain, and without use of the engine.

The board is a dict from (column, row) to a list of stones, bottom first: "p0" is a stone of player 0, "claim4" a claim
stone, "own" an ownership stone. An ownership stone with a player's stone on top is a goldclaim.
"""

import itertools
from collections.abc import Sequence
from typing import Any

FieldName = tuple[int, int]
"""Column and row."""

TO_CALL = {2: 13, 3: 9, 4: 7, 5: 6}


class NotAllowedError(Exception):
    """The rules forbid the event."""


class PlainGame:
    def __init__(self, names: Sequence[str], *, first: int = 0, recycle: bool = False) -> None:
        self.names = list(names)
        self.recycle = recycle
        self.turn = first
        self.turns = 0
        self.phase = "roll"
        self.dice: list[int] | None = None
        self.usable: dict[FieldName, str] = {}
        self.busted = False
        self.board: dict[FieldName, list[str]] = {(column, row): [] for column in range(1, 7) for row in range(1, 7)}
        self.caller: int | None = None
        self.still_to_move: list[int] = []
        self.winners: list[int] | None = None

    def roll(self, dice: Sequence[int]) -> None:
        if self.phase not in ("roll", "choose"):
            raise NotAllowedError("phase")
        self.busted = False
        self.usable = self.uses(dice)
        if self.usable:
            self.dice, self.phase = list(dice), "place"
        else:
            self._bust()

    def place(self, field: FieldName) -> None:
        if self.phase != "place":
            raise NotAllowedError("phase")
        if field not in self.usable:
            raise NotAllowedError("illegal")
        stack = self.board[field]
        if self.usable[field] == "own" and self.recycle:
            stack[:] = [stone for stone in stack if not stone.startswith("claim")]
        stack.append(self.usable[field])
        self.dice, self.usable, self.phase = None, {}, "choose"

    def bank(self) -> None:
        if self.phase != "choose":
            raise NotAllowedError("phase")
        mine = f"p{self.turn}"
        for stack in self.board.values():
            if self._is_marked(stack):
                stack[:] = ["own", mine] if "own" in stack else [mine]
        if self.caller is None and self._goldclaims(self.turn) >= TO_CALL[len(self.names)]:
            self.caller = self.turn
            everyone = list(range(len(self.names)))
            self.still_to_move = everyone[self.turn + 1 :] + everyone[: self.turn + 1]
            self._next_turn()
        else:
            self._finish_turn()

    def uses(self, dice: Sequence[int]) -> dict[FieldName, str]:
        """Each field that the dice can name and the rules allow, and the stone that goes there."""
        found = {}
        for column, row, third in itertools.permutations(dice):
            stone = self._stone_for((column, row), third)
            if stone is not None:
                found[column, row] = stone
        return found

    def busts(self) -> int:
        """The number of the 216 next rolls that have no use."""
        return sum(1 for dice in itertools.product(range(1, 7), repeat=3) if not self.uses(dice))

    def stones_on_board(self, stone: str) -> int:
        return self._all_stones().count(stone)

    def as_json(self) -> dict[str, Any]:
        lying = self._all_stones()
        return {
            "game": "claimit",
            "phase": self.phase,
            "turn": self.turn,
            "turns": self.turns,
            "roll": self.dice,
            "busted": self.busted,
            "legal": {_name(field): stone for field, stone in self.usable.items()},
            "board": {_name(field): list(stack) for field, stack in self.board.items() if stack},
            "players": [self._player(seat) for seat in range(len(self.names))],
            "supply": {
                "claims": [number for number in range(1, 7) if f"claim{number}" not in lying],
                "own": 30 - lying.count("own"),
            },
            "last_round": self._last_round(),
            "winners": self.winners,
        }

    def _all_stones(self) -> list[str]:
        return list(itertools.chain.from_iterable(self.board.values()))

    def _stone_for(self, field: FieldName, third: int) -> str | None:
        stack = self.board[field]
        if "own" in stack:
            return None
        if any(stone.startswith("claim") for stone in stack) or f"p{self.turn}" in stack:
            return "own" if self.stones_on_board("own") < 30 else None
        claim = f"claim{third}"
        return None if self.stones_on_board(claim) else claim

    def _is_marked(self, stack: list[str]) -> bool:
        """Whether the field is of this turn: it has a claim stone, or an ownership stone on top."""
        return any(stone.startswith("claim") for stone in stack) or stack[-1:] == ["own"]

    def _bust(self) -> None:
        for stack in self.board.values():
            if self._is_marked(stack):
                stack[:] = [stone for stone in stack if stone.startswith("p")]
        self.busted = True
        self._finish_turn()

    def _finish_turn(self) -> None:
        if self.caller is not None:
            self.still_to_move.pop(0)
            if not self.still_to_move:
                self._end()
                return
        self._next_turn()

    def _next_turn(self) -> None:
        self.turns += 1
        self.phase = "roll"
        self.turn = (self.turn + 1) % len(self.names)

    def _end(self) -> None:
        self.turns += 1
        self.phase = "over"
        contenders = list(range(len(self.names)))
        for measure in (self._mine, self._goldclaims, self._fields):
            most = max(measure(seat) for seat in contenders)
            contenders = [seat for seat in contenders if measure(seat) == most]
        self.winners = contenders

    def _last_round(self) -> dict[str, int] | None:
        if self.caller is None or self.phase == "over":
            return None
        return {"called_by": self.caller, "turns_left": len(self.still_to_move)}

    def _player(self, seat: int) -> dict[str, Any]:
        return {
            "name": self.names[seat],
            "fields": self._fields(seat),
            "goldclaims": self._goldclaims(seat),
            "mine": self._mine(seat),
            "stones": max(0, 24 - self._fields(seat)),
        }

    def _fields(self, seat: int) -> int:
        return self.stones_on_board(f"p{seat}")

    def _goldclaims(self, seat: int) -> int:
        return list(self.board.values()).count(["own", f"p{seat}"])

    def _mine(self, seat: int) -> int:
        left = {field for field, stack in self.board.items() if f"p{seat}" in stack}
        largest = 0
        while left:
            size, waiting = 0, [left.pop()]
            while waiting:
                column, row = waiting.pop()
                size += 1
                for neighbour in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                    if neighbour in left:
                        left.remove(neighbour)
                        waiting.append(neighbour)
            largest = max(largest, size)
        return largest


def _name(field: FieldName) -> str:
    return f"{field[0]}/{field[1]}"
