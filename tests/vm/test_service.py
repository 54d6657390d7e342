"""A whole Debian on which somebody installs the service, plays over the network, and removes it again.

The tests of this module share one machine and follow each other as its days do: it is installed first, removed last.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from hardware.device import Button
from tests.companion.games.player import Player
from tests.vm.debian import KEPT
from tests.vm.service import Service

if TYPE_CHECKING:
    from tests.vm.debian import Debian
    from tests.vm.machine import Machine

pytestmark = pytest.mark.vm

FILES = (
    "find / -xdev \\( -path /root -o -path /tmp -o -path /var/tmp -o -path /var/log -o -name __pycache__ \\) -prune"
    " -o -printf '%p %l\\n' | sort"
)
"""Every file of the machine and where the links lead, but what logs, and what Python keeps for itself."""
KEPT_BY_USERS = ("/etc/companion", "/var/lib/companion", "/var/lib/private")


@pytest.fixture(scope="module")
def service(machine: Machine) -> Service:
    """The service, once it is installed."""
    machine.run(f"{FILES} >/root/before")
    service = Service(machine)
    service.install("new")
    return service


def test_an_installation_comes_up_and_the_page_answers(service: Service, debian: Debian) -> None:
    """It told READY at the first start, and the page's answer comes over the network."""
    service.until_up()
    (KEPT / f"{debian.name}-boot.txt").write_text(service.boot_lines())
    assert service.property("NRestarts") == "0"


def test_the_doctor_finds_nothing_wrong_with_the_program(service: Service) -> None:
    """It says that this is no Raspberry Pi, which is right; nothing else fails."""
    said = service.machine.run("companion doctor; true")
    assert "Raspberry Pi" in said
    assert "Traceback" not in said


def test_a_game_is_played_to_its_winner_over_the_page(service: Service) -> None:
    """With the link that the service told, from the title to the winner; then the history has it."""
    with service.visitor() as visitor:
        visitor.play(Player(random.Random(1), 2), until="winner")
        visitor.press(Button.OK)
    assert len(service.history()) == 1


@pytest.mark.parametrize("signal", ["KILL", pytest.param("STOP", marks=pytest.mark.slow)])
def test_after_a_signal_the_table_is_back_in_the_same_position(service: Service, signal: str) -> None:
    """Killed, or stopped so that the watchdog misses it: in the middle of a turn the same page and state are shown."""
    with service.visitor() as visitor:
        left = visitor.play(Player(random.Random(2), 2), until="roll", moves=20)
    service.kill(signal)
    with service.visitor() as visitor:
        assert visitor.frame == left


@pytest.mark.slow
def test_a_second_installation_changes_nothing(service: Service) -> None:
    """The game on the table is still there, and no file is another."""
    changed = "find /opt/companion /etc/systemd/system /etc/udev/rules.d /usr/local -newer /root/mark"
    with service.visitor() as visitor:
        left = visitor.play(Player(random.Random(3), 2), until="roll", moves=3)
    service.machine.run("touch /root/mark")
    service.install("new")
    service.until_up()
    assert service.machine.run(changed) == ""
    with service.visitor() as visitor:
        visitor.resume()
        assert visitor.frame == left


def test_removed_it_leaves_nothing_but_games_and_settings(service: Service) -> None:
    """Every other file of the machine is as it was before the installation; the games can be read again later."""
    kept = service.games()
    service.uninstall()
    left = service.machine.run(f"{FILES} | diff /root/before - ; true")
    changed = [line for line in left.splitlines() if line[:1] in "<>" and not line[2:].startswith(KEPT_BY_USERS)]
    assert changed == []
    assert service.machine.run("systemctl list-unit-files 'companion*' --no-legend; true") == ""
    assert service.games() == kept
