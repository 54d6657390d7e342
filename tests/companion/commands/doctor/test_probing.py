import os
from dataclasses import dataclass, field
from errno import EBUSY, EREMOTEIO, ETIMEDOUT
from pathlib import Path
from typing import Any

import pytest
from smbus2 import SMBus

from companion.commands.doctor import run_checks
from companion.commands.doctor.machine import Diagnosis, Severity
from tests.companion.commands.doctor.scratch import machine
from tests.wire.edge.kernel import Kernel, Node, Request, stand_in

QUICK, BYTE = 0, 1
WRITE, READ = 0, 1
"""The kinds and the directions of an SMBus transfer (linux/i2c.h)."""


@dataclass
class Chips:
    answering: dict[int, set[tuple[int, int]]]
    """For each address, the directions and kinds to which it answers."""
    taken: tuple[int, ...] = ()
    """The addresses that a driver of the kernel has."""
    failure: int = EREMOTEIO
    address: int = 0
    asked: list[tuple[int, int, int]] = field(default_factory=list)

    def ioctl(self, request: int, argument: Any) -> int:  # noqa: ANN401 - a number or a structure
        if request == Request.I2C_SLAVE:
            self.address = argument
            return self._fail(EBUSY) if argument in self.taken else 0
        if request == Request.I2C_FUNCS:
            return 0
        transfer = (argument.read_write, argument.size)
        self.asked.append((self.address, *transfer))
        return 0 if transfer in self.answering.get(self.address, ()) else self._fail(self.failure)

    def write(self, data: bytes) -> int:
        return self._fail(EREMOTEIO) + len(data)

    def _fail(self, number: int) -> int:
        raise OSError(number, os.strerror(number))


def screen(root: Path, patch: pytest.MonkeyPatch, chips: Chips) -> Diagnosis:
    stand_in(Kernel({"/dev/i2c-1": Node(chips)}), patch)
    return next(result.finding for result in run_checks(machine(root, open_bus=SMBus)) if result.name == "screen")


@pytest.mark.parametrize("transfer", [(READ, BYTE), (WRITE, QUICK)], ids=["read", "written to"])
def test_a_screen_answers_when_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transfer: tuple[int, int]
) -> None:
    finding = screen(tmp_path, monkeypatch, Chips({0x3C: {transfer}}))
    assert finding == Diagnosis(Severity.OK, "answers at 0x3C; 64 rows")


def test_every_address_is_read_and_only_those_of_screens_are_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips = Chips({})
    screen(tmp_path, monkeypatch, chips)
    assert [address for address, *transfer in chips.asked if transfer == [READ, BYTE]] == [*range(0x08, 0x78)]
    assert [asked for asked in chips.asked if asked[1:] != (READ, BYTE)] == [(0x3C, WRITE, QUICK), (0x3D, WRITE, QUICK)]


def test_who_is_taken_by_the_kernel_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = screen(tmp_path, monkeypatch, Chips({}, taken=(0x68,)))
    assert finding.what == "no answer at 0x3C, but at 0x68"


def test_a_bus_that_hangs_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chips = Chips({}, failure=ETIMEDOUT)
    finding = screen(tmp_path, monkeypatch, chips)
    assert (finding.verdict, len(chips.asked)) == (Severity.WRONG, 1)
