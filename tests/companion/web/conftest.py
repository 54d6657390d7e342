from collections.abc import Iterator

import pytest

from tests.companion.web.served import Served


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served") / "journal", "--players", "2", "--first", "1") as served:
        yield served
