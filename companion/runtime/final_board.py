"""The board of a finished game as it lay at the end, as a picture with the players' names."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.board_picture import draw_picture
from companion.core.game_session import replayed_session
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.table_registry import TABLES, is_playable
from companion.core.viewer_kind import SPECTATOR
from companion.lights.palette import SEATS
from companion.locale.translator import N_
from companion.runtime.archive import ArchiveError
from companion.runtime.clock import to_local_time
from engine.game import Illegal

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from companion.runtime.archive import ArchivedGame

_NO_TABLE = N_("there is no table for {game} here that could draw it")


def picture_of(archived: ArchivedGame, _: Translator) -> str:
    """Returns the final board with the names, who won and how, as an SVG document in the translator's language.

    Raises:
        ArchiveError: the game's table is not installed.
    """
    name = archived.record.game.name
    if not is_playable(name):
        raise ArchiveError(_NO_TABLE, game=name)
    table, session = TABLES[name], replayed_session(archived.record)
    # The seats' colours are the line-up's; one that an old journal holds, or that was edited, may make no sense.
    with suppress(Illegal):
        session = replace(session, lineup=LineUp.from_json(archived.entry.lineup))
    page = table.scores()
    colours = tuple(seat.colour for seat in SEATS)
    model = Model(page, page, game=session, language=_.language, colours=colours)
    day = to_local_time(archived.entry.begun_at, "%Y-%m-%d")
    length = _("turns: {turns}, {minutes} min", turns=archived.record.state.turns, minutes=archived.entry.minutes)
    shown = table.snapshot(model, SPECTATOR)
    return draw_picture(shown, f"{shown.title}, {day}, {length}", table.axes)
