"""The list of what a walk looks for: every column has its eight questions, and every test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_the_list_of_the_walk_is_whole() -> None:
    text = (HERE / "walk.md").read_text(encoding="utf-8")
    columns = [re.findall(r"^[0-9]+\. ", column, re.MULTILINE) for column in text.split("\n## ")[1:]]
    assert len(columns) == 14
    assert min(map(len, columns)) >= 8
    named = re.findall(r"`([\w./]+\.py)::(test_\w+)`", text)
    assert named
    missing = [test for file, test in named if f"def {test}(" not in (HERE / file).read_text(encoding="utf-8")]
    assert missing == []
