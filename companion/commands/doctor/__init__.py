"""`companion doctor`: what is wrong with this box, and what mends it. It looks, and never changes anything."""

from __future__ import annotations

from companion.commands.doctor.checks import CHECKS, Check, Result, run_checks
from companion.commands.doctor.diagnosis import Diagnosis, Severity
from companion.commands.doctor.machine import Machine
from companion.commands.doctor.report import as_json, as_text, main

__all__ = ["CHECKS", "Check", "Diagnosis", "Machine", "Result", "Severity", "as_json", "as_text", "main", "run_checks"]
