"""`companion doctor`: checks this box and suggests fixes. It never changes anything."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.commands.doctor import software, wires
from companion.commands.doctor.machine import Diagnosis, Machine, Severity, board_model, this_machine, warning, wrong
from companion.settings.schema import Settings, SettingsError
from hardware.device import PartFailed


class Check(NamedTuple):
    name: str
    look: Callable[[Machine, Settings], Diagnosis]
    on_pi: bool = True
    """Whether the check needs a Raspberry Pi."""


CHECKS = (
    Check("board", software.check_board),
    Check("system", software.check_system),
    Check("python", software.check_python, on_pi=False),
    Check("settings", software.check_settings_file, on_pi=False),
    Check("colours", software.check_colours, on_pi=False),
    Check("pins package", software.check_pins_package),
    Check("pixels package", software.check_pixels_package),
    Check("groups", software.check_groups),
    Check("pins", wires.check_pins),
    Check("buttons", wires.check_buttons),
    Check("buzzer", wires.check_buzzer),
    Check("i2c", wires.check_i2c),
    Check("i2c speed", wires.check_i2c_speed),
    Check("screen", wires.check_screen),
    Check("fields", wires.check_fields),
    Check("spi", wires.check_spi),
    Check("spi clock", wires.check_spi_clock),
    Check("pixels", wires.check_pixel_driver),
    Check("audio", wires.check_audio),
    Check("power", wires.check_power),
    Check("folder", software.check_folder),
    Check("journal", software.check_journal, on_pi=False),
    Check("clock", software.check_clock, on_pi=False),
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
                finding = wrong(str(failure), wires.UNOPENED)
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
    """Returns the results as one line: `{"checks":[{"name":…,"verdict":"ok",…,"what":…,"mend":…}]}`."""
    checks = [
        {"name": name, "verdict": finding.verdict, "what": finding.what, "mend": finding.fix}
        for name, finding in results
    ]
    return json.dumps({"checks": checks}, ensure_ascii=False) + "\n"
