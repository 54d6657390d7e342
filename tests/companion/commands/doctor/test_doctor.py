import errno
import json
import shlex
import subprocess
import venv
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import main as command
from companion.commands.doctor import CHECKS, as_json, as_text, run_checks
from companion.commands.doctor.machine import (
    Diagnosis,
    Machine,
    Severity,
    package_version,
    run_command,
)
from companion.commands.doctor.software import check_pins_package
from companion.settings.paths import command_environ, journal_path, settings_path
from companion.settings.schema import Settings
from tests.companion.commands.doctor.cases import CASES, NO_BUZZER, TAKEN
from tests.companion.commands.doctor.scratch import CONFIG, MODEL, FakeBus, machine, settings

SEES = "import site, sys; print(any(place in sys.path for place in site.getsitepackages([sys.base_prefix])))"
"""Whether a Python sees the packages of the system."""


def found(examined: Machine, check: str) -> Diagnosis:
    return next(result.finding for result in run_checks(examined) if result.name == check)


def tree(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_check_says_what_is_the_case_and_what_mends_it(tmp_path: Path) -> None:
    for number, case in enumerate(CASES):
        examined = machine(tmp_path / str(number), case.overrides, case.files, **case.facts)
        finding = found(examined, case.check)
        assert (finding.verdict, case.what in finding.what, case.mend in finding.mend) == (case.verdict, True, True), (
            case, finding
        )  # fmt: skip
        assert bool(finding.mend) is (finding.verdict is not Severity.OK), case


def test_on_a_sound_box_every_line_is_ok(tmp_path: Path) -> None:
    results = tuple(run_checks(machine(tmp_path)))
    assert [(result.name, result.finding.verdict) for result in results] == [
        (check.name, Severity.OK) for check in CHECKS
    ]


def test_elsewhere_one_line_stands_for_the_hardware(tmp_path: Path) -> None:
    results = tuple(run_checks(machine(tmp_path, files={MODEL: None})))
    assert results[0].finding.what == "this is no Raspberry Pi: hardware not checked"
    assert [result.name for result in results[1:]] == [check.name for check in CHECKS if not check.on_pi]


def test_pins_that_a_program_has_are_well_only_where_it_is_a_companion(tmp_path: Path) -> None:
    examined = replace(machine(tmp_path), pins=lambda _: (TAKEN, NO_BUZZER), user=0)
    verdicts = []
    for process, words in (
        ("7", b"python3\0/opt/companion/bin/companion\0play"),
        ("8", b"python3\0/home/ann/companion/lamp.py\0"),
    ):
        (tmp_path / "proc" / process / "fd").mkdir(parents=True)
        (tmp_path / "proc" / process / "fd/5").symlink_to("/dev/gpiochip0")
        (tmp_path / "proc" / process / "cmdline").write_bytes(words)
        verdicts.append((found(examined, "buttons").verdict, found(examined, "buzzer").verdict))
    assert verdicts == [(Severity.OK, Severity.OK), (Severity.WRONG, Severity.WRONG)]
    assert "python3 lamp.py (process 8)" in found(examined, "buttons").what


def test_wrong_settings_do_not_hide_the_other_lines(tmp_path: Path) -> None:
    results = tuple(run_checks(machine(tmp_path, ["lights.driver=magic"])))
    assert [result.name for result in results if result.finding.verdict is not Severity.OK] == ["settings"]


def test_nothing_is_changed(tmp_path: Path) -> None:
    examined = machine(tmp_path)
    before = tree(tmp_path)
    tuple(run_checks(examined))
    assert tree(tmp_path) == before


def test_the_bus_is_let_go(tmp_path: Path) -> None:
    bus = FakeBus(reading=())
    found(machine(tmp_path, open_bus=lambda _: bus), "screen")
    assert bus.closed


def test_a_bus_that_cannot_be_opened_is_mended_elsewhere(tmp_path: Path) -> None:
    def refuse(_: int) -> FakeBus:
        raise OSError(errno.EACCES, "not for you")

    finding = found(machine(tmp_path, open_bus=refuse), "screen")
    assert (finding.what, finding.mend) == ("I2C-1 does not work: not for you", "as for groups")


INCLUDED = "boot/firmware/clock.txt"


def test_an_included_file_counts_where_it_is_included(tmp_path: Path) -> None:
    cases: list[tuple[bytes, bytes | None, Severity]] = [
        (b"include clock.txt", b"core_freq=500\ncore_freq_min=500", Severity.OK),
        (b"core_freq=250\ncore_freq_min=500\ninclude clock.txt # ours", b"core_freq=500", Severity.OK),
        (b"include clock.txt\ncore_freq=250", b"core_freq=500\ncore_freq_min=500", Severity.WARNING),
        (b"[pi3]\ninclude clock.txt", b"[all]\ncore_freq=500\ncore_freq_min=500", Severity.WARNING),
        (b"include clock.txt\ncore_freq_min=500", b"[pi3]\ncore_freq=500", Severity.WARNING),
        (b"include clock.txt", None, Severity.WARNING),
        (b"include clock.txt\ncore_freq=500", b"include clock.txt\ncore_freq_min=500", Severity.OK),
    ]
    for number, (config, clock, verdict) in enumerate(cases):
        examined = machine(tmp_path / str(number), files={CONFIG: config, INCLUDED: clock})
        assert found(examined, "spi clock").verdict is verdict, (config, clock)


def test_the_text_has_a_line_for_each_check_and_one_for_each_mend(tmp_path: Path) -> None:
    lines = as_text(tuple(run_checks(machine(tmp_path, ["lights.pins=4"], {MODEL: None})))).splitlines()
    assert lines[0] == "warning  board           this is no Raspberry Pi: hardware not checked"
    assert lines[4].strip() == "-> companion settings prints all that there are"


def test_json_holds_the_same(tmp_path: Path) -> None:
    results = tuple(run_checks(machine(tmp_path)))
    checks = json.loads(as_json(results))["checks"]
    assert [(check["name"], check["verdict"]) for check in checks] == [(result.name, "ok") for result in results]


def test_the_command_tells_of_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["doctor", "--set", "lights.pins=4", "--json"]) == 1
    assert "lights.pins: no such key" in capsys.readouterr().out


def test_root_asks_for_the_service_where_one_is_installed(tmp_path: Path) -> None:
    assert command_environ({"HOME": "/root"}, 0, tmp_path) == {"HOME": "/root"}
    unit = tmp_path / "usr/lib/systemd/system/companion.service"
    unit.parent.mkdir(parents=True)
    unit.touch()
    assert command_environ({"HOME": "/home/pi"}, 1000, tmp_path) == {"HOME": "/home/pi"}
    folders = command_environ({"HOME": "/root"}, 0, tmp_path)
    assert settings_path(folders, "linux") == Path("/etc/companion/companion.toml")
    assert journal_path(Settings(), folders, "linux") == Path("/var/lib/companion/journal.sqlite")


def test_what_opens_an_environment_to_the_system_opens_it(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    closed = replace(machine(tmp_path), root=Path("/"), environment=environment, package=lambda _: None, python=(3, 13))
    apt, _, opening = check_pins_package(closed, settings()).mend.partition(" && ")
    subprocess.run(shlex.split(opening), check=True)  # noqa: S603 - the doctor's own
    assert apt == check_pins_package(closed, settings()).mend == "sudo apt install python3-lgpio"
    said = subprocess.run((environment / "bin" / "python", "-c", SEES), capture_output=True, text=True, check=True)  # noqa: S603 - our own
    assert said.stdout == "True\n"


def test_a_command_that_is_not_there_says_nothing() -> None:
    assert (run_command(["no-such-command"]), run_command(["false"]), run_command(["echo", "throttled=0x0"])) == (
        None,
        None,
        "throttled=0x0",
    )


def test_a_package_that_is_not_there_has_no_version() -> None:
    assert (package_version("no-such-package"), bool(package_version("smbus2"))) == (None, True)
