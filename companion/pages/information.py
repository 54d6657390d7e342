"""Pages with information: the short rules, the commitment, the link to the web page, the history, and all players.

Before the first roll the box shows the commitment, a hash of its secret seed. After the game, a player who has written
it down can compare it with the seed that the record reveals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import version
from math import ceil
from textwrap import wrap
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from companion.core.effects import IssueLink, VerifyDice
from companion.core.messages import PageLink
from companion.core.model import ApplicationPage, Model, Transition, close, closing_keys, home_lights, show, table_of
from companion.core.people import People, person_facts, uncounted_text
from companion.core.player_names import display_name, list_names
from companion.core.saved_games import VERIFIED, GameId, HistoryEntry
from companion.core.snapshot import RulesSection
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.pictures import Code, qr_rows
from companion.ui.screen import Big, Block, BoxOnly, Choices, Columns, Figure, Option, Row, Screen, Text, WebOnly
from engine.dice import commitment
from engine.games import title_of
from hardware.device import Button

PACKAGE = "claim-companion"
COMMITTED = N_(
    "Before the game the box chose a secret number. Everything random follows from it. These digits "
    "are its check code: note them. After the game, compare them with the record."
)


class InfoPage(ApplicationPage, frozen=True):
    name: ClassVar[str] = "info"

    def screen(self, model: Model) -> Screen:
        _, session, release = model.translate, model.maybe_session, f"v{version(PACKAGE)}"
        if session is None:
            return Screen(_("Fair dice"), release, (Text(_("no game yet")),), keys=closing_keys(model))
        title = _("Fair tiles") if session.is_dealt else _("Fair dice")
        if not session.lineup.fair:
            title = _("Test tiles") if session.is_dealt else _("Test dice")
        digits = commitment(session.seed)
        # 64 digits in four lines of 16, so that people can compare them or write them down.
        lines = BoxOnly(tuple(map(Text, wrap(digits, 16))))
        fixed = _("The secret number is fixed for a test. This game is not fair.")
        meaning = _(COMMITTED) if session.lineup.fair else fixed
        in_full = Text(meaning), Text(" ".join(wrap(digits, 4)), "digits"), Code(tuple(qr_rows(digits.upper())))
        return Screen(title, release, (lines, WebOnly(in_full)), keys=closing_keys(model))


def brief_rules(model: Model) -> tuple[RulesSection, ...]:
    """Returns the sections that are short enough for the screen; none without a game."""
    session = model.maybe_session
    return tuple(section for section in table_of(session).rules if section.brief) if session else ()


class RulesPage(ApplicationPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "rules"

    def screen(self, model: Model) -> Screen:
        _, sections = model.translate, brief_rules(model)
        section = sections[self.cursor]
        is_on = section.is_on is not None and section.is_on(model.session.lineup)
        headings = [Option(_(each.heading)) for each in sections]
        # Headings of general rules are too long for the screen. The heading of a variant leaves no room for the count.
        title, note = (_(section.heading), "") if section.is_on else (_("Rules"), f"{self.cursor + 1}/{len(sections)}")
        return Screen(
            title,
            note,
            (*([Text(_("on in this game"), "bold", "left")] if is_on else []), Text(_(section.brief), align="left")),
            Choices(headings, self.cursor, show="hidden"),
            closing_keys(model),
        )

    def lights(self, model: Model, now: float) -> Lights:
        section = brief_rules(model)[self.cursor]
        if section.lights is None:
            return home_lights(model, now)
        return section.lights(model.seat_colours, now, model.shown_since)


ADDRESS_LETTERS = 10
"""Maximum number of letters in a line of the address next to the code."""


class LinkPage(ApplicationPage, frozen=True):
    link: PageLink
    name: ClassVar[str] = "link"

    def screen(self, model: Model) -> Screen:
        _, link = model.translate, self.link
        renew = Transition(model, (IssueLink(renewed=True),))  # invalidates all older links
        keys = {
            Button.BANK: Option(_("New link"), lambda: renew, _("ends older links"), _("new")),
            Button.UNDO: Option("", close(model), icon=Icon.UNDO),
        }
        if link.qr_rows:
            lines = tuple(Text(line, align="left") for line in address_lines(link.address))
            warning = Text(_("This code makes a phone the host. Show it only to people you trust."))
            code = Code(link.qr_rows)
            body: tuple[Block, ...] = BoxOnly((Columns(code, lines),)), WebOnly((Text(link.address), warning, code))
        else:  # phones cannot reach the address
            join = [_("Let phones join on the web page.")] if link.has_switch else []
            texts = (link.address.removeprefix("http://"), _("this computer only"), *join)
            body = tuple(Text(text, align="left") for text in texts)
        return Screen(_("Page on a phone"), body=body, keys=keys)


def address_lines(address: str) -> list[str]:
    """Returns the address in lines, broken after a dot or before the port."""
    broken = [""]
    for part in re.findall(r":?[^.:]+\.?", address.removeprefix("http://")):
        if len(broken[-1]) + len(part) > ADDRESS_LETTERS:
            broken.append("")
        broken[-1] += part
    return broken


class HistoryPage(ApplicationPage, frozen=True):
    """Shows the games one after the other, newest first."""

    games: tuple[HistoryEntry, ...]
    cursor: int = 0
    verified: Mapping[GameId, str] = field(default_factory=dict)
    """The result of `verify_draws` for each game that was verified."""
    name: ClassVar[str] = "history"

    def open(self, model: Model) -> Transition:
        """Shows the page, and starts the verification of the dice of its game."""
        games = self.games[self.cursor : self.cursor + 1]
        checks = (VerifyDice(each.number) for each in games if each.finished and each.number not in self.verified)
        return Transition(model.with_page(self), tuple(checks))

    def screen(self, model: Model) -> Screen:
        _, keys = model.translate, closing_keys(model)
        if not self.games:
            return Screen(_("History"), body=(Text(_("no games yet")),), keys=keys)

        def show_game(cursor: int) -> Transition:
            return replace(self, cursor=cursor).open(model)

        games = Choices([Option("")] * len(self.games), self.cursor, show="hidden", move=show_game)
        entry, count = self.games[self.cursor], f"{self.cursor + 1}/{len(self.games)}"
        title = _(VERIFIED.get(self.verified.get(entry.number, ""), N_("History")))
        game = entry.finished
        if game is None:
            return Screen(title, count, (Big(_("damaged")),), games, keys)
        length = _("turns: {turns}, {minutes} min", turns=game.summary["turns"], minutes=game.minutes)
        note = _("joined in the middle") if game.summary.get("joined") is True else length
        body = (
            Row(title_of(game.lineup["game"]), (Figure(entry.date),)),
            Big(list_names(_, game.winners) or _("no one"), shorten=True),
            Text(list_names(_, game.players), shorten=True),
            Text(_("damaged") if entry.damage else note),
        )
        return Screen(title, count, body, games, keys)


FACTS_PER_PART = 3


class PeoplePage(ApplicationPage, frozen=True):
    """Shows one person after the other, the one with the most games first; `ok` shows more."""

    people: People | None = None
    """None while they are counted."""
    cursor: int = 0
    part: int = 0
    """The part of the person's facts that is shown."""
    name: ClassVar[str] = "people"

    def screen(self, model: Model) -> Screen:
        _, keys = model.translate, closing_keys(model)
        # A page for each person, and one for the games that are not counted.
        count = len(self.people.persons) + bool(self.people.damaged) if self.people else 0

        def show_person(cursor: int) -> Transition:
            return Transition(model.with_page(replace(self, part=0, cursor=cursor)))

        if self.people is not None and self.cursor < len(self.people.persons):
            person = self.people.persons[self.cursor]
            facts = person_facts(_, person)
            more = replace(self, part=(self.part + 1) % ceil(len(facts) / FACTS_PER_PART))
            keys[Button.OK] = Option("", show(model, more), icon=Icon.DOWN)
            shown = facts[self.part * FACTS_PER_PART :][:FACTS_PER_PART]
            rows = (Row(fact.label, (Figure(fact.figure),)) for fact in shown)
            body: tuple[Block, ...] = (Big(display_name(_, person.name)), *rows)
        elif self.people is None:
            body = (Text(_("counting…"), "bold"),)
        elif count:
            body = (Text(uncounted_text(_, len(self.people.damaged))),)
        else:
            body = (Text(_("No named player has finished a game yet.")),)
        people = Choices([Option("")] * count, self.cursor, show="hidden", move=show_person) if count else None
        return Screen(_("People"), f"{self.cursor + 1}/{count}" if count else "", body, people, keys)
