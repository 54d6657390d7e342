import random
from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from tests.companion.games.players import Player
from tests.vm.debian import CACHE, Debian, base_disk, make_ext4
from tests.vm.machine import Machine
from tests.vm.service import Service
from tools.debian.deb import MACHINES, RELEASES, build, checkout_build

EXTRA_PACKAGES = ("cage", "chromium", "seatd", "fonts-dejavu-core")
"""The packages in docs/building/hdmi.md."""
NEAR, STONE_PIXELS = 40, 400
"""Maximum difference of each channel from a colour, and minimum number of such pixels of a stone."""
TIMEOUT_S = 1800.0
"""Maximum time of the browser: a minute in emulation, and ten on a busy computer."""


@pytest.fixture(scope="module")
def service(debian: Debian, folder: Path) -> Iterator[Service]:
    release = next(release for release in RELEASES if release.suite == debian.name)
    stick = folder / "hdmi.raw"
    with TemporaryDirectory(dir=folder) as making:
        build(checkout_build(release, MACHINES[0]), Path(making))
        make_ext4(stick, Path(making), "100M", "stick")
    with Machine(Path(mkdtemp(dir=folder)), base_disk(debian, *EXTRA_PACKAGES), stick, has_screen=True) as machine:
        machine.start()
        machine.run("apt-get -y install /mnt/claim-companion_*.deb && companion service install --kiosk")
        yield Service(machine)


@pytest.mark.vm
@pytest.mark.slow
def test_the_hdmi_screen_shows_the_stones_of_the_current_game(service: Service, debian: Debian) -> None:
    machine = service.machine
    service.wait_until_up()
    machine.run("systemctl enable --now companion-hdmi")
    player = Player(random.Random(1), 2)
    for _ in range(2):
        with service.web_viewer() as viewer:
            viewer.resume()
            viewer.play(player, until="roll", moves=12)
            # A bust removes the stones of a turn.
            while not stone_colours(viewer.description["game"]):
                viewer.play(player, until="roll", moves=2)
            game = viewer.description["game"]
        machine.wait_until(partial(shows_stones, machine, game), "a photograph of the stones", TIMEOUT_S)
    machine.screenshot().save(CACHE / f"{debian.name}-hdmi.png")
    assert service.property("NRestarts") == "0"


@pytest.mark.vm
@pytest.mark.slow
def test_the_hdmi_screen_starts_at_boot_and_is_removed_with_the_package(service: Service) -> None:
    machine = service.machine
    machine.run("systemctl unmask getty@tty1 && systemctl enable getty@tty1")
    machine.stop()
    machine.start()
    machine.wait_until(lambda: "running" in is_running(machine, "companion-hdmi"), "the screen")
    assert "dead" in is_running(machine, "getty@tty1")
    machine.run("apt-get -y remove claim-companion")
    assert "dead" in is_running(machine, "companion-hdmi")
    machine.run("apt-get -y purge claim-companion")
    machine.run("! ls /etc/systemd/system/*/companion-hdmi.service")


def is_running(machine: Machine, unit: str) -> str:
    return machine.run(f"systemctl show --property=SubState --value {unit}")


def stone_colours(game: dict[str, Any]) -> set[str]:
    return {piece["colour"] for place in game["places"] for piece in place["pieces"]}


def shows_stones(machine: Machine, game: dict[str, Any]) -> bool:
    photo = machine.screenshot()
    players = {player["colour"] for player in game["players"]}
    return all(pixels_of(photo, colour) >= STONE_PIXELS for colour in players & stone_colours(game))


def pixels_of(photo: Image.Image, colour: str) -> int:
    apart = ImageChops.difference(photo, Image.new("RGB", photo.size, ImageColor.getrgb(colour)))
    farthest = reduce(ImageChops.lighter, apart.split())
    return sum(farthest.histogram()[: NEAR + 1])
