"""What tests of commands share."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """English, the clocks an hour before UTC's, and no settings of whoever runs the tests."""
    monkeypatch.setitem(os.environ, "LC_ALL", "C")
    monkeypatch.setitem(os.environ, "TZ", "UTC-1")
    monkeypatch.setitem(os.environ, "HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
