"""`companion rules GAME`: prints the short rules of a game, or writes them as pictures to print."""

import argparse
import os
import sys
from pathlib import Path

from companion.core.model import TABLES
from companion.core.table import is_playable
from companion.files import legible, write
from companion.locale.translator import languages, preferred_language, translator_for
from companion.runtime.export_formats import rules_paper

USAGE = 2


def main(args: argparse.Namespace) -> int:
    """Prints the rules, or writes a picture of each section into a folder.

    Returns:
        The exit status: 0, or 2 after an error.
    """
    game, folder, spoken = args.game, args.svg, languages()
    playable = [name for name in TABLES if is_playable(name)]
    if game not in playable:
        return _refuse(f"unknown game {legible(game)!r}; available: {', '.join(playable)}")
    requested = args.language or preferred_language(os.environ)
    if requested not in spoken:
        return _refuse(f"unknown language {legible(requested)!r}; available: {', '.join(spoken)}")
    if folder is None:
        _ = translator_for(requested)
        sections = (f"{_(section.heading)}\n{_(section.text)}" for section in TABLES[game].rules)
        book = (_(TABLES[game].rulebook),) if TABLES[game].rulebook else ()
        sys.stdout.write("\n\n".join((TABLES[game].game.title, *sections, *book)) + "\n")
        return 0
    return _write_pictures(folder, game, requested)


def _write_pictures(folder: Path, game: str, language: str) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, paper in enumerate(rules_paper(game, language), 1):
            path = folder / f"{game}-{language}-{number}.svg"
            write(path, paper.encode())
            sys.stdout.write(f"{legible(path)}\n")
    except OSError as error:
        return _refuse(f"{legible(folder)} cannot be written: {error.strerror}")
    return 0


def _refuse(reason: str) -> int:
    sys.stderr.write(f"companion rules: {reason}\n")
    return USAGE
