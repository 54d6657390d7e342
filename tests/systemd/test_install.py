"""The installer: once, twice, forth and back, and out again."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.commands.cli import main
from companion.commands.service import ServiceError, files
from companion.commands.service.files import Choice, Versions
from companion.commands.service.installer import Installer, System, check_machine, only_one
from companion.commands.service.sources import BUILT_FROM, Checkout, Environment
from tests.systemd.machine import Machine
from tests.systemd.plug import Plug

PROJECT = Path(__file__).parents[2]
UNITS = "etc/systemd/system"
LINK = f"{UNITS}/multi-user.target.wants/companion.service"
FILES = {
    f"{UNITS}/companion.service",
    f"{UNITS}/companion-power@.path",
    f"{UNITS}/companion-power@.service",
    "etc/udev/rules.d/99-companion.rules",
    "usr/local/bin/companion",
    LINK,
}
SOCKET, SIMULATED = f"{UNITS}/companion.socket", f"{UNITS}/companion.service.d/simulated.conf"

FIRST_UNIT = b"as the first version had it"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_is_installed_is_there(machine: Machine) -> None:
    """The units, the rules, the command and the version; the page is among them unless it is left out."""
    machine.install()
    assert set(machine.system()) == {*FILES, SOCKET}
    assert (machine.root / "opt/companion/current/bin/companion").exists()
    assert machine.system()["usr/local/bin/companion"] == "/opt/companion/current/bin/companion"
    assert machine.system()[LINK] == f"/{UNITS}/companion.service"
    assert machine.source.built == ["0.1.0-firstpi pi"]


def test_a_checkout_by_git_for_windows_has_the_line_ends_of_the_pi(tmp_path: Path) -> None:
    """Whoever prepares a card on Windows copies these files: bash finds no `bash\\r`."""
    git = ["git", "-C", str(PROJECT), "-c", "core.autocrlf=true"]
    listed = subprocess.run([*git, "ls-files", "-z", ":!*.png"], check=True, stdout=subprocess.PIPE)  # noqa: S603 - git
    subprocess.run([*git, "checkout-index", "-z", "--stdin", f"--prefix={tmp_path}/"], input=listed.stdout, check=True)  # noqa: S603 - git
    written = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert tmp_path / "systemd/install.sh" in written
    assert [path.name for path in written if b"\r\n" in path.read_bytes()] == []


def test_every_file_of_the_package_is_installed_by_some_choice() -> None:
    named = {Path(place).name for place in (*files.FILES, files.SOCKET, files.SIMULATED, files.KIOSK)}
    assert named == {path.name for path in (PROJECT / "systemd").iterdir()} - {"install.sh", "companion-hdmi.service"}


def test_a_second_install_changes_nothing(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.install()
    before = machine.files()
    machine.systemd.changes()
    capsys.readouterr()
    machine.install()
    assert machine.files() == before
    assert machine.systemd.changes() == []
    assert machine.source.built == ["0.1.0-firstpi pi"]
    assert "is there already" in capsys.readouterr().out


def test_a_second_install_starts_what_was_stopped(machine: Machine) -> None:
    machine.install()
    machine.systemd.active.clear()
    machine.systemd.changes()
    machine.install()
    assert machine.systemd.changes() == ["systemctl start companion.service"]


def test_on_a_live_system_the_service_stops_before_its_files_change(machine: Machine) -> None:
    machine.install(page=False)
    machine.systemd.changes()
    machine.install(page=True)
    assert machine.systemd.changes() == [
        "systemctl stop companion.service",
        "systemctl daemon-reload",
        "systemctl start companion.service",
    ]


def test_udev_reads_its_rules_when_they_are_new(machine: Machine) -> None:
    machine.install()
    assert "udevadm trigger" in machine.systemd.changes()
    machine.update("second")
    assert "udevadm trigger" not in machine.systemd.changes()


def test_the_page_can_be_left_out_and_stays_out(machine: Machine) -> None:
    machine.install(page=False)
    assert set(machine.system()) == FILES
    machine.update("second")
    assert set(machine.system()) == FILES
    machine.install(page=True)
    assert set(machine.system()) == {*FILES, SOCKET}


def test_a_machine_without_the_box_stays_one(machine: Machine) -> None:
    machine.install(simulated=True)
    assert set(machine.system()) == {*FILES, SOCKET, SIMULATED}
    assert machine.source.built == ["0.1.0-first"]
    machine.update("second")
    assert SIMULATED in machine.system()
    machine.install(simulated=False)
    assert SIMULATED not in machine.system()
    assert not (machine.root / SIMULATED).parent.exists()
    assert machine.source.built[-1] == "0.1.0-secondpi pi"


def test_a_machine_that_nobody_could_play_on_is_refused(machine: Machine) -> None:
    with pytest.raises(ServiceError, match="nobody could play"):
        machine.install(simulated=True, page=False)
    assert machine.files() == {}


def test_extras_stay_as_they_were_asked_for(machine: Machine) -> None:
    machine.install(extras="pi5")
    machine.update("second")
    assert machine.source.built == ["0.1.0-firstpi5 pi5", "0.1.0-secondpi5 pi5"]


def test_an_update_keeps_the_version_before(machine: Machine) -> None:
    for text in ("first", "second", "third"):
        machine.update(text)
    assert machine.versions() == {"0.1.0-secondpi", "0.1.0-thirdpi"}
    assert machine.current() == "0.1.0-thirdpi"


def test_a_step_back_and_forth_again(machine: Machine) -> None:
    machine.install()
    unit = machine.root / UNITS / "companion.service"
    unit.write_bytes(FIRST_UNIT)
    machine.update("second")
    new = machine.system()
    machine.systemd.changes()
    machine.installer.roll_back()
    assert machine.current() == "0.1.0-firstpi"
    assert unit.read_bytes() == FIRST_UNIT
    assert machine.systemd.changes()[-1] == "systemctl start companion.service"
    machine.installer.roll_back()
    assert machine.current() == "0.1.0-secondpi"
    assert machine.system() == new
    assert machine.versions() == {"0.1.0-firstpi", "0.1.0-secondpi"}


@pytest.mark.slow
def test_a_change_that_is_interrupted_anywhere_can_be_undone(tmp_path: Path) -> None:
    for step in count():
        machine = Machine(tmp_path / f"back {step}")
        unit = machine.root / UNITS / "companion.service"
        machine.install()
        unit.write_bytes(FIRST_UNIT)
        machine.update("second")
        with Plug(step) as plug:
            machine.installer.roll_back()
        names = {machine.current(), Versions(machine.root).previous}
        assert names == machine.versions() == {"0.1.0-firstpi", "0.1.0-secondpi"}, step
        for _ in range(2):
            machine.installer.roll_back()
            assert (unit.read_bytes() == FIRST_UNIT) == (machine.current() == "0.1.0-firstpi"), step
        assert machine.versions() == names
        if not plug.was_pulled:
            break
    assert step > 4


@pytest.mark.slow
def test_an_update_that_is_interrupted_anywhere_can_be_undone(tmp_path: Path) -> None:
    for step in count():
        machine = Machine(tmp_path / f"on {step}")
        machine.update("first")
        machine.update("second")
        machine.source.text = "third"
        with Plug(step) as plug:
            machine.install()
        before = {"0.1.0-secondpi": "0.1.0-firstpi", "0.1.0-thirdpi": "0.1.0-secondpi"}[machine.current()]
        assert Versions(machine.root).previous == before, step
        machine.installer.roll_back()
        assert machine.current() == before
        machine.update("third")
        machine.update("fourth")
        assert (machine.current(), Versions(machine.root).previous) == ("0.1.0-fourthpi", "0.1.0-thirdpi"), step
        assert len(machine.versions()) == 2
        if not plug.was_pulled:
            break
    assert step > 4


@pytest.mark.slow
def test_a_version_of_which_something_was_deleted_is_not_complete(machine: Machine) -> None:
    for step in count():
        for text in ("first", "second"):
            machine.update(text)
        whole = {name: len([*Versions(machine.root).folder_of(name).rglob("*")]) for name in machine.versions()}
        with Plug(step) as plug:
            machine.installer.uninstall()
        if not plug.was_pulled:
            break
        versions = Versions(machine.root)
        left = [name for name in whole if versions.is_complete(name)]
        assert [name for name in left if len([*versions.folder_of(name).rglob("*")]) < whole[name]] == [], step
    assert step > 4
    assert machine.files() == {}


def test_what_cannot_be_removed_is_told(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.install()
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", refusing)
        with pytest.raises(ServiceError, match=r"opt/companion is still there: .*: Device or resource busy"):
            machine.installer.uninstall()
    assert "companion: removed" not in capsys.readouterr().out
    assert not Versions(machine.root).is_complete("0.1.0-firstpi")
    machine.installer.uninstall()
    assert machine.files() == {}


def refusing(path: Path) -> None:
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


def test_a_root_that_is_no_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    for action in ("install", "check", "rollback", "uninstall"):
        assert main(["service", action, "--root", str(file)]) == 1
        assert capsys.readouterr() == ("", f"companion: --root: {file} is no folder\n")


def test_each_file_is_the_old_one_or_the_new_one_wherever_the_plug_is_pulled(tmp_path: Path) -> None:
    old = {
        place: b"old" if isinstance(new, bytes) else new if place == files.COMMAND else Path("/old")
        for place, new in files.files_to_install(Choice()).items()
    }
    for step in count():
        root = tmp_path / str(step)
        files.write_files(root, old)
        with Plug(step) as plug:
            files.write_files(root, files.files_to_install(Choice()))
        found = files.installed_files(root)
        assert all(found[place] in {old[place], new} for place, new in files.files_to_install(Choice()).items())
        files.write_files(root, files.files_to_install(Choice()))
        assert files.installed_files(root) == files.files_to_install(Choice())
        if not plug.was_pulled:
            break
    assert step > len(old)


def test_there_is_no_step_back_from_the_first_version(machine: Machine) -> None:
    machine.install()
    before = machine.files()
    with pytest.raises(ServiceError, match=r"there is no version before 0\.1\.0-firstpi"):
        machine.installer.roll_back()
    assert machine.files() == before


def test_an_update_that_fails_leaves_what_runs(machine: Machine) -> None:
    machine.install()
    before = machine.system()
    machine.systemd.changes()
    machine.source.fails = True
    with pytest.raises(ServiceError):
        machine.update("second")
    assert (machine.current(), machine.system()) == ("0.1.0-firstpi", before)
    assert machine.systemd.changes() == []
    machine.source.fails = False
    machine.install()
    assert (machine.root / "opt/companion/current/bin/companion").exists()
    assert machine.current() == "0.1.0-secondpi"


def test_a_service_that_does_not_start_is_told(machine: Machine) -> None:
    machine.systemd.broken = {"companion.service"}
    with pytest.raises(ServiceError, match=r"does not start; `journalctl -u companion\.service -n 20` says why"):
        machine.install()


@pytest.mark.parametrize(("simulated", "page"), [(False, True), (False, False), (True, True)])
def test_a_check_knows_what_was_installed(
    machine: Machine, capsys: pytest.CaptureFixture[str], simulated: bool, page: bool
) -> None:
    assert not machine.installer.check()
    machine.install(simulated=simulated, page=page)
    assert machine.installer.check()
    assert f"{'a simulated box' if simulated else 'the box'}, {'with' if page else 'without'} its page" in (
        capsys.readouterr().out
    )
    unit = machine.root / UNITS / "companion.service"
    unit.write_text("[Service]\n")
    assert not machine.installer.check()
    assert f"{unit} is not what lies here" in capsys.readouterr().out
    machine.install()
    assert machine.installer.check()
    machine.systemd.active.clear()
    assert not machine.installer.check()
    said = capsys.readouterr().out
    assert "companion.service does not run" in said
    assert ("companion.socket does not run" in said) == page
    machine.install()
    machine.source.text = "second"
    assert not machine.installer.check()


def test_uninstalling_leaves_games_and_settings(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    kept = {
        "var/lib/companion/journal.sqlite",
        "etc/companion/companion.toml",
        f"{UNITS}/companion.service.d/mine.conf",
    }
    for name in kept:
        (machine.root / name).parent.mkdir(parents=True, exist_ok=True)
        (machine.root / name).touch()
    machine.install(simulated=True)
    machine.update("second")
    machine.installer.uninstall()
    assert set(machine.files()) == kept
    assert machine.systemd.active == set()
    assert "removed; the games in" in capsys.readouterr().out
    machine.installer.uninstall()
    assert set(machine.files()) == kept
    assert capsys.readouterr().out == f"companion: nothing was installed in {machine.root}\n"


def identity(path: Path) -> tuple[int, int, int, int]:
    """Which file `path` is and when it was written; not when it was read, which anybody may do."""
    status = path.lstat()
    return status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns


def test_a_command_that_is_not_the_service_s_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("link", "file", "folder"):
        machine = Machine(tmp_path / kind)
        command = machine.root / files.COMMAND
        command.parent.mkdir(parents=True)
        if kind == "link":
            command.symlink_to("/opt/pipx/venvs/claim-companion/bin/companion")
        else:
            command.touch() if kind == "file" else command.mkdir()
        before, sentence = identity(command), f"{command} is not the service's, and stays\n"
        for step in (machine.install, partial(machine.update, "second"), machine.installer.roll_back):
            step()
            assert sentence in capsys.readouterr().out
            assert SOCKET in machine.system()
        machine.source.text = "first"
        assert machine.installer.check()
        machine.installer.uninstall()
        assert sentence in capsys.readouterr().out
        assert identity(command) == before
        assert set(machine.files()) <= {files.COMMAND}


def test_a_checkout_changes_its_name_with_everything_that_goes_into_it(tmp_path: Path) -> None:
    for name in ("companion", "systemd", "engine", "hardware", "docs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "requirements").mkdir()
    checkout = Checkout(tmp_path)
    names = [checkout.version_name("pi")]
    assert names[0].startswith("1.2.3-")
    for changed in ("docs/README.md", "engine/rules.pyc", "companion/de.mo"):
        (tmp_path / changed).touch()
        assert checkout.version_name("pi") == names[0]
    for changed in ("engine/rules.py", "systemd/companion.service", "requirements/base.txt"):
        (tmp_path / changed).write_text("changed")
        names.append(checkout.version_name("pi"))
    assert len({*names, checkout.version_name("")}) == 5


def test_a_build_writes_nothing_into_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Path] = []

    def run(command: list[str]) -> None:
        if "--no-deps" in command:
            built.append(Path(command[-1]))
            assert all((built[0] / name).exists() for name in BUILT_FROM)

    monkeypatch.setattr("companion.commands.service.sources.run_command", run)
    Checkout(PROJECT).build_version(tmp_path / "new", "")
    (copy,) = built
    assert not copy.is_relative_to(PROJECT)
    assert not copy.exists()


def test_an_extra_that_there_is_not_is_told_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.service.sources.run_command", lambda command: pytest.fail(f"{command}"))
    for extra in ("pi4", "../../etc/passwd", "dev", "base"):
        allowed = "pi, pwm, pi5"
        with pytest.raises(ServiceError, match=f"^there is no extra {extra}; allowed: {allowed}$"):
            Checkout(PROJECT).build_version(tmp_path / "new", f"pi,{extra}")


@pytest.mark.slow
def test_a_file_that_hashes_to_something_else_is_not_installed(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    wheels, project = tmp_path / "wheels", tmp_path / "project"
    (project / "requirements").mkdir(parents=True)
    wheels.mkdir()
    for name in BUILT_FROM:
        (project / name).mkdir() if (PROJECT / name).is_dir() else (project / name).touch()
    with ZipFile(wheels / "thing-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("thing.py", "")
        wheel.writestr("thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
        wheel.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("thing-1.0.dist-info/RECORD", "")
    (project / "pyproject.toml").write_text('[project]\nversion = "2"\n[project.optional-dependencies]\n')
    (project / "requirements/build.txt").write_text(f"thing==1.0 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    machine.install()
    before, _ = machine.system(), machine.systemd.changes()
    update = Installer(machine.root, System(machine.systemd), Checkout(project))
    with pytest.raises(ServiceError, match=r"^not installed, and nothing was changed: "):
        update.install(machine.choice(), "")
    assert "DO NOT MATCH THE HASHES" in capfd.readouterr().err
    assert (machine.current(), machine.system(), machine.systemd.changes()) == ("0.1.0-firstpi", before, [])


@pytest.mark.slow
def test_an_environment_is_copied_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tmp_path / "packages"
    (packages / "companion/commands/service").mkdir(parents=True)
    modules = ("cli.py", "service/__init__.py")
    for name in ("__init__.py", "commands/__init__.py", *(f"commands/{module}" for module in modules)):
        (packages / "companion" / name).write_bytes((PROJECT / "companion" / name).read_bytes())
    (packages / "old.pth").write_text("/nowhere\n")
    monkeypatch.setattr("companion.commands.service.sources.PACKAGES", packages)
    Environment().build_version(tmp_path / "copy", "")
    packages.rename(tmp_path / "gone")
    command = [str(tmp_path / "copy/bin/companion"), "service", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    assert "rollback" in done.stdout
    assert list((tmp_path / "copy").rglob("*.pth")) == []


def test_what_cannot_become_a_service_is_told_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.service.installer.BOOTED", tmp_path / "booted")
    monkeypatch.setattr("companion.commands.service.installer.HIDDEN", (tmp_path / "home",))
    with pytest.raises(ServiceError, match="was not started by systemd"):
        check_machine(0, tmp_path / "usr")
    (tmp_path / "booted").mkdir()
    with pytest.raises(ServiceError, match="run this with sudo"):
        check_machine(1000, tmp_path / "usr")
    with pytest.raises(ServiceError, match=r"the service cannot see .*/home/ann/python"):
        check_machine(0, tmp_path / "home/ann/python")
    check_machine(0, tmp_path / "usr")


def test_a_second_one_at_the_same_time_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, here = Machine(tmp_path / "root"), "companion.commands.service.installer"
    machine.install()
    capsys.readouterr()
    before = machine.files()
    monkeypatch.setattr(f"{here}.LOCK", tmp_path / "lock")
    monkeypatch.setattr(f"{here}.check_machine", lambda *_: None)
    monkeypatch.setattr(f"{here}.Installer", lambda *_: machine.installer)
    with only_one():
        for action in ("install", "rollback", "uninstall"):
            assert main(["service", action]) == 1
            said = capsys.readouterr()
            assert (said.out, said.err) == (
                "",
                "companion: another `companion service` is at work; try again when it is done\n",
            )
        assert main(["service", "check"]) == 0
    assert machine.files() == before
    assert main(["service", "uninstall"]) == 0
    assert machine.files() == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--check"], 1, "current is none, before it none, here lies 0.2a0-"),
        (["--rollback"], 1, "nothing is installed here"),
        (["--uninstall"], 0, "nothing was installed"),
        (["--simulated", "--no-page"], 1, "nobody could play"),
        (["--upgrade"], 2, "unrecognized arguments: --upgrade"),
        (["--help"], 0, "--simulated"),
        (["--help"], 0, "systemd/install.sh [--check | --rollback | --uninstall]"),
    ],
)
def test_the_script_of_a_checkout_knows_the_same(tmp_path: Path, words: list[str], status: int, said: str) -> None:
    command = [str(PROJECT / "systemd/install.sh"), "--root", str(tmp_path / "root"), *words]
    environ = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
    assert not (tmp_path / "root").exists()
