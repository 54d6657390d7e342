import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.companion.web.served import PATIENCE_S, Served, Viewer

pytestmark = pytest.mark.slow
DEALT = ("--game", "klondike", "--players", "2", "--first", "1", "--option", "dealt=true", "--set", "table.guide=false")
TILE = re.compile(r"[0-6][|·][0-6]")
LIGHTS_END = 1 + 3 * 36
"""Where in a frame the screen begins."""


class Witness:
    def __init__(self, viewer: Viewer) -> None:
        self._connection = viewer.connection
        self.sent: list[str] = []
        self.frames: list[tuple[str, bytes]] = []
        """The page that was shown after each frame, and its screen."""
        self.snapshot: dict[str, Any] = {}
        self._newest = b""

    def say(self, **message: object) -> None:
        self._connection.send(json.dumps(message))

    def until(self, page: str, placed: int) -> dict[str, Any]:
        while self.snapshot.get("page") != page or len(self.snapshot["game"]["log"]) != placed:
            self._take()
        return self.snapshot

    def invitations(self) -> dict[str, Any]:
        self.say(invite=True)
        while "invitations" not in (message := self._take()):
            pass
        return dict(message["invitations"])

    def tiles(self) -> set[str]:
        return {"|".join(sorted(found[::2])) for text in self.sent for found in TILE.findall(text)}

    def _take(self) -> dict[str, Any]:
        message = self._connection.recv(timeout=PATIENCE_S)
        if isinstance(message, bytes):
            self._newest = message
            return {}
        self.sent.append(message)
        received: dict[str, Any] = json.loads(message)
        if "description" in received:
            self.snapshot = received["description"]
            self.frames.append((self.snapshot["page"], self._newest[LIGHTS_END:]))
        return received


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "journal", *DEALT) as served:
        yield served


def hand(witness: Witness) -> list[str]:
    return [tile["value"] for tile in witness.snapshot["game"]["layout"]["tiles"]]


def test_a_hand_reaches_its_own_seat_only(table: Served) -> None:
    with table.viewer(token=table.token) as host_socket:
        host = Witness(host_socket)
        links = [urlsplit(seat["link"]).fragment for seat in host.invitations()["seats"]]
        with table.viewer(token=links[0]) as one, table.viewer(token=links[1]) as two, table.viewer() as anybody:
            green, blue, watcher = map(Witness, (one, two, anybody))
            everybody = (host, green, blue, watcher)
            for each in everybody:
                each.until("klondike_turn", 0)
            mine, other = hand(green), hand(blue)
            assert (len(mine), len(other), set(mine) & set(other)) == (14, 14, set())
            assert hand(host) == hand(watcher) == []

            # Green chooses on a phone, thinks of another tile, and lays that one.
            green.say(choose={"tile": mine[0]})
            assert green.until("klondike_place", 0)["screen"]["options"]
            green.say(choose={"tile": mine[5]})
            green.say(press="ok")
            for each in everybody:
                each.until("klondike_turn", 1)
            assert (host.tiles(), watcher.tiles()) == ({mine[5]}, {mine[5]})
            assert green.tiles() == set(mine)
            assert blue.tiles() == {*other, mine[5]}

            # Blue has no phone in hand: the box is passed on, and shows the hand on the box and on its page.
            host.say(press="ok")
            host.until("klondike_pass_box", 1)
            assert host.tiles() == {mine[5]}
            host.say(press="ok")
            host.until("klondike_hand", 1)
            assert set(hand(host)) == set(other)
            place = next(
                n for n, tile in enumerate(host.snapshot["game"]["layout"]["tiles"]) if tile["state"] == "fits"
            )
            for _ in range(place):
                host.say(press="right")
            host.say(press="ok")
            host.until("klondike_place", 1)
            host.say(press="ok")
            for each in everybody:
                each.until("klondike_turn", 2)
            placed = {mine[5], other[place]}
            assert watcher.tiles() == placed
            assert green.tiles() == {*mine, *placed}
            secret = {screen for page, screen in host.frames if page in {"klondike_hand", "klondike_place"}}
            assert len(secret) > 1
            for each in (green, watcher):
                assert not secret & {screen for _, screen in each.frames}


def test_the_api_shows_no_hand(table: Served) -> None:
    with table.viewer(token=table.token) as socket:
        host = Witness(socket)
        host.until("klondike_turn", 0)
    state = json.loads(table.answer("/api/state").partition("\r\n\r\n")[2])
    assert len(state["state"]["tiles_left"]) == 28
    assert not {"hand", "hands"} & set(state["state"])
