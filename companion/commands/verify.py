"""`companion verify FILE`: rolls the dice of a record again: were they fair?"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from companion.commands.referee import is_query
from companion.files import UnreadableFile, read_file_lines
from companion.locale.translator import N_, Translator, preferred_language, translator_for
from companion.runtime.journal import Journal
from engine.fairness import Finding, Line, Rolled, Verdict, check_fairness
from engine.game import Illegal
from engine.record import decode, format  # noqa: A004 - the notation's name; the built-in is not used here
from engine.starts import without_bidi_controls

FAIR, NOT_FAIR, NO_RECORD = range(3)

_SAID = {
    Finding.FAIR: N_("fair: the seed fits its commitment, and every roll of the box follows from it"),
    Finding.HAND: N_("not fair: line {line}: {message}"),
    Finding.FIXED: N_("not fair: the dice were fixed for a test"),
    Finding.UNCOMMITTED: N_("not fair: the start commits to no seed"),
    Finding.COMMITMENT: N_("not fair: the seed that was told is not the one that was committed to"),
    Finding.ROLL: N_("not fair: line {line}: roll {counter}, counted from 0, must be {due}, not {dice}"),
    Finding.TOLD: N_("not fair: the box rolled when the seed was told already"),
    Finding.FIRST: N_("not fair: the rolls for who begins do not fit the seat that begins"),
    Finding.BROKEN: N_("not fair: line {line} cannot be: {message}"),
    Finding.BY_HAND: N_("nothing to check: the box rolled no dice"),
    Finding.OPEN: N_("not to be told yet: the game is not over, the seed is still secret"),
    Finding.SECRET: N_("not to be told: the game is over, but its seed was not revealed"),
}

_EMPTY = N_("it holds no event: a record of a game is what companion export writes")


def main(path: str, *, as_json: bool) -> int:
    """Verifies the record in a file, `-` for the standard input.

    Returns:
        The exit status: 0 the dice were fair, 1 they were not or it cannot be told, 2 there is no record to be read.
    """
    _ = translator_for(preferred_language(os.environ))
    try:
        events = list(_read_events(path))
        if not events:
            sys.stderr.write(f"companion verify: {_(_EMPTY)}\n")
            return NO_RECORD
        verdict = check_fairness(events)
    except (Illegal, UnreadableFile) as problem:
        sys.stderr.write(f"companion verify: {problem}\n")
        return NO_RECORD
    sys.stdout.write(json.dumps(to_json(verdict)) + "\n" if as_json else format_verdict(_, verdict))
    return FAIR if verdict.finding is Finding.FAIR else NOT_FAIR


def verify_journalled(args: argparse.Namespace) -> int:
    """Verifies a finished game of the journal: its checksums, then its dice.

    Returns:
        The exit status: as of `main`; 2 also where an event is not as it was written.
    """
    from companion.runtime.archive import fetch_game, run_archive_command  # noqa: PLC0415 - a record in a file needs no journal

    # Filled by `verify_dice`: the command's runner returns an exit status of its own, which knows no verdict.
    found: list[Verdict] = []

    def verify_dice(journal: Journal, _: Translator) -> str:
        archived = fetch_game(journal, args.game)
        events = (format(event, archived.record.game) for event in archived.record.events)
        found.append(check_fairness([Line(number, event) for number, event in enumerate(events, 1)]))
        if args.json:
            return json.dumps(to_json(found[0])) + "\n"
        # A game with an event that is not as it was written is not fetched at all.
        return format_verdict(_, found[0]) + _("in the journal, every event is as it was written") + "\n"

    status = run_archive_command("verify", args, verify_dice)
    return (FAIR if found[0].finding is Finding.FAIR else NOT_FAIR) if found else status


def format_verdict(_: Translator, verdict: Verdict) -> str:
    """Returns the verdict for people: what came out, how many rolls it rests on, and the rolls by hand."""
    by_hand = [roll for roll in verdict.rolls if roll.counter is None]
    fields = _roll_fields(verdict.differing) if verdict.differing else {}
    if verdict.fault and verdict.finding in {Finding.BROKEN, Finding.HAND}:
        fields = {**verdict.fault._asdict(), "message": without_bidi_controls(verdict.fault.message)}
    lines = [_(_SAID[verdict.finding], **fields)]
    if verdict.from_hands:
        lines.append(
            _.many(
                "{n} tile or pass fits its dealt hand", "{n} tiles and passes fit the dealt hands", verdict.from_hands
            )
        )
    else:
        lines.append(_.many("{n} roll of the box", "{n} rolls of the box", len(verdict.rolls) - len(by_hand)))
    lines += [_("by hand, not to be checked: line {line}, {dice}", **_roll_fields(roll)) for roll in by_hand]
    lines += [
        _("taken back: line {line}, roll {counter}, {dice}", **_roll_fields(roll))
        for roll in verdict.rolls
        if roll.taken_back and roll.counter is not None
    ]
    return "\n".join(lines) + "\n"


def to_json(verdict: Verdict) -> dict[str, Any]:
    """Returns the verdict for programs: `fair`, `finding`, every roll, and the `fault` of an event that cannot be."""
    return {
        "fair": verdict.finding is Finding.FAIR,
        "finding": verdict.finding.value,
        **({"from_hands": verdict.from_hands} if verdict.from_hands else {}),
        "rolls": [{**roll._asdict(), "differs": roll.differs} for roll in verdict.rolls],
        "fault": verdict.fault and verdict.fault._asdict(),
    }


def _roll_fields(roll: Rolled) -> dict[str, object]:
    spelt = {"dice": " ".join(map(str, roll.dice)), "due": " ".join(map(str, roll.due or ()))}
    return {"line": roll.line, "counter": roll.counter, **spelt}


def _read_events(path: str) -> Iterator[Line]:
    """Yields the events of a record, its queries left out.

    Raises:
        Illegal: a line is no JSON object; one that is too long is cut off, and so is none.
        UnreadableFile: the file cannot be read.
    """
    for number, text in enumerate(read_file_lines(path), 1):
        try:
            event = decode(text)
        except Illegal as refusal:
            raise Illegal(refusal.code, f"line {number}: {refusal.message}") from refusal
        if not is_query(event):
            yield Line(number, event)
