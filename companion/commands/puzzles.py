"""`companion puzzles`: positions in which one choice is best, asked one after the other in this terminal."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing, nullcontext
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from companion.core.journal_error import JournalError, Trouble
from companion.core.messages import PuzzlesFound
from companion.core.table import reason_words, whole_per_cent
from companion.locale.translator import N_, Translator
from companion.runtime.archive import ArchiveError, run_journal_command
from companion.runtime.coach_process import Coach
from companion.runtime.journal import Journal
from companion.runtime.puzzle_book import game_to_look_at, keep, read_book
from companion.tables.claimit.session import option_words
from engine.claimit.puzzles import Puzzle, event_of

SEALED = N_("A game with sealed dice is on: there are no puzzles before its end.")
LEAVE = ("", "q")


def main(args: argparse.Namespace) -> int:
    """Asks puzzles until the input ends, or a line is empty; returns the exit status."""

    def answer(path: Path, _: Translator) -> str:
        name, is_kept, made = "", True, list[PuzzlesFound]()
        with closing(Coach()) as coach:
            # The journal is open for moments only: a table may be started meanwhile, also one with sealed dice.
            while True:
                with Journal.read(path) if path.exists() else nullcontext() as journal:
                    if journal is not None and journal.has_open_seal():
                        raise ArchiveError(SEALED)
                    book = read_book(journal)
                    if journal is not None and is_kept:
                        coach.make_puzzles(partial(game_to_look_at, journal, book), made.append)
                puzzle = book.after(name)
                name = puzzle.name
                choice = _ask(_, puzzle)
                if choice is None:
                    return ""
                sys.stdout.write(_verdict(_, puzzle, choice))
                if is_kept and not (is_kept := _keep(path, puzzle, choice, made)):
                    sys.stdout.write(_("A table has the journal open: what you answer is not kept.") + "\n")

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what no keyboard writes is none of the choices
    return run_journal_command("puzzles", args, answer)


def _keep(path: Path, puzzle: Puzzle, choice: str, made: list[PuzzlesFound]) -> bool:
    """Notes an answer, and what was made meanwhile; returns whether it could: no table has the journal open."""
    try:
        with Journal.open(path) as journal:
            journal.note_answer(puzzle.name, missed=choice != puzzle.best)
            while made:
                found = made.pop()
                keep(journal, found.game, found.puzzles)
    except JournalError as error:
        if error.trouble is not Trouble.LOCKED:
            raise
        return False
    return True


def _ask(_: Translator, puzzle: Puzzle) -> str | None:
    """Prints the position and reads a choice; None: nobody wants to go on."""
    record = puzzle.record
    words = {option_words(_, event_of(choice)): choice for choice in puzzle.values}
    listed = ", ".join(words)
    sys.stdout.write(f"\n{record.game.describe(record.state)}\n\n")
    while True:
        sys.stdout.write(_("Your choice ({choices}):", choices=listed) + " ")
        sys.stdout.flush()
        line = sys.stdin.readline().strip().lower()
        if line in LEAVE:
            sys.stdout.write("\n")
            return None
        choice = words.get(line, line)
        if choice in puzzle.values:
            return choice
        sys.stdout.write(_("That is none of the choices: {choices}.", choices=listed) + "\n")


def _verdict(_: Translator, puzzle: Puzzle, choice: str) -> str:
    """Returns whether it was the best choice, why that is better, and what each is worth."""
    best = option_words(_, event_of(puzzle.best))
    head = _("Right!") if choice == puzzle.best else _("Better {best}.", best=best)
    reason = reason_words(_, puzzle.reason(choice), puzzle.record.start.players)
    worth = ", ".join(f"{option_words(_, each.event)} {whole_per_cent(each.chance)}" for each in puzzle.options())
    low, high = (round(100 * bound, 1) for bound in puzzle.lead)
    lead = _("it leads by {low} to {high} points", low=_.decimal(low), high=_.decimal(high))
    return "\n".join([" ".join(filter(None, (head, reason and f"({reason})"))), f"{worth}; {lead}", ""])
