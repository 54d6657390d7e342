"""The coach of Piratenclaim's ledger: how it is asked, and that it says what is counted (docs/coach.md)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.viewer_kind import HOST
from companion.frontends.web.details import describe_coach
from engine import piratenclaim
from engine.game import Json, Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell

LEDGER: Json = {**piratenclaim.options, "ledger": True}


def travelling(options: Json) -> Shell:
    """A game whose first player's ships travel, or whose cargo is laid."""
    shell = Shell(replace(TWO, game="piratenclaim", options=options, first=Seat(0)))
    shell.model = replace(shell.model, guide=False)
    shell.open()
    for _ in range(30):
        if shell.page == "piratenclaim_turn":
            break
        shell.press(Button.OK)
    return shell


def test_a_held_right_asks_and_then_opens_the_coach() -> None:
    """It is asked once, as in Claim It!, says what a stay risks, and the arrows lead to the steps."""
    shell = travelling(LEDGER)
    shell.hold(Button.RIGHT)
    assert shell.page == "consent"
    shell.press(Button.OK)
    assert shell.page == "piratenclaim_coach"
    assert "Stay on 0/0" in shell.view.text
    shell.press(Button.RIGHT)
    assert "Step to 0/1" in shell.view.text
    assert describe_coach(shell.model, HOST)["chances"] == []
    assert shell.press(Button.OK).page != "piratenclaim_coach"


def test_without_the_ledger_there_is_no_coach() -> None:
    """It would not know what ships carry."""
    shell = travelling(piratenclaim.options)
    shell.hold(Button.RIGHT)
    assert shell.page not in {"consent", "piratenclaim_coach"}
