import doctest

import pytest

from tests.library.recipes import LIBRARY, recipes

RECIPES = recipes(LIBRARY.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_runs_by_itself(heading: str) -> None:
    test = doctest.DocTestParser().get_doctest(RECIPES[heading], {"__name__": "recipe"}, heading, str(LIBRARY), 0)
    shown = list[str]()
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=shown.append)
    assert result.attempted > 2
    assert not result.failed, "".join(shown)


def test_every_section_and_every_block_is_a_recipe() -> None:
    text = LIBRARY.read_text("utf-8")
    assert text.count("\n## ") == len(RECIPES)
    assert text.count("```") == 2 * text.count("```python")
