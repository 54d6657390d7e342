"""Strict validation of the start event. Games can trust every start that passes."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.game import N_, AnyGame, Code, Finish, GameEvent, Illegal, Json, LaterOption, Seat, Start, StartRoll
from engine.games import GAMES

_KEYS = frozenset({"event", "game", "players", "first", "options"})
MAX_NAME_LETTERS = 64
"""Maximum length of a player's name, in letters."""
UNPRINTABLE = "[\x00-\x1f\x7f-\x9f\ud800-\udfff]"
"""Control characters, and halves of surrogate pairs, which no UTF-8 can hold."""

BIDI_CONTROLS = "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
"""Characters that also reverse the text around the name (UAX #9, section 2)."""

_BLANK = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
"""Invisible letters that are not format characters: joiners, fillers, variation selectors."""

NAME_ERRORS = (
    N_("The players' names must be distinct and not empty."),
    N_("The players' names must be text, without control characters."),
    N_("A player's name has at most 64 letters."),
    N_("A player's name must not contain a character that changes the text direction."),
    N_("The players' names must look distinct and be visible."),
)
"""What can be wrong with names, a sentence each, to be translated; 64 is `MAX_NAME_LETTERS`."""


def without_bidi_controls(text: str) -> str:
    """Returns a text without the characters that could reverse it on a screen or in a terminal."""
    return re.sub(BIDI_CONTROLS, "", text)


def visible_text(name: str) -> str:
    """Returns the visible part of a name. It must not be empty, or the same for two players.

    The parts of a joined emoji count as letters, the joiner does not.
    """
    letters = (letter for letter in name if unicodedata.category(letter) != "Cf" and not re.match(_BLANK, letter))
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def parse_start(event: Json) -> Start:
    """Returns a start with all defaults filled in. Unknown keys become its notes.

    Raises:
        Illegal: `syntax`, or `players` for a wrong number of players or for wrong names.
    """
    name = event.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise Illegal(Code.SYNTAX, f"The game of a start is one of: {', '.join(GAMES)}.")
    game, players = GAMES[name], event.get("players")
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise Illegal(Code.SYNTAX, "The players of a start are a list of names.")
    _require_count(len(players), game.title, game.seats)
    require_names(players)
    options, key_values = event.get("options", {}), dict[str, Any]()
    if isinstance(options, dict):
        # A start key belongs to an option, such as `set_aside` to `seen`. If that is not true, the key is a note.
        start_keys = _start_keys(game)
        key_values = {
            key: event[key] for option, key in start_keys.items() if options.get(option) is True and key in event
        }
        # Only a line-up, which is no event but is also parsed here, has the start keys among its options.
        if "event" in event and not options.keys().isdisjoint(start_keys.values()):
            raise Illegal(
                Code.SYNTAX, f"These keys belong next to the options of {game.title}: {', '.join(start_keys.values())}."
            )
        options = {**options, **key_values}
    return Start(
        game=game.name,
        players=tuple(players),
        first=_parse_first(event.get("first", 0), len(players)),
        options=_parse_options(options, game),
        notes={key: value for key, value in event.items() if key not in {*_KEYS, *key_values}},
    )


def require_names(players: Sequence[str]) -> None:
    """Checks the names of the players. Raises Illegal: `players`, with one of `NAME_ERRORS`."""
    stripped = {name.strip() for name in players}
    visible = {visible_text(name) for name in players}
    are_wrong = (
        "" in stripped or len(stripped) < len(players),
        any(re.search(UNPRINTABLE, name) for name in players),
        any(len(name) > MAX_NAME_LETTERS for name in players),
        any(re.search(BIDI_CONTROLS, name) for name in players),
        "" in visible or len(visible) < len(players),
    )
    for is_wrong, sentence in zip(are_wrong, NAME_ERRORS, strict=True):
        if is_wrong:
            raise Illegal(Code.PLAYERS, sentence)


def require_start(
    players: Sequence[str],
    first: Seat,
    options: Json,
    *,
    title: str,
    seats: range,
    defaults: Json,
    later: Mapping[str, LaterOption] = MappingProxyType({}),
) -> Json:
    """Validates the arguments of `Game.start`, which other programs may call directly.

    Args:
        players: the players' names.
        first: the seat that begins.
        options: each option of `defaults`, and those of `later` that differ from their default. A value has the type of
            its default.
        title: the title of the game.
        seats: the possible numbers of players.
        defaults: the game's options.
        later: the game's later options.

    Returns:
        All options, and the values of their start keys, which are not checked.

    Raises:
        Illegal: with the code `players` or `syntax`.
    """
    _require_count(len(players), title, seats)
    _parse_first(first, len(players))
    filled = {**_defaults(later), **options}
    start_keys = {each.start_key for each in later.values() if each.start_key}
    known = {**defaults, **_defaults(later)}
    checked = {name: value for name, value in filled.items() if name not in start_keys}
    if checked.keys() != known.keys() or any(_is_wrong(known, *option) for option in checked.items()):
        chosen = {**defaults, **_defaults(later, only_choosable=True)}
        raise Illegal(Code.SYNTAX, f"The options of {title} are: {_allowed_text(chosen)}.")
    return filled


def format_start(start: Start, game: AnyGame) -> dict[str, Any]:
    start_keys = _start_keys(game).values()
    return {
        "event": "start",
        "game": start.game,
        "players": list(start.players),
        "first": start.first,
        "options": {
            key: chosen for key, chosen in written_options(game, start.options).items() if key not in start_keys
        },
        **{key: start.options[key] for key in start_keys if key in start.options},
        **start.notes,
    }


def parse_start_roll(event: Json, game: AnyGame) -> StartRoll[GameEvent]:
    """Returns a roll for who begins. Raises Illegal: `syntax`."""
    seat = event.get("seat")
    if type(seat) is not int:
        raise Illegal(Code.SYNTAX, "A roll for who begins names its seat: a whole number.")
    return StartRoll(Seat(seat), game.parse({**event, "event": "roll"}))


def format_start_roll(event: StartRoll[GameEvent], game: AnyGame) -> dict[str, Any]:
    """Returns a roll for who begins, as a start lists it; in the journal it also has `"event":"begin"`."""
    return {"seat": event.seat, **{key: value for key, value in game.format(event.roll).items() if key != "event"}}


def parse_finish(event: Json) -> Finish:
    """Returns the declared end of a game. The record checks that the seats exist.

    Raises:
        Illegal: `syntax`: the winners are not a list of seats in ascending order.
    """
    winners = event.get("winners")
    if not isinstance(winners, list) or not all(type(seat) is int for seat in winners):
        raise Illegal(Code.SYNTAX, "The winners of a finish are a list of seats, which may be empty.")
    if sorted(set(winners)) != winners or any(seat < 0 for seat in winners):
        raise Illegal(Code.SYNTAX, "The winners of a finish are different seats, 0 the first, in ascending order.")
    return Finish(tuple(Seat(seat) for seat in winners))


def _require_count(count: int, title: str, seats: range) -> None:
    if count not in seats:
        raise Illegal(Code.PLAYERS, f"{title} is for {seats[0]} to {seats[-1]} players, not {count}.")


def _parse_first(value: object, seat_count: int) -> Seat:
    if type(value) is not int or value not in range(seat_count):
        raise Illegal(Code.SYNTAX, f"The first seat is a whole number from 0 to {seat_count - 1}.")
    return Seat(value)


def _parse_options(value: object, game: AnyGame) -> Json:
    shown = {**game.options, **_defaults(game.later_options)}
    possible = {**shown, **dict.fromkeys(_start_keys(game).values(), "")}
    # If the default is a text, the game may accept other types, such as a list: its `start` checks them.
    typed = {name: default for name, default in possible.items() if not isinstance(default, str)}
    if (
        not isinstance(value, dict)
        or not value.keys() <= possible.keys()
        or any(_is_wrong(typed, *option) for option in value.items() if option[0] in typed)
    ):
        raise Illegal(Code.SYNTAX, f"The options of {game.title} are an object that may have: {_allowed_text(shown)}.")
    return {**game.options, **written_options(game, value)}


def choosable_options(game: AnyGame) -> Json:
    """Returns the options that players can choose, with their defaults."""
    return {**game.options, **_defaults(game.later_options, only_choosable=True)}


def written_options(game: AnyGame, options: Json) -> dict[str, Any]:
    """Returns the options without the later options that have their default value."""
    later = game.later_options
    return {name: chosen for name, chosen in options.items() if name not in later or chosen != later[name].default}


def _defaults(later: Mapping[str, LaterOption], *, only_choosable: bool = False) -> Json:
    return {name: each.default for name, each in later.items() if each.can_be_chosen or not only_choosable}


def _start_keys(game: AnyGame) -> dict[str, str]:
    return {name: each.start_key for name, each in game.later_options.items() if each.start_key}


def _allowed_text(options: Json) -> str:
    words = {bool: "true or false", int: "a whole number", str: "a word"}
    return ", ".join(f"{name} ({words.get(type(default), 'a list')})" for name, default in options.items())


def _is_wrong(options: Json, name: str, chosen: object) -> bool:
    return name not in options or type(chosen) is not type(options[name])
