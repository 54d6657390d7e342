"""The line-up of a game: who plays what, with which options, and who has taken a seat over since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.players import SEAT_COLOUR_NAMES
from engine.game import Code, Illegal, Json, Seat
from engine.record import begin
from engine.starts import parse_start

PERSON = ""
"""Stands in the place of a bot's name where a person plays."""


class LineUp(Struct, frozen=True):
    """Everything that is decided before the first roll, such as the options; and who plays the seats since."""

    game: str
    players: tuple[str, ...]
    options: Json = field(default_factory=dict)
    by_hand: bool = False
    """Whether real dice are used, and entered."""
    first: Seat | None = None
    """The seat that begins; None: it is rolled for."""
    colours: tuple[int, ...] = ()
    """For each seat, which of the seat colours is its own."""
    fair: bool = True
    """Whether the seed was drawn; false for one that was fixed for a test."""
    group: str = ""
    """The id of this group of players, kept when they play again; the links of their seats are bound to it."""
    table_options: Json = field(default_factory=dict)
    """What was decided about the table and not about the rules, such as which fields are lit; no record has it."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The names of the bots that were chosen, by the number of their seat, 0 the first, in digits, as JSON has it."""
    taken_over: Mapping[str, str] = field(default_factory=dict)
    """Who plays each seat that has changed hands since, in the same form: the name of a bot, or `PERSON`.

    No event, since the record says what happened and not who pressed: an event would be counted, acknowledged and
    undone with those of the game. `SaveLineUp` replaces the line-up in the journal before anyone sees the change.
    """
    failed_bots: tuple[Seat, ...] = ()
    """The seats that were taken over because their bot has failed, until a player has read it."""

    @property
    def playing_bots(self) -> dict[str, str]:
        """The bots that play now, in the form of `bots`, in which a record names them, too."""
        players = sorted({**self.bots, **self.taken_over}.items())
        return {seat: player for seat, player in players if player != PERSON}

    @property
    def notes(self) -> dict[str, Any]:
        """What a record says of the players: the bots that play now, if any do."""
        return {"bots": self.playing_bots} if self.playing_bots else {}

    def bot_at(self, seat: Seat | None) -> str | None:
        """Returns the name of the bot that plays a seat; None: a person does."""
        return self.playing_bots.get(str(seat))

    def has_person(self, seat: Seat | None) -> bool:
        """Returns whether a person plays a seat."""
        return self.bot_at(seat) is None

    def began_with_person(self, seat: Seat) -> bool:
        """Returns whether a person played a seat when the game began."""
        return str(seat) not in self.bots

    def with_bot(self, seat: Seat, bot: str | None, *, has_failed: bool = False) -> LineUp:
        """Returns the line-up in which this bot plays the seat; None: a person does.

        Args:
            seat: which one.
            bot: who plays it from now on.
            has_failed: whether that is so because the bot that played it has failed.
        """
        if bot == self.bot_at(seat):
            return self
        known = self.with_failure_read(seat)
        failed = (*known.failed_bots, seat) if has_failed else known.failed_bots
        # Kept next to `bots`, also if the seat is given back: a decision there is not one player's.
        return replace(known, taken_over={**self.taken_over, str(seat): bot or PERSON}, failed_bots=failed)

    def with_failure_read(self, seat: Seat) -> LineUp:
        """Returns the line-up after a player has read that this seat's bot has failed."""
        return replace(self, failed_bots=tuple(each for each in self.failed_bots if each != seat))

    def for_next_game(self) -> LineUp:
        """Returns the line-up with which those who play now play again; who begins is open."""
        return replace(self, first=None, bots=self.playing_bots, taken_over={}, failed_bots=())

    def to_json(self) -> dict[str, Any]:
        """Returns the line-up in the form that the journal stores."""
        # By the slots, so that a field that is added later is stored as well.
        kept = {name: getattr(self, name) for name in self.__struct_fields__}
        lists = {"players": self.players, "colours": self.colours, "failed_bots": self.failed_bots}
        return {**kept, **{name: list(values) for name, values in lists.items()}}

    @classmethod
    def from_json(cls, lineup: Json) -> LineUp:
        """Reads the line-up from the form that the journal stores. Raises Illegal: this is not a valid line-up."""
        first, by_hand, fair = (lineup.get(key) for key in ("first", "by_hand", "fair"))
        # A start always names its first seat: until it is decided, any seat takes its place for the check.
        start = parse_start({**lineup, "first": 0 if first is None else first})
        begin(start)  # the game itself knows which values its options have
        colours = lineup.get("colours")
        known = set(range(len(SEAT_COLOUR_NAMES)))
        # By type, as True and 1.0 equal 1; a set, so that no colour is in it twice.
        numbers = {number for number in colours if type(number) is int} & known if isinstance(colours, list) else set()
        if not isinstance(colours, list) or not len(numbers) == len(colours) == len(start.players):
            raise Illegal(Code.SYNTAX, "The colours of a line-up are the numbers of a seat colour for each player.")
        if not isinstance(by_hand, bool) or not isinstance(fair, bool):
            raise Illegal(Code.SYNTAX, "Whether dice are by hand, and fair, is true or false in a line-up.")
        group = lineup.get("group")
        if not isinstance(group, str):
            raise Illegal(Code.SYNTAX, "The group of a line-up is a text.")
        table = lineup.get("table_options")
        if not isinstance(table, dict):
            raise Illegal(Code.SYNTAX, "The options of the table are an object in a line-up.")
        bots, since = (_parse_bots(lineup.get(key), len(start.players)) for key in ("bots", "taken_over"))
        failed = lineup.get("failed_bots")
        if not isinstance(failed, list) or not all(type(seat) is int and str(seat) in since for seat in failed):
            raise Illegal(Code.SYNTAX, "The failed bots of a line-up are the numbers of seats that were taken over.")
        return cls(
            start.game, start.players, start.options, by_hand, first, tuple(colours), fair, group, table, bots,
            since, tuple(failed),
        )  # fmt: skip


def _parse_bots(value: object, players: int) -> dict[str, str]:
    # Whether there is such a bot is found when it is to act: a game whose plug-in is gone can still be resumed.
    seats = set(map(str, range(players)))
    if not isinstance(value, dict) or not value.keys() <= seats or not all(isinstance(x, str) for x in value.values()):
        raise Illegal(Code.SYNTAX, "The bots of a line-up are an object: the number of a seat, and the bot's name.")
    return value
