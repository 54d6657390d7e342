"""Compiles the catalogs during `pip install`: gettext reads only compiled ones."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Compiles each .po file to a .mo file next to it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root).glob("companion_pig/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
