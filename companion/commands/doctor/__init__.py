"""`companion doctor`: checks this box and suggests fixes. It never changes anything."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.commands.doctor import checks
from companion.commands.doctor.machine import Diagnosis, Machine, Severity, board_model, this_machine, warning, wrong
from companion.settings.schema import Settings, SettingsError
from hardware.device import PartFailed


class Check(NamedTuple):
    name: str
    look: Callable[[Machine, Settings], Diagnosis]
    on_pi: bool = True
    """Whether the check needs a Raspberry Pi."""


CHECKS = (
    Check("board", checks.check_board),
    Check("system", checks.check_system),
    Check("python", checks.check_python, on_pi=False),
    Check("settings", checks.check_settings_file, on_pi=False),
    Check("pins package", checks.check_pins_package),
    Check("pixels package", checks.check_pixels_package),
    Check("groups", checks.check_groups),
    Check("pins", checks.check_pins),
    Check("buttons", checks.check_buttons),
    Check("buzzer", checks.check_buzzer),
    Check("i2c", checks.check_i2c),
    Check("i2c speed", checks.check_i2c_speed),
    Check("screen", checks.check_screen),
    Check("fields", checks.check_fields),
    Check("spi", checks.check_spi),
    Check("spi clock", checks.check_spi_clock),
    Check("pixels", checks.check_pixel_driver),
    Check("audio", checks.check_audio),
    Check("power", checks.check_power),
    Check("folder", checks.check_folder),
    Check("journal", checks.check_journal, on_pi=False),
    Check("clock", checks.check_clock, on_pi=False),
)


class Result(NamedTuple):
    name: str
    finding: Diagnosis


def run_checks(machine: Machine) -> Iterator[Result]:
    """Runs all checks. Not on a Raspberry Pi, one warning replaces the checks that need one."""
    settings = Settings()
    # A separate check reports wrong settings; the other checks then use the defaults.
    with suppress(SettingsError):
        settings = machine.load()
    is_pi = bool(board_model(machine))
    if not is_pi:
        no_pi = warning("not a Raspberry Pi: hardware not checked", "companion play --device simulated")
        yield Result("board", no_pi)
    for check in CHECKS:
        if is_pi or not check.on_pi:
            try:
                finding = check.look(machine, settings)
            except PartFailed as failure:
                finding = wrong(str(failure), checks.UNOPENED)
            yield Result(check.name, finding)


VERDICT_COLUMNS = max(map(len, Severity)) + 2
NAME_COLUMNS = max(len(check.name) for check in CHECKS) + 2


def main(args: argparse.Namespace) -> int:
    """Checks this machine. Returns the exit status: 1 if something is wrong, else 0."""
    results = tuple(run_checks(this_machine(args.config, args.set)))
    sys.stdout.write(as_json(results) if args.json else as_text(results))
    return int(any(result.finding.verdict is Severity.WRONG for result in results))


def as_text(results: Sequence[Result]) -> str:
    """Returns a line for each result, followed by a line with the fix."""
    lines: list[str] = []
    for name, (verdict, what, fix) in results:
        lines.append(f"{verdict:{VERDICT_COLUMNS}}{name:{NAME_COLUMNS}}{what}\n")
        if fix:
            lines.append(f"{'':{VERDICT_COLUMNS + NAME_COLUMNS}}-> {fix}\n")
    return "".join(lines)


def as_json(results: Sequence[Result]) -> str:
    """Returns the results as one line: `{"checks":[{"name":…,"verdict":"ok",…,"what":…,"fix":…}]}`."""
    found = [
        {"name": name, "verdict": finding.verdict, "what": finding.what, "fix": finding.fix}
        for name, finding in results
    ]
    return json.dumps({"checks": found}, ensure_ascii=False) + "\n"
