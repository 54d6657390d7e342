"""Scenes: real dice that say what they show."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion.core.dice_kinds import pixels
from companion.core.messages import BluetoothChanged, DieHeard, Ticked
from companion.core.real_dice import BLUETOOTH, SOURCE
from companion.program.update import update
from companion.runtime.dice_listener import NO_BLUETOOTH, NO_EXTRA
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages import claimit, piratenclaim
from tests.companion.pages.sitting import lay, press
from tests.companion.pixels import COCKED, D20, LIES, RESTS, ROLLS, advertise

if TYPE_CHECKING:
    from companion.core.model import Model
    from tests.companion.pages.sitting import Scenes

NUMBERS = tuple(range(11, 17))
WIDE = "W" * 13
"""The longest name of a die."""


def asks(model: Model, *, known: bool = True) -> Model:
    """The page that asks for a roll, of dice that are known or not."""
    session = model.session
    lineup = replace(session.lineup, by_hand=True, table_options={SOURCE: BLUETOOTH})
    ids = {name: tuple(f"pixels-{number:08x}" for number in NUMBERS) for name in ("claimit", "piratenclaim") if known}
    dice = model.real_dice._replace(known=ids)
    page = press(replace(model, game=replace(session, lineup=lineup), real_dice=dice), "ok")
    return update(page, BluetoothChanged("", page.now)).model


def hear(model: Model, *said: tuple[int, int, int], shape: int = 2, name: str = "") -> Model:
    """The model after dice have said what they do: number, state, face."""
    for number, state, face in said:
        die = pixels.read(advertise(number, state, face, shape=shape, battery=100, rssi=-100, name=name))
        assert die is not None
        model = update(model, DieHeard(die, model.now)).model
    return model


def rolled(*dice: tuple[int, int]) -> list[tuple[int, int, int]]:
    """What dice say that roll and come to rest."""
    return [(number, state, face) for number, face in dice for state in (ROLLS, RESTS)]


def later(model: Model, seconds: float) -> Model:
    """The model after some time."""
    return update(model, Ticked(model.now + seconds)).model


@cache
def three() -> Model:
    return asks(lay(BETWEEN, by_hand=True))


@cache
def six() -> Model:
    return asks(piratenclaim.played(piratenclaim.LAID, by_hand=True))


@cache
def learns() -> Model:
    return asks(piratenclaim.played(piratenclaim.LAID, by_hand=True), known=False)


@cache
def two_rolled() -> Model:
    return hear(three(), *rolled((11, 2), (12, 3)))


SCENES: Scenes = {
    "real_dice_first": three,
    "real_dice_long": lambda: asks(lay(claimit.named(BETWEEN), by_hand=True)),
    "real_dice_two": two_rolled,
    "real_dice_rolling": lambda: hear(two_rolled(), (13, ROLLS, 1)),
    "real_dice_cocked": lambda: hear(two_rolled(), (13, ROLLS, 1), (13, COCKED, 1)),
    "real_dice_silent": lambda: later(two_rolled(), 5.5),
    "real_dice_all": lambda: hear(two_rolled(), *rolled((13, 6))),
    "real_dice_no_extra": lambda: update(three(), BluetoothChanged(NO_EXTRA, three().now)).model,
    "real_dice_no_bluetooth": lambda: update(three(), BluetoothChanged(NO_BLUETOOTH, three().now)).model,
    "real_dice_unknown": learns,
    "real_dice_heard": lambda: hear(learns(), *((number, LIES, 1) for number in NUMBERS), name=WIDE),
    "real_dice_met": lambda: hear(learns(), *rolled((11, 4)), name=WIDE),
    "real_dice_several": lambda: hear(learns(), *rolled((11, 4), (12, 4))),
    "real_dice_shape": lambda: hear(learns(), (11, ROLLS, 1), shape=D20, name=WIDE),
    "real_dice_batteries": lambda: press(hear(three(), (11, LIES, 1), (12, LIES, 1)), "right"),
    "forget_dice": lambda: press(three(), "right", "bank"),
    "real_dice_names": lambda: hear(hear(learns(), (11, LIES, 1), name="Кубик 1"), (12, LIES, 1), name="\N{GAME DIE}"),
    "real_dice_six_batteries": lambda: press(hear(six(), *((number, LIES, 1) for number in NUMBERS)), "right"),
    "piratenclaim_real_dice_first": six,
    "piratenclaim_real_dice_some": lambda: hear(six(), *rolled((11, 2), (12, 3), (15, 6))),
}
