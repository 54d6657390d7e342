"""The recipes of docs/library.md run, and show what they say."""

from __future__ import annotations

import doctest

import pytest

from tests.library.recipes import LIBRARY, recipes

RECIPES = recipes(LIBRARY.read_text("utf-8"))


def failures(name: str, examples: str) -> tuple[int, int, str]:
    """How many examples of a recipe fail, of how many, and what they show."""
    test = doctest.DocTestParser().get_doctest(examples, {"__name__": "recipe"}, name, str(LIBRARY), 0)
    runner, told = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS), list[str]()
    result = runner.run(test, out=told.append)
    return result.failed, result.attempted, "".join(told)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("heading", RECIPES)
def test_a_recipe_runs_by_itself(heading: str) -> None:
    failed, attempted, told = failures(heading, RECIPES[heading])
    assert attempted > 2
    assert not failed, told


def test_all_that_was_promised_has_a_recipe() -> None:
    text = LIBRARY.read_text("utf-8")
    assert text.count("\n## ") == len(RECIPES) == 8
    assert text.count("```") == 2 * text.count("```python")


def test_a_recipe_that_is_wrong_is_found() -> None:
    wrong = recipes("## One\n```python\n>>> 1 + 1\n3\n```\n## Two\nwords\n## Three\n```python\n>>> surprise\n```\n")
    assert list(wrong) == ["One", "Three"]
    assert [failures(name, examples)[:2] for name, examples in wrong.items()] == [(1, 1), (1, 1)]
