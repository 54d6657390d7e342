import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setitem(os.environ, "LC_ALL", "C")
    monkeypatch.setitem(os.environ, "TZ", "UTC-1")
    monkeypatch.setitem(os.environ, "HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
