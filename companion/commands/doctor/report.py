"""What the doctor says: a line a check for people, or one JSON object."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from companion.commands.doctor.checks import CHECKS, run_checks
from companion.commands.doctor.diagnosis import Severity
from companion.commands.doctor.machine import this_machine

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.commands.doctor.checks import Result

VERDICT_COLUMNS = max(map(len, Severity)) + 2
NAME_COLUMNS = max(len(check.name) for check in CHECKS) + 2


def main(config: Path | None, overrides: Sequence[str], *, json_wanted: bool) -> int:
    """Examines this machine; changes nothing.

    Returns:
        The exit status: 0 nothing is wrong, 1 something is.
    """
    results = tuple(run_checks(this_machine(config, overrides)))
    sys.stdout.write(as_json(results) if json_wanted else as_text(results))
    return int(any(result.finding.verdict is Severity.WRONG for result in results))


def as_text(results: Sequence[Result]) -> str:
    """Returns a line for each result, and beneath it what mends it."""
    lines: list[str] = []
    for name, (verdict, what, mend) in results:
        lines.append(f"{verdict:{VERDICT_COLUMNS}}{name:{NAME_COLUMNS}}{what}\n")
        if mend:
            lines.append(f"{'':{VERDICT_COLUMNS + NAME_COLUMNS}}-> {mend}\n")
    return "".join(lines)


def as_json(results: Sequence[Result]) -> str:
    """Returns the results as one line: `{"checks":[{"name":…,"verdict":"ok",…,"what":…,"mend":…}]}`."""
    checks = [{"name": result.name, **result.finding._asdict()} for result in results]
    return json.dumps({"checks": checks}, ensure_ascii=False) + "\n"
