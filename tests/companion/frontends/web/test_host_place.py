"""The host's way back: by the link, its file, or a yes from the table; never by an address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.frontends.web.site import is_here
from tests.companion.frontends.web.served import Served, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGUN = ("--players", "2", "--first", "0")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """A table whose buttons are a headless device's."""
    with Served(tmp_path / "journal", *BEGUN) as served:
        yield served


def ask(viewer: Viewer, what: str) -> dict[str, Any]:
    """What the table answers to one of the two questions of a host without a link."""
    viewer.connection.send(json.dumps({what: True}))
    return dict(viewer.until("way_back"))


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
def test_another_user_of_this_computer_gets_no_host_s_place_without_a_yes(table: Served) -> None:
    with table.viewer() as stranger:
        answer = ask(stranger, "way_back")
        assert (answer["may_ask"], answer["request"]) == (True, "")
        file = Path(answer["file"])
        assert file.stat().st_mode & 0o777 == 0o600
        assert table.token in file.read_text("utf-8")
        request = ask(stranger, "ask_host")
        assert len(request["request"]) == 4
        table.until(lambda frame: frame.page == "host_request", "the question")
        assert any(request["request"] in line for line in table.frame.text)
        table.send("press", "ok")  # on No, where the cursor is
        assert stranger.until("way_back")["request"] == "refused"
        assert ask(stranger, "ask_host")["request"] == "refused"  # so soon nobody may ask again
        stranger.send(press="ok")
        assert stranger.until("refused") == "watching"
    table.until(lambda frame: frame.page == "turn", "the game")


@pytest.mark.slow
def test_the_box_and_the_host_s_page_can_say_yes_and_a_seat_cannot(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", *BEGUN) as table,
        table.viewer(token=table.token) as host,
        table.viewer() as other,
        table.viewer() as asks,
    ):
        host.connection.send(json.dumps({"invite": True}))
        seat = host.until("invitations")["seats"][0]["link"].partition("#")[2]
        with table.viewer(token=seat) as green:
            assert green.until("may") == 0
            ask(asks, "ask_host")
            table.until(lambda frame: frame.page == "host_request", "the question")
            green.connection.send(json.dumps({"choose": {"yes": True}}))
            assert green.until("refused") == "turn"
            host.connection.send(json.dumps({"choose": {"yes": True}}))
            assert asks.until("granted") == table.token
            other.connection.send(json.dumps({"alive": True}))
            while "alive" not in (message := str(other.connection.recv())):
                assert table.token not in message


@pytest.mark.slow
def test_who_comes_through_a_proxy_or_from_elsewhere_may_not_even_ask(table: Served) -> None:
    made = connect(
        f"ws://{table.host}/socket", origin=Origin(f"http://{table.host}"), compression=None, legacy=True,
        additional_headers={"X-Forwarded-For": "127.0.0.1"},
    )  # fmt: skip
    with Viewer(made) as stranger:
        assert ask(stranger, "way_back") == {"file": "", "may_ask": False, "request": ""}
        assert ask(stranger, "ask_host")["request"] == "refused"
    assert table.frame.page == "turn"


@pytest.mark.slow
def test_a_kiosk_is_not_asked(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--kiosk", *BEGUN) as table, table.viewer() as stranger:
        assert not ask(stranger, "way_back")["may_ask"]
        assert ask(stranger, "ask_host")["request"] == "refused"


@pytest.mark.slow
def test_a_question_goes_with_whoever_asked_it(table: Served) -> None:
    with table.viewer() as stranger:
        ask(stranger, "ask_host")
        table.until(lambda frame: frame.page == "host_request", "the question")
    table.until(lambda frame: frame.page == "turn", "the game")
