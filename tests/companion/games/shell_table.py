"""The application in this process with the interface of `tests.companion.games.table.Table`."""

import json

from msgspec.structs import replace

from companion.core.effects import BUST, LAST_ROUND, WIN
from companion.core.lineup import LineUp
from engine.record import AnyRecord
from hardware.device import Button
from tests.companion.games.app import SEED, App
from tests.companion.games.table import Frame

ANNOUNCED = {LAST_ROUND: "last round", WIN: "win", BUST: "bust"}


class ShellTable:
    """The application without loop, device and disk; records its sounds."""

    def __init__(
        self, lineup: LineUp | None = None, *, seed: bytes = SEED, kiosk: bool = False, language: str = "en"
    ) -> None:
        self.shell = App(lineup, seed)
        first = replace(self.shell._first, language=language).with_config(kiosk=kiosk)
        self.shell._first = self.shell.model = first
        self.shell.start()
        self.received: list[tuple[str, str]] = []
        """Each sound with the page that was open."""
        self.pages: list[str] = []

    @property
    def frame(self) -> Frame:
        view, game = self.shell.view, self.shell.model.game
        state = json.loads(json.dumps(game.game.to_json(game.state))) if game and game.record else None
        return Frame(view.page, tuple(view.text), game.events if game else 0, state, tones=self.shell.tones)

    @property
    def record(self) -> AnyRecord | None:
        game = self.shell.model.game
        return game.record if game else None

    def touch(self, *buttons: Button) -> Frame:
        for button in buttons:
            self.shell.press(button)
            if self.shell.tones in ANNOUNCED:
                self.received.append((ANNOUNCED[self.shell.tones], self.shell.page))
            if self.pages[-1:] != [self.shell.page]:
                self.pages.append(self.shell.page)
        return self.frame

    def hold(self, button: Button) -> Frame:
        self.shell.hold(button)
        return self.frame

    def kill(self) -> Frame:
        """Cuts the power and starts again; returns the last frame before."""
        last = self.frame
        self.shell.restart()
        return last
