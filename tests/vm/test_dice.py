"""The whole way of a real die's roll, without a die: controller, kernel, BlueZ, its D-Bus, bleak, page and journal."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import pytest

from tests.vm.debian import TRIXIE, base_disk
from tests.vm.machine import Machine
from tests.vm.stick import dice_stick

if TYPE_CHECKING:
    from tests.vm.debian import Debian

pytestmark = [pytest.mark.vm, pytest.mark.slow]

ALLOW = (
    "groupadd --system gpio && useradd --system --gid gpio --groups gpio --home-dir /var/tmp listener"
    """ && sed -i '/context="default"/,/<\\/policy>/d' $(find /etc/dbus-1 /usr/share/dbus-1 -name bluetooth.conf)"""
    " && cp /mnt/new/systemd/companion-dice.conf /etc/dbus-1/system.d/ && systemctl reload dbus"
)
"""Debian lets everybody do everything with BlueZ: here the service's policy alone says what the table may have."""
PLAY = (
    "modprobe hci_vhci && cd /mnt/new &&"
    " HOME=/var/tmp LC_ALL=C.UTF-8 PYTHONPATH=/mnt/site:/mnt/new PYTHONPYCACHEPREFIX=/var/tmp/pyc"
    " python3 tests/vm/dice_room.py 2>/var/tmp/room.log || { cat /var/tmp/room.log; exit 1; }"
)
ROLLED, PATIENCE_S = 100, 3600.0


@pytest.mark.parametrize("debian", [TRIXIE], indirect=True, ids=["trixie"])
def test_a_hundred_rolls_are_heard_as_they_fell(debian: Debian, folder: Path) -> None:
    with Machine(
        Path(mkdtemp(dir=folder)), base_disk(debian, "bluez"), dice_stick(debian, folder), counts=True
    ) as machine:
        machine.start().run(ALLOW)
        room = json.loads(machine.run(PLAY, patience_s=PATIENCE_S))
    assert [len(room["rolled"]), len(room["events"])] == [ROLLED, ROLLED]
    assert room["events"] == [
        {"event": "roll", "dice": dice, "by": "hand", "kind": "pixels"} for dice in room["rolled"]
    ]
    said = list[str]()
    for first in (11, 13):
        learned = (f"Pixel {first + place} shows {place + 1}. ok: it is die {place + 1}" for place in range(3))
        said += ["Pixel 99 is a d20", *learned, "die 2 is silent"]
    assert all(words in note for words, note in zip(said, room["notes"], strict=True))
