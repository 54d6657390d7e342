"""The application in this process with the interface of `CompanionProcess`."""

import json

from msgspec.structs import replace

from companion.core.effects import BUST, LAST_ROUND, WIN
from companion.core.lineup import LineUp
from engine.record import AnyRecord
from hardware.device import Button
from tests.companion.games.app import SEED, App
from tests.companion.games.companion_process import Frame

ANNOUNCED = {LAST_ROUND: "last round", WIN: "win", BUST: "bust"}


class InProcessCompanion:
    def __init__(
        self, lineup: LineUp | None = None, *, seed: bytes = SEED, kiosk: bool = False, language: str = "en"
    ) -> None:
        self.app = App(lineup, seed)
        first = replace(self.app._first, language=language).with_config(kiosk=kiosk)
        self.app._first = self.app.model = first
        self.app.start()
        self.sounds: list[tuple[str, str]] = []
        """Each sound with the page that was open."""
        self.visited_pages: list[str] = []

    @property
    def frame(self) -> Frame:
        view, session = self.app.view, self.app.model.maybe_session
        state = json.loads(json.dumps(session.game.to_json(session.state))) if session and session.record else None
        return Frame(view.page, tuple(view.text), session.event_count if session else 0, state, tones=self.app.tones)

    @property
    def record(self) -> AnyRecord | None:
        session = self.app.model.maybe_session
        return session.record if session else None

    def press(self, *buttons: Button) -> Frame:
        for button in buttons:
            self.app.press(button)
            if self.app.tones in ANNOUNCED:
                self.sounds.append((ANNOUNCED[self.app.tones], self.app.page))
            if self.visited_pages[-1:] != [self.app.page]:
                self.visited_pages.append(self.app.page)
        return self.frame

    def hold(self, button: Button) -> Frame:
        self.app.hold(button)
        return self.frame

    def kill(self) -> Frame:
        last = self.frame
        self.app.restart()
        return last
