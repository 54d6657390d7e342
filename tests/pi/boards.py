"""Four boards, as their device trees and /proc/cpuinfo describe them to libraries."""

from typing import NamedTuple

MODEL = "/proc/device-tree/model"
REVISION = "/proc/device-tree/system/linux,revision"
COMPATIBLE = "/proc/device-tree/compatible"
CPUINFO = "/proc/cpuinfo"


class Board(NamedTuple):
    name: str
    """The model in the device tree."""
    revision: int
    """The code of model, memory and manufacturer (Raspberry Pi documentation, "New-style revision codes")."""
    compatible: tuple[str, ...]
    """The compatible strings of board and chip in the device tree."""

    @property
    def files(self) -> dict[str, bytes]:
        """Returns the files of /proc on the board; a 64-bit kernel names no processor for each core."""
        return {
            MODEL: self.name.encode() + b"\0",
            REVISION: self.revision.to_bytes(4),
            COMPATIBLE: b"".join(word.encode() + b"\0" for word in self.compatible),
            CPUINFO: f"processor\t: 0\n\nRevision\t: {self.revision:x}\nModel\t\t: {self.name}\n".encode(),
        }


ZERO_2 = Board("Raspberry Pi Zero 2 W Rev 1.0", 0x902120, ("raspberrypi,model-zero-2-w", "brcm,bcm2837"))
PI_3 = Board("Raspberry Pi 3 Model B Plus Rev 1.3", 0xA020D3, ("raspberrypi,3-model-b-plus", "brcm,bcm2837"))
PI_4 = Board("Raspberry Pi 4 Model B Rev 1.5", 0xB03115, ("raspberrypi,4-model-b", "brcm,bcm2711"))
PI_5 = Board("Raspberry Pi 5 Model B Rev 1.0", 0xC04170, ("raspberrypi,5-model-b", "brcm,bcm2712"))
BOARDS = (ZERO_2, PI_3, PI_4, PI_5)
