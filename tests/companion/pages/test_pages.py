"""Every page in every state and every language: how it looks, and that all of it can be read."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import pytest

from companion import pages as shell
from companion.core.messages import Pressed
from companion.core.table_registry import TABLES
from companion.locale.translator import languages, translator_for
from companion.program.button_words import softkeys_of
from companion.program.update import update
from companion.screen.font import BOLD, THIN, has_letters
from companion.screen.layout import fits_key
from engine.bots import BOTS
from hardware.device import Button, Press
from tests.companion.pages import bots
from tests.companion.pages.claimit import LONG
from tests.companion.pages.scenes import GOLDEN, LIT, SCENES, canvas, lights, pictures, screen, spoken
from tests.companion.screen.pixels import overlaps
from tests.pictures.golden import is_as_kept, left_over

if TYPE_CHECKING:
    from collections.abc import Iterable

every_scene = pytest.mark.parametrize("name", SCENES)
every_language = pytest.mark.parametrize("language", languages())


def pages() -> set[type]:
    """Every page of the shell and of every table."""
    modules = [import_module(f"{shell.__name__}.{found.name}") for found in iter_modules(shell.__path__)]
    classes = [value for module in modules for _, value in inspect.getmembers(module, inspect.isclass)]
    shells = {each for each in classes if each.__module__.startswith(shell.__name__) and hasattr(each, "draw")}
    return shells.union(*(table.pages for table in TABLES.values()))


def unseen(scenes: Iterable[str]) -> set[type]:
    """The pages of which none of these scenes is one."""
    return pages() - {type(SCENES[name].page) for name in scenes}


def test_every_page_has_a_scene() -> None:
    """A page of the shell or of any table that nobody has looked at fails here."""
    assert unseen(SCENES) == set()


def test_a_page_without_a_scene_is_missed() -> None:
    """Without the scenes of the title, the title is what is missing."""
    assert unseen(name for name in SCENES if not name.startswith("attract")) == {type(SCENES["attract"].page)}


@every_language
@every_scene
def test_a_page_looks_as_it_did_when_someone_looked_at_it(name: str, language: str) -> None:
    """Every pixel is as in the golden picture; if the change is wanted: `make pictures`."""
    assert is_as_kept(screen(spoken(name, language)), GOLDEN / language / f"{name}.png")


@pytest.mark.parametrize("name", LIT)
def test_the_lights_of_a_page_look_as_they_did(name: str) -> None:
    """Every light is as in the golden picture."""
    assert is_as_kept(lights(SCENES[name]), GOLDEN / "lights" / f"{name}.png")


def test_every_golden_picture_of_a_page_belongs_to_a_scene() -> None:
    """No picture is left over from a scene that is gone."""
    assert left_over(pictures()) == set()


@every_language
@every_scene
def test_nothing_on_a_page_is_clipped_but_a_long_name(name: str, language: str) -> None:
    """Only names of twelve wide letters may be shortened, and nothing else that is said."""
    allowed = set(LONG) if name.endswith("long") else set()
    if name.startswith("bot_"):
        allowed |= {translator_for(language)(bot.title) for bot in BOTS.values()} | set(bots.TAKEN_OVER.players)
    assert set(canvas(spoken(name, language)).clipped) <= allowed


@every_language
@every_scene
def test_nothing_on_a_page_overlaps(name: str, language: str) -> None:
    """No text and no die meets another."""
    assert overlaps(canvas(spoken(name, language))) == ()


@every_language
@every_scene
def test_every_softkey_fits_over_its_button(name: str, language: str) -> None:
    """A column stays free at each side."""
    model = spoken(name, language)
    assert all(fits_key(key, place) for place, key in enumerate(softkeys_of(model)))


@every_scene
def test_a_softkey_stands_over_every_button_that_means_something_and_over_no_other(name: str) -> None:
    """A button without one is refused, and only such a button."""
    model = SCENES[name]
    meant = [update(model, Pressed(Press(button), model.now)).model.rejected_at is None for button in Button]
    assert meant == [bool(key) for key in softkeys_of(model)]


@every_language
@every_scene
def test_every_letter_of_a_page_has_its_glyph(name: str, language: str) -> None:
    """In both faces: no page shows the box that stands for a missing letter."""
    lines = canvas(spoken(name, language)).lines
    assert [line for line in lines for font in (THIN, BOLD) if not has_letters(font, line)] == []
