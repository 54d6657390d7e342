"""The pages of a game with bots, in each of their interesting states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.messages import BotDecided, BotFailed
from engine.claimit import Bank
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.pages.sitting import pick

if TYPE_CHECKING:
    from companion.core.model import Model

BOT = replace(TWO, players=("Green", "Prospector"), bots={"1": "prospector"}, first=Seat(1))
TAKEN_OVER = replace(TWO, players=("Magdalena", "Maximiliane"), bots={"1": "greenhorn"}, first=Seat(1))


def table(*presses: Button, guide: bool = False, by_hand: bool = False) -> Shell:
    """A bot's first turn; `ok` has it go on."""
    shell = Shell(replace(BOT, by_hand=by_hand))
    shell.model = replace(shell.model, guide=guide)
    return shell.open().press(*presses)


def thinking(*presses: Button) -> Shell:
    """It has been asked, and has not answered yet."""
    shell = table()
    shell.bots_answer = False
    return shell.press(*presses)


def choosing(decided: Bank | None) -> Model:
    """It has placed a stone, and decides so."""
    shell = table(Button.OK)
    shell.bots_answer = False
    shell.press(Button.OK)
    shell.take(BotDecided(shell.questions[-1].number, decided, shell.now))
    return shell.model


def guided() -> Model:
    """People move its stones."""
    shell = table(Button.OK, guide=True)
    shell.bots_answer = False
    shell.press(Button.OK)
    shell.take(BotDecided(shell.questions[-1].number, Bank(), shell.now))
    return shell.press(Button.OK).model


def failed() -> Model:
    """It has not answered."""
    shell = thinking(Button.OK)
    shell.model = replace(shell.model, game=replace(shell.model.session, lineup=replace(BOT, bots={"1": "greenhorn"})))
    shell.take(BotFailed(shell.questions[-1].number, shell.now))
    return shell.model


SCENES: dict[str, Model] = {
    "bot_turn": table().model,
    "bot_turn_by_hand": table(by_hand=True).model,
    "bot_by_hand": table(Button.OK, by_hand=True).model,
    "bot_thinking": thinking(Button.OK).model,
    "bot_roll": table(Button.OK).model,
    "bot_banks": choosing(Bank()),
    "bot_rolls_again": choosing(None),
    "bot_waits": table(Button.OK, Button.OK, Button.UNDO).model,
    "bot_guide": guided(),
    "bot_fault": failed(),
    "bot_seats": pick(table().model, "Bots"),
    "bot_seats_long": pick(Shell(TAKEN_OVER).open().model, "Bots"),
}
