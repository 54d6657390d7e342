"""How long each player has thought in a game, from the times at which the journal took its events.

The record holds no times, and gets none: whoever has a game without its journal does not know. The time before an event
is that of the seat whose turn it was, also for what was taken back. What lies longer is a break, and nobody's; so is
the time in which all lay out a game or a round, with the thoughts of who comes first then: no time tells them apart.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from companion.core.journal_error import JournalError
from companion.core.people import person_key
from companion.core.player_names import display_name
from companion.core.table_registry import TABLES, is_playable
from companion.runtime.archive import ArchiveError, fetch_game
from companion.runtime.finished_games import all_finished_entries
from engine.record import begin

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from companion.runtime.archive import ArchivedGame
    from companion.runtime.journal import Journal

BREAK_S = 1800
"""From here on nobody thinks: the table has been left, in seconds."""
NEWEST = 20
"""Over so many games of a person it is told."""


def thinking_s(archived: ArchivedGame) -> tuple[int, ...] | None:
    """Returns the seconds that each seat has thought; None: not known.

    So it is where an event has no time, where the clock was set back, and where all events have the same time, as in a
    game that was brought in from a record.
    """
    record, at = archived.record, [datetime.fromisoformat(time) for time in archived.times]
    if archived.damaged is not None or len(at) != len(record.events) or sorted(at) != at or at[0] == at[-1]:
        return None
    found, played, earlier = [0] * len(record.start.players), begin(record.start), None
    table = TABLES[record.game.name] if is_playable(record.game.name) else None
    for before, now, event in zip(at, at[1:], record.events[1:], strict=False):
        seat, waited_s = played.game.acting_seat(played.state), int((now - before).total_seconds())
        if seat is not None and waited_s < BREAK_S and not (table and table.lays_out(earlier, played.state)):
            found[seat] += waited_s
        earlier, played = played.state, played.play(event)
    return tuple(found)


def person_thinking_text(_: Translator, journal: Journal, name: str) -> str:
    """Returns how long somebody thinks in a game, on average over the newest: `5:20 a game (newest games: 12)`.

    Each of these games is played through, for which nobody waits on the box: only whoever asks for one person does.
    """
    own, looked, found = person_key(name), 0, list[int]()
    for entry in all_finished_entries(journal):
        if isinstance(entry, JournalError):
            continue
        bots = entry.summary.get("bots", {})
        seats = [n for n, player in enumerate(entry.players) if person_key(player) == own and str(n) not in bots]
        if not seats:
            continue
        looked += 1
        with suppress(ArchiveError, JournalError):
            if times := thinking_s(fetch_game(journal, entry.game)):
                found.append(sum(times[seat] for seat in seats))
        if looked == NEWEST:
            break
    if not found:
        return _("not known")
    return _("{time} a game (newest games: {n})", time=_clock(sum(found) // len(found)), n=len(found))


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def thinking_text(_: Translator, archived: ArchivedGame) -> str:
    """Returns each player's time in minutes and seconds, `Ann 5:20, Ben 3:07`; or that it is not known."""
    players, found = archived.record.start.players, thinking_s(archived)
    if found is None:
        return _("not known")
    return ", ".join(f"{display_name(_, name)} {_clock(s)}" for name, s in zip(players, found, strict=True))
