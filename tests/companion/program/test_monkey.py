"""A monkey at the table: nothing raises, nothing is lost, every page draws. `make soak` lets it go on for longer."""

import pytest

from companion.pages.menu import MenuPage
from tests.companion.program.monkey import rampage

SEEDS = (0, 1, 2, 3, 4, 15, 49, 74)
"""The last three found a page of before that a held `left` brought back although a bot had acted since."""


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_monkey_finds_no_mistake(seed: int) -> None:
    rampage(seed)


def test_what_a_monkey_finds_is_told_with_the_seed_and_the_way_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MenuPage, "draw", None)
    with pytest.raises(AssertionError, match=r"held=True(.|\n)*the monkey with seed 3 has found: TypeError"):
        rampage(3)
