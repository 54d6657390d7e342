"""The link to the page: an address, and the same as a QR code."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Link:
    """A way to the page, which lets one press: no log and no stranger may see it."""

    address: str
    """Without its token."""
    code: tuple[str, ...] = field(repr=False)
    """The whole link as a QR code: its rows from the top, a letter 1 for each dark module."""

    @property
    def local(self) -> bool:
        """Whether it leads nowhere but to the computer that it is on."""
        return self.address.startswith(("http://127.", "http://[::1]", "http://localhost"))
