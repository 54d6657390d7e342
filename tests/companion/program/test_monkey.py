import pytest

from tests.companion.program.monkey import rampage

SEEDS = (0, 1, 2, 3, 4, 15, 49, 74)
"""The last three found a page of before that a held `left` brought back although a bot had acted since."""


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_monkey_finds_no_mistake(seed: int) -> None:
    rampage(seed)
