import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.core.model import Model
from companion.core.shown import screen_of
from companion.locale.translator import languages
from companion.ui import oled, text
from companion.ui.canvas import Canvas
from companion.ui.pictures import Picture
from companion.ui.screen import Block, BoxOnly, Columns, Screen, WebOnly
from companion.ui.web import to_json
from tests.companion.pages.scenes import SCENES, in_language


def words(texts: Iterable[str]) -> set[str]:
    return {word.strip("[],:") for word in " ".join(texts).split()} - {"…"}


def for_all_displays(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Columns) and isinstance(block.lead, Picture):
            yield from for_all_displays(block.blocks)
        elif not isinstance(block, BoxOnly | WebOnly | Picture):
            yield block


def on_small_screen(model: Model, screen: Screen) -> set[str]:
    canvas = Canvas(model.translate)
    oled.draw(screen, canvas)
    return words(canvas.lines)


def on_web_page(model: Model, screen: Screen) -> set[str]:
    described = to_json(model.translate, screen)
    # A place that is chosen is seen on the board.
    listed = [option for option in described["options"] if not option["place"]]
    return words(texts_of({**described, "options": listed}))


def texts_of(described: Any) -> Iterator[str]:  # noqa: ANN401 - what JSON holds
    match described:
        case {"type": "code"}:
            return
        case {"type": "dice", "values": values}:
            yield from map(str, values)
        case dict():
            shown = (each for key, each in described.items() if key not in {"type", "style", "align", "mood"})
            yield from texts_of(list(shown))
        case list() | tuple():
            yield from (text for each in described for text in texts_of(each))
        case str():
            yield described


def in_terminal(model: Model, screen: Screen) -> set[str]:
    lines = text.lines(model.translate, screen, 400, 400)
    return words(re.sub("[█░▶]", "", line.text) for line in lines)


@pytest.mark.parametrize("language", languages())
def test_displays_agree_in_words_and_figures(language: str) -> None:
    found = dict[str, object]()
    for name in SCENES:
        model = in_language(name, language)
        screen = screen_of(model)
        whole = {display.__name__: display(model, screen) for display in (on_web_page, in_terminal)}
        if whole["on_web_page"] != whole["in_terminal"]:
            found[name] = whole["on_web_page"] ^ whole["in_terminal"]
        shared = screen._replace(body=tuple(for_all_displays(screen.body)), choices=None, sentence="")
        if (small := on_small_screen(model, shared)) != (web := on_web_page(model, shared)):
            found[f"{name}, shared"] = small ^ web
    assert found == {}
