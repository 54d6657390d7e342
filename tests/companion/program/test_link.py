"""The link to the page."""

import pytest

from companion.core.messages import PageLink


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:8080", True),
        ("http://localhost:8080", True),
        ("http://[::1]:8080", True),
        ("http://192.168.1.27:8080", False),
        ("http://box.local:8080", False),
        ("http://[fd00::1]:8080", False),
    ],
)
def test_a_link_to_this_computer_only_is_known(address: str, *, local: bool) -> None:
    assert PageLink(address, ()).is_local is local
