"""Two puzzles that no roll-outs have made: to roll or to bank, and a field for a roll."""

from __future__ import annotations

from engine.claimit.puzzles import Puzzle
from engine.claimit.weights import VALUE_NAME

START = {
    "event": "start", "game": "claimit", "players": ["Green", "Blue"], "first": 0, "options": {"recycle": False}
}  # fmt: skip
LAID = {
    "event": "position",
    "board": {"2/3": ["p0"], "3/3": ["own", "p0"], "4/4": ["p1"], "5/4": ["p1"], "6/6": ["own", "p1"]},
    "turn": 0,
    "last_round": None,
}
TURN = ({"event": "roll", "dice": [2, 3, 6]}, {"event": "place", "field": "2/3"})
BANK = Puzzle((START, LAID, *TURN), {"roll": 0.5, "bank": 0.62}, (0.07, 0.17), VALUE_NAME)
FIELD = Puzzle(
    (START, LAID, {"event": "roll", "dice": [4, 4, 3]}), {"3/4": 0.4, "4/3": 0.58, "4/4": 0.5}, (0.03, 0.13), VALUE_NAME
)
