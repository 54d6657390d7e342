"""`companion doctor`: what is wrong with this box, and what mends it. It looks, and never changes anything."""

from __future__ import annotations

from companion.doctor.checks import CHECKS, Check, Result, examine
from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.doctor.report import as_json, as_text, main

__all__ = ["CHECKS", "Check", "Finding", "Machine", "Result", "Verdict", "as_json", "as_text", "examine", "main"]
