"""The service and the Debian package: each takes the other's place, and both take what was chosen and the settings.

`distribution/debian/postinst` does with `companion service install` what is done here.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.commands.service import ServiceError, installer
from companion.commands.service.files import KIOSK, MASK, PACKAGED_UNIT, SIMULATED, SOCKET, UNITS, WANTED
from companion.commands.service.installer import Installer, System, check_machine
from companion.commands.service.sources import Package
from tests.systemd.machine import Machine

GAMES, SETTINGS = "var/lib/private/companion/journal.sqlite", "etc/companion/companion.toml"
RIGHT, WRONG = "[lights]\nbrightness = 0.2\n", "[lights]\nbrightness = 7\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """An empty one whose program judges settings as this one does."""
    monkeypatch.setattr(installer, "settings_mistake", lambda _, file: mistake_in(file))
    return Machine(tmp_path / "root")


@pytest.fixture
def packaged(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """The package on that machine: dpkg has unpacked it."""
    unit = machine.root / PACKAGED_UNIT.relative_to("/")
    unit.parent.mkdir(parents=True)
    unit.write_text("the package's")
    monkeypatch.setattr(Package, "version_name", lambda *_: "the package 0.1.0")
    return Installer(machine.root, System(machine.systemd), Package())


def mistake_in(file: Path) -> str:
    return "" if file.read_text() == RIGHT else f"{file}: brightness"


def choose(packaged: Installer, *, settings: Path | None = None, **asked: bool) -> None:
    """`companion service install`, out of the package; what is not said stays."""
    said = {name: asked.get(name) for name in ("simulated", "page", "kiosk")}
    packaged.install(packaged.resolve_choice(**said), None, settings)


def test_the_package_takes_the_place_of_a_version_with_its_choices_and_games(
    machine: Machine, packaged: Installer
) -> None:
    machine.install(simulated=True)
    (machine.root / GAMES).parent.mkdir(parents=True)
    (machine.root / GAMES).write_text("games")
    machine.systemd.changes()
    choose(packaged)
    assert machine.systemd.changes() == [
        "systemctl stop companion.service companion.socket",
        "systemctl daemon-reload",
        "udevadm control --reload",
        "udevadm trigger",
        "systemctl start companion.service",
    ]
    left = machine.system()
    assert left.pop(GAMES) == b"games"
    assert set(left) == {WANTED, SIMULATED, str(PACKAGED_UNIT)[1:]}
    assert left[WANTED] == str(PACKAGED_UNIT)
    assert not (machine.root / "opt/companion").exists()


def test_a_version_takes_the_place_of_the_package_and_gives_it_back(machine: Machine, packaged: Installer) -> None:
    choose(packaged, kiosk=True)
    machine.install()
    assert machine.system()[WANTED] == f"/{UNITS}/companion.service"
    assert KIOSK in machine.system()
    machine.systemd.changes()
    machine.installer.uninstall()
    assert machine.systemd.changes()[-1] == "systemctl start companion.service"
    assert machine.system()[WANTED] == str(PACKAGED_UNIT)
    assert KIOSK in machine.system()
    assert f"{UNITS}/companion.service" not in machine.system()


def test_what_was_chosen_of_the_package_stays_until_it_is_chosen_otherwise(
    machine: Machine, packaged: Installer
) -> None:
    choose(packaged, simulated=False, page=False, kiosk=True)
    assert machine.system()[SOCKET] == str(MASK)
    before = machine.files()
    machine.systemd.changes()
    choose(packaged)
    assert machine.files() == before
    assert machine.systemd.changes() == ["systemctl start companion.service"]
    assert packaged.check()
    choose(packaged, page=True, kiosk=False)
    assert {SOCKET, KIOSK} & set(machine.system()) == set()


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (Installer.roll_back, "--allow-downgrades"),
        (Installer.uninstall, "apt remove claim-companion"),
        (lambda packaged: packaged.install(packaged.resolve_choice(simulated=None, page=None), "pwm"), "--extras"),
    ],
)
def test_what_is_apts_to_do_is_left_to_apt(machine: Machine, packaged: Installer, do: object, said: str) -> None:
    before = machine.files()
    with pytest.raises(ServiceError, match=said):
        do(packaged)  # type: ignore[operator]
    assert machine.files() == before


@pytest.mark.parametrize("of_package", [False, True])
def test_settings_are_put_in_place_and_those_before_are_kept(
    machine: Machine, packaged: Installer, tmp_path: Path, *, of_package: bool
) -> None:
    right, place = tmp_path / "right.toml", machine.root / SETTINGS
    right.write_text(RIGHT)
    place.parent.mkdir(parents=True)
    place.write_text("# those before\n")
    installing = packaged if of_package else machine.installer
    choose(installing, settings=right)
    assert place.read_text() == RIGHT
    assert place.with_name("companion.toml.before").read_text() == "# those before\n"
    before = machine.files()
    machine.systemd.changes()
    choose(installing, settings=right)
    assert machine.files() == before
    assert "systemctl stop companion.service companion.socket" not in machine.systemd.changes()


def test_a_step_back_brings_the_settings_that_the_version_had(machine: Machine, tmp_path: Path) -> None:
    right, place = tmp_path / "right.toml", machine.root / SETTINGS
    right.write_text(RIGHT)
    machine.install()
    machine.update("second")
    # Of the version that is there already, too: the one before it never had these.
    choose(machine.installer, settings=right)
    machine.installer.roll_back()
    assert (machine.current(), place.read_text()) == ("0.1.0-firstpi", "")
    machine.installer.roll_back()
    assert (machine.current(), place.read_text()) == ("0.1.0-secondpi", RIGHT)
    machine.update("third")
    place.write_text("# by hand\n")
    machine.installer.roll_back()
    assert (machine.current(), place.read_text()) == ("0.1.0-secondpi", "# by hand\n")
    machine.installer.roll_back()
    machine.source.text = "fourth"
    choose(machine.installer, settings=right)
    machine.installer.roll_back()
    assert (machine.current(), place.read_text()) == ("0.1.0-thirdpi", "# by hand\n")


def test_the_settings_that_were_checked_are_those_that_are_installed(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(RIGHT)

    def check_while_written(_: Path, asked: Path) -> str:
        file.write_text(WRONG)
        return mistake_in(asked)

    monkeypatch.setattr(installer, "settings_mistake", check_while_written)
    choose(machine.installer, settings=file)
    assert (machine.root / SETTINGS).read_text() == RIGHT
    with pytest.raises(ServiceError, match=f"^--settings: {file}: brightness; nothing"):
        choose(machine.installer, settings=file)


@pytest.mark.parametrize("of_package", [False, True])
def test_settings_that_cannot_be_read_are_told_before_anything_is_built(
    machine: Machine, packaged: Installer, tmp_path: Path, *, of_package: bool
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    before = machine.files()
    for name, why in (("gone", "No such file"), ("folder", "Is a directory"), ("pipe", "it is a pipe")):
        with pytest.raises(ServiceError, match=f"^--settings: {tmp_path / name} cannot be read: {why}"):
            choose(packaged if of_package else machine.installer, settings=tmp_path / name)
    assert (machine.files(), machine.source.built) == (before, [])


def test_what_only_install_takes_is_not_ignored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for action in ("check", "rollback", "uninstall"):
        for option in ("--kiosk", "--no-page", "--settings=x", "--extras=pi5"):
            assert main(["service", action, option, "--root", str(tmp_path)]) == 1
            assert f"is for install; {action} takes only --root" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("of_package", [False, True])
def test_a_mistake_in_the_settings_is_told_and_what_runs_goes_on(
    machine: Machine, packaged: Installer, tmp_path: Path, *, of_package: bool
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(WRONG)
    installing = packaged if of_package else machine.installer
    choose(installing)
    machine.source.text = "second"
    before = machine.system()
    machine.systemd.changes()
    with pytest.raises(ServiceError, match=r"^--settings: .*brightness; nothing was changed$"):
        choose(installing, settings=wrong, kiosk=True)
    assert machine.system() == before
    assert machine.systemd.changes() == []


def test_a_read_only_system_says_with_which_word_a_change_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlaid = "overlayroot / overlay rw,relatime,lowerdir=/media/root-ro 0 0\n"
    monkeypatch.setattr(installer, "BOOTED", tmp_path)
    with pytest.raises(ServiceError, match="sudo overlayroot-chroot"):
        check_machine(0, tmp_path, overlaid)
    check_machine(0, tmp_path, "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\noverlayroot /media/root-rw overlay rw 0 0\n")
