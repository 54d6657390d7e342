"""The site of the docs: `make docs` makes it and looks at every link; here is what looks at them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from distribution.site.__main__ import dead_links

ROOT = Path(__file__).parents[2]


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """A file, a picture and an anchor that are not there; nothing of what is there, or outside."""
    (tmp_path / "b.html").write_text('<h1 id="top">B</h1>')
    (tmp_path / "a.html").write_text(
        '<a href="b.html#top">1</a> <a href="b.html?v=2">2</a> <a href="https://example.org/x">3</a>'
        '<a href="#here" id="here">4</a>'
        '<a href="c.html">5</a> <a href="b.html#end">6</a> <img src="d.png"> <a href="#gone">7</a>'
    )
    assert [link for _, link in dead_links(tmp_path)] == ["#gone", "b.html#end", "c.html", "d.png"]


def test_every_page_of_the_docs_is_on_the_site() -> None:
    """Each stands in the contents of the front page, which Sphinx does not ask for where a page is led to otherwise."""
    contents = (ROOT / "distribution/site/index.md").read_text()
    pages = [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("docs/*.md"), *ROOT.glob("docs/building/*.md"))]
    assert [page for page in pages if f"\n{page}\n" not in contents] == []


def test_the_readme_fits_a_screen() -> None:
    """What it is, a picture, two commands, what next: at most 60 lines."""
    assert len((ROOT / "README.md").read_text().splitlines()) <= 60


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("", "say which version"),
        ("1", "say which version"),
        ("99.0.0", "pyproject.toml has another version than 99.0.0"),
    ],
)
def test_a_release_that_cannot_be_is_refused_before_anything_is_built(
    version: str, sentence: str, tmp_path: Path
) -> None:
    """In a copy of the files that it asks, committed."""
    (tmp_path / "distribution").mkdir()
    for name in ("pyproject.toml", "CHANGELOG.md", "distribution/release.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run([*git, *words], check=True)  # noqa: S603 - git
    script = tmp_path / "distribution/release.sh"
    refused = subprocess.run([script, version], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"release: {sentence}")
    assert not (tmp_path / "dist").exists()
