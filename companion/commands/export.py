"""`companion export NUMBER`: a finished game for other programs, as a record, a table or a play for BG Stats."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.files.named_files import legible, write
from companion.locale.translator import N_
from companion.runtime.archive import ArchivedGame, ArchiveError, fetch_game, run_archive_command
from engine.record import Common, format, to_lines  # noqa: A004 - parse's counterpart; the built-in is not used here

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from companion.locale.translator import Translator
    from companion.runtime.journal import Journal
    from engine.game import GameEvent
    from engine.record import AnyRecord


_UNWRITTEN = N_("{path} cannot be written: {reason}")

_STOPS = N_("game {game} in {path} is damaged: what is exported stops before event {event}")

COLUMNS = ("number", "at", "turn", "seat", "player", "event")
"""Of every game's table, before those of its own and those of its ranking."""


def main(args: argparse.Namespace) -> int:
    """Exports one game, to the standard output or to a file.

    Returns:
        The exit status: 0, or 2 where it cannot be done.
    """
    return run_archive_command("export", args, _export_game)


def as_record(archived: ArchivedGame) -> str:
    """Returns the game in the referee's notation: `companion replay` and `companion verify` read it."""
    return to_lines(archived.record)


def as_table(archived: ArchivedGame) -> str:
    """Returns the game as CSV by RFC 4180, one row an event, what was taken back among them.

    The game's own columns tell the event; those of its ranking are the row's player's after it; `at` is in UTC.
    """
    written, game = io.StringIO(), archived.record.game
    start, *events = archived.record.events
    after = archived.record.play(start)
    rows = [_event_row(1, start, after, after)]
    for number, event in enumerate(events, 2):
        before, after = after, after.play(event)
        rows.append(_event_row(number, event, before, after))
    columns = (*COLUMNS, *game.columns, *game.ranking)
    table = csv.DictWriter(written, columns, restval="", extrasaction="ignore")
    table.writeheader()
    table.writerows({**row, "at": at} for row, at in zip(rows, archived.times, strict=True))
    return written.getvalue()


def as_play(archived: ArchivedGame) -> str:
    """Returns the game as BG Stats takes it, the JSON after `https://app.bgstatsapp.com/createPlay.html?data=`.

    Its app wants every true or false spelt out, the BoardGameGeek number as a number, and the date in UTC.
    """
    line, record = archived.entry, archived.record
    game = record.game
    play = {
        "sourceName": "claim-companion",
        "sourcePlayId": f"{line.begun_at} {line.game}",
        "playDate": line.begun_at.replace("T", " ").removesuffix("Z"),
        "durationMin": line.minutes,
        "game": {
            "name": game.title,
            "sourceGameId": game.name,
            **({} if game.bgg_id is None else {"bggId": game.bgg_id}),
            "highestWins": True,
            "noPoints": not game.ranking,
        },
        "players": _list_players(record),
    }
    return json.dumps(play) + "\n"


class _Format(NamedTuple):
    """What a game may be exported as."""

    write: Callable[[ArchivedGame], str]
    encoding: str = "utf-8"
    """Of a file."""


FORMATS = {
    "jsonl": _Format(as_record),
    # Without the mark at its beginning, Excel garbles names with other letters than those of ASCII.
    "csv": _Format(as_table, "utf-8-sig"),
    "bgstats": _Format(as_play),
}


def _export_game(journal: Journal, _: Translator, args: argparse.Namespace) -> str:
    form = FORMATS[args.format]
    archived = fetch_game(journal, args.number, salvaged=args.salvage)
    text = form.write(archived)
    output: Path | None = args.output
    if output is not None:
        try:
            write(output, text.encode(form.encoding))
        except OSError as error:
            raise ArchiveError(_UNWRITTEN, path=legible(output), reason=error.strerror) from error
        text = ""
    if archived.damaged is not None:
        stops = _(_STOPS, game=args.number, path=legible(journal.path), event=archived.damaged)
        sys.stderr.write(f"companion export: {stops}\n")
    return text


def _list_players(record: AnyRecord) -> list[dict[str, Any]]:
    # Winning counts before all figures: in a game that the table ended, the best figures need not have won.
    game, state = record.game, record.game.to_json(record.state)
    won = [seat in (state["winners"] or ()) for seat in range(len(state["players"]))]
    merits = [
        (wins, *(player[figure] for figure in game.ranking)) for wins, player in zip(won, state["players"], strict=True)
    ]
    return [
        {
            "name": player["name"],
            "sourcePlayerId": player["name"],
            "startPlayer": seat == record.start.first,
            "winner": won[seat],
            # Those who are level share a rank, and the next rank is left out.
            "rank": 1 + sum(other > merit for other in merits),
            **({"score": player[game.ranking[0]]} if game.ranking else {}),
        }
        for seat, (player, merit) in enumerate(zip(state["players"], merits, strict=True))
    ]


def _event_row(number: int, event: GameEvent, before: AnyRecord, after: AnyRecord) -> dict[str, Any]:
    """Returns the row of an event: who acted, what it was, and how that player stands after it."""
    notation, state = format(event, after.game), before.game.to_json(before.state)
    # Before a start nobody acts; an undo may lead back into another seat's turn, and then it is about that seat.
    seat = after.state.turn if notation["event"] in {"start", "undo"} else state["turn"]
    standing = after.game.to_json(after.state)["players"][seat]
    common = isinstance(event, Common)
    name = standing["name"]
    return {
        **standing,
        **({} if common else after.game.row(before.state, event, after.state)),
        "number": number,
        "turn": state["turns"] + (state["phase"] != "over"),
        "seat": seat,
        # No spreadsheet takes a name for a formula.
        "player": f"'{name}" if name[0] in "=+-@" else name,
        "event": notation["event"],
    }
