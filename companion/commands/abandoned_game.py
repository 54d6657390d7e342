"""One game with sealed dice that was abandoned, as `companion history` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.text_table import align_columns, join_lines
from companion.core.player_names import display_name
from companion.runtime.abandoned_games import abandoned_entries
from companion.runtime.clock import to_local_time
from engine.games import title_of
from engine.starts import unturned

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from companion.runtime.journal import Journal


def describe_abandoned_game(_: Translator, journal: Journal, number: int) -> str:
    """Returns when it was begun, by whom, the commitment, the words and the seed; empty: it is no such game."""
    game = next((entry.abandoned for entry in abandoned_entries(journal) if entry.game == number), None)
    if game is None:
        return ""
    rows = [
        (_("begun"), to_local_time(game.begun_at, "%Y-%m-%d %H:%M")),
        (_("commitment"), game.commitment),
        (_("seed"), game.seed or _("secret while the game can be resumed")),
        (_("draws of the box"), "?" if game.draws is None else str(game.draws)),
    ]
    for name, word in zip(game.players, game.words, strict=True):
        rows.append((display_name(_, name), _("no word") if word is None else f"“{unturned(word)}”"))
    head = _("Game {number}, {title}: abandoned", number=number, title=title_of(game.game))
    return join_lines([head, "", *align_columns(rows, "ll")])
