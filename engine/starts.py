"""The start event of the notation, checked strictly: what it lets through, every game may trust."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from engine.game import Code, Game, Illegal, Json, Seat, Start
from engine.games import GAMES

_KEYS = frozenset({"event", "game", "players", "first", "options"})
NAME_LETTERS = 64
"""A new game's names are no longer; those of games that were played before there was a limit may be."""
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and halves of surrogate pairs, which no UTF-8 can hold."""

_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters that show nothing though they are no format characters: joiners, fillers, the variations of others."""


def visible(name: str) -> str:
    """What is to be seen of a name: two with the same cannot be told apart, and "" is no name.

    Emoji that a joiner holds together are letters like others; only the joiner itself does not count.
    """
    letters = (letter for letter in name if unicodedata.category(letter) != "Cf" and not _BLANK.match(letter))
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def parse_start(event: Json, *, recorded: bool = False) -> Start:
    """A start with everything filled in that may be left out; further keys become its notes.

    Args:
        event: the JSON object.
        recorded: it has been played already: its names may be of any length, and of letters that show nothing.

    Raises:
        Illegal: `syntax`, or `players` for the wrong number or names that will not do.
    """
    game = _game(event.get("game"))
    players = _players(event.get("players"), game)
    if not recorded and any(len(name) > NAME_LETTERS for name in players):
        raise Illegal(Code.PLAYERS, f"A player's name has at most {NAME_LETTERS} letters.")
    seen = {visible(name) for name in players}
    if not recorded and ("" in seen or len(seen) < len(players)):
        raise Illegal(Code.PLAYERS, "The players' names must look distinct, and each show something.")
    return Start(
        game=game.name,
        players=players,
        first=_first(event.get("first", 0), len(players)),
        options=_options(event.get("options", {}), game),
        notes={key: value for key, value in event.items() if key not in _KEYS},
    )


def format_start(start: Start) -> dict[str, Any]:
    """The notation of a start."""
    return {
        "event": "start",
        "game": start.game,
        "players": list(start.players),
        "first": start.first,
        "options": dict(start.options),
        **start.notes,
    }


def _game(value: object) -> Game:
    if not isinstance(value, str) or value not in GAMES:
        raise Illegal(Code.SYNTAX, f"The game of a start is one of: {', '.join(GAMES)}.")
    return GAMES[value]


def _players(value: object, game: Game) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Illegal(Code.SYNTAX, "The players of a start are a list of names.")
    if len(value) not in game.seats:
        raise Illegal(
            Code.PLAYERS, f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {len(value)}."
        )
    bare = {name.strip() for name in value}
    if "" in bare or len(bare) < len(value):
        raise Illegal(Code.PLAYERS, "The players' names must be distinct and not empty.")
    if any(map(_UNPRINTABLE.search, value)):
        raise Illegal(Code.PLAYERS, "The players' names must be text, without control characters.")
    return tuple(value)


def _first(value: object, seats: int) -> Seat:
    if type(value) is not int or value not in range(seats):
        raise Illegal(Code.SYNTAX, f"The first seat is a whole number from 0 to {seats - 1}.")
    return Seat(value)


def _options(value: object, game: Game) -> Json:
    if not isinstance(value, dict) or any(_is_wrong(game, name, chosen) for name, chosen in value.items()):
        allowed = ", ".join(f"{name} ({type(default).__name__})" for name, default in game.options.items())
        raise Illegal(Code.SYNTAX, f"The options of {game.title} are an object that may have: {allowed}.")
    return {**game.options, **value}


def _is_wrong(game: Game, name: str, chosen: object) -> bool:
    return name not in game.options or type(chosen) is not type(game.options[name])
