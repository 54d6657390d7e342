"""`companion rules GAME`: prints the short rules of a game."""

import argparse
import os
import sys

from companion.core.model import TABLES
from companion.core.table import is_playable
from companion.files import legible
from companion.locale.translator import languages, preferred_language, translator_for


def main(args: argparse.Namespace) -> int:
    """Prints the rules. Returns the exit status: 0, or 2 after an error."""
    playable = [name for name in TABLES if is_playable(name)]
    language = args.language or preferred_language(os.environ)
    for what, given, known in (("game", args.game, playable), ("language", language, languages())):
        if given not in known:
            sys.stderr.write(f"companion rules: unknown {what} {legible(given)!r}; available: {', '.join(known)}\n")
            return 2
    _, table = translator_for(language), TABLES[args.game]
    sections = (f"{_(section.heading)}\n{_(section.text)}" for section in table.rules)
    book = (_(table.rulebook),) if table.rulebook else ()
    sys.stdout.write("\n\n".join((table.game.title, *sections, *book)) + "\n")
    return 0
