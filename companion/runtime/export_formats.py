"""Exports: a finished game as a record, CSV, JSON, a play for BG Stats or a picture; the pictures of the rules."""

import csv
import io
import json
from contextlib import suppress
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from msgspec.structs import replace

from companion.core.board_picture import RulesMoment, draw_picture, draw_rules_moment
from companion.core.game_session import GameSession, replayed_session
from companion.core.lineup import SPECTATOR, LineUp
from companion.core.model import TABLES, Model, is_playable
from companion.core.people import People
from companion.core.saved_games import Finished, HistoryEntry
from companion.core.snapshot import RulesSection
from companion.lights.composition import SEATS
from companion.locale.translator import SOURCE, Translator
from companion.program.description import describe_luck
from companion.runtime.archive import NOT_INSTALLED, ArchivedGame, ArchiveError, verify_draws
from companion.runtime.clock import to_local_time
from companion.tables.shared_pages import ScoresPage
from companion.ui.pictures import qr_rows
from companion.ui.screen import Text
from engine.game import GameEvent, Illegal, shared_ranks
from engine.games import title_of
from engine.record import AnyRecord, CommonEvent, format_event

COLOURS = tuple(seat.colour for seat in SEATS)
COLUMNS = ("number", "at", "turn", "seat", "player", "event")
"""The columns of every game; the columns of the game's events and of its ranking follow."""
CODE_LETTERS = 2953
"""Maximum length of a link in a QR code (ISO/IEC 18004, version 40-L)."""
BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="


def as_csv(archived: ArchivedGame) -> str:
    """Returns the game as CSV (RFC 4180) with one row for each event, including undone events.

    The columns of the game describe the event; the columns of its ranking are the player's figures after it; `at` is in
    UTC.
    """
    output, game = io.StringIO(), archived.record.game
    start, *events = archived.record.events
    after = archived.record.play(start)  # a start begins a new record
    rows = [_event_row(1, start, after, after)]
    for number, event in enumerate(events, 2):
        before, after = after, after.play(event)
        rows.append(_event_row(number, event, before, after))
    columns = (*COLUMNS, *game.columns, *game.ranking)
    table = csv.DictWriter(output, columns, restval="", extrasaction="ignore")
    table.writeheader()
    table.writerows({**row, "at": at} for row, at in zip(rows, archived.times, strict=True))
    return output.getvalue()


def as_bgstats_play(archived: ArchivedGame) -> dict[str, Any]:
    """Returns the game for BG Stats: the JSON after `https://app.bgstatsapp.com/createPlay.html?data=`.

    The app needs every boolean, also the false ones, the BoardGameGeek id as a number and the date in UTC.
    """
    entry, record = archived.entry, archived.record
    game = record.game
    # Only options that differ from the default, such as `recycle` or `deal: draw`; texts without quotation marks.
    variants = [
        key if value is True else f"{key}: {json.dumps(value).strip(chr(34))}"
        for key, value in record.start.options.items()
        if value != game.options.get(key)
    ]
    ending, turns = game.endings.get(game.ending(record.state)), f"{record.state.turns} turns"
    return {
        "sourceName": "claim-companion",
        "sourcePlayId": f"{entry.begun_at} {entry.number}",
        "playDate": entry.begun_at.replace("T", " ").removesuffix("Z"),
        "durationMin": entry.minutes,
        "game": {
            "name": game.title,
            "sourceGameId": game.name,
            **({} if game.bgg_id is None else {"bggId": game.bgg_id}),
            "highestWins": True,
            "noPoints": not game.ranking,
        },
        "players": _list_players(record),
        **({"board": ", ".join(variants)} if variants else {}),
        "comments": f"{ending}; {turns}" if ending else turns,
    }


def play_link(archived: ArchivedGame) -> dict[str, Any]:
    """Returns the link that adds a game to BG Stats, and its QR code, or no code if the names are too long."""
    play = json.dumps(as_bgstats_play(archived), ensure_ascii=False, separators=(",", ":"))
    link = BGSTATS + quote(play, safe=",:")
    return {"link": link, "code": qr_rows(link) if len(link) <= CODE_LETTERS else None}


def picture_of(archived: ArchivedGame, _: Translator) -> str:
    """Returns the final board with the names and the result, as an SVG document in the translator's language.

    Raises ArchiveError: the game is not installed.
    """
    name = archived.record.game.name
    if not is_playable(name):
        raise ArchiveError(NOT_INSTALLED, game=name)
    table, session = TABLES[name], replayed_session(archived.record)
    # The colours of the seats are in the line-up, which is invalid if it was edited.
    with suppress(Illegal):
        session = replace(session, lineup=LineUp.from_json(archived.entry.lineup))
    page = table.scores()
    model = Model(page, page, maybe_session=session, language=_.language, colours=COLOURS)
    day = to_local_time(archived.entry.begun_at, "%Y-%m-%d")
    length = _("turns: {turns}, {minutes} min", turns=archived.record.state.turns, minutes=archived.entry.minutes)
    shown, screen = table.snapshot(model, SPECTATOR), table.pages_to_come(model)[-1].screen(model)
    status_lines = (screen.sentence, *(block.text for block in screen.body if isinstance(block, Text)))
    return draw_picture(shown, status_lines, f"{shown.title}, {day}, {length}", table.axes)


def _list_players(record: AnyRecord) -> list[dict[str, Any]]:
    # Winners rank first: if the players ended the game early, the winner may not have the best figures.
    game, state = record.game, record.game.to_json(record.state)
    won = [seat in (state["winners"] or ()) for seat in range(len(state["players"]))]
    scores = [
        (wins, *(player[figure] for figure in game.ranking)) for wins, player in zip(won, state["players"], strict=True)
    ]
    return [
        {
            "name": player["name"],
            "sourcePlayerId": player["name"],
            "startPlayer": seat == record.start.first,
            "winner": won[seat],
            # Tied players share a rank, and the next rank is skipped.
            "rank": rank,
            **({"score": player[game.ranking[0]]} if game.ranking else {}),
        }
        for seat, (player, rank) in enumerate(zip(state["players"], shared_ranks(scores), strict=True))
    ]


def _event_row(number: int, event: GameEvent, before: AnyRecord, after: AnyRecord) -> dict[str, Any]:
    """Returns the row of an event: the player, the event, and the player's figures after it."""
    notation, state = format_event(event, after.game), before.game.to_json(before.state)
    # Before the start no seat acts. An undo may return to another seat's turn; then the row shows that seat.
    seat = after.state.turn if notation["event"] in {"start", "undo"} else state["turn"]
    standing = after.game.to_json(after.state)["players"][seat]
    common = isinstance(event, CommonEvent)
    name = standing["name"]
    return {
        **standing,
        **({} if common else after.game.row(before.state, event, after.state)),
        "number": number,
        "turn": state["turns"] + (state["phase"] != "over"),  # the turns that have ended, and the one in progress
        "seat": seat,
        # So that spreadsheets do not interpret a name as a formula.
        "player": f"'{name}" if name[0] in "=+-@" else name,
        "event": notation["event"],
    }


def entry_json(entry: HistoryEntry) -> dict[str, Any]:
    """Returns a history entry; for a damaged game only the readable parts."""
    described = finished_game_json(entry.finished) if entry.finished else {"number": entry.number}
    return {**described, "damaged": entry.damage is not None}


def people_json(people: People, skip: int, limit: int) -> dict[str, Any]:
    """Returns `limit` people after the first `skip`, and the damaged games, which are not in the figures."""
    listed = people.persons[skip : skip + limit]
    return {
        "people": [{"name": each.name, "games": each.games, "wins": each.wins} for each in listed],
        "total": len(people.persons),
        "damaged": list(people.damaged[:limit]),
    }


def finished_game_json(game: Finished) -> dict[str, Any]:
    return {
        "number": game.number,
        "game": game.lineup["game"],
        "title": title_of(game.lineup["game"]),
        "begun_at": game.begun_at,
        "minutes": game.minutes,
        # Without `luck`: only `game_json` has it.
        **{key: figure for key, figure in game.summary.items() if key != "luck"},
    }


def game_json(archived: ArchivedGame) -> dict[str, Any]:
    """Returns a finished game with its events, their times, its luck report and whether its dice are verified."""
    record = archived.record
    return {
        **finished_game_json(archived.entry),
        "events": [format_event(event, record.game) for event in record.events],
        "times": archived.times,
        "decided_by": record.game.ending(record.state) if record.game.luck else None,
        "luck": describe_luck(record),
        "verified": verify_draws(record),
    }


@lru_cache(maxsize=64)  # limited, because any viewer can request any picture
def rules_pictures(game: str, number: int) -> tuple[str, ...]:
    """Returns the moments of a rules section's picture, each as an SVG document.

    Their only text is the first letters of two colours, which are the same in all languages.
    """
    sections = TABLES[game].rules if game in TABLES else ()
    drawn = (moment for section in sections[number : number + 1] for moment in _list_moments(game, section))
    return tuple(draw_rules_moment(moment, TABLES[game].axes) for moment in drawn)


def _list_moments(game: str, section: RulesSection) -> list[RulesMoment]:
    table, page, moments = TABLES[game], ScoresPage(), list[RulesMoment]()
    for state, below in section.moments() if section.moments else ():
        lineup = LineUp(game, state.players, table.game.options, colours=tuple(range(len(state.players))))
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32)).at_position(state)
        model = Model(page, page, maybe_session=session, language=SOURCE, colours=COLOURS)
        moments.append(RulesMoment(table.snapshot(model, SPECTATOR), table.board(model, 0.0).colours, below))
    if moments and section.lights:
        # The brightest moment of moving lights, within four seconds, the length of an example.
        lit = (section.lights(COLOURS, quarter / 4, 0.0).colours for quarter in range(16))
        moments[-1] = moments[-1]._replace(lights=max(lit, key=lambda colours: sum(map(max, colours))))
    return moments
