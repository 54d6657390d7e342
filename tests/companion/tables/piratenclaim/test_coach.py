"""The coach of Piratenclaim's ledger: how it is asked, and that it says what is counted (docs/coach.md)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.viewer_kind import HOST
from companion.frontends.web.details import describe_coach
from companion.program.view import draw_page
from companion.tables.piratenclaim import TABLE
from engine import piratenclaim
from engine.game import Json, Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.pages.piratenclaim import point
from tests.companion.pages.scenes import scene

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


def test_the_page_is_told_all_that_the_screen_says_one_after_the_other() -> None:
    model = scene("coach_step")
    said = describe_coach(model, HOST)
    assert [each["title"] for each in said["counsels"]] == ["Stay on 1/1", "Step to 1/2", "Step to 1/6"]
    assert said["counsels"][1]["facts"] == (
        "black comes: 36 of 216 throws, 17%",
        "takes 6 green, worth 24: 36 of 216 throws",
        "worth 4.0 lost on average",
    )
    assert said["counsels"][1]["share"] == 36 / 216
    pointed = point(model, "1/6")
    assert "Step to 1/6" in draw_page(pointed).lines
    board = TABLE.snapshot(pointed, HOST).map
    assert board
    assert (describe_coach(pointed, HOST)["cursor"], board.cursor) == (2, "1/6")
    assert point(model, "7/6").rejected_at is not None


def test_a_discovery_names_its_figures() -> None:
    first = describe_coach(scene("coach_dice"), HOST)["counsels"][0]
    assert first["facts"][1:] == ("worth 12.2 on average", "these dice: 0.2 less")


def test_without_the_ledger_there_is_no_coach() -> None:
    shell = travelling(piratenclaim.options)
    shell.hold(Button.RIGHT)
    assert shell.page not in {"consent", "piratenclaim_coach"}
