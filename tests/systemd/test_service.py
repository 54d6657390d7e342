import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.commands import service as module
from companion.commands.cli import main
from companion.commands.service import (
    COMMAND,
    ENVIRONMENT,
    KIOSK,
    MASK,
    PACKAGE,
    RULE,
    SETTINGS,
    SIMULATED,
    SOCKET,
    SUBSYSTEMS,
    UNITS,
    Service,
    ServiceError,
    check_machine,
)

PROJECT = Path(__file__).parents[2]
OWN = {*UNITS, SOCKET, RULE, COMMAND}
TRIGGER = "udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev"


class Machine:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: list[str] = []
        self.starts = True

    def service(self, environment: Path = ENVIRONMENT) -> Service:
        return Service(self.root, environment, self.run)

    def run(self, command: Sequence[str]) -> bool:
        self.commands.append(" ".join(command))
        return self.starts or command[:2] != ["systemctl", "start"]

    def files(self) -> dict[str, str | Path]:
        found = (path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {
            str(path.relative_to(self.root)): path.readlink() if path.is_symlink() else path.read_text()
            for path in found
        }


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "root")


def test_an_installation_writes_its_units_and_starts_them(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.service().install()
    files = machine.files()
    assert files.keys() == OWN
    assert f"\nExecStart={ENVIRONMENT}/bin/companion play" in str(files[UNITS[0]])
    assert files[COMMAND] == ENVIRONMENT / "bin/companion"
    assert (machine.root / "etc/companion").is_dir()
    assert machine.commands[0] == "systemctl stop companion.service companion.socket"
    assert machine.commands[-2:] == [
        "systemctl enable --quiet companion.service",
        "systemctl start companion.service",
    ]
    assert "web page: http://" in capsys.readouterr().out


def test_only_the_nodes_of_the_box_are_triggered(machine: Machine) -> None:
    machine.service().install()
    assert f"{TRIGGER} --subsystem-match=*-pio" in machine.commands
    rules = str(machine.files()[RULE])
    assert all(f'SUBSYSTEM=="{name}"' in rules for name in SUBSYSTEMS)
    assert rules.count("SUBSYSTEM==") == len(SUBSYSTEMS)


def test_an_installer_choice_is_kept_until_it_is_changed(machine: Machine) -> None:
    machine.service().install(simulated=True, kiosk=True)
    machine.service().install()
    assert {SIMULATED, KIOSK} <= machine.files().keys()
    machine.service().install(simulated=False, page=False)
    machine.service().install()
    files = machine.files()
    assert (SIMULATED in files, KIOSK in files, files[SOCKET]) == (False, True, MASK)
    machine.service().install(page=True, kiosk=False)
    assert machine.files().keys() == OWN
    assert "ListenStream=" in str(machine.files()[SOCKET])


def test_an_installation_from_the_package_writes_only_choices(machine: Machine) -> None:
    machine.service(PACKAGE).install(page=False, kiosk=True)
    assert machine.files().keys() == {KIOSK, SOCKET}
    machine.service(PACKAGE).install(page=True)
    assert machine.files().keys() == {KIOSK}


def test_the_package_replaces_an_installation_and_keeps_its_choices(machine: Machine) -> None:
    machine.service().install(kiosk=True)
    machine.service(PACKAGE).install()
    assert machine.files().keys() == {KIOSK, COMMAND}


def test_a_service_that_cannot_run_is_not_installed(machine: Machine) -> None:
    with pytest.raises(ServiceError, match="no way to play"):
        machine.service().install(simulated=True, page=False)
    assert machine.commands == []
    machine.starts = False
    with pytest.raises(ServiceError, match="does not start; `journalctl -u companion"):
        machine.service().install()


def test_an_environment_below_a_home_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mounts").touch()
    for name, place in (("BOOTED", tmp_path), ("MOUNTS", tmp_path / "mounts")):
        monkeypatch.setattr(module, name, place)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(ServiceError, match=r"cannot read /home/pi/companion/\.venv, which is in a home folder"):
        check_machine(Path("/home/pi/companion/.venv"), Path("/usr"))
    with pytest.raises(
        ServiceError, match=r"cannot read /root/\.pyenv, the folder of this Python: use /usr/bin/python3"
    ):
        check_machine(ENVIRONMENT, Path("/root/.pyenv"))


def test_a_command_of_another_program_is_kept(machine: Machine) -> None:
    command = machine.root / COMMAND
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/pipx/bin/companion")
    machine.service().install()
    machine.service().uninstall()
    assert machine.files() == {COMMAND: Path("/opt/pipx/bin/companion")}


def test_uninstalling_keeps_games_and_settings(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    games = machine.root / "var/lib/companion/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    machine.service().install(simulated=True, kiosk=True)
    (machine.root / SETTINGS).write_text("")
    machine.service().uninstall()
    assert machine.files().keys() == {"var/lib/companion/journal.sqlite", SETTINGS}
    assert not (machine.root / KIOSK).parent.exists()
    assert "systemctl disable --quiet companion.service" in machine.commands
    assert f"`sudo rm -r {ENVIRONMENT}` removes the program" in capsys.readouterr().out
    with pytest.raises(ServiceError, match="apt remove claim-companion"):
        machine.service(PACKAGE).uninstall()


def test_an_impossible_service_is_reported_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("overlayroot / overlay rw 0 0\n")
    monkeypatch.setattr(module, "MOUNTS", mounts)
    for booted, user, reason in (
        (tmp_path / "none", 0, "was not started by systemd"),
        (tmp_path, 1000, "run this with sudo"),
        (tmp_path, 0, "sudo overlayroot-chroot"),
    ):
        monkeypatch.setattr(module, "BOOTED", booted)
        monkeypatch.setattr("os.geteuid", lambda user=user: user)
        assert main(["service", "install"]) == 1
        assert reason in capsys.readouterr().err


def test_an_impossible_installation_fails_before_the_build() -> None:
    fake_root = {
        "PATH": "/usr/bin:/bin",
        "BASH_FUNC_id%%": "() { echo 0; }",
        "BASH_FUNC_python3%%": "() { :; }",
        "BASH_FUNC_[%%": """() { if [[ $1 = -d ]]; then [[ $BOOTED ]]; else builtin [ "$@"; fi; }""",
    }
    for booted, words, reason in (
        ("", [], "this machine was not started by systemd"),
        ("1", ["--extras"], "--extras needs names, as in pi,pi5"),
        ("1", ["--extras", "pi,../base"], "there is no extra ../base; allowed: pi, pi5, pwm"),
    ):
        command = ["bash", str(PROJECT / "systemd/install.sh"), *words]
        environment = {**fake_root, "BOOTED": booted}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - ours
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"companion: {reason}\n")
