"""People: wins, risks and records of all named players, counted over the finished games.

There are no accounts: a person is a name, regardless of capitals. A seat named after its colour is not a person.
Only the summaries of the finished games are read: replaying all games would take minutes on a small Pi.

`person_facts` puts the facts about a person into words: screen, web page and `companion people` show each line. A new
figure is counted in `_count_person`, and gets its line there; `person_json` has it for programs.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, TypeVar

from msgspec import Struct, to_builtins

from companion.core.lineup import SEAT_COLOUR_NAMES, canonical_name
from companion.core.saved_games import Finished, GameId
from companion.locale.translator import Translator
from engine.game import RollRisk
from engine.games import GAMES, title_of
from engine.starts import visible_text

Key = TypeVar("Key")


class GameCount(Struct, frozen=True):
    """A number of games, and how many of them were won; a shared win counts."""

    games: int
    wins: int


class Best(Struct, frozen=True):
    """A person's best result in one game, by the figure that decides first in its ranking."""

    game: str
    """The game's name in the notation."""
    figure: str
    """The figure's name in the notation: `mine`."""
    value: int
    number: GameId
    """The first finished game with this result."""


class BoldRoll(Struct, frozen=True):
    """A successful roll with a high risk of a bust."""

    bust: int
    of: int
    """The number of equally likely rolls; `bust` of them are busts."""
    number: GameId


class Person(Struct, frozen=True):
    name: str
    games: int
    wins: int
    by_game: tuple[tuple[str, GameCount], ...]
    """The counts of each game, by its name in the notation, the most played game first."""
    by_players: tuple[tuple[int, GameCount], ...]
    """The counts for each number of players."""
    bests: tuple[Best, ...]
    """One record for each game that ranks by figures."""
    boldest: BoldRoll | None
    """None if no game with known odds was played."""
    busts: int
    """All busts with known odds."""
    expected_busts: float
    """The expected number of busts, by the exact odds; a lower real number means luck."""


class Fact(Struct, frozen=True):
    label: str
    figure: str
    """For the small screen: "5 of 12"."""
    in_full: str
    """For larger displays: "12 games, 5 won (42%)"."""
    number: GameId | None = None
    """The finished game with this result; None if it is not from a single game."""


class People(Struct, frozen=True):
    """All persons, the most frequent player first."""

    persons: tuple[Person, ...] = ()
    damaged: tuple[GameId, ...] = ()
    """The games that are not counted because their summary is damaged."""

    def find(self, name: str) -> Person | None:
        key = person_key(name)
        return next((person for person in self.persons if person_key(person.name) == key), None)


def person_key(name: str) -> str:
    """Returns the key of a person: two names are the same person if they look alike, regardless of capitals."""
    return visible_text(name).casefold()


def is_person(name: str) -> bool:
    """Returns whether this name was typed: a seat named after its colour is not a person."""
    return canonical_name(visible_text(name)) not in SEAT_COLOUR_NAMES


def count_people(games: Iterable[Finished], figures: Mapping[str, str]) -> People:
    """Returns all persons who have played.

    `games` are the finished games, the newest first; `figures` has the figure that decides first in each game.
    """
    played: dict[str, list[tuple[Finished, list[int]]]] = {}
    for game in games:
        # A person has two seats if their names differ in capitals only.
        seats_of: dict[str, list[int]] = {}
        for seat, name in enumerate(game.players):
            if is_person(name) and str(seat) not in game.summary.get("bots", {}):
                seats_of.setdefault(person_key(name), []).append(seat)
        for key, seats in seats_of.items():
            played.setdefault(key, []).append((game, seats))
    persons = (_count_person(their_games, figures) for their_games in played.values())
    ranked = sorted(persons, key=lambda person: (-person.games, -person.wins, person_key(person.name)))
    return People(tuple(ranked))


def _count_person(played: Sequence[tuple[Finished, list[int]]], figures: Mapping[str, str]) -> Person:
    """Counts the games of one person, the newest first, each with the person's seats."""
    newest, seats = played[0]
    names = [game.lineup["game"] for game, _seats in played]
    won = [not set(seats).isdisjoint(game.summary["winners"]) for game, seats in played]
    # If one person had two seats, the game and the win count once, figures and luck for each seat.
    # The oldest game comes first: it keeps the record if a later one has the same figure.
    seated = [(game, seat) for game, seats in reversed(played) for seat in seats]

    def best(name: str, figure: str) -> Best:
        standings = [
            (game.number, game.summary["standings"][seat]) for game, seat in seated if game.lineup["game"] == name
        ]
        number, most = max(standings, key=lambda standing: standing[1][figure])
        return Best(name, figure, most[figure], number)

    luck = [(game.number, game.summary["luck"][seat]) for game, seat in seated if game.summary.get("luck")]
    bold = (BoldRoll(roll[0], roll[1], number) for number, each in luck if (roll := each["boldest"]))
    return Person(
        newest.players[seats[0]],
        len(played),
        sum(won),
        _game_counts(names, won),
        tuple(sorted(_game_counts([len(game.players) for game, _seats in played], won))),
        tuple(best(name, figures[name]) for name in dict.fromkeys(names) if name in figures),
        max(bold, key=lambda roll: roll.bust / roll.of, default=None),
        sum(each["busts"] for _number, each in luck),
        sum(each["expected_busts"] for _number, each in luck),
    )


def _game_counts(keys: Sequence[Key], won: Iterable[bool]) -> tuple[tuple[Key, GameCount], ...]:
    wins = Counter(compress(keys, won))
    return tuple((key, GameCount(games, wins[key])) for key, games in Counter(keys).most_common())


def uncounted_text(_: Translator, damaged: int) -> str:
    return _.many("{n} damaged game is not counted", "{n} damaged games are not counted", damaged)


def person_facts(_: Translator, person: Person) -> list[Fact]:
    """Returns the facts about a person: all games, luck and records, then each game separately."""

    def won(label: str, tally: GameCount | Person) -> Fact:
        games = _.many("{n} game", "{n} games", tally.games)
        in_full = _("{games}, {wins} won ({share})", games=games, wins=tally.wins, share=share_text(tally))
        return Fact(label, _("{wins} of {games}", wins=tally.wins, games=tally.games), in_full)

    facts = [won(_("won"), person)]
    if luck := luck_text(_, person):
        facts.append(Fact(_("luck"), luck, luck))
    if roll := person.boldest:
        share = risk_text(_, roll)
        facts.append(Fact(_("boldest roll"), share, f"{share} ({roll.bust}/{roll.of})", roll.number))
    facts += [Fact(_(best_figure(each.game)), str(each.value), str(each.value), each.number) for each in person.bests]
    facts += [won(title_of(name), tally) for name, tally in person.by_game]
    return facts + [won(_("{n} players", n=players), tally) for players, tally in person.by_players]


def share_text(tally: GameCount | Person) -> str:
    return f"{100 * tally.wins / tally.games:.0f}%"


def luck_text(_: Translator, person: Person) -> str:
    """Returns the expected busts minus the real ones: "+1.3"; empty if the odds are unknown."""
    if not person.expected_busts:
        return ""
    # A value that rounds to 0 has no sign.
    luck = round(person.expected_busts - person.busts, 1) or 0.0
    return ("+" if luck > 0 else "") + _.decimal(luck)


def best_figure(name: str) -> str:
    """Returns the name of the figure that decides first in a game, in English, to be translated."""
    game = GAMES[name]
    return game.luck.figure if game.luck is not None else game.ranking[0]


def risk_text(_: Translator, roll: BoldRoll | RollRisk) -> str:
    """Returns the bust risk of a roll, with one decimal: "33.8%"."""
    return f"{_.decimal(100 * roll.bust / roll.of)}%"


def person_json(person: Person) -> dict[str, Any]:
    by_game = [{"game": name, "title": title_of(name), **to_builtins(tally)} for name, tally in person.by_game]
    by_players = [{"players": players, **to_builtins(tally)} for players, tally in person.by_players]
    return {**to_builtins(person), "by_game": by_game, "by_players": by_players}
