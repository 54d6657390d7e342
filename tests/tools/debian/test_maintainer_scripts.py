import os
import subprocess
from pathlib import Path

import pytest

from tools.debian.deb import TEMPLATES

CALLS = (
    "preinst install", "preinst install 0.1", "preinst upgrade 0.1", "preinst abort-upgrade 0.2",
    "postinst configure", "postinst configure 0.1", "postinst abort-upgrade 0.2", "postinst abort-remove",
    "postinst abort-remove in-favour other 1", "postinst abort-deconfigure in-favour other 1 removing third 1",
    "postinst triggered x", "prerm remove", "prerm upgrade 0.2", "prerm failed-upgrade 0.1",
    "prerm remove in-favour other 1", "prerm deconfigure in-favour other 1",
    "postrm remove", "postrm purge", "postrm purge", "postrm upgrade 0.2",
    "postrm failed-upgrade 0.1", "postrm abort-install", "postrm abort-install 0.1", "postrm abort-upgrade 0.1",
    "postrm disappear other 1",
)  # fmt: skip
PROGRAMS = ("groupadd", "deb-systemd-helper", "deb-systemd-invoke", "systemctl", "udevadm", "systemd-detect-virt")
GAMES, SETTINGS = "var/lib/private/companion/journal.sqlite", "etc/companion/companion.toml"
UNITS = "etc/systemd/system"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for name in (GAMES, SETTINGS, f"{UNITS}/companion.service.d/kiosk.conf"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "var/lib/companion").symlink_to("private/companion")
    (root / UNITS / "companion.socket").symlink_to("/dev/null")
    (tmp_path / "bin").mkdir()
    for program in PROGRAMS:
        (tmp_path / "bin" / program).write_text(f'#!/bin/sh\necho "$0 $*" >>{tmp_path}/called\n')
        (tmp_path / "bin" / program).chmod(0o755)
    (tmp_path / "bin/dpkg-query").write_text("#!/bin/sh\nexit 1\n")  # nothing belongs to a package
    (tmp_path / "bin/dpkg-query").chmod(0o755)
    return root


def call(root: Path, words: str) -> subprocess.CompletedProcess[str]:
    script, *arguments = words.split()
    environ = os.environ | {"DPKG_ROOT": str(root), "PATH": f"{root.with_name('bin')}:{os.environ['PATH']}"}
    command = ["sh", str(TEMPLATES / script), *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)  # noqa: S603 - ours


def test_maintainer_scripts_keep_games_settings_and_choices(root: Path) -> None:
    before = sorted(root.rglob("*"))
    for words in CALLS:
        done = call(root, words)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert sorted(root.rglob("*")) == before
    called = root.with_name("called").read_text()
    assert {Path(line.split()[0]).name for line in called.splitlines()} == {"groupadd", "deb-systemd-helper"}
    assert [line for line in called.splitlines() if "groupadd" in line and f"--root {root}" not in line] == []
    assert "are kept" in call(root, "postrm purge").stdout


def test_purging_the_package_keeps_a_version_in_opt_enabled(root: Path) -> None:
    link, unit = (
        root / UNITS / "multi-user.target.wants/companion.service",
        "/etc/systemd/system/companion.service",
    )
    link.parent.mkdir()
    helper = root.with_name("bin") / "deb-systemd-helper"
    helper.write_text(f"#!/bin/sh\nrm -f {link}\nrmdir {link.parent}\n")
    for leads_to, is_left in ((unit, True), ("/usr/lib/systemd/system/companion.service", False)):
        link.unlink(missing_ok=True)
        link.symlink_to(leads_to)
        assert call(root, "postrm purge").returncode == 0
        assert link.is_symlink() == is_left
    assert not link.parent.exists()


def test_a_command_of_another_program_is_not_overwritten(root: Path) -> None:
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/companion").symlink_to("/mnt/stick/companion")
    done = call(root, "preinst install")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "/usr/bin/companion does not belong to this package" in done.stderr
