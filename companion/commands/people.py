"""`companion people`: who has played, who has won, and one person's games, luck and records."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from signal import SIGINT

from companion.commands.history import CHART_COLUMNS, draw_bars, thin_out
from companion.core.journal_error import JournalError
from companion.core.people import (
    Evening,
    People,
    Person,
    luck_text,
    person_facts,
    person_json,
    rating_text,
    share_text,
    uncounted_text,
)
from companion.core.rated_games import Looked, look_at
from companion.core.saved_games import Finished
from companion.files.named_files import legible
from companion.files.progress import Progress
from companion.files.text_table import align_columns, join_lines
from companion.locale.translator import N_, Translator
from companion.runtime.archive import ArchiveError, fetch_game, run_archive_command
from companion.runtime.clock import monotonic_s
from companion.runtime.journal import Journal
from companion.runtime.people_reader import KeptResults, kept_beside, key_of, read_people
from companion.runtime.signals import interrupted_by
from companion.runtime.thinking_time import person_thinking_text
from engine.starts import unturned

_LIST = (N_("name"), N_("games"), N_("won"), N_("share"), N_("luck"), N_("rating"))
_RENEWED = N_("The coach has learned anew: all ratings are reckoned again.")
_WAITING = N_("The coach has not looked at {games} yet: companion people --rate")
_UNKNOWN = N_("nobody called {name} has finished a game in {path}")


def main(args: argparse.Namespace) -> int:
    """Prints everybody who has played, or one person.

    Returns:
        The exit status: 0; 1 if a game is damaged, which is named, while the others are counted; 2 if nothing can be
        told.
    """
    damaged: list[int] = []

    def answer(journal: Journal, _: Translator) -> str:
        kept = kept_beside(journal)
        people = read_people(journal, kept, unproved=args.unproved)
        if kept.take_renewal():
            sys.stderr.write(f"companion people: {_(_RENEWED)}\n")
        if people.unseen and args.rate:
            _look_at(journal, kept, people.unseen)
            people = read_people(journal, kept, unproved=args.unproved)
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
        return json.dumps(person_json(person)) + "\n" if args.json else describe_person(_, person, journal)

    return run_archive_command("people", args, answer, damaged)


def _look_at(journal: Journal, kept: KeptResults, games: Sequence[Finished]) -> None:
    """Has the coach look at games, in seconds each; Ctrl+C leaves the rest for another time."""
    progress = Progress(sys.stderr, len(games), monotonic_s)
    with interrupted_by(SIGINT), suppress(KeyboardInterrupt):
        for number, game in enumerate(games):
            progress.show(number)
            try:
                looked = look_at(fetch_game(journal, game.game).record)
            except ArchiveError:
                looked = Looked()
            except JournalError:  # it is damaged: `companion history` says so
                continue
            kept.add(key_of(game), looked)
    progress.clear()


def list_people(_: Translator, people: People) -> str:
    """Returns a line for everybody, whoever has played most first."""
    if not people.persons:
        return join_lines([_("Nobody has finished a game under a name.")])
    rows = [
        [
            unturned(each.name),
            str(each.games),
            str(each.wins),
            share_text(each),
            luck_text(_, each),
            rating_text(_, each),
        ]
        for each in people.persons
    ]
    waiting = [_(_WAITING, games=_.many("{n} game", "{n} games", len(people.unseen)))] if people.unseen else []
    return join_lines(align_columns([[_(head) for head in _LIST], *rows], "lrrrrr") + waiting)


def describe_person(_: Translator, person: Person, journal: Journal) -> str:
    """Returns one person's games and records, and the luck evening by evening."""
    games, *facts = person_facts(_, person)
    rows = [[each.label, each.in_full, _("game {number}", number=each.number) if each.number else ""] for each in facts]
    rows.append([_("thinking time"), person_thinking_text(_, journal, person.name), ""])
    head = f"{unturned(person.name)}: {games.in_full}"
    return join_lines([head, *align_columns(rows, "lll"), *_luck_chart(_, person)])


def luck_course(evenings: Sequence[Evening]) -> list[float]:
    """Returns the luck after each evening, all that came before it included: the busts that the odds had and luck not.

    Evenings of which no odds are known change nothing.
    """
    return list(accumulate(evening.expected_busts - evening.busts for evening in evenings))


def _luck_chart(_: Translator, person: Person) -> list[str]:
    """Returns the luck over the evenings as bars, the lowest as nothing; none where no odds are known."""
    luck = luck_text(_, person)
    if not luck:
        return []
    course = luck_course(person.evenings)
    low = min(0.0, *course)
    # In tenths of a bust above the lowest: bars begin there.
    heights = [round(10 * (each - low)) for each in course]
    head = _.many(
        "luck over {n} evening, {first}: busts fewer than the odds (now {luck})",
        "luck over {n} evenings, {first} to {last}: busts fewer than the odds (now {luck})",
        len(course),
        first=person.evenings[0].date,
        last=person.evenings[-1].date,
        luck=luck,
    )
    return [head, draw_bars(thin_out(heights, CHART_COLUMNS), max(heights))]
