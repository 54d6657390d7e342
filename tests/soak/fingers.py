"""Fingers that play to win, and now and then press or hold whatever lies under them."""

import random
from contextlib import suppress

from hardware.device import Button
from tests.companion.games.players import OK, Moves, Player
from tests.companion.games.table import Frame, Table, TableError

AT_RANDOM, HELD = 0.08, 0.02
"""How often a button is pressed, or held, that leads nowhere in particular."""
DELIBERATE = {"fault", "setup"}
"""Here nobody presses at random: it would choose to play without a journal, or another game than the player knows."""
BACK: Moves = (Button.LEFT,)
"""Beyond the first line of the menu is its last one, which ends the table."""
ASIDE = {"menu", "consent", "info", "link", "check", "spotlight", "history", "people", "scores"}
"""From here `undo` leads back to the game."""
ANSWERED_S = 0.05
"""So long a press at random is watched; not each is answered."""

INSISTS, UNANSWERED_S = 2, 8.0
"""So often a button is pressed anew, each time after so long without an answer."""


class Fingers(Player):
    """The players of a table, with children among them."""

    def __init__(self, chance: random.Random, seats: int, *, stays: bool) -> None:
        """Sits down.

        Args:
            chance: what they decide by.
            seats: how many play.
            stays: whether nobody presses at random in the menu, where `Quit` would end the table.
        """
        super().__init__(chance, seats)
        self._deliberate = DELIBERATE | {"menu", "consent"} if stays else DELIBERATE
        self._aside: tuple[Moves, ...] = ((Button.UNDO,), OK, (Button.RIGHT,), *(() if stays else (BACK,)))

    def moves(self, frame: Frame) -> Moves:  # type: ignore[explicit-override]  # it comes with Python 3.12
        """What leads on; out of what was opened by accident, back."""
        if frame.page in ASIDE:
            return self._chance.choice(self._aside)
        return super().moves(frame)

    def play(self, table: Table) -> Frame:
        """One page's moves, or a press at random; the last answer."""
        lot = self._chance.random()
        if table.frame.page in self._deliberate or lot > AT_RANDOM + HELD:
            return self._lead_on(table)
        table.send("hold" if lot < HELD else "press", self._chance.choice(list(Button)))
        table.watch(ANSWERED_S)
        return table.frame

    def _lead_on(self, table: Table) -> Frame:
        """Breaks off where another page has come in between, as that of a fault does."""
        page = table.frame.page
        for button in self.moves(table.frame):
            if _insist(table, button).page != page:
                break
        return table.frame


def _insist(table: Table, button: Button) -> Frame:
    """Presses until it is answered: where a viewer presses the same button just then, both are one press."""
    for _ in range(INSISTS):
        with suppress(TableError):
            return table.touch(button, patience_s=UNANSWERED_S)
    return table.touch(button)


def seated(chance: random.Random, *, stays: bool) -> Fingers:
    return Fingers(chance, 3, stays=stays)
