"""The line-up of a game: who plays what, and with which options."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.core.players import SEAT_COLOUR_NAMES
from engine.game import Code, Illegal, Json, Seat
from engine.record import begin
from engine.starts import parse_start

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays what, and with which options: everything that is decided before the first roll."""

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
    sealed: bool = False
    """Whether each player adds a word to the secret of the dice before the first roll."""
    table_options: Json = field(default_factory=dict)
    """What was decided about the table and not about the rules, such as which fields are lit; no record has it."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The names of the bots that play, by the number of their seat, 0 the first, in digits, as JSON has it."""

    def bot_at(self, seat: Seat | None) -> str | None:
        """Returns the name of the bot that plays a seat; None: a person does."""
        return self.bots.get(str(seat))

    def with_bot(self, seat: Seat, bot: str | None) -> LineUp:
        """Returns the line-up in which this bot plays the seat; None: a person does."""
        others = {number: name for number, name in self.bots.items() if number != str(seat)}
        return replace(self, bots=others if bot is None else dict(sorted({**others, str(seat): bot}.items())))

    def to_json(self) -> dict[str, Any]:
        """Returns the line-up in the form that the journal stores."""
        # By the slots, so that a field that is added later is stored as well.
        kept = {name: getattr(self, name) for name in self.__slots__}
        return {**kept, "players": list(self.players), "colours": list(self.colours)}

    @classmethod
    def from_json(cls, lineup: Json) -> LineUp:
        """Reads the line-up from the form that the journal stores.

        Raises:
            Illegal: this is no valid line-up.
        """
        first, by_hand, fair = lineup.get("first"), lineup.get("by_hand", False), lineup.get("fair", True)
        # A start always names its first seat: while it is open, any seat stands for it, and the rest is checked.
        start = parse_start({**lineup, "first": 0 if first is None else first}, recorded=True)
        begin(start)  # the game itself knows which values its options have
        colours = lineup.get("colours")
        known = set(range(len(SEAT_COLOUR_NAMES)))
        # By type, as True and 1.0 equal 1; a set, so that no colour stands there twice.
        numbers = {number for number in colours if type(number) is int} & known if isinstance(colours, list) else set()
        if not isinstance(colours, list) or not len(numbers) == len(colours) == len(start.players):
            raise Illegal(Code.SYNTAX, "The colours of a line-up are the numbers of a seat colour for each player.")
        sealed = lineup.get("sealed", False)
        if not isinstance(by_hand, bool) or not isinstance(fair, bool) or not isinstance(sealed, bool):
            raise Illegal(Code.SYNTAX, "Whether dice are by hand, fair, and sealed, is true or false in a line-up.")
        group = lineup.get("group", "")
        if not isinstance(group, str):
            raise Illegal(Code.SYNTAX, "The group of a line-up is a text.")
        table = lineup.get("table_options", {})
        if not isinstance(table, dict):
            raise Illegal(Code.SYNTAX, "The options of the table are an object in a line-up.")
        bots = _parse_bots(lineup.get("bots", {}), len(start.players))
        colours = tuple(colours)
        return cls(start.game, start.players, start.options, by_hand, first, colours, fair, group, sealed, table, bots)


def _parse_bots(value: object, players: int) -> dict[str, str]:
    # Whether there is such a bot is found when it is to act: a game whose plug-in is gone can still be resumed.
    seats = set(map(str, range(players)))
    if not isinstance(value, dict) or not value.keys() <= seats or not all(isinstance(x, str) for x in value.values()):
        raise Illegal(Code.SYNTAX, "The bots of a line-up are an object: the number of a seat, and the bot's name.")
    return value
