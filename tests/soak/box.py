"""The command `companion` with a simulated box whose wires come off: SIGUSR1 takes them, SIGUSR2 puts them back."""

import signal
import sys
from errno import EREMOTEIO

from companion import main as composition_root
from companion.commands import cli
from companion.main import open_simulated_box
from companion.settings.schema import Settings
from hardware.simulated.device import SimulatedDevice

UNPLUGGED = OSError(EREMOTEIO, "Remote I/O error")
"""What the kernel says when nothing answers."""


def with_loose_wires(settings: Settings) -> SimulatedDevice:
    """The simulated box; the signals reach the wires of its screen and its strip."""
    device = open_simulated_box(settings)

    def plug(failure: OSError | None) -> None:
        device.strip.failure = device.bus.failure = failure

    signal.signal(signal.SIGUSR1, lambda *_: plug(UNPLUGGED))
    signal.signal(signal.SIGUSR2, lambda *_: plug(None))
    return device


if __name__ == "__main__":
    composition_root.open_simulated_box = with_loose_wires  # in place of what it imports
    sys.exit(cli.main())
