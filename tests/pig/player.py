"""A player of Pig who knows only the frames and uses only the five buttons."""

from typing import Any

from hardware.device import Button
from tests.companion.games.companion_process import CompanionProcess, Frame

BANK_AT = 20
"""The turn total from which the player holds."""


def move(page: str, state: dict[str, Any] | None) -> Button:
    """Returns the button to press: `bank` if the turn total is high enough, else `ok`."""
    if page != "pig_turn" or state is None:
        return Button.OK
    won = state["players"][state["turn"]]["points"] + state["total"] >= 100
    return Button.BANK if state["total"] >= BANK_AT or won else Button.OK


def is_over(frame: Frame) -> bool:
    return frame.state is not None and frame.state["phase"] == "over"


def play(companion: CompanionProcess, presses: int) -> Frame:
    """Presses up to this number of times, or until the game is over; returns the last frame."""
    for _ in range(presses):
        if is_over(companion.frame):
            break
        companion.press(move(companion.frame.page, companion.frame.state))
    return companion.frame
