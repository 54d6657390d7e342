"""Installs the package with apt on a complete Debian and plays on the web page.

The tests share one machine and run in order: the package is installed first and purged last.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from hardware.device import Button
from tests.vm.debian import CACHE, ROOT, Debian, base_disk, make_ext4, run
from tests.vm.machine import Machine
from tests.vm.service import Service
from tests.vm.stick import _copy_checkout, _wheels
from tools.debian.deb import MACHINES, RELEASES, build, checkout_build, number_of

pytestmark = pytest.mark.vm

BEFORE, NEW = "0.0.9", number_of(ROOT)
APT = "DEBIAN_FRONTEND=noninteractive apt-get -y -o APT::Color=0"
OWN_FILES = ("/usr/bin/companion", "/usr/lib/claim-companion", "/usr/lib/systemd/system/companion.service")


def file_of(version: str) -> str:
    return f"/mnt/packages/claim-companion_{version}+*.deb"


@pytest.fixture(scope="module")
def brought_packages(debian: Debian, folder: Path) -> Path:
    release = next(release for release in RELEASES if release.suite == debian.name)
    image = folder / "packages.raw"
    with TemporaryDirectory(dir=folder) as making:
        content = Path(making)
        for number in (BEFORE, NEW):
            build(checkout_build(release, MACHINES[0], number), content / "packages")
        _copy_checkout(content / "new")
        run("cp", "-r", str(_wheels(debian, content / "new", ())), str(content / "wheels"))
        make_ext4(image, content, "400M", "stick")
    return image


@pytest.fixture(scope="module")
def service(debian: Debian, folder: Path, brought_packages: Path) -> Iterator[Service]:
    CACHE.mkdir(exist_ok=True)
    with Machine(Path(mkdtemp(dir=folder)), base_disk(debian), brought_packages) as machine:
        machine.start()
        machine.run("rm -f /etc/apt/sources.list /etc/apt/sources.list.d/debian* /etc/apt/sources.list.d/0000*")
        machine.run(f"{APT} install {file_of(BEFORE)}")
        yield Service(machine)


def installed(service: Service) -> str:
    return service.machine.run("dpkg-query --show --showformat='${db:Status-Abbrev}${Version}' claim-companion")


def test_apt_installs_a_working_service_without_questions(service: Service) -> None:
    service.play(1)
    assert service.property("NRestarts") == "0"
    assert BEFORE in installed(service)
    assert "Traceback" not in service.machine.run("companion doctor; true")


def test_an_update_during_a_game_keeps_the_roll(service: Service) -> None:
    for version, options, seed in ((NEW, "", 2), (BEFORE, "--allow-downgrades", 3), (NEW, "", 4)):
        before = service.play(seed).state
        service.machine.run(f"{APT} install {options} {file_of(version)}")
        assert version in installed(service)
        assert service.current_frame().state == before


@pytest.mark.slow
def test_a_full_card_leaves_no_partial_installation(service: Service) -> None:
    machine, before = service.machine, service.play(5).state
    # Of all that is free: what is kept for root is free to dpkg, and not to df.
    machine.run("fallocate --length $(($(stat --file-system --format '%f * %S' /) - 20000000)) /filler")
    output = machine.run(f"{APT} install --allow-downgrades {file_of(BEFORE)}", fails=True)
    assert "No space left on device" in output
    assert installed(service).startswith("ii ")
    assert NEW in installed(service)
    service.wait_until_up()
    with service.web_viewer() as viewer:
        # What is kept for root is not free to the service.
        assert "The disk is full." in " ".join(viewer.description["text"])
        machine.run("rm /filler")
        viewer.press(Button.OK)
    assert service.current_frame().state == before


@pytest.mark.slow
def test_guest_mode_is_kept_by_updates(service: Service) -> None:
    machine, before = service.machine, service.play(6).state
    for options in ("--kiosk", ""):
        machine.run(f"companion service install {options}")
        service.wait_until_up()
        assert "COMPANION_KIOSK=yes" in machine.run(f"tr '\\0' ' ' </proc/{service.property('MainPID')}/environ")
    machine.run("companion service install --no-kiosk")
    assert service.current_frame().state == before


@pytest.mark.slow
def test_an_installation_from_a_checkout_and_the_package_replace_each_other(service: Service) -> None:
    machine, before = service.machine, service.play(7).state
    service.install("new")
    assert service.current_frame().state == before
    assert "/opt/companion" in machine.run(f"tr '\\0' ' ' </proc/{service.property('MainPID')}/cmdline")
    machine.run("/usr/bin/companion service install")
    assert service.current_frame().state == before
    assert "/usr/lib/claim-companion" in machine.run(f"tr '\\0' ' ' </proc/{service.property('MainPID')}/cmdline")
    service.install("new", "")
    machine.run(f"{APT} remove claim-companion && {APT} purge claim-companion")
    assert service.current_frame().state == before
    assert "/usr/bin/companion service install" in machine.run(f"{APT} install {file_of(NEW)}")
    service.uninstall()
    machine.run("companion service install")
    assert service.current_frame().state == before


def test_removing_and_purging_keeps_games_and_settings(service: Service) -> None:
    machine, games = service.machine, service.games()
    machine.run(f"{APT} remove claim-companion")
    for place in OWN_FILES:
        machine.run(f"test -e {place}", fails=True)
    assert service.games() == games
    output = machine.run(f"{APT} purge claim-companion")
    assert "are kept" in output
    assert service.games() == games


@pytest.mark.slow
def test_a_conflicting_file_is_named_and_kept(service: Service) -> None:
    machine = service.machine
    machine.run("echo theirs >/usr/bin/companion")
    output = machine.run(f"{APT} install {file_of(NEW)}", fails=True)
    assert "/usr/bin/companion does not belong to this package; move it away. Nothing was installed." in output
    assert machine.run("cat /usr/bin/companion") == "theirs\n"
    for place in OWN_FILES[1:]:
        machine.run(f"test -e {place}", fails=True)
    machine.run("rm /usr/bin/companion")
