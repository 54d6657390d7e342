"""`companion backup FILE` and `companion restore FILE`: the whole journal in one file, and back again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.core.saved_games import DamagedGame
from companion.files import legible
from companion.locale.translator import N_, Translator
from companion.runtime import archive
from companion.runtime.archive import history_entries
from companion.runtime.journal import Journal, back_up
from companion.runtime.journal import restore as restore_journal

_EXISTS = N_("{path} exists already: name another file")
_NO_FILE = N_("there is no file {path}")
_SAME_FILE = N_("{path} is the journal itself: name a backup of it")


def backup(args: argparse.Namespace) -> int:
    """Copies the journal, also while a table is open.

    Returns:
        The exit status: 0; 1 where games are damaged, which the copy holds as they are; 2 where it cannot be done.
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
        lines = [_("{path} holds all games; only you can read it.", path=legible(args.file))]
        if game := journal.unfinished():
            text = _("Keep it to yourself: it holds the secret seed of game {game}, which is not over.", game=game.game)
            lines.append(text)
        lines.append(_("The secret of the page's links is not in it."))
        return "".join(f"{line}\n" for line in lines)

    return archive.run_archive_command("backup", args, copy, damaged)


def restore(args: argparse.Namespace) -> int:
    """Puts a backup in the place of the journal. Returns the exit status, as of `backup`."""
    damaged: list[DamagedGame] = []

    def replace(path: Path, _: Translator) -> str:
        if not args.file.exists():
            raise archive.ArchiveError(_NO_FILE, path=legible(args.file))
        if path.exists() and path.samefile(args.file):
            raise archive.ArchiveError(_SAME_FILE, path=legible(path))
        aside = restore_journal(args.file, path)
        with Journal.read(path) as journal:
            damaged.extend(_warn("restore", journal, _))
        text = _("{path} is the backup now.", path=legible(path)) + "\n"
        if aside is not None:
            text += _("What it replaced is kept as {path}.", path=legible(aside)) + "\n"
        return text

    return archive.run_journal_command("restore", args, replace, damaged)


def _warn(command: str, journal: Journal, _: Translator) -> list[DamagedGame]:
    """Reports the damaged finished games; returns them."""
    damaged = [entry.damage for entry in history_entries(journal, None) if entry.damage]
    for error in damaged:
        sys.stderr.write(f"companion {command}: {_(error.text, **error.fields)}\n")
    return damaged
