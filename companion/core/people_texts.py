"""What is told of people's games: the same in the terminal, on the device and to programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games import GAMES, title_of

if TYPE_CHECKING:
    from companion.core.people import Best, BoldRoll, Person, Tally
    from companion.locale.translator import Translator
    from engine.game import Risked


def tally_text(_: Translator, tally: Tally | Person) -> str:
    """Returns how many games were played, and how many of them were won: "12 games, 5 won (42 %)"."""
    games = _.many("{n} game", "{n} games", tally.games)
    return _("{games}, {wins} won ({share})", games=games, wins=tally.wins, share=share_text(tally))


def uncounted_text(_: Translator, damaged: int) -> str:
    """Returns that so many games are not counted."""
    return _.many("{n} damaged game is not counted", "{n} damaged games are not counted", damaged)


def person_facts(_: Translator, person: Person) -> list[tuple[str, str]]:
    """Returns what is told of a person on a small screen: short lines, each with its figure."""
    facts = [(_("won"), _won_text(_, person))]
    if luck := luck_text(_, person):
        facts.append((_("luck"), luck))
    if person.boldest:
        facts.append((_("boldest roll"), risk_text(_, person.boldest)))
    facts += [(_(best_figure(best.game)), str(best.value)) for best in person.bests]
    facts += [(title_of(name), _won_text(_, tally)) for name, tally in person.by_game]
    return facts + [(_("{n} players", n=players), _won_text(_, tally)) for players, tally in person.by_players]


def _won_text(_: Translator, tally: Tally | Person) -> str:
    return _("{wins} of {games}", wins=tally.wins, games=tally.games)


def share_text(tally: Tally | Person) -> str:
    """Returns the share of the games that were won."""
    return f"{100 * tally.wins / tally.games:.0f} %"


def luck_text(_: Translator, person: Person) -> str:
    """Returns how many busts fewer there were than the odds would have had: "+1.3"; empty where nothing is known."""
    if not person.expected_busts:
        return ""
    # What rounds to nothing has no sign.
    luck = round(person.expected_busts - person.busts, 1) or 0.0
    return ("+" if luck > 0 else "") + _.decimal(luck)


def best_figure(name: str) -> str:
    """Returns what the figure of a game that weighs most is called, in English, to be translated."""
    game = GAMES[name]
    return game.luck.figure if game.luck is not None else game.ranking[0]


def best_text(_: Translator, best: Best) -> str:
    """Returns the most that somebody has reached in a game: "the largest mine: 14"."""
    return _("{figure}: {value}", figure=_(best_figure(best.game)), value=best.value)


def risk_text(_: Translator, roll: BoldRoll | Risked) -> str:
    """Returns how likely a roll was a bust, with one decimal everywhere: "33.8 %"."""
    return f"{_.decimal(100 * roll.bust / roll.of)} %"


def bold_text(_: Translator, roll: BoldRoll) -> str:
    """Returns a roll that held against the odds: "boldest that held: 33.8 % (73/216)"."""
    share = f"{risk_text(_, roll)} ({roll.bust}/{roll.of})"
    return _("{figure}: {value}", figure=_("boldest that held"), value=share)


def person_json(person: Person) -> dict[str, Any]:
    """Returns a person as JSON, for programs and for the page."""
    return {
        "name": person.name,
        "games": person.games,
        "wins": person.wins,
        "by_game": [{"game": name, "title": title_of(name), **tally._asdict()} for name, tally in person.by_game],
        "by_players": [{"players": players, **tally._asdict()} for players, tally in person.by_players],
        "bests": [best._asdict() for best in person.bests],
        "boldest": person.boldest and person.boldest._asdict(),
        "evenings": [evening._asdict() for evening in person.evenings],
    }
