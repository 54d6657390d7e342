"""When the page on the web shows the screen's text besides the game."""

from __future__ import annotations

import pytest

from companion.core.viewer_kind import HOST
from companion.frontends.web.description import describe, visible_page
from companion.program.view import view
from tests.companion.pages.scenes import SCENES

HIDING = {"menu", "consent", "info", "link", "history", "fault", "farewell", "attract", "resume", "setup", "spotlight"}
"""What the shell lays over a game or shows without one, and what all games share."""
OF_GAMES = {"scores", "check", "klondike_scores", "klondike_check", "klondike_fitting", "klondike_round_over"}
PLAYED = {"turn", "roll", "choose", "by_hand", "guide", "bust", "winner", "klondike_turn", "klondike_pass"}


@pytest.mark.parametrize("scene", SCENES)
def test_the_screen_is_shown_where_the_game_is_hidden(scene: str) -> None:
    """Each page says so itself, or its table; the browser knows none of them."""
    model = SCENES[scene]
    told = describe(visible_page(view(model, model.shown_since), model), "en", HOST)
    if model.page.name in HIDING | OF_GAMES:
        assert told["shows_screen"]
    elif model.page.name in PLAYED:
        assert not told["shows_screen"]
    assert told["shows_screen"] or told["game"]


def test_the_scenes_have_each_of_these_pages() -> None:
    """Else nothing would be compared."""
    assert {model.page.name for model in SCENES.values()} >= HIDING | OF_GAMES | PLAYED
