import errno
from pathlib import Path

import pytest

from companion.commands.cli import main as command
from companion.commands.doctor import CHECKS, CHECKS_WITHOUT_PI, Diagnosis, Machine, Severity, run_checks
from companion.settings.loader import command_environ, journal_path, settings_path
from companion.settings.schema import Settings
from tests.companion.commands.doctor.cases import CASES
from tests.companion.commands.doctor.fake_machine import MODEL, FakeBus, machine


def found(examined: Machine, check: str) -> Diagnosis:
    return run_checks(examined)[check]


def tree(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_check_names_the_fault_and_its_remedy(tmp_path: Path) -> None:
    for number, case in enumerate(CASES):
        examined = machine(tmp_path / str(number), case.overrides, case.files, **case.facts)
        finding = found(examined, case.check)
        assert (finding.verdict, case.what in finding.finding, case.fix in finding.fix) == (case.verdict, True, True), (
            case, finding
        )  # fmt: skip
        assert bool(finding.fix) is (finding.verdict is not Severity.OK), case


def test_without_faults_every_check_is_ok(tmp_path: Path) -> None:
    results = run_checks(machine(tmp_path))
    assert {name: finding.verdict for name, finding in results.items()} == dict.fromkeys(CHECKS, Severity.OK)


def test_without_a_raspberry_pi_one_line_replaces_the_hardware_checks(tmp_path: Path) -> None:
    results = run_checks(machine(tmp_path, files={MODEL: None}))
    assert results["board"].finding == "not a Raspberry Pi: hardware not checked"
    assert list(results) == ["board", *(name for name, look in CHECKS.items() if look in CHECKS_WITHOUT_PI)]


def test_wrong_settings_do_not_hide_other_checks(tmp_path: Path) -> None:
    results = run_checks(machine(tmp_path, ["lights.driver=magic"]))
    assert [name for name, finding in results.items() if finding.verdict is not Severity.OK] == ["settings"]


def test_the_doctor_changes_no_file(tmp_path: Path) -> None:
    examined = machine(tmp_path)
    before = tree(tmp_path)
    run_checks(examined)
    assert tree(tmp_path) == before


def test_a_bus_that_cannot_be_opened_is_reported_by_one_check(tmp_path: Path) -> None:
    def refuse(_: int) -> FakeBus:
        raise OSError(errno.EACCES, "not for you")

    finding = found(machine(tmp_path, open_bus=refuse), "screen")
    assert (finding.finding, finding.fix) == ("I2C-1 does not work: not for you", "see groups")


def test_the_command_reports_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["doctor", "--set", "lights.pins=4"]) == 1
    assert "lights.pins: unknown key" in capsys.readouterr().out


def test_root_checks_an_installed_service(tmp_path: Path) -> None:
    assert command_environ({"HOME": "/root"}, 0, tmp_path) == {"HOME": "/root"}
    unit = tmp_path / "usr/lib/systemd/system/companion.service"
    unit.parent.mkdir(parents=True)
    unit.touch()
    assert command_environ({"HOME": "/home/pi"}, 1000, tmp_path) == {"HOME": "/home/pi"}
    folders = command_environ({"HOME": "/root"}, 0, tmp_path)
    assert settings_path(folders) == Path("/etc/companion/companion.toml")
    assert journal_path(Settings(), folders) == Path("/var/lib/companion/journal.sqlite")


def test_the_bus_check_writes_only_to_screen_addresses(tmp_path: Path) -> None:
    bus = FakeBus(reading=())
    found(machine(tmp_path, open_bus=lambda _: bus), "screen")
    assert (bus.read, bus.written) == ([*range(0x08, 0x78)], [0x3C, 0x3D])
    hanging = FakeBus(reading=(), failure=errno.ETIMEDOUT)
    found(machine(tmp_path, open_bus=lambda _: hanging), "screen")
    assert (hanging.read, hanging.closed) == ([0x08], True)
