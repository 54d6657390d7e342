"""The start event of the notation, checked strictly: what it lets through, every game may trust."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import AnyGame, Code, Finish, GameEvent, Illegal, Json, Seat, Start, StartRoll, Word
from engine.games import GAMES

_KEYS = frozenset({"event", "game", "players", "first", "options", "words"})
UNWRITTEN: Mapping[str, Json] = {
    "claimit": {"midturn": False},
    "klondike": {"checked_pass": False, "seen": False},
    "piratenclaim": {"ledger": False, "voyage": False, "turns": 20},
}
"""Options that came later, and how they are in most games: a start that has none of them is written, and hashed, as it
was before there were any."""
_CHOSEN = frozenset({"ledger", "voyage", "turns"})
"""Those of them that people choose; all others are of the notation alone."""
BESIDE: Mapping[str, Mapping[str, str]] = {"klondike": {"seen": "set_aside"}}
"""What stands on a start beside its options where one of them is true; inside, it is an option like the others."""
AT_NEW_TABLES: Mapping[str, Json] = {"klondike": {"checked_pass": True}}
"""Options that the start of each new game at a table has, whatever was asked."""
NAME_LETTERS = 64
"""A new game's names are no longer; those of games that were played before there was a limit may be."""
WORD_BYTES = 64
"""The most of a word for sealed dice, in UTF-8."""
WORD_FAULT = f"A word for sealed dice has at most {WORD_BYTES} bytes, and no invisible, turning or control letters."
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and halves of surrogate pairs, which no UTF-8 can hold."""

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The bidirectional controls: what stands beside the name would be read backwards, too (UAX #9, section 2)."""

_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters that show nothing though they are no format characters: joiners, fillers, the variations of others."""
_EMOJI_JOINTS = re.compile("(?<=[\u203c-\u3299\U0001f000-\U0001faff])\ufe0f?\u200d?")
"""What may stand behind an emoji, for it belongs to it: its variation, and the joiner to the next one."""

NAME_FAULTS = (
    "The players' names must be distinct and not empty.",
    "The players' names must be text, without control characters.",
    f"A player's name has at most {NAME_LETTERS} letters.",
    "A player's name holds no sign that turns the direction of the text.",
    "The players' names must look distinct, and each show something.",
)
"""What may be wrong with names, a sentence each."""


def unturned(text: str) -> str:
    """Returns a text for people without the signs that turn it, which names in old records may hold."""
    return TURNING.sub("", text)


def visible_text(name: str) -> str:
    """Returns what is to be seen of a name: two with the same cannot be told apart, and "" is no name.

    Emoji that a joiner holds together are letters like others; only the joiner itself does not count.
    """
    letters = (letter for letter in name if unicodedata.category(letter) != "Cf" and not _BLANK.match(letter))
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def parse_start(event: Json, *, recorded: bool = False) -> Start:
    """Returns a start with everything filled in that may be left out; further keys become its notes.

    Args:
        event: the JSON object.
        recorded: it has been played already: its names may be of any length, names and words of letters that show
            nothing.

    Raises:
        Illegal: `syntax`, or `players` for the wrong number or names that will not do.
    """
    named = event.get("game")
    if not isinstance(named, str) or named not in GAMES:
        raise Illegal(Code.SYNTAX, f"The game of a start is one of: {', '.join(GAMES)}.")
    game, players = GAMES[named], event.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Illegal(Code.SYNTAX, "The players of a start are a list of names.")
    _require_count(len(players), game.title, game.seats)
    require_names(players, recorded=recorded)
    options, told = event.get("options", {}), dict[str, Any]()
    if isinstance(options, dict):
        # Elsewhere such a key is a note, as every key was before there was the option.
        beside = BESIDE.get(game.name, {})
        told = {key: event[key] for option, key in beside.items() if options.get(option) is True and key in event}
        if "event" in event and not options.keys().isdisjoint(beside.values()):  # only a line-up has it there
            raise Illegal(Code.SYNTAX, f"Beside the options of {game.title} may stand: {', '.join(beside.values())}.")
        options = {**options, **told}
    return Start(
        game=game.name,
        players=tuple(players),
        first=_parse_first(event.get("first", 0), len(players)),
        options=_parse_options(options, game),
        notes={key: value for key, value in event.items() if key not in {*_KEYS, *told}},
        words=_parse_words(event["words"], len(players), recorded=recorded) if "words" in event else None,
    )


def require_names(players: Sequence[str], *, recorded: bool = False) -> None:
    """Makes sure that the players of a game may be called so.

    Args:
        players: their names.
        recorded: they have played already. Only the first two faults were always refused: games that were played
            before there were limits must still open.

    Raises:
        Illegal: `players`, with one of `NAME_FAULTS`.
    """
    bare = {name.strip() for name in players}
    seen = {visible_text(name) for name in players}
    faults = (
        "" in bare or len(bare) < len(players),
        any(map(UNPRINTABLE.search, players)),
        any(len(name) > NAME_LETTERS for name in players),
        any(map(TURNING.search, players)),
        "" in seen or len(seen) < len(players),
    )
    for is_fault, sentence in list(zip(faults, NAME_FAULTS, strict=True))[: 2 if recorded else None]:
        if is_fault:
            raise Illegal(Code.PLAYERS, sentence)


def require_start(
    players: Sequence[str], first: Seat, options: Json, *, title: str, seats: range, defaults: Json
) -> None:
    """Makes sure that a game can start so; for the games themselves, which other programs may call.

    Each of `options`, which are complete, has the type of its default. Raises Illegal: `players` or `syntax`.
    """
    _require_count(len(players), title, seats)
    _parse_first(first, len(players))
    if options.keys() != defaults.keys() or any(_is_wrong(defaults, *option) for option in options.items()):
        asked = {
            name: default
            for name, default in defaults.items()
            if name in _CHOSEN or not any(name in each for each in UNWRITTEN.values())
        }
        raise Illegal(Code.SYNTAX, f"The options of {title} are: {_allowed_text(asked)}.")


def format_start(start: Start) -> dict[str, Any]:
    """Returns the notation of a start."""
    beside = BESIDE.get(start.game, {}).values()
    return {
        "event": "start",
        "game": start.game,
        "players": list(start.players),
        "first": start.first,
        "options": {
            key: chosen for key, chosen in _written_options(start.game, start.options).items() if key not in beside
        },
        **{key: start.options[key] for key in beside if key in start.options},
        **({} if start.words is None else {"words": list(start.words)}),
        **start.notes,
    }


def parse_start_roll(event: Json, game: AnyGame) -> StartRoll[GameEvent]:
    """Returns a roll for who begins: a roll of the game, and the seat that rolled. Raises Illegal: `syntax`."""
    seat = event.get("seat")
    if type(seat) is not int:
        raise Illegal(Code.SYNTAX, "A roll for who begins names its seat: a whole number.")
    return StartRoll(Seat(seat), game.parse({**event, "event": "roll"}))


def format_start_roll(event: StartRoll[GameEvent], game: AnyGame) -> dict[str, Any]:
    """Returns a roll for who begins as a start notes it; journalled, it has `"event":"begin"` besides."""
    return {"seat": event.seat, **{key: value for key, value in game.format(event.roll).items() if key != "event"}}


def parse_seat_word(event: Json) -> Word:
    """Returns what a seat adds to the secret of the dice, from `{"event":"word","seat":0,"word":"417"}` in a journal.

    Raises:
        Illegal: `syntax`.
    """
    seat = event.get("seat")
    if type(seat) is not int:
        raise Illegal(Code.SYNTAX, "A word for sealed dice names its seat: a whole number.")
    return Word(Seat(seat), parse_word(event.get("word"), recorded=True))


def parse_word(value: object, *, recorded: bool = False) -> str:
    """Returns a word that a player adds to the secret of the dice: as it stands, neither trimmed nor folded.

    Args:
        value: the word.
        recorded: it was added already, perhaps when letters that show nothing were taken.

    Raises:
        Illegal: `syntax`.
    """
    if not isinstance(value, str) or UNPRINTABLE.search(value) or len(value.encode()) > WORD_BYTES:
        raise Illegal(Code.SYNTAX, WORD_FAULT)
    # Two words that look alike would give different dice, and nobody could type what is shown.
    shown = _EMOJI_JOINTS.sub("", value)
    if not recorded and any(unicodedata.category(letter) == "Cf" or _BLANK.match(letter) for letter in shown):
        raise Illegal(Code.SYNTAX, WORD_FAULT)
    return value


def parse_finish(event: Json) -> Finish:
    """Returns the table's word that the game is over. Whether such seats exist is checked by the record.

    Raises:
        Illegal: `syntax`, for winners that are no list of seats in ascending order.
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


def _parse_first(value: object, seats: int) -> Seat:
    if type(value) is not int or value not in range(seats):
        raise Illegal(Code.SYNTAX, f"The first seat is a whole number from 0 to {seats - 1}.")
    return Seat(value)


def _parse_words(value: object, seats: int, *, recorded: bool) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != seats:
        raise Illegal(Code.SYNTAX, f"The words of sealed dice are a list: one for each of the {seats} players.")
    return tuple(parse_word(word, recorded=recorded) for word in value)


def _parse_options(value: object, game: AnyGame) -> Json:
    unwritten = UNWRITTEN.get(game.name, {})
    every = {**game.options, **unwritten, **dict.fromkeys(BESIDE.get(game.name, {}).values(), "")}
    # Where the default is a text, the game may know other values too, such as a list in the place of a word: its
    # `start` checks them.
    known = {name: default for name, default in every.items() if not isinstance(default, str)}
    if (
        not isinstance(value, dict)
        or not value.keys() <= every.keys()
        or any(_is_wrong(known, *option) for option in value.items() if option[0] in known)
    ):
        raise Illegal(Code.SYNTAX, f"The options of {game.title} are an object that may have: {_allowed_text(every)}.")
    return {**game.options, **_written_options(game.name, value)}


def choosable_options(game: AnyGame) -> Json:
    """Returns the options that people may choose, with their defaults; some stand in a start only where they differ."""
    later = UNWRITTEN.get(game.name, {})
    return {**game.options, **{name: default for name, default in later.items() if name in _CHOSEN}}


def _written_options(game: str, options: Json) -> dict[str, Any]:
    unwritten = UNWRITTEN.get(game, {})
    return {name: chosen for name, chosen in options.items() if name not in unwritten or chosen != unwritten[name]}


def _allowed_text(options: Json) -> str:
    return ", ".join(f"{name} ({type(default).__name__})" for name, default in options.items())


def _is_wrong(options: Json, name: str, chosen: object) -> bool:
    return name not in options or type(chosen) is not type(options[name])
