"""The words of one language, by gettext. English is the source and needs no catalogue.

A text is written as `_("claim stone {stone} on {field}", stone=4, field="5/1")`: the fields stay out of it, so that
it can be extracted (by the keywords `_`, `mark`, `words` and `many:1,2`), and so that a player's name is never read as
part of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = "en"
"""The language of the texts in the program."""

COMMA = {"de", "nl"}
"""The languages that write 0,5 and not 0.5."""

_LOCALE = Path(__file__).parent / "locale"
_DOMAIN = "companion"


@dataclass(frozen=True, slots=True)
class Words:
    """Says the program's texts in one language."""

    language: str
    """Its two-letter code."""
    catalogue: NullTranslations

    def __call__(self, text: str, /, **fields: object) -> str:
        """The text in this language, each `{name}` in it replaced by that field.

        Raises:
            KeyError: the text names a field that was not given.
        """
        return self.catalogue.gettext(text).format(**fields) if text else text  # gettext("") is the catalogue's header

    def many(self, one: str, several: str, n: int, /, **fields: object) -> str:
        """The text for one or for several, as this language counts; `{n}` in it is the number."""
        return self.catalogue.ngettext(one, several, n).format(n=n, **fields)

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with so many decimal places, as this language writes it."""
        return f"{value:.{places}f}".replace(".", "," if self.language in COMMA else ".")


def mark(text: str) -> str:
    """Marks a text of a table of texts, so that it is extracted; it is translated where it is shown."""
    return text


@cache
def words(language: str, locale: Path = _LOCALE) -> Words:
    """The words of a language; where it has no catalogue, the source's."""
    return Words(language, translation(_DOMAIN, locale, [language], fallback=True))


@cache
def languages(locale: Path = _LOCALE) -> tuple[str, ...]:
    """The languages that can be chosen, the source first."""
    catalogues = locale.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")
    return (SOURCE, *sorted(path.parent.parent.name for path in catalogues))


def preferred(environ: Mapping[str, str], locale: Path = _LOCALE) -> str:
    """The language that the environment asks for (`LC_ALL`, `LC_MESSAGES`, `LANG`), or the source."""
    asked = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), SOURCE)
    code = asked[:2].lower() if asked[2:3] in {"", "_", ".", "@"} else SOURCE
    return code if code in languages(locale) else SOURCE
