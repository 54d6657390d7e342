import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.frontends.web.site import is_here
from tests.companion.frontends.web.served import Served, Viewer

BEGUN = ("--players", "2", "--first", "1")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "journal", *BEGUN) as served:
        yield served


def ask(viewer: Viewer) -> str:
    """The link's file, as the table names it to a viewer without a link."""
    viewer.connection.send(json.dumps({"way_back": True}))
    return str(viewer.until("way_back")["file"])


def test_who_comes_from_this_computer_is_known() -> None:
    assert is_here("127.0.0.1", ["host", "origin"])
    assert is_here("::1", ["host"])
    assert is_here("::ffff:127.0.0.1", ["host"])  # so a socket for both versions reports it
    assert not any(
        is_here(address, ["host"]) for address in ("192.168.1.5", "::ffff:10.0.0.5", "fd00::1", "", "localhost")
    )
    for field in ("Forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Real-IP", "Via"):
        assert not is_here("127.0.0.1", ["host", field])


@pytest.mark.slow
def test_a_viewer_on_this_computer_sees_where_the_link_is_and_may_not_press(table: Served) -> None:
    with table.viewer() as stranger:
        file = Path(ask(stranger))
        assert file.stat().st_mode & 0o777 == 0o600
        assert table.token in file.read_text("utf-8")
        stranger.send(press="ok")
        assert stranger.until("refused") == "watching"
    assert table.frame.page == "turn"


@pytest.mark.slow
def test_a_viewer_behind_a_proxy_is_not_told_where_the_link_is(table: Served) -> None:
    made = connect(
        f"ws://{table.host}/socket", origin=Origin(f"http://{table.host}"), compression=None, legacy=True,
        additional_headers={"X-Forwarded-For": "127.0.0.1"},
    )  # fmt: skip
    with Viewer(made) as stranger:
        assert ask(stranger) == ""


@pytest.mark.slow
def test_a_kiosk_does_not_tell_where_the_link_is(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--kiosk", *BEGUN) as table, table.viewer() as stranger:
        assert ask(stranger) == ""
