import filecmp
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.commands.service import KIOSK, RULE, SIMULATED, SOCKET
from companion.commands.service import UNITS as OWN_UNITS

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]
PACKAGES = ("engine", "hardware", "companion")
BUILT_FROM = ("engine", "hardware", "companion", "systemd", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
UNITS = "companion/commands/systemd"
HDMI = "companion-hdmi.service"
"""Started by hand on a machine with an HDMI screen (docs/building/hdmi.md); no installer writes it."""
CHECKER = "tsconfig.json"
"""Settings for `make lint`, which checks the JavaScript."""
NOT_IN_GIT = ("*.mo", "__pycache__")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    project = tmp_path_factory.mktemp("project")
    for name in BUILT_FROM:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, project / name, ignore=shutil.ignore_patterns(*NOT_IN_GIT))
        else:
            shutil.copy(PROJECT / name, project)
    build = [sys.executable, "-m", "hatchling", "build", "-t"]
    subprocess.run([*build, "sdist"], cwd=project, check=True)  # noqa: S603 - our own words
    shutil.unpack_archive(next((project / "dist").glob("*.tar.gz")), project / "unpacked", filter="data")
    (source,) = (project / "unpacked").iterdir()
    subprocess.run([*build, "wheel"], cwd=source, check=True)  # noqa: S603
    with ZipFile(next((source / "dist").glob("*.whl"))) as wheel:
        yield wheel


def metadata_of(wheel: ZipFile) -> tuple[dict[str, list[str]], str]:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    message = message_from_bytes(wheel.read(name))
    text = message.get_payload(decode=True)
    assert isinstance(text, bytes)
    return {key: message.get_all(key, []) for key in message}, text.decode()


def test_the_wheel_contains_all_data_files(wheel: ZipFile) -> None:
    expected = {
        str(path.relative_to(PROJECT))
        for package in PACKAGES
        for path in (PROJECT / package).rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".mo"} and path.name != CHECKER
    }
    expected |= {f"companion/locale/{language}/LC_MESSAGES/companion.mo" for language in ("de", "nl")}
    expected |= {f"{UNITS}/{Path(place).name}" for place in (*OWN_UNITS, RULE, SOCKET, SIMULATED, KIOSK, HDMI)}
    assert expected - set(wheel.namelist()) == set()
    assert [name for name in wheel.namelist() if name.startswith(UNITS) and name not in expected] == []
    for needed in ("companion/web/static/index.html", "engine/py.typed"):
        assert needed in expected


def test_the_wheel_contains_no_other_files(wheel: ZipFile) -> None:
    roots = {name.split("/")[0] for name in wheel.namelist()}
    assert {root for root in roots if not root.endswith(".dist-info")} == set(PACKAGES)
    assert [name for name in wheel.namelist() if name.endswith((".pyc", CHECKER))] == []


def test_the_package_description_has_no_broken_links(wheel: ZipFile) -> None:
    text = metadata_of(wheel)[1]
    assert re.findall(r"\]\((?!https?:)[^)]*\)", text) == []
    assert "![" not in text
    assert "make run" in text
    assert "| build a box | Building: parts" in text
    assert len(text) > 0.7 * len((PROJECT / "README.md").read_text())


def test_a_service_is_installed_from_a_virtual_environment(wheel: ZipFile, tmp_path: Path) -> None:
    environment, root = tmp_path / "environment", tmp_path / "root"
    venv.create(environment, symlinks=True)
    (packages,) = environment.glob("lib/python3*/site-packages")
    wheel.extractall(packages)
    (packages / "systemd").mkdir()  # as python-systemd has one
    install = "import sys; from pathlib import Path; from companion.commands.service import Service; "
    install += "Service(Path(sys.argv[1]), Path(sys.prefix), lambda _: True).install(simulated=True)"
    # Not in the checkout: Python would find the package there. The libraries are those of the tests.
    libraries = {"PYTHONPATH": sysconfig.get_path("purelib")}
    subprocess.run([environment / "bin/python", "-c", install, root], check=True, cwd=tmp_path, env=libraries)  # noqa: S603 - our own
    for place in (RULE, SOCKET, SIMULATED):
        assert filecmp.cmp(root / place, PROJECT / "systemd" / Path(place).name, shallow=False), place
    assert f"ExecStart={environment}/bin/companion play" in (root / OWN_UNITS[0]).read_text()
