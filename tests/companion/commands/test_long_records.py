"""Ten times the events take about ten times as long, whoever reads them: nothing is copied for each event."""

from __future__ import annotations

import json
from time import process_time
from typing import TYPE_CHECKING

import pytest

from companion.commands.referee import answer_line, read_record
from companion.core.game_session import resume_session
from engine.fairness import Line, check_fairness
from engine.record import AnyRecord, Record
from tests.companion.commands.long_records import events
from tests.companion.games.shell import SEED, TWO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from engine.game import Json

FEW, MANY = 4_000, 40_000
MOST = 25
"""What was quadratic took 40 times as long and more; a busy machine may make 10 times look like 20."""
ATTEMPTS = 3
"""It may make it look like 30 now and then, and never like less than it is: the fastest attempt counts."""


def asked(told: Sequence[Json], _: Path) -> None:
    """By the referee, line by line."""
    record: AnyRecord | None = None
    for event in told:
        reply, record = answer_line(json.dumps(event).encode(), record)
        assert "state" in reply


def replayed(told: Sequence[Json], folder: Path) -> None:
    """From a file."""
    file = folder / "record.jsonl"
    file.write_text("".join(json.dumps(event) + "\n" for event in told))
    assert isinstance(read_record(str(file)), Record)


def verified(told: Sequence[Json], _: Path) -> None:
    """Roll by roll."""
    assert check_fairness([Line(number, event) for number, event in enumerate(told, 1)]).fault is None


def brought_back(told: Sequence[Json], _: Path) -> None:
    """From the journal."""
    assert resume_session(TWO.to_json(), SEED, told, 0).events == len(told)


def seconds(read: Callable[[Sequence[Json], Path], None], told: Sequence[Json], folder: Path) -> float:
    """Of this process alone, whatever else runs."""
    began = process_time()
    read(told, folder)
    return process_time() - began


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("read", [asked, replayed, verified, brought_back])
def test_a_long_record_is_read_in_linear_time(read: Callable[[Sequence[Json], Path], None], tmp_path: Path) -> None:
    few = min(seconds(read, events(FEW), tmp_path) for _ in range(ATTEMPTS))
    assert any(seconds(read, events(MANY), tmp_path) < MOST * few for _ in range(ATTEMPTS))
