"""A television in the room: a view of its own, which shows the join code and presses nothing; nobody else gets it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.core.viewer_kind import SPECTATOR
from companion.frontends.web.room import JOINING, TABLE, TELEVISION, Grant, Room, Tokens, viewer_kind
from engine.game import Seat
from tests.companion.frontends.web.served import Served, Viewer

if TYPE_CHECKING:
    from pathlib import Path


def everything(viewer: Viewer) -> str:
    """All texts that have come to a viewer, until it has been answered once more."""
    viewer.connection.send(json.dumps({"alive": True}))
    got = ""
    while '"alive"' not in got:
        message = viewer.connection.recv(timeout=20)
        got += message if isinstance(message, str) else ""
    return got


@pytest.mark.slow
def test_the_join_code_goes_to_the_television_alone(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", "--players", "2", "--first", "0") as table,
        table.viewer(token=table.token) as host,
    ):
        host.connection.send(json.dumps({"invite": True}))
        links = host.until("invitations")
        join, tv, seat = (urlsplit(each["link"]).fragment for each in (links["join"], links["tv"], links["seats"][0]))
        assert len({join, tv, seat, table.token}) == 4
        with (
            table.viewer(token=tv) as television,
            table.viewer() as spectator,
            table.viewer(token=seat) as player,
            table.viewer(token=join) as phone,
        ):
            assert urlsplit(television.until("join_code")["link"]).fragment == join
            others = [everything(each) for each in (spectator, player, phone)]
            television.send(press="ok")
            assert television.until("refused") == "watching"
            host.send(hold="undo")
            host.page("menu")
            host.connection.send(json.dumps({"choose": {"Page on a phone": True}}))
            host.page("link")
            others += [everything(each) for each in (television, spectator, player, phone)]
            assert all(message for message in others)
            assert not [secret for secret in (join, tv, table.token) if any(secret in each for each in others)]
            assert not any("join_code" in each for each in others)
            # Its code lives until links are renewed.
            host.send(press="bank")
            assert television.until("join_code") is None


def test_a_television_may_press_nothing() -> None:
    room = Room(lambda *_: None, lambda: "http://box", Tokens(bytes(32)))
    token = room.tokens.token_for(TELEVISION, ())
    assert room.grant_of(token, claim="x" * 22) == TELEVISION
    assert (TELEVISION.presses, JOINING.presses, TABLE.presses, Grant(Seat(1)).presses) == (False, False, True, True)
    assert viewer_kind(TELEVISION) == SPECTATOR
    assert room.join_link(TELEVISION) == room.link_for(JOINING)
    assert not any(room.join_link(grant) for grant in (None, TABLE, JOINING, Grant(Seat(0))))
    room.renew_links()
    assert room.grant_of(token) is None
