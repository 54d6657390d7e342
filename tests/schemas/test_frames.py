import json
import random
import subprocess
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.core.lineup import HOST, SPECTATOR, ViewerKind, seat_viewer
from companion.locale.translator import languages
from companion.program.description import VisiblePage, describe
from companion.program.view import view
from companion.web.room import parse_client_message
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.companion_process import COMPANION
from tests.companion.games.players import Player
from tests.companion.pages.scenes import SCENES
from tests.companion.pages.scenes import scene as play
from tests.companion.web.served import TIMEOUT_S, Served, Viewer
from tests.schemas.notation import SCHEMAS, broken_copies, error_of, unnamed_keys, validator_of

VIEWERS = (HOST, seat_viewer(Seat(0)), SPECTATOR)
FRAME_BYTES = 1 + 36 * 3 + 1024
"""The fields that the schema limits: contrast, lights, screen."""


def description_of(scene: str, viewer: ViewerKind = HOST, language: str = "en") -> dict[str, Any]:
    model = play(scene)
    described = {"description": describe(VisiblePage(view(model, model.shown_since).text, model), language, viewer)}
    return dict(json.loads(json.dumps(described)))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("viewer", VIEWERS, ids=("host", "seat", "spectator"))
def test_every_page_is_described_as_documented(viewer: ViewerKind) -> None:
    judge, pages = validator_of("socket description_message"), {play(scene).page.name: scene for scene in SCENES}
    for scene in SCENES if viewer is HOST else pages.values():
        message = description_of(scene, viewer, "de")
        assert not error_of(judge, message), scene
        assert not unnamed_keys(judge, message), f"{scene}: to be documented in docs/schemas/socket.json"


CLIENT_MESSAGES: list[dict[str, Any]] = [
    {"token": "secret"},
    {"press": "ok"},
    {"hold": "undo"},
    {"press": "ok", "view": 3},
    {"view": 3, "hold": "left"},
    {"frames": 0},
    {"frames": None},
    {"way_back": True},
    {"point": "5/2"},
    {"choose": {"players": 3}},
    {"language": "de"},
    {"invite": True},
    {"alive": True},
    {"claim": 0},
    {"claim": None},
    {"take_back": 1},
]
INVALID_MESSAGES: list[dict[str, Any]] = [
    {},
    {"surprise": 1},
    {"press": "cancel"},
    {"language": "xx"},
    {"invite": False},
    {"claim": 5},
    {"take_back": None},
    {"press": "ok", "hold": "ok"},
    {"choose": {}},
    {"frames": 31},
    {"frames": True},
    {"view": 3},
    {"press": "ok", "view": True},
    {"point": "5/2", "view": 3},
    {"choose": {"players": 3, "recycle": True}},
]


def test_the_schema_accepts_the_messages_that_the_server_accepts() -> None:
    judge = validator_of("socket client_message")
    assert all(judge.is_valid(message) and parse_client_message(json.dumps(message)) for message in CLIENT_MESSAGES)
    broken = [copy.value for message in CLIENT_MESSAGES for copy in broken_copies(message)]
    for message in chain(INVALID_MESSAGES, broken):
        assert (parse_client_message(json.dumps(message)) is not None) == judge.is_valid(message), message
    assert not any(map(judge.is_valid, INVALID_MESSAGES))


def test_the_schema_has_every_language() -> None:
    assert SCHEMAS["socket.json"]["$defs"]["client_message"]["properties"]["language"]["enum"] == list(languages())


class Listener:
    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.messages: list[dict[str, Any]] = []
        self.pictures: list[bytes] = []

    def listen(self) -> None:
        with suppress(TimeoutError):
            while True:
                self._receive(0)

    def wait_for(self, met: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        ends = monotonic() + TIMEOUT_S
        while not (found := [message for message in self.messages if met(message)]):
            # Pictures come all the time while lights move.
            assert monotonic() < ends, f"waited in vain; the last message was {self.messages[-1:]}"
            self._receive(TIMEOUT_S)
        return found[0]

    def send(self, message: dict[str, Any], answer: str) -> Any:  # noqa: ANN401 - what JSON holds
        self.viewer.connection.send(json.dumps(message))
        return self.wait_for(lambda message: answer in message)[answer]

    def _receive(self, timeout_s: float) -> dict[str, Any]:
        found = self.viewer.connection.recv(timeout=timeout_s)
        if isinstance(found, bytes):
            self.pictures.append(found)
            return {}
        self.messages.append(json.loads(found))
        return self.messages[-1]


@pytest.mark.slow
def test_messages_of_a_real_server_match_the_schema(tmp_path: Path) -> None:
    with Served(tmp_path / "journal", "--players", "2", "--first", "1", "--seed", "5e" * 32) as companion:
        links = [companion.token, "", ""]
        listeners = [Listener(companion.connect(token=token)) for token in links]
        host, guest, _ = listeners
        join = host.send({"invite": True}, "invitations")["join"]["link"].partition("#")[2]
        guest.send({"token": join}, "seats")
        guest.send({"claim": 1}, "claimed")
        guest.send({"alive": True}, "alive")
        guest.send({"press": "ok"}, "refused")
        host.send({"choose": {"surprise": 1}}, "error")
        player = Player(random.Random(5), 2)
        while companion.frame.page != "winner":
            companion.press(*player.moves(companion.frame))
            for listener in listeners:
                listener.listen()
        for listener in listeners:
            listener.wait_for(lambda message: bool(message.get("description", {}).get("luck")))
            listener.viewer.connection.close()
    judge = validator_of("socket server_message")
    messages = [message for listener in listeners for message in listener.messages]
    for message in messages:
        assert not error_of(judge, message)
    kinds = {key for message in messages for key in message}
    assert kinds == {
        "may",
        "description",
        "note",
        "seats",
        "claimed",
        "alive",
        "refused",
        "error",
        "invitations",
        "recognition",
        "join_code",
    }
    assert {len(picture) for listener in listeners for picture in listener.pictures} == {FRAME_BYTES}


@pytest.mark.slow
def test_output_of_the_headless_device_matches_the_schema(tmp_path: Path) -> None:
    button, command, output = (validator_of(f"headless {name}") for name in ("button", "command", "output"))
    assert all(map(button.is_valid, Button))
    commands: list[Any] = [{"press": "ok"}] * 3 + [{"hold": "left"}, {"point": "9/9"}, {"choose": {"menu": 1}}]
    wrong: list[Any] = [{"press": "cancel"}, {"surprise": 1}, {"choose": {}}, {"press": "ok", "hold": "ok"}]
    assert all(map(command.is_valid, commands))
    assert not any(map(command.is_valid, wrong))
    requested = "".join(json.dumps(each) + "\n" for each in (*commands, *wrong))
    program = [COMPANION, "play", "--device", "headless", "--players", "2", "--first", "1"]
    program += ["--set", "lights.byteorder=GRBW", "--set", "lights.count=64"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*program, "--journal", str(tmp_path / "journal")], input=requested, capture_output=True, text=True, check=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines:
        assert not error_of(output, line)
        assert not unnamed_keys(output, line)
    assert sum("error" in line for line in lines) >= len(wrong)
    assert any(line.get("state") for line in lines)
    assert all(len(line["white"]) == 36 for line in lines if "frame" in line)
