import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest
from starlette.websockets import WebSocket

from companion.core.game_session import AnySession, GameSession
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.viewer_kind import SPECTATOR, Role, seat_viewer
from companion.program.view import view
from companion.web.room import Grant, Room
from companion.web.viewer import Viewer
from engine.game import Seat
from tests.companion.pages.sitting import SEED, at_table
from tests.companion.tables import secret_hands
from tests.companion.web.test_viewer import Socket, room, settle
from tests.engine.plugged import install

MODULE = "tests.companion.tables.secret_hands"


@pytest.fixture(autouse=True)
def plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install(tmp_path, "secret", games={"secret": f"{MODULE}:game"}, tables={"secret": f"{MODULE}:table"})
    monkeypatch.syspath_prepend(folder)
    secret_hands.made.clear()


def begun() -> Model:
    lineup = LineUp("secret", ("Green", "Blue"), {"recycle": False}, first=Seat(0), colours=(0, 1))
    session: AnySession = GameSession(lineup, SEED)
    return at_table(session.record_event(session.start_event(Seat(0))))


def cards(grants: Sequence[Grant | None], at: Room | None = None) -> list[list[str]]:
    async def scenario() -> list[list[str]]:
        model, table = begun(), at or room()
        table.broadcaster.show(view(model, 0.0), model)
        sockets = [Socket() for _ in grants]
        attending = []
        for grant, socket in zip(grants, sockets, strict=True):
            socket.open.set()
            token = "" if grant is None else table.tokens.token_for(grant, table.broadcaster.group_players)
            viewer = Viewer(cast("WebSocket", socket), table, token=token)
            table.broadcaster.watchers.add(viewer)
            attending.append(asyncio.create_task(viewer.run()))
        await settle()
        for socket in sockets:
            socket.leave()
        await asyncio.gather(*attending)
        return [
            [card for card in secret_hands.CARDS if any(card in str(took) for took in each.took)] for each in sockets
        ]

    return asyncio.run(scenario())


def test_a_hand_is_sent_to_its_own_seat_only() -> None:
    ace, king = secret_hands.CARDS
    assert cards([Grant(Seat(0)), Grant(Seat(1)), Grant(), None]) == [[ace], [king], [], []]


def test_a_hundred_viewers_cost_a_snapshot_for_each_kind() -> None:
    grants = [None, Grant(), Grant(Seat(0)), Grant(Seat(1))] * 25
    assert sum(map(len, cards(grants))) == 50
    described = Counter(viewer for viewer in secret_hands.made if viewer.role is not Role.BOX)
    assert described[SPECTATOR] == described[seat_viewer(Seat(0))] == 1
    assert set(described.values()) == {1}
    assert len(described) == 4


def test_the_state_of_a_game_with_secrets_is_not_published() -> None:
    model, table = begun(), room()
    table.broadcaster.show(view(model, 0.0), model)
    assert table.broadcaster.published_state() is None
    assert "the ace" not in table.broadcaster.description(None, SPECTATOR)
    assert '"title":"Claim It!"' in table.broadcaster.description(None, SPECTATOR)
