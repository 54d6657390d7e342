import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.library.recipes import LIBRARY, recipes


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_module_has_a_page_and_no_docstring_is_broken(tmp_path: Path) -> None:
    from tests.library.api import build, modules  # noqa: PLC0415 - pdoc would be loaded wherever tests are collected

    assert build(tmp_path) == []
    pages = {name: tmp_path / f"{name.replace('.', '/')}.html" for name in modules()}
    # What is in a game's modules is on the game's own page.
    missing = {name for name, page in pages.items() if not page.exists()}
    assert all(name.startswith(("engine.claimit.", "engine.klondike.", "engine.piratenclaim.")) for name in missing)
    assert all(heading in pages["engine"].read_text("utf-8") for heading in recipes(LIBRARY.read_text("utf-8")))
    assert "Fair dice and shuffles" in pages["engine.dice"].read_text("utf-8")


RECIPES = recipes(LIBRARY.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("heading", RECIPES)
def test_each_recipe_runs_alone(heading: str) -> None:
    test = doctest.DocTestParser().get_doctest(RECIPES[heading], {"__name__": "recipe"}, heading, str(LIBRARY), 0)
    shown = list[str]()
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=shown.append)
    assert result.attempted > 2
    assert not result.failed, "".join(shown)


def test_every_section_and_every_block_is_a_recipe() -> None:
    text = LIBRARY.read_text("utf-8")
    assert text.count("\n## ") == len(RECIPES)
    assert text.count("```") == 2 * text.count("```python")


ROOT = Path(__file__).parents[2]
EXAMPLES = [
    path
    for package in ("engine", "hardware")
    for path in (ROOT / package).rglob("*.py")
    if ">>>" in path.read_text("utf-8")
]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_in_docstrings_run(path: Path) -> None:
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    assert not doctest.testmod(module).failed
