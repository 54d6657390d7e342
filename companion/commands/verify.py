"""`companion verify FILE`: checks that the dice of a record follow from its revealed seed."""

import argparse
import os
import sys
from collections.abc import Iterator

from companion.commands.referee import is_query
from companion.files import UnreadableFile, read_file_lines
from companion.locale.translator import N_, Translator, preferred_language, translator_for
from companion.runtime.journal import Journal
from engine.fairness import Finding, Line, RecordedRoll, Verdict, check_fairness, check_games
from engine.game import Illegal
from engine.record import decode, format_event
from engine.starts import without_bidi_controls

FAIR, NOT_FAIR, NO_RECORD = range(3)
"""Exit statuses: all dice were fair; they were not, or cannot be checked; the record is invalid."""

_FINDING_TEXTS = {
    Finding.FAIR: N_("fair: the secret number matches its check code, and all rolls of the box follow from it"),
    Finding.DEALT_HAND: N_("not fair: line {line}: {message}"),
    Finding.FIXED: N_("not fair: the dice were fixed for a test"),
    Finding.NO_COMMITMENT: N_("not fair: the start has no check code"),
    Finding.WRONG_SEED: N_("not fair: the revealed secret number does not match the check code"),
    Finding.ROLL: N_("not fair: line {line}: roll {counter}, counted from 0, is {dice} instead of {due}"),
    Finding.DREW_AFTER_REVEAL: N_("not fair: the box rolled after the secret number was revealed"),
    Finding.FIRST: N_("not fair: the rolls for the first turn do not match the player who starts"),
    Finding.BROKEN: N_("not fair: line {line} is not possible: {message}"),
    Finding.REAL_DICE: N_("nothing to check: the box did not roll"),
    Finding.NOT_OVER: N_("cannot be checked yet: the game is not over and the number is still secret"),
    Finding.NOT_REVEALED: N_("cannot be checked: the game is over, but its secret number was not revealed"),
}


def main(args: argparse.Namespace) -> int:
    """Verifies a finished game of the journal, or the record in a file, `-` for the standard input."""
    if args.game is not None:
        return _verify_saved_game(args)
    _ = translator_for(preferred_language(os.environ))
    try:
        events = list(_read_events(args.file))
        if not events:
            empty = _("it contains no events; companion export writes a record of a game")
            sys.stderr.write(f"companion verify: {empty}\n")
            return NO_RECORD
        verdicts = check_games(events)
    except (Illegal, UnreadableFile) as problem:
        sys.stderr.write(f"companion verify: {problem}\n")
        return NO_RECORD
    for number, verdict in enumerate(verdicts, 1):
        if len(verdicts) > 1:
            sys.stdout.write(_("game {number} of {count}:", number=number, count=len(verdicts)) + "\n")
        sys.stdout.write(format_verdict(_, verdict))
    return FAIR if all(verdict.finding is Finding.FAIR for verdict in verdicts) else NOT_FAIR


def _verify_saved_game(args: argparse.Namespace) -> int:
    """Verifies a finished game of the journal: its checksums, then its dice."""
    # A record in a file needs no journal.
    from companion.commands.archive import run_archive_command  # noqa: PLC0415
    from companion.runtime.archive import fetch_game  # noqa: PLC0415

    def verify_dice(journal: Journal, _: Translator) -> tuple[str, int]:
        archived = fetch_game(journal, args.game)
        events = (format_event(event, archived.record.game) for event in archived.record.events)
        verdict = check_fairness([Line(number, event) for number, event in enumerate(events, 1)])
        # `fetch_game` rejects a game with a changed event.
        text = format_verdict(_, verdict) + _("no event has been changed since it was saved") + "\n"
        return text, FAIR if verdict.finding is Finding.FAIR else NOT_FAIR

    return run_archive_command("verify", args, verify_dice)


def format_verdict(_: Translator, verdict: Verdict) -> str:
    """Returns the verdict as text: the finding, the number of rolls, and the rolls of real dice."""
    real_dice = [roll for roll in verdict.rolls if roll.counter is None]
    fields = _roll_fields(verdict.differing) if verdict.differing else {}
    if verdict.fault and verdict.finding in {Finding.BROKEN, Finding.DEALT_HAND}:
        fields = {**verdict.fault._asdict(), "message": without_bidi_controls(verdict.fault.message)}
    lines = [_(_FINDING_TEXTS[verdict.finding], **fields)]
    if verdict.hand_checks:
        lines.append(
            _.many(
                "{n} tile or pass fits its dealt hand", "{n} tiles and passes fit the dealt hands", verdict.hand_checks
            )
        )
    else:
        lines.append(_.many("{n} roll of the box", "{n} rolls of the box", len(verdict.rolls) - len(real_dice)))
    lines += [_("real dice, not checked: line {line}, {dice}", **_roll_fields(roll)) for roll in real_dice]
    lines += [
        _("undone: line {line}, roll {counter}, {dice}", **_roll_fields(roll))
        for roll in verdict.rolls
        if roll.is_undone and roll.counter is not None
    ]
    return "\n".join(lines) + "\n"


def _roll_fields(roll: RecordedRoll) -> dict[str, object]:
    faces = {"dice": " ".join(map(str, roll.faces)), "due": " ".join(map(str, roll.expected or ()))}
    return {"line": roll.line, "counter": roll.counter, **faces}


def _read_events(path: str) -> Iterator[Line]:
    """Yields the events of a record without its queries.

    Raises:
        Illegal: a line is not a JSON object, or too long.
        UnreadableFile: the file cannot be read.
    """
    for number, text in enumerate(read_file_lines(path), 1):
        try:
            event = decode(text)
        except Illegal as refusal:
            raise Illegal(refusal.code, f"line {number}: {refusal.message}") from refusal
        if not is_query(event):
            yield Line(number, event)
