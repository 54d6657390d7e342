"""The MPR121: twelve pads of copper, felt by their capacitance (Freescale MPR121 datasheet; AN3889, AN3890, AN3892).

It charges each pad and measures the voltage; a finger lowers it. Slow changes are followed by a baseline, a fast one
beyond a threshold is a touch, which pulls the interrupt line low until the status is read. The charge that suits each
pad the chip finds by itself when it starts (auto-configuration). It takes a configuration in stop mode only.
"""

from __future__ import annotations

from hardware.device import PartFailed
from hardware.fields.chip import Registers

STATUS, STATUS_HIGH, ECR = 0x00, 0x01, 0x5E
OVCF = 0x80
"""In STATUS_HIGH: too much current at REXT. The chip has stopped, all other bits of its status are 0, and it takes no
ECR before this one is written."""
STOP = 0x00
RUN = 0x8C
"""ECR: the baseline begins at the upper five bits of the first measurement (CL = 10); no proximity (ELEPROX_EN = 00);
twelve electrodes (ELE_EN = 1100)."""
BLOCKS = {
    0x2B: bytes(
        (
            *(0x01, 0x01, 0x00, 0x00),  # MHDR, NHDR, NCLR, FDLR: the baseline follows a rise quickly,
            *(0x01, 0x01, 0xFF, 0x02),  # MHDF, NHDF, NCLF, FDLF: a fall slowly, for that may be a finger,
            *(0x00, 0x00, 0x00),  # NHDT, NCLT, FDLT: and a touched pad's not at all (AN3891, AN3944)
        )
    ),
    0x41: bytes(
        (
            *(12, 6) * 12,  # E0TTH, E0RTH …: touched from 12 below the baseline on, released within 6
            *(0, 0),  # EPROXTTH, EPROXRTH: unused
            0x11,  # DR, DT: two measurements each
            0x10,  # AFE1: FFI 6 samples, CDC 16 µA, where auto-configuration finds nothing better
            0x20,  # AFE2: CDT 0.5 µs, SFI 4 samples, ESI 1 ms
        )
    ),
    0x7B: bytes(
        (
            0x0B,  # AUTO-CONFIG 0: FFI as in AFE1, BVA as CL in ECR, ARE and ACE
            0x00,  # AUTO-CONFIG 1
            *(201, 131, 181),  # USL = (3.3 V - 0.7 V) / 3.3 V * 256, LSL = 0.65 USL, TL = 0.9 USL (5.11)
        )
    ),
}
"""The configuration, by the first register of each block."""


class Mpr121(Registers):
    """Twelve pads."""

    def set_up(self) -> None:
        self.write(STATUS_HIGH, OVCF)
        self.write(ECR, STOP)
        for first, contents in BLOCKS.items():
            self.write(first, *contents)
        self.write(ECR, RUN)

    def is_set_up(self) -> bool:
        # ECR follows the second block, and is read with it.
        wanted = {first: contents + bytes((RUN,) if first == 0x41 else ()) for first, contents in BLOCKS.items()}
        return all(self.read(first, len(contents)) == contents for first, contents in wanted.items())

    def read_inputs(self) -> int:
        low, high = self.read(STATUS, 2)
        if (low, high) == (0, OVCF):
            raise PartFailed(f"the fields' chip at 0x{self.address:02X} reports an over-current at REXT")
        return low | (high & 0x0F) << 8

    def input_name(self, number: int) -> str:
        return f"ELE{number}"
