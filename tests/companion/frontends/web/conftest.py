"""A served table for the tests of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.frontends.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table where a game for two has begun."""
    with Served(tmp_path_factory.mktemp("served") / "journal", "--players", "2", "--first", "0") as served:
        yield served
