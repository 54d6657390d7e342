"""The link to the web page: its address, and the link as a QR code."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link whose token permits pressing buttons: it must not appear in a log or on a stranger's page."""

    address: str
    """Without its token."""
    qr_rows: tuple[str, ...] = field(repr=False)
    """The whole link as a QR code: its rows from the top, a letter 1 for each dark module. None where no phone reaches
    the address: nobody shall scan it and wonder."""
    for_phones: str = ""
    """The command after which phones reach the page; may be empty."""

    @property
    def is_local(self) -> bool:
        """Whether the address is reachable from this computer only."""
        return is_local(self.address)


def is_local(link: str) -> bool:
    """Returns whether a link leads to this computer only: to the loopback's addresses or its name."""
    return link.startswith(("http://127.", "http://[::1]", "http://localhost"))
