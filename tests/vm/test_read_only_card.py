import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from tests.vm.debian import CACHE, ROOT, Debian, base_disk, make_ext4, run
from tests.vm.machine import KERNEL_OPTIONS, Machine
from tests.vm.service import Service
from tools.debian.deb import MACHINES, RELEASES, build, checkout_build, number_of

pytestmark = [pytest.mark.vm, pytest.mark.slow]

GUIDE = (ROOT / "docs/building/README.md").read_text()
BEFORE, NEW = "0.0.9", number_of(ROOT)


def documented(form: str) -> str:
    found = re.search(form, GUIDE, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


FORMAT = documented(r"`(sudo mkfs\.ext4 [^`]*)`")
MOVE = documented(r"`(sudo systemctl stop companion; [^`]*)`")
FSTAB = documented(r"In `/etc/fstab`: `([^`]*)`")
OVERLAY = documented(r"into `(overlayroot=[^`]*)`")
UPDATE = documented(r"\n(sudo overlayroot-chroot apt install [^\n]*)")
SETTINGS = documented(r"\n(sudo overlayroot-chroot cp /run/box.toml [^\n]*)")


@pytest.fixture(scope="module")
def service(debian: Debian, folder: Path) -> Iterator[Service]:
    release = next(release for release in RELEASES if release.suite == debian.name)
    stick, partition = folder / "versions.raw", folder / "partition.raw"
    with TemporaryDirectory(dir=folder) as making:
        for number in (BEFORE, NEW):
            build(checkout_build(release, MACHINES[0], number), Path(making))
        make_ext4(stick, Path(making), "100M", "stick")
    run("truncate", "--size=100M", str(partition))
    base = base_disk(debian, "overlayroot", "busybox", "sudo")
    with Machine(Path(mkdtemp(dir=folder)), base, stick, partition=partition) as machine:
        machine.start()
        machine.run(f"apt-get -y install /mnt/claim-companion_{BEFORE}*.deb")
        yield Service(machine)


def restart(service: Service, command: str) -> None:
    machine = service.machine
    words, reboot = command.rsplit(" && sudo ", 1)
    assert reboot == "reboot"
    machine.run(words)
    machine.stop()
    machine.start()


def test_the_games_can_be_moved_to_their_own_partition(service: Service) -> None:
    machine, left = service.machine, service.play(1).state
    machine.run(FORMAT.replace("/dev/mmcblk0p3", "/dev/vdc"))
    machine.run(f"{MOVE} && echo '{FSTAB}' >>/etc/fstab")
    machine.stop()
    machine.options = f"{KERNEL_OPTIONS} {OVERLAY}"
    machine.start()
    service.wait_until_up()
    assert machine.run("findmnt --noheadings --output=FSTYPE /var/lib/private/companion") == "ext4\n"
    assert machine.run("findmnt --noheadings --output=FSTYPE /") == "overlay\n"
    assert service.current_frame().state == left


def test_a_power_cut_loses_no_move(service: Service) -> None:
    left = service.play(2).state
    machine = service.machine
    machine.cut_power(random.Random(2))
    machine.start()
    assert service.current_frame().state == left


def test_changes_that_a_restart_would_lose_are_rejected(service: Service) -> None:
    shown = service.machine.run("companion service install --kiosk", fails=True)
    assert "run this command again with sudo overlayroot-chroot" in shown
    assert len(shown.splitlines()) == 1


def test_an_update_is_one_command_and_one_restart(service: Service) -> None:
    machine, left = service.machine, service.play(3).state
    file = re.findall(r"/run/\S+\.deb", UPDATE)[0]
    machine.run(f"cp /mnt/claim-companion_{NEW}+*.deb /run")
    ours = machine.run(f"ls /run/claim-companion_{NEW}+*.deb").strip()
    restart(service, UPDATE.replace(f"apt install {file}", f"apt-get -y install {ours}"))
    assert service.current_frame().state == left
    assert NEW in machine.run("dpkg-query --show --showformat='${Version}' claim-companion")
    machine.run("printf '[lights]\nbrightness = 0.2\n' >/run/box.toml")
    restart(service, SETTINGS)
    assert machine.run("cat /etc/companion/companion.toml") == "[lights]\nbrightness = 0.2\n"
    assert service.current_frame().state == left
    assert "companion" not in machine.run("systemctl --failed --plain")
    (CACHE / "read-only-boot.txt").write_text(service.boot_lines())
