"""What hatchling cannot know: compiled catalogs, units of systemd, and what a package index shows of README.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

if sys.version_info < (3, 11):  # noqa: UP036 - pip builds first, and then looks at requires-python
    sys.exit(f"ERROR: the companion needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}")

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n", re.MULTILINE)
LINK = re.compile(r"\[([^]]*)\]\((?!https?:)[^)]*\)")


class Additions(BuildHookInterface[Any]):
    """Adds what a wheel has besides the packages as they lie here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles each catalog beside its source; puts `systemd/` beside the module that installs its files."""
        for source in Path(self.root).glob("companion/locale/*/LC_MESSAGES/*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
        # An editable installation reads them where they lie; install.sh is for a checkout alone.
        if version != "editable":
            for path in Path(self.root, "systemd").iterdir():
                if path.suffix != ".sh":
                    build_data["force_include"][str(path)] = f"companion/commands/systemd/{path.name}"


class Readme(MetadataHookInterface):
    """Leaves out of README.md what leads into the checkout: there is no public address that it could lead to."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the text."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": LINK.sub(r"\1", PICTURE.sub("", text))}
