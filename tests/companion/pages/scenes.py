"""Every page of the application and of every game, one scene for each state; draws the scenes."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace
from PIL import Image

from companion.core.model import Model, home_lights
from companion.core.shown import screen_of
from companion.program.view import draw_page, view
from companion.ui.canvas import Canvas
from companion.ui.text import lines
from tests.companion.lights.scenes import Shot, strip
from tests.companion.pages import bots, claimit, general, klondike, piratenclaim, selftest
from tests.companion.pages.sitting import Scenes
from tests.pictures.golden import screen_picture

FAMILIES: dict[str, Scenes] = {
    "general": {**general.SCENES, **selftest.SCENES, **bots.SCENES},
    "claimit": claimit.SCENES,
    "klondike": klondike.SCENES,
    "piratenclaim": piratenclaim.SCENES,
}
"""The scenes by game, or `general` for the pages outside a game."""
SCENES: Scenes = {name: make for scenes in FAMILIES.values() for name, make in scenes.items()}
"""The scenes by page and state."""
GOLDEN = Path(__file__).with_name("golden")
WITH_GOLDEN_PICTURE = (
    "attract", "setup_2_players", "menu_changed", "consent_no", "fault_lights", "info_link", "begins_middle",
    "turn_middle", "roll_opponent", "choose_8", "bust_losing", "bust_why", "guide_tallest", "last_round", "scores_5",
    "winner_by_mine", "by_hand_2", "coach_bank", "hand", "roll_slot", "check_claim_won", "board_crowded",
    "dice_discover", "map_late",
)  # fmt: skip
"""The scenes with a golden picture: the most important pages."""
TEXTS_PER_PAGE = 2
"""The scenes with a golden text."""
TEXT_SIZE = 64, 40
PICTURE_TIME_S = 0.1
"""The time of the pictures in seconds since the page opened: everything that blinks is lit."""


@cache
def scene(name: str) -> Model:
    """Returns the model of a scene; it is played once per process."""
    return SCENES[name]()


def in_language(name: str, language: str) -> Model:
    return replace(scene(name), language=language)


def canvas(model: Model) -> Canvas:
    return draw_page(model)


def fixed_version() -> AbstractContextManager[object]:
    return patch("companion.pages.information.version", lambda _: "0.1.0")


def screen(model: Model) -> Image.Image:
    with fixed_version():
        return screen_picture(view(model, model.shown_since + PICTURE_TIME_S).frame.screen)


def on_small_screen(name: str, language: str = "en") -> Model:
    return replace(scene(name), language=language).with_config(screen_height=32)


def lights(model: Model) -> Image.Image:
    return strip([Shot(model.page.name, model.page.lights(model, model.shown_since + PICTURE_TIME_S))])


def has_own_lights(model: Model) -> bool:
    now = model.shown_since + PICTURE_TIME_S
    return model.page.lights(model, now).colours != home_lights(model, now).colours


def first_of_each_page(names: Iterable[str], most: int) -> list[str]:
    pages: dict[str, list[str]] = {}
    for name in names:
        pages.setdefault(scene(name).page.name, []).append(name)
    return [name for found in pages.values() for name in found[:most]]


def pictures() -> dict[Path, Image.Image]:
    """Draws the golden pictures: the screens of some pages, and the lights of pages with lights of their own."""
    lit = first_of_each_page((name for name in SCENES if has_own_lights(scene(name))), 1)
    screens = {GOLDEN / "screens" / f"{name}.png": screen(scene(name)) for name in WITH_GOLDEN_PICTURE}
    return screens | {GOLDEN / "lights" / f"{name}.png": lights(scene(name)) for name in lit}


def texts() -> dict[Path, str]:
    """Returns the golden texts: the pages of each family in a terminal."""
    return {
        GOLDEN / f"{family}.txt": "\n\n".join(map(text, first_of_each_page(scenes, TEXTS_PER_PAGE))) + "\n"
        for family, scenes in FAMILIES.items()
    }


def text(name: str) -> str:
    model = scene(name)
    with fixed_version():
        found = lines(model.translate, screen_of(model), *TEXT_SIZE)
    return "\n".join([f"== {name}", *(line.text for line in found)])
