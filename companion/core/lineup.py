"""The line-up of a game: players, seats, options, and later changes of seats; and the kinds of viewers.

A player without a name is named after the seat's colour, in English; the name is translated when it is shown. A bot's
seat is named after the bot; a second bot of the same kind has a number.

This module imports no module that draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import chain, count
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import replace

from companion.locale.translator import N_, languages, translator_for
from engine.bots import find_bot
from engine.game import Code, Illegal, Json, Seat
from engine.record import start_record
from engine.starts import parse_start, require_names

SEAT_COLOUR_NAMES = (N_("Green"), N_("Blue"), N_("Orange"), N_("Red"), N_("Violet"))
"""The names of the seat colours, in the order of the palette."""
MAX_KNOWN_NAMES = 30
"""Maximum number of suggested names."""
MAX_TYPED_LETTERS = 12
"""Maximum length of a name on the command line."""


def canonical_name(name: str) -> str:
    """Returns the English name of a seat colour named in any language; any other name unchanged."""
    return _colour_by_translated_name().get(name.strip().lower(), name)


@cache
def _colour_by_translated_name() -> Mapping[str, str]:
    # In every language: a player named "Grün" has the same colour after a change of the language.
    return {
        translator_for(language)(colour).lower(): colour for language in languages() for colour in SEAT_COLOUR_NAMES
    }


def assign_seats(
    names: Sequence[str | None], preferred: Sequence[int | None] = ()
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns the players' names and their seat colours, by seat. None in `names` is a player without a name.

    A player who is named after a colour gets that colour. The others get their preferred colours, in the order of the
    seats, or else the next free one. A player without a name is named after the colour.
    """
    colours = {colour.lower(): number for number, colour in enumerate(SEAT_COLOUR_NAMES)}
    assigned = [None if name is None else colours.get(name.strip().lower()) for name in names]
    for seat, number in enumerate(preferred[: len(names)]):
        if assigned[seat] is None and number not in assigned:
            assigned[seat] = number
    free = iter(number for number in range(len(SEAT_COLOUR_NAMES)) if number not in assigned)
    numbers = tuple(next(free, 0) if number is None else number for number in assigned)
    named = (
        SEAT_COLOUR_NAMES[number] if name is None or name.strip().lower() in colours else name.strip()
        for name, number in zip(names, numbers, strict=True)
    )
    return tuple(named), numbers


def people_of(lineup: Json) -> list[object]:
    """Returns the names of the persons in a line-up of the journal, which may have been edited."""
    match lineup:
        case {"players": list(players), "bots": dict(bots)}:
            return [name for seat, name in enumerate(players) if str(seat) not in bots]
        case {"players": list(players)}:
            return players
        case _:
            return []


def known_names(players: Iterable[object]) -> tuple[str, ...]:
    """Returns the names of these players as suggestions, each once; colours are not names."""

    def is_name(name: str) -> bool:
        try:
            require_names((name,))
        except Illegal:
            return False
        return name not in SEAT_COLOUR_NAMES

    return tuple(dict.fromkeys(name for name in players if isinstance(name, str) and is_name(name)))[:MAX_KNOWN_NAMES]


def bot_title(bot: str, game: str) -> str:
    """Returns a bot's English title, for `display_name`; for a missing bot its name in the notation."""
    try:
        return find_bot(bot, game).title
    except Illegal:
        return bot


def name_bots(names: Sequence[str | None], bots: Mapping[str, str], game: str) -> tuple[str | None, ...]:
    """Returns the names by seat; a bot's seat without a name is named after the bot: `Prospector`, `Prospector 2`."""
    taken = {name.strip().casefold() for name in names if name is not None}
    named = list(names)
    for seat in sorted(map(int, bots)):
        if named[seat] is None:
            title = bot_title(bots[str(seat)], game)
            numbered = chain((title,), (f"{title} {number}" for number in count(2)))
            free = next(name for name in numbered if name.casefold() not in taken)
            named[seat] = free
            taken.add(free.casefold())
    return tuple(named)


class Role(StrEnum):
    BOX = "box"
    """All people around the box: they see everything on its screen and lights."""
    HOST = "host"
    """A viewer with the host's link: may press at any time, but has no seat."""
    SEAT = "seat"
    SPECTATOR = "spectator"
    """Any other viewer of the web page, and every user of its API."""


class ViewerKind(NamedTuple):
    """One kind of viewer. All viewers of a kind get the same snapshot."""

    role: Role
    seat: Seat | None = None


BOX, HOST, SPECTATOR = ViewerKind(Role.BOX), ViewerKind(Role.HOST), ViewerKind(Role.SPECTATOR)


def seat_viewer(seat: Seat) -> ViewerKind:
    """Returns the kind of viewer that plays this seat and may see its hand."""
    return ViewerKind(Role.SEAT, seat)


PERSON = ""
"""Stands for a person where a bot's name is expected."""


class LineUp(Struct, frozen=True):
    """All decisions before the first roll, such as the options, and later changes of the seats."""

    game: str
    """The name of its rules; `GameSession.game` and `Table.game` are the rules themselves."""
    players: tuple[str, ...]
    options: Json = field(default_factory=dict)
    by_hand: bool = False
    """Whether the players enter real dice."""
    first: Seat | None = None
    """The first seat; None if dice or chance decide."""
    colours: tuple[int, ...] = ()
    """The number of each seat's colour in the palette."""
    fair: bool = True
    """Whether the seed was drawn at random; false if it was fixed for a test."""
    group: str = ""
    """The id of this group of players, kept when some of them play again; links to seats are valid for one group."""
    table_options: Json = field(default_factory=dict)
    """The options of the table, not of the rules, such as which fields are lit; not part of a record."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots that were chosen at the start, by the seat's number as text, as JSON requires: `{"0": "sheriff"}`."""
    taken_over: Mapping[str, str] = field(default_factory=dict)
    """The current player of each seat that has changed, in the same form: the name of a bot, or `PERSON`.

    A change is not an event: events are counted, acknowledged and undone with the game. `SaveLineUp` saves it before it
    is shown.
    """
    failed_bots: tuple[Seat, ...] = ()
    """The seats that were taken over because their bot failed, until a player has acknowledged it."""

    @property
    def playing_bots(self) -> dict[str, str]:
        """The bots that play now, in the form of `bots`."""
        players = sorted({**self.bots, **self.taken_over}.items())
        return {seat: player for seat, player in players if player != PERSON}

    @property
    def notes(self) -> dict[str, Any]:
        """The record's note about the players: the bots that play now, if any."""
        return {"bots": self.playing_bots} if self.playing_bots else {}

    def bot_at(self, seat: Seat | None) -> str | None:
        """Returns the name of the bot that plays a seat; None if a person does."""
        return self.playing_bots.get(str(seat))

    def has_person(self, seat: Seat | None) -> bool:
        return self.bot_at(seat) is None

    def with_bot(self, seat: Seat, bot: str | None, *, has_failed: bool = False) -> LineUp:
        """Returns the line-up with this bot, or a person, in the seat; `has_failed` if the previous bot failed."""
        if bot == self.bot_at(seat):
            return self
        known = self.with_failure_acknowledged(seat)
        failed = (*known.failed_bots, seat) if has_failed else known.failed_bots
        # The seat stays in `taken_over` even if it is given back, because more than one player has played it then.
        return replace(known, taken_over={**self.taken_over, str(seat): bot or PERSON}, failed_bots=failed)

    def with_failure_acknowledged(self, seat: Seat) -> LineUp:
        """Returns the line-up after a player has acknowledged that this seat's bot failed."""
        return replace(self, failed_bots=tuple(each for each in self.failed_bots if each != seat))

    def for_next_game(self) -> LineUp:
        """Returns the line-up for another game of the current players; the first seat is not decided yet."""
        return replace(self, first=None, bots=self.playing_bots, taken_over={}, failed_bots=())

    def to_json(self) -> dict[str, Any]:
        kept: dict[str, Any] = to_builtins(self)
        return {**kept, **{name: list(kept[name]) for name in ("players", "colours", "failed_bots")}}

    @classmethod
    def from_json(cls, lineup: Json) -> LineUp:
        """Reads the line-up from the form that the journal stores. Raises Illegal: this is not a valid line-up."""
        try:
            found = convert(lineup, cls)
        except ValidationError as error:
            raise Illegal(Code.SYNTAX, f"This is not a line-up: {error}.") from error
        # A start event needs a first seat; if it is not decided yet, any seat is enough for the check.
        start = parse_start({**lineup, "first": found.first or 0})
        start_record(start)  # checks the values of the options
        seats, colours = set(map(str, range(len(start.players)))), set(found.colours)
        are_different = len(colours) == len(found.colours) == len(seats)
        if not are_different or not colours <= set(range(len(SEAT_COLOUR_NAMES))):
            raise Illegal(Code.SYNTAX, "A line-up has a different seat colour for each player, as a number from 0.")
        # A missing bot is detected when it has to act: a game can be resumed without the bot's plug-in.
        failed = set(map(str, found.failed_bots))
        if not {*found.bots, *found.taken_over} <= seats or not failed <= {*found.taken_over}:
            raise Illegal(Code.SYNTAX, "The bots of a line-up are an object: the number of a seat, and the bot's name.")
        return replace(found, players=start.players, options=start.options)
