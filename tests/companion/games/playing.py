"""A whole game at a table, watched by an umpire."""

from tests.companion.games.frame import Frame
from tests.companion.games.klondike_player import KlondikePlayer
from tests.companion.games.player import Player
from tests.companion.games.table import Table
from tests.companion.games.umpire import Umpire

BEFORE = {"attract", "setup"}
AFTER = {"winner", "klondike_winner"}


def play_out(table: Table, player: Player | KlondikePlayer, umpire: Umpire) -> Frame:
    """Plays until the winner is named; the umpire judges each answer. Returns the winner's page."""
    while table.frame.page not in AFTER:
        for button in player.moves(table.frame):
            table.touch(button)
            if table.frame.page not in BEFORE:
                umpire.judge(table.frame)
    return table.frame
