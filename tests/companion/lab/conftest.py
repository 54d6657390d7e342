"""What tests of studies share."""

from pathlib import Path

import pytest

from tests.companion.lab.banker import install_bots


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `banker` and `liar` are installed."""
    install_bots(tmp_path, monkeypatch)
