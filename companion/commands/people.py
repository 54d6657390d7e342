"""`companion people`: all players of finished games, or one person's games, luck and records."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import accumulate

from companion.commands.history import CHART_COLUMNS, draw_bars, thin_out
from companion.console import align_columns, join_lines
from companion.core.people import (
    Evening,
    People,
    Person,
    luck_text,
    person_facts,
    person_json,
    share_text,
    uncounted_text,
)
from companion.files import legible
from companion.locale.translator import N_, Translator
from companion.runtime.archive import ArchiveError, read_people, run_archive_command
from companion.runtime.journal import Journal
from engine.starts import without_bidi_controls

_LIST = (N_("name"), N_("games"), N_("won"), N_("share"), N_("luck"))
_UNKNOWN = N_("{name} has not finished a game in {path}")


def main(args: argparse.Namespace) -> int:
    """Prints all players, or one of them.

    Returns:
        The exit status: 0; 1 if a game is damaged and therefore not counted; 2 after another error.
    """
    damaged: list[int] = []

    def answer(journal: Journal, _: Translator) -> str:
        people = read_people(journal)
        damaged.extend(people.damaged)
        if damaged:
            numbers = ", ".join(map(str, damaged))
            sys.stderr.write(f"companion people: {uncounted_text(_, len(damaged))}: {numbers}\n")
        if args.name is None:
            every = {"people": [person_json(person) for person in people.persons], "damaged": damaged}
            return json.dumps(every) + "\n" if args.json else list_people(_, people)
        person = people.find(args.name)
        if person is None:
            raise ArchiveError(_UNKNOWN, name=legible(args.name), path=legible(journal.path))
        return json.dumps(person_json(person)) + "\n" if args.json else describe_person(_, person)

    return run_archive_command("people", args, answer, damaged)


def list_people(_: Translator, people: People) -> str:
    """Returns a line for each player, ordered by the number of games."""
    if not people.persons:
        return join_lines([_("No named player has finished a game yet.")])
    rows = [
        [
            without_bidi_controls(each.name),
            str(each.games),
            str(each.wins),
            share_text(each),
            luck_text(_, each),
        ]
        for each in people.persons
    ]
    return join_lines(align_columns([[_(head) for head in _LIST], *rows], "lrrrr"))


def describe_person(_: Translator, person: Person) -> str:
    """Returns one person's games and records, and the luck by evening."""
    games, *facts = person_facts(_, person)
    rows = [[each.label, each.in_full, _("game {number}", number=each.number) if each.number else ""] for each in facts]
    head = f"{without_bidi_controls(person.name)}: {games.in_full}"
    return join_lines([head, *align_columns(rows, "lll"), *_luck_chart(_, person)])


def luck_course(evenings: Sequence[Evening]) -> list[float]:
    """Returns the luck after each evening: the sum of expected busts minus busts so far."""
    return list(accumulate(evening.expected_busts - evening.busts for evening in evenings))


def _luck_chart(_: Translator, person: Person) -> list[str]:
    luck = luck_text(_, person)
    if not luck:
        return []
    course = luck_course(person.evenings)
    low = min(0.0, *course)
    # In tenths of a bust above the lowest value, where the bars begin.
    heights = [round(10 * (each - low)) for each in course]
    head = _.many(
        "luck over {n} evening, {first}: fewer busts than expected (now {luck})",
        "luck over {n} evenings, {first} to {last}: fewer busts than expected (now {luck})",
        len(course),
        first=person.evenings[0].date,
        last=person.evenings[-1].date,
        luck=luck,
    )
    return [head, draw_bars(thin_out(heights, CHART_COLUMNS), max(heights))]
