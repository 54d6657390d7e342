"""Exports: a finished game as a record, JSON or a picture; the rules as pictures."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.core.board_picture import Shot, draw_picture, draw_shot
from companion.core.game_session import GameSession, replayed_session
from companion.core.lineup import SPECTATOR, LineUp
from companion.core.model import TABLES, Model
from companion.core.people import People
from companion.core.saved_games import Finished, HistoryEntry
from companion.core.snapshot import RulesSection
from companion.core.table import is_playable
from companion.lights.composition import SEATS
from companion.locale.translator import N_, SOURCE, Translator
from companion.program.description import describe_luck
from companion.runtime.archive import ArchivedGame, ArchiveError, verified_draws
from companion.runtime.clock import to_local_time
from companion.tables.shared_pages import ScoresPage
from companion.ui.screen import Text
from engine.game import Illegal
from engine.games import title_of
from engine.record import format  # noqa: A004 - parse's counterpart; the built-in is not used here

COLOURS = tuple(seat.colour for seat in SEATS)
_NO_TABLE = N_("{game} is not installed here, so the board cannot be drawn")


def picture_of(archived: ArchivedGame, _: Translator) -> str:
    """Returns the final board with the names and the result, as an SVG document in the translator's language.

    Raises:
        ArchiveError: the game is not installed.
    """
    name = archived.record.game.name
    if not is_playable(name):
        raise ArchiveError(_NO_TABLE, game=name)
    table, session = TABLES[name], replayed_session(archived.record)
    # The colours of the seats are in the line-up, which is invalid if it was edited.
    with suppress(Illegal):
        session = replace(session, lineup=LineUp.from_json(archived.entry.lineup))
    page = table.scores()
    model = Model(page, page, game=session, language=_.language, colours=COLOURS)
    day = to_local_time(archived.entry.begun_at, "%Y-%m-%d")
    length = _("turns: {turns}, {minutes} min", turns=archived.record.state.turns, minutes=archived.entry.minutes)
    shown, screen = table.snapshot(model, SPECTATOR), table.pages_to_come(model)[-1].screen(model)
    says = (screen.sentence, *(block.text for block in screen.body if isinstance(block, Text)))
    return draw_picture(shown, says, f"{shown.title}, {day}, {length}", table.axes)


def list_entry(entry: HistoryEntry) -> dict[str, Any]:
    """Returns a history entry; for a damaged game only the readable parts."""
    described = history_entry(entry.finished) if entry.finished else {"number": entry.game}
    return {**described, "damaged": entry.damage is not None}


def list_people(people: People, after: int, most: int) -> dict[str, Any]:
    """Returns at most `most` people after the first `after`, and the damaged games, which are not counted."""
    page = people.persons[after : after + most]
    return {
        "people": [{"name": each.name, "games": each.games, "wins": each.wins} for each in page],
        "total": len(people.persons),
        "damaged": list(people.damaged[:most]),
    }


def history_entry(game: Finished) -> dict[str, Any]:
    """Returns the summary of a finished game."""
    return {
        "number": game.game,
        "game": game.lineup["game"],
        "title": title_of(game.lineup["game"]),
        "begun_at": game.begun_at,
        "minutes": game.minutes,
        # The luck is in the report of a single game.
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


@lru_cache(maxsize=64)  # limited, because any viewer can request any picture
def rules_pictures(game: str, number: int) -> tuple[str, ...]:
    """Returns the moments of the picture of a section, each as an SVG document.

    The only text on them are the first letters of two colours, which are the same in all languages.
    """
    sections = TABLES[game].rules if game in TABLES else ()
    drawn = (shot for section in sections[number : number + 1] for shot in _list_shots(game, section))
    return tuple(draw_shot(shot, TABLES[game].axes) for shot in drawn)


def _list_shots(game: str, section: RulesSection) -> list[Shot]:
    """Returns the moments of a section's picture; none if it has no picture."""
    table, page, shots = TABLES[game], ScoresPage(), list[Shot]()
    for state, below in section.moments() if section.moments else ():
        lineup = LineUp(game, state.players, table.game.options, colours=tuple(range(len(state.players))))
        session: GameSession[Any, Any] = GameSession(lineup, bytes(32)).showing(state)
        model = Model(page, page, game=session, language=SOURCE, colours=COLOURS)
        shots.append(Shot(table.snapshot(model, SPECTATOR), table.board(model, 0.0).colours, below))
    if shots and section.lights:
        # For moving lights, the most informative moment.
        lit = (section.lights(COLOURS, at / 4, 0.0).colours for at in range(16))
        shots[-1] = shots[-1]._replace(lights=max(lit, key=lambda colours: sum(map(max, colours))))
    return shots
