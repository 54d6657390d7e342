"""Updates of an installed service, and the way back, while a game is on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.companion.games.player import Player
from tests.vm.service import Service

if TYPE_CHECKING:
    from tests.companion.games.frame import Frame
    from tests.vm.machine import Machine

pytestmark = [pytest.mark.vm, pytest.mark.slow]

UNIT = "companion-simulated.service"
"""Of the first version; now it is companion.service in any case."""
LET_FIRST_START = f"""mkdir -p /etc/systemd/system/{UNIT}.d
cat >/etc/systemd/system/{UNIT}.d/first.conf <<'END'
[Service]
Environment=HOME=/var/lib/companion
RestrictAddressFamilies=AF_INET AF_INET6
END
systemctl daemon-reload"""
"""Without HOME the first version does not find its settings; without AF_INET it does not adopt the page's socket."""
AS_IT_IS = f"rm -rf /etc/systemd/system/{UNIT}.d && systemctl daemon-reload"


@pytest.mark.parametrize(("older", "prepare"), [("first", LET_FIRST_START), ("before", AS_IT_IS)])
def test_an_update_and_the_way_back_keep_the_game_on_the_table(machine: Machine, older: str, prepare: str) -> None:
    service = Service(machine)
    machine.run(prepare)
    service.install(older)
    left = play(service, 5)
    machine.run(AS_IT_IS)
    service.install("new")
    # Not its words: a version may say more on a screen than the one before.
    assert look(service)._replace(text=()) == left._replace(text=())
    left = play(service, 6)
    machine.run(prepare)
    service.roll_back()
    assert look(service).state == left.state
    left = play(service, 7)
    machine.run(AS_IT_IS)
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
