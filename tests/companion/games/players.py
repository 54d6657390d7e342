"""Players that know only the frames and use only the five buttons."""

import random
import re
from collections.abc import Callable
from typing import Any

from engine import klondike
from engine.klondike import Event, Place, State
from hardware.device import Button
from tests.companion.games.companion_process import Frame
from tests.companion.games.in_process_companion import InProcessCompanion
from tests.engine.klondike_hands import Hands, draw_event

Moves = tuple[Button, ...]
OK: Moves = (Button.OK,)
ENOUGH_OWNED, ENOUGH_MARKS = 2, 4
"""The player banks from this number of ownership stones, or of marks, in the turn."""


class Player:
    def __init__(self, rng: random.Random, seats: int) -> None:
        self._rng = rng
        self._setup = (0, seats - 2, 0, 0, 0)
        """The number of the answer to each question of the setup."""
        self._pages: dict[str, Callable[[Frame], Moves]] = {
            "setup": self._answer,
            "roll": self._place,
            "choose": self._choose,
            "guide": self._guided,
        }

    def moves(self, frame: Frame) -> Moves:
        """Returns the presses for this page; on all other pages `ok` continues."""
        known = self._pages.get(frame.page)
        return known(frame) if known else OK

    def _answer(self, frame: Frame) -> Moves:
        question = next(int(found[1]) for text in frame.text if (found := re.fullmatch(r"(\d)/\d", text)))
        return (Button.RIGHT,) * self._setup[question - 1] + OK

    def _place(self, frame: Frame) -> Moves:
        legal = state_of(frame)["legal"]
        if not set(legal) & set(frame.text):
            return OK  # a bot thinks: no field is named yet
        best = [field for field, stone in legal.items() if stone == "own"] or list(legal)
        return presses_to(frame, self._rng.choice(best)) + OK

    def _choose(self, frame: Frame) -> Moves:
        tops = [stones[-1] for stones in state_of(frame)["board"].values()]
        owned, claimed = tops.count("own"), sum(top.startswith("claim") for top in tops)
        return (Button.BANK,) if owned >= ENOUGH_OWNED or owned + claimed >= ENOUGH_MARKS else OK

    def _guided(self, _: Frame) -> Moves:
        return self._rng.choice((OK, (Button.BANK,)))


def presses_to(frame: Frame, field: str) -> Moves:
    """Returns the presses from the field under the cursor on the page `roll` to another field."""
    fields = list(state_of(frame)["legal"])
    return (Button.RIGHT,) * ((fields.index(field) - fields.index(under_cursor(frame))) % len(fields))


def under_cursor(frame: Frame) -> str:
    """Returns the field under the cursor of the page `roll`, from the text of the screen."""
    legal: dict[str, str] = state_of(frame)["legal"]
    return next(text for text in frame.text if text in legal)


def state_of(frame: Frame) -> dict[str, Any]:
    if frame.state is None:
        raise LookupError(f"no game on page {frame.page}")
    return frame.state


class KlondikePlayer:
    def __init__(self, rng: random.Random, seats: int, companion: InProcessCompanion) -> None:
        self._rng = rng
        self._seats = seats
        self._table = companion
        """The source of the state of the game."""
        self._hands = Hands([])
        self._round = 0
        self._event: Event = klondike.Pass()
        """The planned event of the active player."""
        self._pages: dict[str, Callable[[Frame], Moves]] = {
            "setup": self._answer,
            "klondike_turn": self._decide,
            "klondike_by_hand": self._enter,
            "klondike_place": self._place,
        }

    def moves(self, frame: Frame) -> Moves:
        """Returns the presses for this page; on all other pages `ok` continues."""
        known = self._pages.get(frame.page)
        return known(frame) if known else OK

    @property
    def _state(self) -> State:
        if self._table.record is None:
            raise LookupError("nothing has begun")
        state = self._table.record.state
        assert isinstance(state, klondike.State)
        return state

    def _answer(self, frame: Frame) -> Moves:
        question = next(int(found[1]) for text in frame.text if (found := re.fullmatch(r"(\d)/\d", text)))
        return (Button.RIGHT,) * (1, self._seats - 2, 0, 0, 0)[question - 1] + OK

    def _decide(self, _: Frame) -> Moves:
        if self._state.round != self._round:
            self._round = self._state.round
            self._hands = Hands.dealt(self._seats, klondike.deal_form(self._seats, ""), self._rng)
        self._event = draw_event(self._state, self._hands.hands[self._state.turn], self._rng)
        return OK if isinstance(self._event, Place) else (Button.BANK, Button.LEFT, Button.OK)

    def _enter(self, _: Frame) -> Moves:
        assert isinstance(self._event, Place)
        low, high = sorted(self._event.tile)
        return shortest_presses(low, 7) + OK + shortest_presses(high, 7) + OK

    def _place(self, _: Frame) -> Moves:
        assert isinstance(self._event, Place)
        placements = klondike.tile_placements(self._state, self._event.tile)
        self._hands.placed(self._state.turn, self._event.tile)
        return shortest_presses(placements.index((self._event.slot, self._event.tile)), len(placements)) + OK


def shortest_presses(steps: int, of: int) -> Moves:
    return (Button.RIGHT,) * steps if 2 * steps <= of else (Button.LEFT,) * (of - steps)
