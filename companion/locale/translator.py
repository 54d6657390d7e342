"""Translates the texts of the program, by gettext. English is the source language and needs no catalog.

A text is written as `_("claim stone {stone} on {field}", stone=4, field="5/1")`. The fields are separate, so that the
text can be extracted (by the keywords `_`, `N_`, `translate` and `many:1,2`), and no player's name is part of it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from msgspec import Struct

SOURCE = "en"
"""The language of the texts in the program."""

COMMA_LANGUAGES = {"de", "nl"}
"""The languages that write 0,5 and not 0.5."""

_LOCALE = Path(__file__).parent
_DOMAIN = "companion"


class Translator(Struct, frozen=True):
    """Translates the texts of the program into one language."""

    language: str
    """The two-letter code of the language."""
    catalog: NullTranslations

    def __call__(self, text: str, /, **fields: object) -> str:
        """Returns the text in this language with its `{name}` fields filled in. Raises KeyError: a field is missing."""
        return self.catalog.gettext(text).format(**fields) if text else text  # gettext("") is the catalog's header

    def many(self, one: str, several: str, n: int, /, **fields: object) -> str:
        """Returns the text in the plural form for n, with `{n}` replaced by the number."""
        return self.catalog.ngettext(one, several, n).format(n=n, **fields)

    def listed(self, words: Sequence[str]) -> str:
        """Returns the words as one text: "a, b and c"."""
        return self(N_(" and ")).join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def decimal(self, value: float, places: int = 1) -> str:
        """Formats a number with `places` decimal places and the decimal mark of this language."""
        return f"{value:.{places}f}".replace(".", "," if self.language in COMMA_LANGUAGES else ".")


def N_(text: str) -> str:  # noqa: N802 - the usual name in gettext
    """Marks a text for extraction and returns it untranslated. It is translated when it is shown."""
    return text


@cache
def translator_for(language: str, locale: Path = _LOCALE) -> Translator:
    """Returns the translator for a language; without a catalog, texts stay in English."""
    return Translator(language, translation(_DOMAIN, locale, [language], fallback=True))


@cache
def languages(locale: Path = _LOCALE) -> tuple[str, ...]:
    """Returns the available languages, the source language first."""
    return (SOURCE, *sorted(path.parent.parent.name for path in locale.glob(f"*/LC_MESSAGES/{_DOMAIN}.mo")))


def add_catalog(domain: str, folder: Path) -> None:
    """Adds the translations of a plug-in: gettext catalogs as `folder/LANGUAGE/LC_MESSAGES/DOMAIN.mo`.

    Texts that the companion has already translated are not replaced: a plug-in need not repeat "Roll", and cannot
    change it for other games. In a language without a catalog the plug-in's texts stay in their original language.

    Raises:
        FileNotFoundError: the folder has no catalog of this domain.
        OSError: a catalog cannot be read.
    """
    if not any(folder.glob(f"*/LC_MESSAGES/{domain}.mo")):
        raise FileNotFoundError(f"{folder} has no LANGUAGE/LC_MESSAGES/{domain}.mo: compile its .po files (pybabel)")
    for language in languages():
        # The translator of a language is shared, so it is changed and not replaced.
        translator_for(language).catalog.add_fallback(translation(domain, folder, [language], fallback=True))


def preferred_language(environ: Mapping[str, str], locale: Path = _LOCALE) -> str:
    """Returns the language of `LC_ALL`, `LC_MESSAGES` or `LANG` if there is a catalog for it, else English."""
    locale_name = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), SOURCE)
    code = locale_name[:2].lower() if locale_name[2:3] in {"", "_", ".", "@"} else SOURCE
    return code if code in languages(locale) else SOURCE
