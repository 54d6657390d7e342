"""The unit of the box itself, on a machine that has not one of its parts: everything is missing, and it says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.vm.service import Service

if TYPE_CHECKING:
    from tests.vm.machine import Machine

pytestmark = [pytest.mark.vm, pytest.mark.slow]


@pytest.fixture(scope="module")
def service(machine: Machine) -> Service:
    """The box's service, once it is installed."""
    service = Service(machine)
    service.install("new", "")
    return service


def test_without_a_single_part_it_comes_up_and_says_what_is_missing(service: Service) -> None:
    """It told READY at the first start and stays up; its log names the parts, and people see its page."""
    service.until_up()
    assert service.property("NRestarts") == "0"
    said = service.log()
    for part in ("/dev/spidev0.0", "/dev/i2c-1", "pins"):
        assert part in said
    with service.visitor() as visitor:
        assert visitor.page == "attract"
