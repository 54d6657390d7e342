from pathlib import Path

import pytest

from tests.companion.lab.banker import install_bots


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_bots(tmp_path, monkeypatch)
