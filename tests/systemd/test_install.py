"""The install script in a scratch root: once, twice, forth and back, and out again."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
SYSTEM = "etc/systemd/system"
FILES = {
    f"{SYSTEM}/companion.service",
    f"{SYSTEM}/companion-simulated.service",
    f"{SYSTEM}/companion.socket",
    f"{SYSTEM}/companion-power@.path",
    f"{SYSTEM}/companion-power@.service",
    "etc/udev/rules.d/99-companion.rules",
}


class Machine:
    """A scratch root, and a checkout that is small and can be changed."""

    def __init__(self, folder: Path) -> None:
        self.root, self.source, tools = folder / "root", folder / "source", folder / "tools"
        self.root.mkdir()
        shutil.copytree(PROJECT / "systemd", self.source / "systemd")
        for name in ("pyproject.toml", "constraints.txt"):
            shutil.copy(PROJECT / name, self.source)
        for package in ("engine", "hardware", "companion"):
            (self.source / package).mkdir()
        self.change("first")
        tools.mkdir()
        shutil.copy(HERE / "python3", tools)
        self._environ = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

    def change(self, text: str) -> None:
        """Changes the checkout."""
        (self.source / "engine/rules.py").write_text(f"# {text}\n")

    def install(self, *arguments: str, status: int = 0, **environ: str) -> str:
        """Runs the script in the scratch root; returns what it says."""
        return self.run("--root", str(self.root), *arguments, status=status, **environ)

    def run(self, *arguments: str, status: int = 0, **environ: str) -> str:
        """Runs the script; returns what it says."""
        command = [str(self.source / "systemd/install.sh"), *arguments]
        done = subprocess.run(  # noqa: S603 - our own script
            command, env={**self._environ, **environ}, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr
        return str(done.stdout + done.stderr)

    def current(self) -> str:
        """The version that would run."""
        return (self.root / "opt/companion/current").readlink().name

    def versions(self) -> set[str]:
        """Those that are there."""
        return {folder.name for folder in (self.root / "opt/companion/versions").iterdir()}

    def files(self) -> dict[str, int]:
        """Everything that lies in the root, and when it was written."""
        found = (path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {str(path.relative_to(self.root)): path.lstat().st_mtime_ns for path in found}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty one."""
    return Machine(tmp_path)


def test_what_is_installed_is_there(machine: Machine) -> None:
    """The units, the rules, the version, and the command."""
    machine.install()
    assert set(machine.files()) >= FILES
    assert (machine.root / "opt/companion/current/bin/companion").exists()
    assert (machine.root / "usr/local/bin/companion").readlink() == Path("/opt/companion/current/bin/companion")


def test_it_says_what_it_does(machine: Machine) -> None:
    """One line for each thing."""
    said = machine.install()
    assert [line for line in FILES if f"writing {machine.root}/{line}" not in said] == []
    assert f"building version {machine.current()}" in said


def test_the_second_time_nothing_is_done(machine: Machine) -> None:
    """Not a file is written, and it says so; only the command's link is made anew."""
    machine.install()
    before = machine.files()
    said = machine.install()
    after = machine.files()
    assert {name for name in after if after[name] != before.get(name)} <= {"usr/local/bin/companion"}
    assert after.keys() == before.keys()
    assert "is there already" in said
    assert "writing" not in said


def test_an_update_keeps_the_version_before(machine: Machine) -> None:
    """And not those before that."""
    seen = []
    for text in ("first", "second", "third"):
        machine.change(text)
        machine.install()
        seen.append(machine.current())
    assert len(set(seen)) == 3
    assert machine.versions() == set(seen[1:])


def test_a_step_back_and_forth_again(machine: Machine) -> None:
    """From the new version to the old one, and once more."""
    machine.install()
    old = machine.current()
    machine.change("second")
    machine.install()
    new = machine.current()
    machine.install("--rollback")
    assert machine.current() == old
    machine.install("--rollback")
    assert machine.current() == new
    assert machine.versions() == {old, new}


def test_there_is_no_step_back_from_the_first_version(machine: Machine) -> None:
    """It says so, and changes nothing."""
    machine.install()
    before = machine.files()
    assert "there is no version before" in machine.install("--rollback", status=1)
    assert machine.files() == before


def test_an_update_that_fails_leaves_what_runs(machine: Machine) -> None:
    """Without a network, say; the next attempt builds it whole."""
    machine.install()
    old = machine.current()
    machine.change("second")
    machine.install(status=1, PIP_FAILS="1")
    assert machine.current() == old
    machine.install()
    assert machine.current() != old
    assert (machine.root / "opt/companion/current/bin/companion").exists()


def test_a_check_tells_what_is_not_what_lies_here(machine: Machine) -> None:
    """A unit that somebody edited, a version that is not current."""
    machine.install("--check", status=1)
    machine.install()
    machine.install("--check")
    unit = machine.root / SYSTEM / "companion.service"
    unit.write_text("[Service]\n")
    assert f"{unit} is not what lies here" in machine.install("--check", status=1)
    machine.install()
    machine.install("--check")
    machine.change("second")
    machine.install("--check", status=1)


def test_uninstalling_leaves_nothing(machine: Machine) -> None:
    """After two installs: not a file, not a folder; and it may be done twice."""
    machine.install()
    machine.install()
    machine.install("--uninstall")
    assert list(machine.root.iterdir()) == []
    machine.install("--uninstall")


def test_uninstalling_leaves_games_and_settings(machine: Machine) -> None:
    """They are the players'."""
    machine.install()
    kept = [machine.root / "var/lib/companion/journal.sqlite", machine.root / "etc/companion/companion.toml"]
    for file in kept:
        file.parent.mkdir(parents=True)
        file.touch()
    machine.install("--uninstall")
    assert set(machine.files()) == {str(file.relative_to(machine.root)) for file in kept}


def test_what_it_does_not_know_it_does_not_do(machine: Machine) -> None:
    """It says what it knows."""
    assert "--rollback" in machine.install("--upgrade", status=2)
    assert machine.files() == {}


def test_the_running_system_is_for_root_only(machine: Machine, tmp_path: Path) -> None:
    """One sentence, and that was all."""
    fake = tmp_path / "tools/id"
    fake.write_text("#!/bin/sh\necho 1000\n")
    fake.chmod(0o755)
    assert "run this with sudo" in machine.run("--rollback", status=2)
