import os
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from shutil import which

import pytest

from companion.commands.cli import build_parser
from companion.commands.play import frontend_options, is_kiosk
from companion.core.effects import Power
from companion.runtime.systemd import POWER_VARIABLE
from companion.settings.schema import Settings

UNITS = Path(__file__).parents[2] / "systemd"
SERVICE, SOCKET = "companion.service", "companion.socket"
NEEDS_SYSTEMD = pytest.mark.skipif(
    which("systemd-analyze") is None and "CI" not in os.environ,
    reason="only systemd itself can judge its units, and this machine has none; CI installs it",
)
POWER_UNITS = ["companion-power@.service", "companion-power@.path"]
HDMI = "companion-hdmi.service"
MOST_EXPOSED = {SERVICE: 6, "companion-power@.service": 9, HDMI: 50}
"""Exposure in tenths: 0.6; root, which switches the machine off, 0.9; a browser, which builds its own sandbox, 5."""


class Unit(RawConfigParser):
    def __init__(self, name: str) -> None:
        super().__init__(strict=False, interpolation=None)
        self.optionxform = str  # type: ignore[assignment,method-assign]
        self.read(UNITS / name)

    def seconds(self, key: str) -> int:
        return int(self["Service"][key])


def values_of(unit: str, key: str) -> set[str]:
    lines = (UNITS / unit).read_text().splitlines()
    return {word for line in lines if line.startswith(f"{key}=") for word in line.removeprefix(f"{key}=").split()}


def verified(folder: Path) -> str:
    program = folder / "opt/companion/bin/companion"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    for unit in [SERVICE, *POWER_UNITS, SOCKET, HDMI]:
        text = (UNITS / unit).read_text().replace("=/usr/bin/cage --", "=/opt/companion/bin/companion --")
        (folder / unit).write_text(text.replace("/opt/companion", f"{folder}/opt/companion"))
    return complaints(folder)


def complaints(folder: Path) -> str:
    units = map(str, (file for file in folder.iterdir() if file.suffix in {".service", ".socket", ".path"}))
    command = ["systemd-analyze", "verify", "--man=no", *units]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr  # noqa: S603 - our own files


@NEEDS_SYSTEMD
@pytest.mark.slow
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert verified(tmp_path) == ""
    (tmp_path / SOCKET).unlink()
    assert complaints(tmp_path) == ""  # as it is without the page


@NEEDS_SYSTEMD
@pytest.mark.slow
@pytest.mark.parametrize(("service", "most"), MOST_EXPOSED.items())
def test_the_service_has_a_low_exposure_score(service: str, most: int) -> None:
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", str(UNITS / service)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own files
    assert done.returncode == 0, done.stdout


def test_the_program_knows_the_saved_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("simulated.conf", "kiosk.conf"):
        (variable,) = values_of(name, "Environment")
        monkeypatch.setenv(*variable.split("=", 1))
    play = build_parser().parse_args(Unit(SERVICE)["Service"]["ExecStart"].split()[1:])
    assert frontend_options(play)["device"] == "simulated"
    assert is_kiosk(play, os.environ)


def test_a_hanging_loop_is_restarted_within_30_seconds() -> None:
    unit = Unit(SERVICE)
    assert unit.seconds("WatchdogSec") + unit.seconds("TimeoutAbortSec") + unit.seconds("RestartSec") <= 25
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Service"]["Type"] == "notify"


def test_the_service_is_in_every_group_that_the_rules_name() -> None:
    rules = [line for line in (UNITS / "99-companion.rules").read_text().splitlines() if not line.startswith("#")]
    groups = {rule.split('GROUP="')[1].split('"')[0] for rule in rules}
    assert groups == {"gpio", "i2c", "spi"}
    assert groups <= set(Unit("companion.service")["Service"]["SupplementaryGroups"].split())
    assert {rule.split('SUBSYSTEM=="')[1].split('"')[0] for rule in rules} == {"gpio", "i2c-dev", "spidev", "*-pio"}
    assert all(rule.endswith('MODE="0660"') for rule in rules)


def test_the_machine_is_switched_off_through_a_file_that_root_watches() -> None:
    folder = f"%t/{Unit(SERVICE)['Service']['RuntimeDirectory']}"
    assert f"{POWER_VARIABLE}={folder}" in values_of(SERVICE, "Environment")
    real = folder.replace("%t", "%t/private")  # where a dynamic user's folders lie; the link to it may be left dangling
    assert Unit("companion-power@.path")["Path"]["PathExists"] == f"{real}/%i"
    watches = {f"companion-power@{power}.path" for power in Power}
    assert watches <= values_of(SERVICE, "Wants")
    assert watches <= values_of(SERVICE, "After")


def test_the_page_is_served_without_a_network() -> None:
    assert Unit("companion.socket")["Socket"]["ListenStream"] == str(Settings().web.port)
    assert Unit(SERVICE)["Service"]["PrivateNetwork"] == "yes"
