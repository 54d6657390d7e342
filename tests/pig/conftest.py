import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.engine.plug_ins import install

PIG = Path(__file__).parents[2] / "docs" / "pig"


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = tomllib.loads((PIG / "pyproject.toml").read_text())["project"]["entry-points"]
    metadata = tmp_path / "metadata"
    metadata.mkdir()
    monkeypatch.syspath_prepend(
        install(metadata, "pig", **{group.removeprefix("companion."): names for group, names in groups.items()})
    )
    monkeypatch.syspath_prepend(PIG)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_pig(tmp_path_factory.mktemp("installed"))


def install_pig(folder: Path) -> Path:
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet")
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", folder, PIG], check=True)  # noqa: S603 - our own package
    return folder
