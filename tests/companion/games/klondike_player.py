"""Somebody who plays Klondike with tiles that were dealt, by the frames, with the five buttons and nothing else."""

import random
import re
from collections.abc import Callable

from engine import klondike
from engine.klondike import Event, Place, State
from engine.record import AnyRecord
from hardware.device import Button
from tests.companion.games.frame import Frame
from tests.companion.games.player import OK, Moves
from tests.companion.games.shell_table import ShellTable
from tests.companion.games.umpire import Umpire
from tests.engine.klondike_hands import Hands, draw_event


class KlondikePlayer:
    def __init__(self, chance: random.Random, seats: int, table: Umpire | ShellTable) -> None:
        self._chance = chance
        self._seats = seats
        self._table = table
        """Tells what lies on the table."""
        self._hands = Hands([])
        self._round = 0
        self._event: Event = klondike.Pass()
        """What the one whose turn it is has in mind."""
        self._pages: dict[str, Callable[[Frame], Moves]] = {
            "setup": self._answer,
            "klondike_turn": self._decide,
            "klondike_by_hand": self._enter,
            "klondike_place": self._lay,
        }

    def moves(self, frame: Frame) -> Moves:
        """What to press on this page; everywhere else `ok` leads on."""
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
        """Takes a tile of the hand that fits somewhere; passes only when none does."""
        if self._state.round != self._round:
            self._round = self._state.round
            self._hands = Hands.dealt(self._seats, klondike.dealing(self._seats, ""), self._chance)
        self._event = draw_event(self._state, self._hands.hands[self._state.turn], self._chance)
        return OK if isinstance(self._event, Place) else (Button.BANK, Button.LEFT, Button.OK)

    def _enter(self, _: Frame) -> Moves:
        assert isinstance(self._event, Place)
        low, high = sorted(self._event.tile)
        return turns(low, 7) + OK + turns(high, 7) + OK

    def _lay(self, _: Frame) -> Moves:
        assert isinstance(self._event, Place)
        ways = klondike.tile_placements(self._state, self._event.tile)
        self._hands.placed(self._state.turn, self._event.tile)
        return turns(ways.index((self._event.slot, self._event.tile)), len(ways)) + OK


def turns(steps: int, of: int) -> Moves:
    return (Button.RIGHT,) * steps if 2 * steps <= of else (Button.LEFT,) * (of - steps)


def expected(record: AnyRecord) -> set[str]:
    """The pages on which a match may stand after its newest event."""
    if klondike.is_over(record.state):
        return {"klondike_winner", "klondike_guide"}
    return {f"klondike_{page}" for page in ("turn", "by_hand", "place", "pass", "guide", "round_over")}
