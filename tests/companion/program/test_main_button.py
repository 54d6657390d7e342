"""In every state that random games reach, the marked button does what the headline names."""

import re
from random import Random

import pytest

from companion.core.bot_seat import acting_bot
from companion.core.model import FormPage, Model, PointablePage
from companion.core.snapshot import ButtonSnapshot
from companion.core.table_registry import at_table, shown_snapshot
from companion.core.viewer_kind import BOX
from companion.program.button_words import button_words
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from companion.tables.shared_pages import PhysicalStepsPage
from hardware.device import Button
from tests.companion.games.shell import JOURNAL, Shell
from tests.companion.program.monkey import random_lineup

VERBS = ("roll", "bank", "lay", "draw", "move", "travel")


def main_of(model: Model) -> ButtonSnapshot | None:
    """The marked button; None where the headline is answered on the board or among the tiles."""
    return next((button for button in button_words(model) if button.is_main), None)


def is_answered_on_the_board(model: Model, headline: str) -> bool:
    return isinstance(model.page, PointablePage) and headline.endswith("?")


def check(model: Model) -> None:
    if isinstance(model.page, PhysicalStepsPage):
        return  # it says what the hands do
    main, snapshot = main_of(model), shown_snapshot(model, BOX)
    assert snapshot is not None
    where = model.page.name, snapshot.status, main
    if isinstance(model.page, FormPage):
        assert model.page.form(model).items, where  # it is asked in a form, with buttons of its own
        return
    if main is None or not main.enabled:
        assert is_answered_on_the_board(model, snapshot.status), where
        return
    named = [verb for verb in VERBS if re.search(rf"\b{verb}\b", snapshot.status.lower())]
    assert not named or any(verb in main.label.lower() for verb in named), where


ONE_OF_EACH_GAME = (0, 4, 5)
SEEDS = (
    *ONE_OF_EACH_GAME,
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60) if seed not in ONE_OF_EACH_GAME),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_main_button_does_what_the_headline_names(seed: int) -> None:
    chance = Random(seed)
    first = initial_model(LaunchConfig(Settings(), JOURNAL))
    shell = Shell(random_lineup(first, chance), chance.randbytes(32)).open()
    for _ in range(60):
        model = shell.model
        if not at_table(model) or model.game is None or model.game.record is None:
            shell.press(Button.OK)
            continue
        if model.game.game.is_over(model.session.state):
            break
        bot = acting_bot(model)
        if bot is None:
            check(model)
        elif not bot.waits:
            assert main_of(model) is None, model.page.name
        shell.wait(1.0).tick()
        main = main_of(shell.model)
        shell.press(Button(main.name) if main and chance.random() < 0.7 else chance.choice(list(Button)))
