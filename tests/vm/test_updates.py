import pytest

from tests.vm.machine import Machine
from tests.vm.service import Service

pytestmark = [pytest.mark.vm, pytest.mark.slow]


def test_an_update_keeps_the_current_game(machine: Machine) -> None:
    service = Service(machine)
    service.install("before")
    left = service.play(5)
    service.install("new", "")
    # Not its words: a version may say more on a screen than the one before.
    assert service.current_frame()._replace(text=()) == left._replace(text=())
    service.uninstall()
