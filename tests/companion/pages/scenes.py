"""Every page of the shell and of every table, in each of its interesting states; and how a scene is looked at."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from PIL import Image

from companion.core.model import Model
from companion.core.table_registry import board_or_show
from companion.program.view import draw_page, view
from companion.screen.canvas import Canvas
from tests.companion.lights.picture import Shot, strip
from tests.companion.pages import bots, claimit, klondike, piratenclaim, selftest, shell
from tests.companion.pages.sitting import Scenes
from tests.pictures.golden import of_screen

FAMILIES: dict[str, Scenes] = {
    "shell": {**shell.SCENES, **selftest.SCENES, **bots.SCENES},
    "claimit": claimit.SCENES,
    "klondike": klondike.SCENES,
    "piratenclaim": piratenclaim.SCENES,
}
"""By the name of the game, or `shell` for the pages around a game."""
SCENES: Scenes = {name: make for scenes in FAMILIES.values() for name, make in scenes.items()}
"""By the name of the page and what there is to see on it."""
GOLDEN = Path(__file__).with_name("golden")
SMALL = (
    "turn_middle", "roll_opponent", "choose_8", "bust_losing", "last_round", "winner_by_fields", "setup_2_players",
    "menu_changed", "consent_no", "hand", "roll_slot", "board_crowded",
)  # fmt: skip
"""The scenes that have a picture of 32 rows, too."""
SEEN_S = 0.1
"""When a scene is looked at, in seconds since its page opened: what blinks is lit."""


@cache
def scene(name: str) -> Model:
    """The table in a scene; it is played once in a process."""
    return SCENES[name]()


def spoken(name: str, language: str) -> Model:
    return replace(scene(name), language=language)


def canvas(model: Model) -> Canvas:
    """The canvas of a scene, with what was written on it."""
    return draw_page(model)


def screen(model: Model) -> Image.Image:
    """The screen of a scene, with a version's number that stays, so that a release draws none anew."""
    with patch("companion.pages.info.version", lambda _: "0.1.0"):
        return of_screen(view(model, model.shown_since + SEEN_S).frame.screen)


def small(name: str, language: str = "en") -> Model:
    """A scene at a box with a screen of 32 rows."""
    return replace(scene(name), language=language, screen_height=32)


def lights(model: Model) -> Image.Image:
    return strip([Shot(model.page.name, model.page.lights(model, model.shown_since + SEEN_S))])


def is_lit(model: Model) -> bool:
    """Whether the page has lights of its own, other than the board's."""
    now = model.shown_since + SEEN_S
    return model.page.lights(model, now).colours != board_or_show(model, now).colours


def pictures() -> dict[Path, Image.Image]:
    """All golden pictures of the pages, as they are drawn now."""
    screens = {GOLDEN / "en" / f"{name}.png": screen(scene(name)) for name in SCENES}
    screens |= {GOLDEN / "small" / f"{name}.png": screen(small(name)) for name in SMALL}
    return screens | {GOLDEN / "lights" / f"{name}.png": lights(scene(name)) for name in SCENES if is_lit(scene(name))}
