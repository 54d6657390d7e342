"""Installs the service on a complete Debian, plays over the network and removes it.

The tests share one machine and run in order: the service is installed first and removed last.
"""

import random

import pytest

from hardware.device import Button
from tests.companion.games.players import Player
from tests.vm.debian import CACHE, Debian
from tests.vm.machine import Machine
from tests.vm.service import Service
from tests.vm.web_viewer import get_json

pytestmark = pytest.mark.vm

OTHERS = ("/root", "/tmp", "/var/tmp", "/var/log", "/var/cache", "/var/lib/systemd")  # noqa: S108 - of the machine
FILES = (
    f"find / -xdev \\( {' -o '.join(f'-path {folder}' for folder in OTHERS)} -o -name __pycache__ \\) -prune"
    " -o -printf '%p %l\\n' | sort"
)
"""Every file of the machine and where links lead, but logs and what systemd and Python keep for themselves."""
KEPT_BY_USERS = ("/etc/companion", "/var/lib/companion", "/var/lib/private")


@pytest.fixture(scope="module")
def service(machine: Machine) -> Service:
    machine.run(f"{FILES} >/root/before")
    service = Service(machine)
    service.install("new")
    return service


def test_the_installed_service_starts_and_the_page_answers(service: Service, debian: Debian) -> None:
    service.wait_until_up()
    (CACHE / f"{debian.name}-boot.txt").write_text(service.boot_lines())
    assert service.property("NRestarts") == "0"


def test_the_doctor_runs_on_an_installation(service: Service) -> None:
    output = service.machine.run("companion doctor; true")
    assert "Raspberry Pi" in output
    assert "Traceback" not in output


def test_a_game_is_played_to_its_winner_over_the_page(service: Service) -> None:
    with service.web_viewer() as viewer:
        viewer.play(Player(random.Random(1), 2), until="winner")
        viewer.press(Button.OK)
    assert len(service.history()) == 1


@pytest.mark.parametrize("signal", ["KILL", pytest.param("STOP", marks=pytest.mark.slow)])
def test_after_a_signal_the_service_restarts_in_the_same_position(service: Service, signal: str) -> None:
    with service.web_viewer() as viewer:
        before = viewer.play(Player(random.Random(2), 2), until="roll", moves=20)
    service.kill(signal)
    with service.web_viewer() as viewer:
        assert viewer.frame == before


@pytest.mark.slow
def test_a_second_installation_keeps_the_current_game(service: Service) -> None:
    with service.web_viewer() as viewer:
        before = viewer.play(Player(random.Random(3), 2), until="roll", moves=3)
    service.install("new", "")
    assert service.current_frame().state == before.state


@pytest.mark.slow
def test_a_stopped_service_is_not_started_by_a_request(service: Service) -> None:
    service.machine.run("systemctl stop companion")
    assert get_json(service.machine.port, "/api/state") is None
    assert service.property("ActiveState") == "inactive"
    service.machine.run("systemctl start companion")
    service.wait_until_up()


@pytest.mark.slow
def test_a_wrong_setting_is_reported_once_without_restarts(service: Service) -> None:
    service.machine.run("printf '[lights]\nbrightness = 7\n' >/etc/companion/companion.toml")
    service.machine.run("systemctl restart companion", fails=True)
    assert service.property("ActiveState") == "failed"
    assert service.property("NRestarts") == "0"
    assert service.log().count("lights.brightness") == 1
    service.machine.run("rm /etc/companion/companion.toml && systemctl restart companion")
    service.wait_until_up()


@pytest.mark.slow
def test_the_menu_switches_the_machine_off_and_the_game_is_kept(service: Service) -> None:
    with service.web_viewer() as viewer:
        viewer.resume()
        before = viewer.play(Player(random.Random(4), 2), until="roll", moves=3)
        viewer.press(Button.UNDO, held=True)
        for button in (Button.LEFT, Button.OK, Button.LEFT, Button.OK):
            viewer.press(button)
    service.machine.wait_until_off()
    service.machine.start()
    service.wait_until_up()
    with service.web_viewer() as viewer:
        viewer.resume()
        assert viewer.frame.state == before.state


def test_uninstalling_leaves_only_games_and_settings(service: Service) -> None:
    games = service.games()
    service.uninstall()
    before = service.machine.run(f"{FILES} | diff /root/before - ; true")
    changed = [line for line in before.splitlines() if line[:1] in "<>" and not line[2:].startswith(KEPT_BY_USERS)]
    assert changed == []
    assert service.machine.run("systemctl list-unit-files 'companion*' --no-legend; true") == ""
    assert service.games() == games
