from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from tests.vm.debian import BOOKWORM, CACHE, TRIXIE, Debian, Disk, base_disk, missing_tools
from tests.vm.machine import Machine, copy_disk
from tests.vm.service import Service
from tests.vm.stick import make_stick


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "vm" not in config.option.markexpr:
        left_out = [item for item in items if item.get_closest_marker("vm")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(
    scope="session", params=[TRIXIE, pytest.param(BOOKWORM, marks=pytest.mark.slow)], ids=lambda it: it.name
)
def debian(request: pytest.FixtureRequest) -> Debian:
    if missing := missing_tools():
        pytest.fail(f"{', '.join(missing)}: install qemu-system-x86, qemu-utils, mmdebstrap and e2fsprogs")
    found: Debian = request.param
    return found


@pytest.fixture(scope="session")
def folder(debian: Debian) -> Iterator[Path]:
    CACHE.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=CACHE, prefix=f"{debian.name}-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def stick(debian: Debian, folder: Path) -> Path:
    return make_stick(debian, folder)


@pytest.fixture(scope="module")
def machine(debian: Debian, stick: Path, folder: Path) -> Iterator[Machine]:
    with Machine(Path(mkdtemp(dir=folder)), base_disk(debian), stick) as machine:
        yield machine.start()


@pytest.fixture(scope="session")
def installed_disk(debian: Debian, stick: Path, folder: Path) -> Disk:
    with Machine(folder / "installing", base_disk(debian), stick) as machine:
        Service(machine.start()).install("new")
        machine.stop()
        return copy_disk(machine, folder / "installed")


@pytest.fixture
def installed_machine(stick: Path, folder: Path, installed_disk: Disk) -> Iterator[Machine]:
    with Machine(Path(mkdtemp(dir=folder)), installed_disk, stick) as machine:
        yield machine
