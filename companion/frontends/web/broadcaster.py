"""The broadcaster: the newest frame, description and notes. Viewers fetch them when they can; slow ones skip frames."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple, Protocol

from companion.core.model import Model
from companion.core.table_registry import acting_seat, model_seen_by, table_of
from companion.core.viewer_kind import BOX, SPECTATOR, ViewerKind
from companion.locale.translator import SOURCE
from companion.program.description import VisiblePage, describe, visible_page
from companion.program.view import View, draw_page, lights_at
from engine.game import Seat
from hardware.device import BLANK, Colour, Frame, Tone

NOTES = 16
"""How many notes are kept for viewers that are a little late."""
AT_ONCE, PAUSE_S = 2, 0.01
"""How many viewers without a link are woken at once, and how long until the next ones are, in seconds."""


class Watcher(Protocol):
    """A viewer, as the broadcaster sees it."""

    linked: bool
    """Whether it presented a token that lets it press."""

    @property
    def trusted(self) -> bool:
        """Whether it is the host's."""

    def wake(self) -> None:
        """Notes that there is something new to send."""


class Note(NamedTuple):
    """Something to be heard once: tones, or a text."""

    number: int
    text: str
    """The message."""


class Broadcaster:
    """Holds what the table shows now, and wakes the viewers. Only the loop's thread may use it."""

    def __init__(self) -> None:
        self._frame = self._covered = encode_frame(BLANK)
        self._shown: tuple[Frame, Model] | None = None
        self._screens: dict[str, bytes] = {}
        """What the screen shows, drawn in other languages than the table's, for viewers who read those."""
        self._translated: dict[str, bytes] = {}
        """The newest frame with such a screen, encoded."""
        self._scene: VisiblePage | None = None
        self._descriptions: dict[tuple[str, ViewerKind], str] = {}
        self._notes: deque[Note] = deque(maxlen=NOTES)
        self._numbers = count(1)
        self._watchers: set[Watcher] = set()
        self._asleep: dict[Watcher, None] = {}
        """Those without a link who are to be woken, the longest waiting first."""
        self._waking: asyncio.TimerHandle | None = None

    @property
    def acting_seat(self) -> Seat | None:
        """The seat whose turn it is; None while no game page is open, such as in the menu."""
        return None if self._scene is None else acting_seat(self._scene.model)

    @property
    def language(self) -> str:
        return SOURCE if self._scene is None else self._scene.model.language

    @property
    def is_kiosk(self) -> bool:
        return self._scene is not None and self._scene.model.kiosk

    @property
    def colours(self) -> tuple[Colour, ...]:
        return () if self._scene is None else self._scene.model.colours

    @property
    def player_names(self) -> tuple[str, ...]:
        game = None if self._scene is None else self._scene.model.game
        return () if game is None else game.lineup.players

    @property
    def bot_seats(self) -> Collection[int]:
        """The numbers of the seats that bots play: nobody need say that they are theirs."""
        game = None if self._scene is None else self._scene.model.game
        return () if game is None else tuple(map(int, game.lineup.playing_bots))

    @property
    def group_players(self) -> tuple[str, ...]:
        """The players of this game or of the last one, each with the group: equal names in two groups differ."""
        model = None if self._scene is None else self._scene.model
        lineup = None if model is None else model.game.lineup if model.game else model.last_lineup
        return () if lineup is None else tuple(f"{lineup.group} {player}" for player in lineup.players)

    @property
    def watchers(self) -> Collection[Watcher]:
        return self._watchers

    @property
    def newest_note(self) -> int:
        return self._notes[-1].number if self._notes else 0

    def show(self, view: View, model: Model) -> None:
        new = visible_page(view, model)
        # Lights that move change the frame alone: the screen is drawn anew only where the table's own is another one.
        if self._shown is None or self._shown[0].screen != view.frame.screen:
            self._screens = {}
        self._shown, self._translated = (view.frame, model), {}
        self._frame = encode_frame(view.frame)
        self._covered = encode_frame(_covered_frame(new, view.frame)) if new.shows_secret else self._frame
        # Lights that move change the frame alone: the description, which is costly, is made anew only with its page.
        if not new.has_same_description(self._scene):
            self._scene, self._descriptions = new, {}
        self.wake_watchers()

    def send_caption(self, text: str) -> None:
        self._send_note({"say": text})

    def send_tones(self, tones: Sequence[Tone]) -> None:
        self._send_note({"tones": tones})

    def newest_frame(self, language: str | None = None, *, trusted: bool) -> bytes:
        """Returns the newest frame.

        Args:
            language: in which the screen is read; None: in the table's.
            trusted: whether it is for somebody who may see secrets.
        """
        frame = self._frame if trusted else self._covered
        if self._shown is None or language in {None, self._shown[1].language} or frame is not self._frame:
            return frame
        return self._translated_frame(language or SOURCE, *self._shown)

    def _translated_frame(self, language: str, frame: Frame, model: Model) -> bytes:
        if language not in self._translated:
            if language not in self._screens:
                seen = model_seen_by(model, BOX)
                self._screens[language] = draw_page(replace(seen, language=language)).screen()
            self._translated[language] = encode_frame(replace(frame, screen=self._screens[language]))
        return self._translated[language]

    def description(self, language: str | None, viewer: ViewerKind) -> str:
        """Returns the description for one kind of viewer, as a message, in a language; None: in the table's."""
        if self._scene is None:
            return ""
        speaks = language or self._scene.model.language
        # Made once for all viewers of that kind: a hundred of them cost as little as one.
        known = speaks, viewer
        if known not in self._descriptions:
            self._descriptions[known] = encode_message({"told": describe(self._scene, speaks, viewer)})
        return self._descriptions[known]

    def published_state(self) -> dict[str, Any] | None:
        """Returns the game's state in the referee's notation; None before a start, and where it is secret."""
        game = None if self._scene is None else self._scene.model.game
        if game is None or game.record is None or table_of(game).has_secrets:
            return None
        return game.game.to_json(game.state)

    def notes_after(self, number: int) -> tuple[Note, ...]:
        return tuple(note for note in self._notes if note.number > number)

    def add_watcher(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def remove_watcher(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self._asleep.pop(watcher, None)

    def wake_watchers(self) -> None:
        """Wakes those who may press; the others a few at a time, so that no press waits for a hundred spectators."""
        for watcher in self._watchers:
            if watcher.linked:
                watcher.wake()
            else:
                self._asleep[watcher] = None
        if self._waking is None:
            self._wake_some()

    def _wake_some(self) -> None:
        self._waking = None
        for watcher in tuple(self._asleep)[:AT_ONCE]:
            del self._asleep[watcher]
            watcher.wake()
        if self._asleep:
            self._waking = asyncio.get_running_loop().call_later(PAUSE_S, self._wake_some)

    def _send_note(self, message: dict[str, Any]) -> None:
        self._notes.append(Note(next(self._numbers), encode_message({"note": message})))
        self.wake_watchers()


def _covered_frame(shown: VisiblePage, frame: Frame) -> Frame:
    """Returns the frame for whoever must not see what the table's own shows."""
    public = model_seen_by(shown.model, SPECTATOR)
    # A stranger who watches must not photograph the link off the page: then only the lights are shown.
    if public is shown.model:
        return replace(frame, screen=BLANK.screen)
    return replace(frame, screen=draw_page(public).screen(), lights=lights_at(public, public.now).colours)


def encode_message(message: dict[str, Any]) -> str:
    """Returns a message as it is sent: JSON in one line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def encode_frame(frame: Frame) -> bytes:
    """Returns a frame as a message: the screen's contrast, 36 lights (red, green, blue), the screen.

    The lights come in their order, field 1/1 first, then 2/1 …, as wanted: gamma, brightness and power budget are for
    pixels, not for monitors. The screen is as in a frame: 1,024 bytes, row by row from the top, the highest bit at the
    left.
    """
    lights = bytes(channel for colour in frame.lights for channel in colour)
    return bytes((frame.contrast,)) + lights + frame.screen
