"""The menu's yes-or-no questions before an action that cannot be undone, and the farewell after one."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import ChangePower, DiscardGame, Power
from companion.core.model import Model, Transition, reject_press
from companion.core.page import Page, YesNoPage
from companion.core.player_names import join_names
from companion.core.table_registry import table_of
from companion.lights.composition import DARK, Lights
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.screen import Big, Option, Screen, Text
from hardware.device import Button

FAREWELL_S = 3.0
"""Duration in seconds unless a player presses `ok`: enough to read two short lines."""
WORDS = {
    Power.OFF: (N_("Goodbye!"), N_("You may pull the plug in ten seconds.")),
    Power.RESTART: (N_("See you!"), N_("Back in about a minute.")),
}
"""English, to be translated."""


class FarewellPage(Page, frozen=True):
    """Shows what the machine does now."""

    power: Power
    name: ClassVar[str] = "farewell"

    def screen(self, model: Model) -> Screen:
        what, how_long = (model.translate(text) for text in WORDS[self.power])
        leave = Option("", lambda: Transition(replace(model, is_leaving=True)), icon=Icon.CHECK)
        return Screen(body=(Big(what), Text(how_long)), keys={Button.OK: leave})

    def lights(self, model: Model, now: float) -> Lights:
        return DARK


class ConsentPage(YesNoPage, frozen=True):
    """A question of the menu."""

    name: ClassVar[str] = "consent"


def _change_power(power: Power, model: Model) -> Transition:
    leaving = replace(model.with_page(FarewellPage(power)), exits_at=model.now + FAREWELL_S)
    return Transition(leaving, (ChangePower(power),))


TURN_BACK = ConsentPage(
    N_("Back a turn: do all agree?"), lambda model: table_of(model.session).turn_before(model) or reject_press(model)
)
DISCARD = ConsentPage(
    N_("Give up this game?"),
    lambda model: Transition(replace(model, game=None).with_only_page(model.home), (DiscardGame(),)),
    note=lambda model: f"{model.session.game.title}: {join_names(model.translate, model.session.lineup.players)}",
)
SWITCH_OFF = ConsentPage(N_("Switch the box off?"), partial(_change_power, Power.OFF))
RESTART = ConsentPage(N_("Restart the box?"), partial(_change_power, Power.RESTART))
QUIT = ConsentPage(N_("Quit? The game is kept."), lambda model: Transition(replace(model, is_leaving=True)))
