"""Names and addresses of machines: which can be listened on, and which a link can lead to."""

from __future__ import annotations

import re

HOST_LETTERS = 253
"""The longest name of a machine (RFC 1035)."""
_NAME = re.compile(r"[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*")


def can_listen(text: str) -> bool:
    """Returns whether a socket can listen there: a name, or an address, without brackets."""
    return _is_name(text) or _is_ipv6(text)


def can_link_to(text: str) -> bool:
    """Returns whether a link can lead there: a name (RFC 1035, 2.3.4), or an address, of version 6 in brackets."""
    return _is_name(text) or (text.startswith("[") and text.endswith("]") and _is_ipv6(text[1:-1]))


def _is_name(text: str) -> bool:
    """Returns whether it is a name; an address of version 4 has the same letters."""
    return len(text) <= HOST_LETTERS and _NAME.fullmatch(text) is not None


def _is_ipv6(text: str) -> bool:
    from ipaddress import ip_address  # noqa: PLC0415 - few tables are told their address, and the others start sooner

    try:
        return len(text) <= HOST_LETTERS and ip_address(text).version == 6
    except ValueError:
        return False
