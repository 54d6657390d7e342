"""`companion export NUMBER`: writes a finished game as a record, a table, a play for BG Stats or a picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from companion.files import legible, write
from companion.locale.translator import Translator
from companion.runtime import archive
from companion.runtime.export_formats import as_play, as_record, as_table, picture_of
from companion.runtime.journal import Journal


def main(args: argparse.Namespace) -> int:
    """Exports one game, to the standard output or to a file.

    Returns:
        The exit status: 0, or 2 after an error.
    """

    def export(journal: Journal, _: Translator) -> str:
        archived = archive.fetch_game(journal, args.number)
        text = FORMATS[args.format](archived, _)
        if (output := args.output) is not None:
            try:
                # Without a byte order mark, Excel garbles names with letters outside ASCII.
                write(output, text.encode("utf-8-sig" if args.format == "csv" else "utf-8"))
            except OSError as error:
                raise archive.ArchiveError(archive.UNWRITTEN, path=legible(output), reason=error.strerror) from error
            return ""
        return text

    return archive.run_archive_command("export", args, export)


FORMATS: dict[str, Callable[[archive.ArchivedGame, Translator], str]] = {
    "jsonl": lambda game, _: as_record(game),
    "csv": lambda game, _: as_table(game),
    "bgstats": lambda game, _: as_play(game),
    "svg": picture_of,
}
