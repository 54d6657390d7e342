import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.companion.games.players import Player
from tests.vm.debian import CACHE, Debian
from tests.vm.machine import Machine
from tests.vm.positions import State, lost_states
from tests.vm.service import Service

pytestmark = [pytest.mark.vm, pytest.mark.slow]

CUTS = 15
"""Number of cuts on each release."""
LONGEST_WAIT_S = 0.5
"""Maximum time of a press on an emulated processor: the cut comes before, during or after it."""


class Cut(NamedTuple):
    shown: int
    """Number of positions that the page had shown."""
    forgotten: int
    """Number of accepted blocks that the disk lost."""
    lost_states: list[State]


def test_a_power_cut_loses_nothing_that_was_shown(installed_machine: Machine, debian: Debian) -> None:
    with (CACHE / f"{debian.name}-cuts.txt").open("w") as report:
        for cut in cut_repeatedly(installed_machine, CUTS, random.Random(debian.name)):
            report.write(
                f"{cut.shown} positions shown, {cut.forgotten} blocks forgotten, {len(cut.lost_states)} lost\n"
            )
            report.flush()
            assert cut.lost_states == []


def cut_repeatedly(machine: Machine, number: int, rng: random.Random) -> Iterator[Cut]:
    service = Service(machine.start())
    shown: list[State] = []
    for _ in range(number):
        shown += play(service, rng)
        forgotten = machine.cut_power(rng)
        machine.start()
        service.wait_until_up()
        yield Cut(len(shown), forgotten, lost_states(shown, service.games()))


def play(service: Service, rng: random.Random) -> list[State]:
    player = Player(rng, 2)
    shown: list[State] = []
    service.wait_until_up()
    with service.web_viewer() as viewer:
        viewer.resume()
        for _ in range(rng.randrange(4, 12)):
            for button in player.moves(viewer.frame):
                viewer.press(button)
            shown.append(viewer.frame.state)
        viewer.send(player.moves(viewer.frame)[-1])
        viewer.read_for(rng.uniform(0, LONGEST_WAIT_S))
        return shown
