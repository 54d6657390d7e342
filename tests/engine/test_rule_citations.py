"""Code and tests cite the rules by section, as in "(rules, A turn 2)"."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CITATION = re.compile(r"(?:[(]|# )rules, ([^()\n]+)")


@pytest.mark.parametrize("game", ["claimit", "klondike", "piratenclaim"])
def test_each_cited_section_of_the_rules_exists(game: str) -> None:
    page = (ROOT / f"docs/rules/{game}.md").read_text("utf-8")
    sections = re.findall(r"^#+ ((?:\d\.)*\d(?=\.)|\D.*)|^\| ([KR]\d+) \|", page, re.MULTILINE)
    known = {heading or decision for heading, decision in sections}
    paths = (path for folder in ("engine", "companion", "tests") for path in (ROOT / folder).rglob("*.py"))
    cited = " and ".join(
        found for path in paths if game in str(path) for found in CITATION.findall(path.read_text("utf-8"))
    )
    # "A turn 2" and "8.3" name a step of a section.
    unknown = {each for each in re.split(r"[,;]?\s+(?:and|to)\s+|[,;]\s+", cited) if not {each, each[:-2]} & known}
    assert cited
    assert not unknown
