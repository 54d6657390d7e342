"""`companion export NUMBER`: a finished game as a record, a table, a play for BG Stats or a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NamedTuple

from companion.files.named_files import legible, write
from companion.locale.translator import N_, Translator
from companion.runtime import archive
from companion.runtime.export_formats import as_play, as_record, as_table, picture_of
from companion.runtime.journal import Journal

_STOPS = N_("game {game} in {path} is damaged: what is exported stops before event {event}")


def main(args: argparse.Namespace) -> int:
    """Exports one game, to the standard output or to a file; returns the exit status, 2 where it cannot be done."""

    def export(journal: Journal, _: Translator) -> str:
        form, output = FORMATS[args.format], args.output
        archived = archive.fetch_game(journal, args.number, salvaged=args.salvage)
        text = form.write(archived, _)
        if output is not None:
            try:
                write(output, text.encode(form.encoding))
            except OSError as error:
                raise archive.ArchiveError(archive.UNWRITTEN, path=legible(output), reason=error.strerror) from error
            text = ""
        if archived.damaged is not None:
            stops = _(_STOPS, game=args.number, path=legible(journal.path), event=archived.damaged)
            sys.stderr.write(f"companion export: {stops}\n")
        return text

    return archive.run_archive_command("export", args, export, salvages=args.salvage)


class _Format(NamedTuple):
    write: Callable[[archive.ArchivedGame, Translator], str]
    encoding: str = "utf-8"
    """Of a file."""


FORMATS = {
    "jsonl": _Format(lambda game, _: as_record(game)),
    # Without the mark at its beginning, Excel garbles names with other letters than those of ASCII.
    "csv": _Format(lambda game, _: as_table(game), "utf-8-sig"),
    "bgstats": _Format(lambda game, _: as_play(game)),
    "svg": _Format(picture_of),
}
