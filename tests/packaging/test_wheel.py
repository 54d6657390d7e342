"""The wheel: what is in it, and what it says of itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
PACKAGES = ("engine", "hardware", "companion")
BUILT_FROM = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
NOT_IN_GIT = ("*.mo", "__pycache__")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    """Built of a copy of the project, in which no catalogue is compiled yet."""
    project = tmp_path_factory.mktemp("project")
    for name in PACKAGES:
        shutil.copytree(PROJECT / name, project / name, ignore=shutil.ignore_patterns(*NOT_IN_GIT))
    for name in BUILT_FROM:
        shutil.copy(PROJECT / name, project)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=project, check=True)
    with ZipFile(next((project / "dist").glob("*.whl"))) as wheel:
        yield wheel


def described(wheel: ZipFile) -> tuple[dict[str, list[str]], str]:
    """What the wheel says of itself, and the text beneath it."""
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    message = message_from_bytes(wheel.read(name))
    text = message.get_payload(decode=True)
    assert isinstance(text, bytes)
    return {key: message.get_all(key, []) for key in message}, text.decode()


def test_everything_that_is_not_python_is_in_the_wheel(wheel: ZipFile) -> None:
    """Units, rules, the page's files, the texts; and the word that the types count for those who import it."""
    wanted = {
        str(path.relative_to(PROJECT))
        for package in PACKAGES
        for path in (PROJECT / package).rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".mo"}
    }
    wanted |= {f"companion/locale/{language}/LC_MESSAGES/companion.mo" for language in ("de", "nl")}
    assert wanted - set(wheel.namelist()) == set()
    for needed in (
        "companion/commands/service/system/companion.service",
        "companion/frontends/web/static/index.html",
        "engine/py.typed",
    ):
        assert needed in wanted


def test_nothing_else_is_in_the_wheel(wheel: ZipFile) -> None:
    """Neither tests nor caches."""
    roots = {name.split("/")[0] for name in wheel.namelist()}
    assert {root for root in roots if not root.endswith(".dist-info")} == set(PACKAGES)
    assert [name for name in wheel.namelist() if name.endswith(".pyc")] == []


def test_each_package_says_that_it_is_typed(wheel: ZipFile) -> None:
    """A type checker looks into no package that does not."""
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(wheel.namelist())
    assert "Typing :: Typed" in described(wheel)[0]["Classifier"]


def test_the_description_leads_nowhere_that_is_not_there(wheel: ZipFile) -> None:
    """No picture and no link into the checkout; all else of the README."""
    text = described(wheel)[1]
    assert re.findall(r"\]\((?!https?:)[^)]*\)", text) == []
    assert "![" not in text
    assert "| `companion doctor`" in text
    assert len(text) > 0.8 * len((PROJECT / "README.md").read_text())


def test_the_command_is_in_the_wheel(wheel: ZipFile) -> None:
    """As pip, pipx and uv make it."""
    name = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "companion = companion.__main__:run" in wheel.read(name).decode()
