"""A finished game for other programs: as a record, table, JSON, play for BG Stats, or its board as a picture."""

from __future__ import annotations

import csv
import io
import json
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from msgspec.structs import replace

from companion.core.board_picture import draw_picture
from companion.core.game_session import replayed_session
from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.people import People
from companion.core.saved_games import Finished, HistoryEntry
from companion.core.table_registry import TABLES, is_playable
from companion.core.viewer_kind import SPECTATOR
from companion.lights.composition import SEATS
from companion.locale.translator import N_, Translator
from companion.program.description import describe_luck
from companion.runtime.archive import ArchivedGame, ArchiveError, verified_draws
from companion.runtime.clock import to_local_time
from companion.ui.drawings import qr_rows
from companion.ui.screen import Text
from engine.game import GameEvent, Illegal, shared_ranks
from engine.games import title_of
from engine.record import AnyRecord, Common, format, to_lines  # noqa: A004 - parse's counterpart; the built-in is not used here

COLUMNS = ("number", "at", "turn", "seat", "player", "event")
"""Of every game's table, before those of its own and those of its ranking."""
CODE_LETTERS = 2953
"""The longest link that a QR code holds (ISO/IEC 18004, version 40-L)."""
BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="
"""What opens the app, with a play to be added."""
_NO_TABLE = N_("there is no table for {game} here that could draw it")


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
    # Other than the usual ones: `recycle`, `deal: draw`.
    # A text stands there without JSON's quotation marks.
    variants = [
        key if value is True else f"{key}: {json.dumps(value).strip(chr(34))}"
        for key, value in record.start.options.items()
        if value != game.options.get(key)
    ]
    how, turns = game.endings.get(game.ending(record.state)), f"{record.state.turns} turns"
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
        **({"board": ", ".join(variants)} if variants else {}),
        "comments": f"{how}; {turns}" if how else turns,
    }
    return json.dumps(play) + "\n"


def bgstats_link(archived: ArchivedGame) -> str:
    """Returns the link that opens BG Stats on a phone, with the game as a play to be added."""
    # Spelt as short as it can be: a code that a phone reads has room for 2,953 letters.
    play = json.dumps(json.loads(as_play(archived)), ensure_ascii=False, separators=(",", ":"))
    return BGSTATS + quote(play, safe=",:")


def picture_of(archived: ArchivedGame, _: Translator) -> str:
    """Returns the final board with the names, who won and how, as an SVG document in the translator's language.

    Raises:
        ArchiveError: the game's table is not installed.
    """
    name = archived.record.game.name
    if not is_playable(name):
        raise ArchiveError(_NO_TABLE, game=name)
    table, session = TABLES[name], replayed_session(archived.record)
    # The seats' colours are the line-up's; one that was edited may make no sense.
    with suppress(Illegal):
        session = replace(session, lineup=LineUp.from_json(archived.entry.lineup))
    page = table.scores()
    colours = tuple(seat.colour for seat in SEATS)
    model = Model(page, page, game=session, language=_.language, colours=colours)
    day = to_local_time(archived.entry.begun_at, "%Y-%m-%d")
    length = _("turns: {turns}, {minutes} min", turns=archived.record.state.turns, minutes=archived.entry.minutes)
    shown, screen = table.snapshot(model, SPECTATOR), table.pages_to_come(model)[-1].screen(model)
    says = (screen.sentence, *(block.text for block in screen.body if isinstance(block, Text)))
    return draw_picture(shown, says, f"{shown.title}, {day}, {length}", table.axes)


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
            "rank": rank,
            **({"score": player[game.ranking[0]]} if game.ranking else {}),
        }
        for seat, (player, rank) in enumerate(zip(state["players"], shared_ranks(merits), strict=True))
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


def list_entry(entry: HistoryEntry) -> dict[str, Any]:
    """Returns a game as the history lists it; of one that is damaged, what can be told."""
    described = history_entry(entry.finished) if entry.finished else {"number": entry.game}
    return {**described, "damaged": entry.damage is not None}


def play_link(archived: ArchivedGame) -> dict[str, Any]:
    """Returns the link that adds a game to BG Stats, and its QR code; none where the names are too long for one."""
    link = bgstats_link(archived)
    return {"link": link, "code": qr_rows(link) if len(link) <= CODE_LETTERS else None}


def list_people(people: People, after: int, most: int) -> dict[str, Any]:
    """Returns at most that many people, those before `after` left out, and the games that are not counted."""
    page = people.persons[after : after + most]
    return {
        "people": [{"name": each.name, "games": each.games, "wins": each.wins} for each in page],
        "total": len(people.persons),
        "damaged": list(people.damaged[:most]),
    }


def history_entry(game: Finished) -> dict[str, Any]:
    """Returns what is told of a finished game."""
    return {
        "number": game.game,
        "game": game.lineup["game"],
        "title": title_of(game.lineup["game"]),
        "begun_at": game.begun_at,
        "minutes": game.minutes,
        # The report of one game tells its luck in full.
        **{key: figure for key, figure in game.summary.items() if key != "luck"},
    }


def game_details(archived: ArchivedGame) -> dict[str, Any]:
    """Returns a finished game with its events, their times, its luck report and whether its dice are verified."""
    record = archived.record
    return {
        **history_entry(archived.entry),
        "events": [format(event, record.game) for event in record.events],
        "times": archived.times,
        "decided_by": record.game.ending(record.state) if record.game.luck else None,
        "luck": describe_luck(record),
        "verified": verified_draws(record),
    }
