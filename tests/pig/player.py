"""Somebody who plays Pig by what a frame tells, with the five buttons."""

from typing import Any

from hardware.device import Button
from tests.companion.games.table import Frame, Table

ENOUGH = 20
"""A turn's total that is worth holding."""


def move(page: str, state: dict[str, Any] | None) -> Button:
    """The button to press: `bank` where the turn has brought enough, else `ok`."""
    if page != "pig_turn" or state is None:
        return Button.OK
    won = state["players"][state["turn"]]["points"] + state["total"] >= 100
    return Button.BANK if state["total"] >= ENOUGH or won else Button.OK


def is_over(frame: Frame) -> bool:
    return frame.state is not None and frame.state["phase"] == "over"


def play(table: Table, presses: int) -> Frame:
    """Presses so often, or until the game is over; returns the last frame."""
    for _ in range(presses):
        if is_over(table.frame):
            break
        table.touch(move(table.frame.page, table.frame.state))
    return table.frame
