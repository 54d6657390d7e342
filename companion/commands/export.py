"""`companion export`, `companion backup` and `companion restore`: write finished games into files, and restore them."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.core.saved_games import DamagedGame
from companion.files import legible
from companion.locale.translator import N_, Translator
from companion.runtime import archive
from companion.runtime.archive import history_entries
from companion.runtime.export_formats import as_play, as_table, picture_of
from companion.runtime.journal import Journal, back_up
from companion.runtime.journal import restore as restore_journal
from engine.record import to_lines


def main(args: argparse.Namespace) -> int:
    """Prints one game in a format. Returns the exit status: 0, or 2 after an error."""

    def export(journal: Journal, _: Translator) -> str:
        return FORMATS[args.format](archive.fetch_game(journal, args.number), _)

    return archive.run_archive_command("export", args, export)


FORMATS: dict[str, Callable[[archive.ArchivedGame, Translator], str]] = {
    "jsonl": lambda game, _: to_lines(game.record),
    "csv": lambda game, _: as_table(game),
    "bgstats": lambda game, _: as_play(game),
    "svg": picture_of,
}

_EXISTS = N_("{path} already exists: choose another file")
_NO_FILE = N_("{path} does not exist")
_SAME_FILE = N_("{path} is the current game file: choose a backup")


def backup(args: argparse.Namespace) -> int:
    """Copies the journal, also while the companion is running.

    Returns:
        The exit status: 0; 1 if games are damaged (they are copied unchanged); 2 after another error.
    """
    damaged: list[DamagedGame] = []

    def copy(journal: Journal, _: Translator) -> str:
        try:
            back_up(journal, args.file)
        except FileExistsError as error:
            raise archive.ArchiveError(_EXISTS, path=legible(args.file)) from error
        except OSError as error:
            raise archive.ArchiveError(archive.UNWRITTEN, path=legible(args.file), reason=error.strerror) from error
        damaged.extend(_warn("backup", journal, _))
        lines = [_("{path} contains all games; only you can read it.", path=legible(args.file))]
        if game := journal.unfinished():
            text = _(
                "Do not share it: it contains the secret number of game {game}, which is not over.", game=game.game
            )
            lines.append(text)
        lines.append(_("It does not contain the secret of the links to the web page."))
        return "".join(f"{line}\n" for line in lines)

    return archive.run_archive_command("backup", args, copy, damaged)


def restore(args: argparse.Namespace) -> int:
    """Replaces the journal by a backup. Returns the exit status as `backup`."""
    damaged: list[DamagedGame] = []

    def replace(path: Path, _: Translator) -> str:
        if not args.file.exists():
            raise archive.ArchiveError(_NO_FILE, path=legible(args.file))
        if path.exists() and path.samefile(args.file):
            raise archive.ArchiveError(_SAME_FILE, path=legible(path))
        aside = restore_journal(args.file, path)
        with Journal.read(path) as journal:
            damaged.extend(_warn("restore", journal, _))
        text = _("{path} is restored from the backup.", path=legible(path)) + "\n"
        if aside is not None:
            text += _("The previous file is saved as {path}.", path=legible(aside)) + "\n"
        return text

    return archive.run_journal_command("restore", args, replace, damaged)


def _warn(command: str, journal: Journal, _: Translator) -> list[DamagedGame]:
    """Reports the damaged finished games; returns them."""
    damaged = [entry.damage for entry in history_entries(journal, None) if entry.damage]
    for error in damaged:
        sys.stderr.write(f"companion {command}: {_(error.text, **error.fields)}\n")
    return damaged
