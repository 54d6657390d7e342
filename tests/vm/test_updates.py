"""Updates of an installed service, and the way back, while a game is on."""

from __future__ import annotations

import random

import pytest

from tests.companion.games.frame import Frame
from tests.companion.games.player import Player
from tests.vm.machine import Machine
from tests.vm.service import Service

pytestmark = [pytest.mark.vm, pytest.mark.slow]


def test_an_update_and_the_way_back_keep_the_game_on_the_table(machine: Machine) -> None:
    service = Service(machine)
    service.install("before")
    left = play(service, 5)
    service.install("new")
    # Not its words: a version may say more on a screen than the one before.
    assert look(service)._replace(text=()) == left._replace(text=())
    left = play(service, 6)
    service.roll_back()
    assert look(service).state == left.state
    left = play(service, 7)
    service.roll_back()
    assert look(service).state == left.state
    service.uninstall()


def play(service: Service, seed: int) -> Frame:
    """Some moves of a game; what the page shows then."""
    service.until_up()
    with service.visitor() as visitor:
        visitor.resume()
        return visitor.play(Player(random.Random(seed), 2), until="roll", moves=12)


def look(service: Service) -> Frame:
    """What the page shows once the game goes on."""
    service.until_up()
    with service.visitor() as visitor:
        visitor.resume()
        return visitor.frame
