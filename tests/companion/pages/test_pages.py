import inspect
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from msgspec.structs import replace

from companion import pages as app
from companion import tables
from companion.core.lineup import HOST
from companion.core.messages import Pressed
from companion.core.model import Model
from companion.core.shown import labelled_buttons, screen_of, softkeys_of
from companion.locale.translator import languages, translator_for
from companion.program.description import VisiblePage, describe
from companion.program.update import update
from companion.program.view import view
from companion.ui.font import BOLD, THIN
from companion.ui.pictures import Picture
from companion.ui.screen import Big, Columns, Text, WebOnly, shown_blocks
from engine.bots import BOTS
from hardware.device import Press
from tests.companion.pages import bots
from tests.companion.pages.claimit import LONG
from tests.companion.pages.scenes import (
    FAMILIES,
    GOLDEN,
    SCENES,
    canvas,
    in_language,
    on_small_screen,
    pictures,
    scene,
    texts,
)
from tests.companion.ui.pixels import fits_key, has_letters, overlaps
from tests.pictures.golden import is_unchanged, outdated_files


def faults_of(model: Model, names: frozenset[str] = frozenset()) -> Iterator[str]:
    """Returns the faults of a page in the language of the model.

    Args:
        model: the model with the page open.
        names: the names that may be shortened.
    """
    drawn = canvas(model)
    # Only names of twelve wide letters may be shortened, and nothing else that is said.
    yield from (f"clipped: {text}" for text in drawn.clipped if text not in names)
    yield from (f"overlap: {one}, {other}" for one, other in overlaps(drawn))
    # A column stays free at each side of a softkey.
    yield from (f"too wide: {key}" for place, key in enumerate(softkeys_of(model)) if not fits_key(key, place))
    # No page shows the box that means a missing letter, in either face.
    yield from (f"no glyph: {line}" for line in drawn.lines for font in (THIN, BOLD) if not has_letters(font, line))
    # No one needs to know what an icon means. A button that does nothing says why, or is not shown on the page.
    buttons = labelled_buttons(model)
    yield from (f"no words: {button}" for button, option in buttons.items() if not option.label)


def faults_on_32_rows(model: Model, names: set[str]) -> Iterator[str]:
    shown, drawn = screen_of(model), canvas(model)
    yield from (f"overlap: {one}, {other}" for one, other in overlaps(drawn))
    blocks = shown_blocks(shown._replace(choices=None), without=WebOnly)
    parts = [
        each for block in blocks for each in ((block.lead, *block.blocks) if isinstance(block, Columns) else [block])
    ]
    big = next((part.text for part in parts if isinstance(part, Big)), "")
    chosen = [shown.choices.chosen.label, shown.choices.chosen.detail] if shown.choices else []
    words = [big] if big else [shown.title, *chosen, *(part.text for part in parts if isinstance(part, Text))]
    has_picture = not big and any(isinstance(part, Picture) for part in parts)
    if not has_picture and any(words) and not any(word in " ".join(drawn.lines) for word in words if word):
        yield f"none of {words} is said"
    # A big word of names may be as long as it likes; and nothing is drawn under the softkeys.
    is_long = any(name in big for name in names)
    yield from (f"cut: {text}" for text in drawn.clipped if text.startswith("what") or (text in big and not is_long))


def faults_of_scene(name: str) -> Iterator[str]:
    model = scene(name)
    for language in languages():
        names = set(LONG) if name.endswith("long") else set()
        if name.startswith("bot_"):
            names |= {translator_for(language)(bot.title) for bot in BOTS.values()} | set(bots.TAKEN_OVER.players)
        yield from (f"{language}: {each}" for each in faults_of(in_language(name, language), frozenset(names)))
        yield from (
            f"{language}, 32 rows: {each}" for each in faults_on_32_rows(on_small_screen(name, language), names)
        )
    yield from faults_after_presses(model)
    yield from faults_on_web_page(model)


def faults_after_presses(model: Model) -> Iterator[str]:
    model = replace(model, rejected_at=None)
    for key, (button, option) in zip(softkeys_of(model), labelled_buttons(model).items(), strict=True):
        pressed = update(model, Pressed(Press(button), model.now + 1)).model
        accepted, enabled = pressed.rejected_at is None, option.do is not None
        if not accepted == bool(key) == enabled:
            yield f"{button}: accepted {accepted}, softkey {key}, enabled {enabled}"


def faults_on_web_page(model: Model) -> Iterator[str]:
    shown = describe(VisiblePage(view(model, model.shown_since).text, model), "en", HOST)
    if not (shown["shows_screen"] or shown["game"]):
        yield "shows neither screen nor game"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_page_is_complete_in_every_language(family: str) -> None:
    found = {name: wrong for name in FAMILIES[family] if (wrong := [*faults_of_scene(name)])}
    assert found == {}


def page_classes() -> set[type]:
    found = set()
    for package in (app, tables):
        for each in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(each.name)
            classes = (member for _, member in inspect.getmembers(module, inspect.isclass))
            found |= {one for one in classes if one.__module__ == each.name and hasattr(one, "press")}
    return {page for page in found if not any(issubclass(other, page) for other in found - {page})}


def test_no_two_pages_share_an_id() -> None:
    shared = Counter(page.name for page in page_classes())  # type: ignore[attr-defined]
    assert [name for name, number in shared.items() if number > 1] == []


def test_every_id_is_documented() -> None:
    protocol = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    listed = set(re.findall(r"[a-z_]+", protocol[protocol.index("Each page has a unique id.") :]))
    assert {page.name for page in page_classes()} - listed == set()  # type: ignore[attr-defined]


def test_every_page_has_a_scene() -> None:
    assert page_classes() - {type(scene(name).page) for name in SCENES} == set()


def test_pages_match_the_golden_pictures() -> None:
    drawn = pictures()
    assert outdated_files(drawn) == set()
    assert [path.name for path, picture in drawn.items() if not is_unchanged(picture, path)] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_page_texts_match_the_golden_texts(family: str) -> None:
    path = GOLDEN / f"{family}.txt"
    assert texts()[path].splitlines() == path.read_text(encoding="utf-8").splitlines()
