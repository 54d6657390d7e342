"""`companion puzzles`: positions in which one choice is best, asked one after the other in this terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.core.journal_error import JournalError, Trouble
from companion.core.table import reason_words, whole_per_cent
from companion.locale.translator import N_, Translator
from companion.runtime.archive import ArchiveError, JournalChoice, run_journal_command
from companion.runtime.journal import Journal
from companion.runtime.puzzle_book import read_book
from companion.tables.claimit.session import option_words
from engine.claimit.puzzles import event_of

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from engine.claimit.puzzles import Puzzle

SEALED = N_("A game with sealed dice is on: there are no puzzles before its end.")
LEAVE = ("", "q")


def main(args: argparse.Namespace) -> int:
    """Asks puzzles until the input ends, or a line is empty; returns the exit status."""

    def answer(path: Path, _: Translator) -> str:
        with ExitStack() as opened:
            try:
                journal = opened.enter_context(Journal.open(path))
                is_kept = True
            except JournalError as error:
                if error.trouble is not Trouble.LOCKED:
                    raise
                journal, is_kept = opened.enter_context(Journal.read(path)), False
                sys.stdout.write(_("A table has the journal open: what you answer is not kept.") + "\n")
            game = journal.unfinished()
            if game is not None and game.lineup.get("sealed"):
                raise ArchiveError(SEALED)
            name = ""
            while True:
                puzzle = read_book(journal).after(name)
                name = puzzle.name
                choice = _ask(_, puzzle)
                if choice is None:
                    return ""
                if is_kept:
                    journal.note_answer(name, missed=choice != puzzle.best)
                sys.stdout.write(_verdict(_, puzzle, choice))

    return run_journal_command("puzzles", JournalChoice(args.journal, args.config, args.set), answer)


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
    worth = ", ".join(f"{option_words(_, event)} {whole_per_cent(chance)}" for event, chance in puzzle.options())
    low, high = (round(100 * bound, 1) for bound in puzzle.lead)
    lead = _("it leads by {low} to {high} points", low=_.decimal(low), high=_.decimal(high))
    return "\n".join([" ".join(filter(None, (head, reason and f"({reason})"))), f"{worth}; {lead}", ""])
