"""Pages of the journal: the last ten games, and all players; one game or player at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from companion.core.effects import VerifyDice
from companion.core.model import Model, Transition
from companion.core.page import Page, closing_keys, show
from companion.core.people import People, Person, person_facts, uncounted_text
from companion.core.player_names import display_name, list_names
from companion.core.saved_games import VERIFIED, GameId, HistoryEntry
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.screen import Big, Block, Figure, Option, Row, Screen, Text
from engine.games import title_of
from hardware.device import Button

GAMES = 10


class HistoryPage(Page, frozen=True):
    """Shows the games one after the other, newest first."""

    games: tuple[HistoryEntry, ...]
    cursor: int = 0
    verified: Mapping[GameId, str] = field(default_factory=dict)
    """The random draws of each game whose draws were all verified."""
    name: ClassVar[str] = "history"

    def open(self, model: Model) -> Transition:
        """Shows the page, and starts the verification of the dice of its game."""
        games = self.games[self.cursor : self.cursor + 1]
        checks = (VerifyDice(each.game) for each in games if each.finished and each.game not in self.verified)
        return Transition(model.with_page(self), tuple(checks))

    def with_verified(self, game: GameId, drawn: str) -> HistoryPage:
        """Returns the page with one more verified game."""
        return replace(self, verified={**self.verified, game: drawn})

    def screen(self, model: Model) -> Screen:
        _, keys = model.translate, closing_keys(model)
        if not self.games:
            return Screen(_("History"), body=(Text(_("no games yet")),), keys=keys)

        def walk(icon: Icon, steps: int) -> Option:
            there = replace(self, cursor=(self.cursor + steps) % len(self.games))
            return Option("", lambda: there.open(model), icon=icon)

        keys |= {Button.LEFT: walk(Icon.LEFT, -1), Button.RIGHT: walk(Icon.RIGHT, 1)}
        entry, place = self.games[self.cursor], f"{self.cursor + 1}/{len(self.games)}"
        title = _(VERIFIED.get(self.verified.get(entry.game, ""), N_("History")))
        game = entry.finished
        if game is None:
            return Screen(title, place, (Big(_("damaged")),), keys=keys)
        length = _("turns: {turns}, {minutes} min", turns=game.summary["turns"], minutes=game.minutes)
        note = _("joined in the middle") if game.summary.get("joined") is True else length
        body = (
            Row(title_of(game.lineup["game"]), (Figure(entry.date),)),
            Big(list_names(_, game.winners) or _("nobody"), shorten=True),
            Text(list_names(_, game.players), shorten=True),
            Text(_("damaged") if entry.damage else note),
        )
        return Screen(title, place, body, keys=keys)


FACTS = 3
"""Maximum number of facts about a person at a time."""


class PeoplePage(Page, frozen=True):
    """Shows one person after the other, the one with the most games first; `ok` shows more."""

    people: People | None = None
    """None while they are counted."""
    cursor: int = 0
    part: int = 0
    """The part of the person's facts that is shown."""
    name: ClassVar[str] = "people"

    def screen(self, model: Model) -> Screen:
        _, keys = model.translate, closing_keys(model)
        if self._count:
            for button, icon, step in ((Button.LEFT, Icon.LEFT, -1), (Button.RIGHT, Icon.RIGHT, 1)):
                there = replace(self, part=0, cursor=(self.cursor + step) % self._count)
                keys[button] = Option("", show(model, there), icon=icon)
        if (person := self._person) is not None:
            facts = person_facts(_, person)
            more = replace(self, part=(self.part + 1) % -(-len(facts) // FACTS))
            keys[Button.OK] = Option("", show(model, more), icon=Icon.DOWN)
            shown = facts[self.part * FACTS :][:FACTS]
            rows = (Row(fact.label, (Figure(fact.figure),)) for fact in shown)
            body: tuple[Block, ...] = (Big(display_name(_, person.name)), *rows)
        elif self.people is None:
            body = (Text(_("counting …"), "bold"),)
        elif self._count:
            body = (Text(uncounted_text(_, len(self.people.damaged))),)
        else:
            body = (Text(_("No named player has finished a game yet.")),)
        return Screen(_("People"), f"{self.cursor + 1}/{self._count}" if self._count else "", body, keys=keys)

    @property
    def _person(self) -> Person | None:
        """Returns the person who is shown; None while they are counted, or after the last one."""
        persons = self.people.persons if self.people else ()
        return persons[self.cursor] if self.cursor < len(persons) else None

    @property
    def _count(self) -> int:
        """Returns the number of entries to walk over: the people, and what is not counted."""
        return len(self.people.persons) + bool(self.people.damaged) if self.people else 0
