"""One game with sealed dice that was abandoned, as `companion history` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.files.text_table import align_columns, join_lines
from companion.runtime.clock import to_local_time
from companion.runtime.finished_games import describe_abandoned, record_of
from engine.games import title_of
from engine.starts import unturned

if TYPE_CHECKING:
    from companion.core.saved_games import Abandoned
    from companion.locale.translator import Translator
    from companion.runtime.journal import Journal


def describe_abandoned_game(_: Translator, journal: Journal, number: int, *, is_coached: bool = False) -> str:
    """Returns when it was begun, by whom, the commitment, the words and the seed; empty: it is no such game.

    Args:
        _: the translator.
        journal: where it is kept.
        number: which one.
        is_coached: whether what the coach says of it is added.
    """
    kept = next((each for each in journal.abandoned_seals() if each.game == number), None)
    if kept is None:
        return ""
    game = describe_abandoned(kept)
    rows = [
        (_("begun"), to_local_time(game.begun_at, "%Y-%m-%d %H:%M")),
        (_("commitment"), game.commitment),
        (_("seed"), game.seed or _("secret while the game can be resumed")),
        (_("draws of the box"), "?" if game.draws is None else str(game.draws)),
    ]
    for name, word in zip(game.players, game.words, strict=True):
        rows.append((display_name(_, name), _("no word") if word is None else f"“{unturned(word)}”"))
    head = _("Game {number}, {title}: abandoned", number=number, title=title_of(game.game))
    return join_lines([head, "", *align_columns(rows, "ll")]) + (_coached(_, kept) if is_coached else "")


def _coached(_: Translator, abandoned: Abandoned) -> str:
    """Returns what the coach says of the game as far as it went."""
    from companion.commands.coached_game import NOTHING, describe_coached_game  # noqa: PLC0415 - loaded where it is asked

    if abandoned.ended_at is None:
        # Whoever plays on would know more than the others at the table.
        return join_lines(["", _("The coach says nothing of a game that can still be resumed.")])
    record = record_of(abandoned)
    return join_lines(["", _(NOTHING)]) if record is None else describe_coached_game(_, record)
