import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.companion.web.served import Served, Viewer


def everything(viewer: Viewer) -> str:
    viewer.connection.send(json.dumps({"alive": True}))
    got = ""
    while '"alive"' not in got:
        message = viewer.connection.recv(timeout=20)
        got += message if isinstance(message, str) else ""
    return got


@pytest.mark.slow
def test_the_join_code_goes_to_viewers_who_have_it_alone(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "journal", "--players", "2", "--first", "1") as table,
        table.viewer(token=table.token) as host,
    ):
        host.connection.send(json.dumps({"invite": True}))
        links = host.until("invitations")
        join, seat = (urlsplit(each["link"]).fragment for each in (links["join"], links["seats"][0]))
        assert len({join, seat, table.token}) == 3
        with (
            table.viewer(token=join) as television,
            table.viewer() as spectator,
            table.viewer(token=seat) as player,
        ):
            assert urlsplit(television.until("join_code")["link"]).fragment == join
            others = [everything(each) for each in (spectator, player)]
            television.send(press="ok")
            assert television.until("refused") == "watching"
            host.send(hold="undo")
            host.page("menu")
            host.connection.send(json.dumps({"choose": {"Page on a phone": True}}))
            host.page("link")
            others += [everything(each) for each in (television, spectator, player)]
            assert all(message for message in others)
            assert not [secret for secret in (join, table.token) if any(secret in each for each in others)]
            assert not any("join_code" in each for each in others)
            # Its code lives until links are renewed.
            host.send(press="bank")
            assert television.until("join_code") is None
