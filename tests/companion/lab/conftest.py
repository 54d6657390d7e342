"""What tests of studies share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.lab.banker import install_bots

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `banker` and `liar` are installed."""
    install_bots(tmp_path, monkeypatch)
