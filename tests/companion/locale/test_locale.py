"""Compares the texts of the program with the catalogs."""

import ast
import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TypeAlias, get_args, get_type_hints

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import companion
import engine
from companion.core.model import TABLES
from companion.locale.translator import SOURCE, languages, preferred_language, translator_for
from companion.settings.schema import Defaults
from companion.ui.font import BOLD, THIN
from tests.companion.pages.scenes import SCENES, canvas, in_language
from tests.companion.pages.sitting import BOX, pick
from tests.companion.ui.pixels import has_letters

LOCALE = Path(companion.__file__).parent / "locale"
PROGRAM = tuple(Path(str(package.__file__)).parent for package in (companion, engine))
KEYWORDS = {"_": 1, "N_": 1, "translate": 1, "many": 2}
"""The functions that mark texts, and the number of their arguments that are texts."""
Text: TypeAlias = str | tuple[str, ...]
"""A text, or its singular and plural."""


def translated() -> list[str]:
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/companion.po"))


def source(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES/companion.po"


def catalog(language: str) -> Catalog:
    with source(language).open("rb") as texts:
        return read_po(texts, locale=language)


def extracted() -> set[Text]:
    keywords = {word: tuple(range(1, texts + 1)) if texts > 1 else None for word, texts in KEYWORDS.items()}
    folders = (extract_from_dir(folder, method_map=[("**.py", "python")], keywords=keywords) for folder in PROGRAM)
    return {text for found in folders for _, _, text, _, _ in found if text}


def faults(translations: Catalog, texts: set[Text]) -> list[str]:
    messages = {message.id: message for message in translations if message.id}
    lines = [f"missing: {text}" for text in texts - set(messages)]
    lines += [f"stale: {text}" for text in set(messages) - texts]
    return lines + [f"{wrong}: {text}" for text, message in messages.items() for wrong in _faults(message)]


def _faults(message: Message) -> Iterator[str]:
    pairs = list(zip(_forms(message.id), _forms(message.string), strict=True))
    if message.fuzzy:
        yield "fuzzy"
    if not all(said for _, said in pairs):
        yield "not translated"
    elif any(_fields(text) != _fields(said) for text, said in pairs):
        yield "other fields"
    if not all(has_letters(font, said) for font in (THIN, BOLD) for _, said in pairs):
        yield "no glyph"


def _forms(text: Text | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def translated_arguments(code: str) -> Iterator[ast.expr]:
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)) if word in KEYWORDS:
                yield from node.args[: KEYWORDS[word]]


class Unknown:
    def __init__(self) -> None:
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message

    def ngettext(self, one: str, several: str, _: int) -> str:
        self.texts |= {one, several}
        return several


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Unknown:
    unknown = Unknown()
    monkeypatch.setattr(translator_for("de").catalog, "_fallback", unknown)
    return unknown


def test_each_catalog_is_complete_and_up_to_date() -> None:
    texts = extracted()
    assert [fault for language in translated() for fault in faults(catalog(language), texts)] == []


def test_the_compiled_catalogs_are_up_to_date() -> None:
    for language in translated():
        write_mo(compiled := BytesIO(), catalog(language))
        assert source(language).with_suffix(".mo").read_bytes() == compiled.getvalue()


@pytest.mark.slow
def test_every_text_of_a_page_is_in_the_catalogs(unknown: Unknown) -> None:
    for name in SCENES:
        canvas(in_language(name, "de"))
    titles = {table.game.title for table in TABLES.values()}
    assert {text for text in unknown.texts if any(map(str.isalpha, text))} - titles == set()


def test_every_catalog_can_be_set_and_chosen() -> None:
    named = get_args(get_args(get_type_hints(Defaults, include_extras=True)["language"])[0])
    assert set(named) == {"", SOURCE, *translated()} == {"", *languages()}


def test_the_menu_switches_between_languages() -> None:
    model, seen = BOX, []
    for _ in languages():
        model = pick(model.with_only_page(BOX.page), "Language")
        seen.append(model.language)
    assert seen == [*languages()[1:], SOURCE]


def compiled(texts: dict[str, str]) -> bytes:
    pairs = [(key.encode(), text.encode()) for key, text in sorted(texts.items())]
    strings = b""
    tables: tuple[list[bytes], list[bytes]] = ([], [])
    for pair in pairs:
        for table, string in zip(tables, pair, strict=True):
            table.append(struct.pack("<2I", len(string), 28 + 16 * len(pairs) + len(strings)))
            strings += string + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join((*tables[0], *tables[1], strings))


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    folder = tmp_path / "de/LC_MESSAGES"
    folder.mkdir(parents=True)
    texts = {
        "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n",
        "{name}, roll!": "{name}, würfle!",
        "{n} field\0{n} fields": "{n} Feld\0{n} Felder",
    }
    (folder / "companion.mo").write_bytes(compiled(texts))
    return tmp_path


def test_a_language_without_a_catalog_uses_english(locale: Path) -> None:
    _ = translator_for("nl", locale)
    assert (_.language, _("Last round!")) == ("nl", "Last round!")


def test_plural_forms_follow_the_language(locale: Path) -> None:
    for n, said in [(1, "1 Feld"), (0, "0 Felder"), (2, "2 Felder")]:
        assert translator_for("de", locale).many("{n} field", "{n} fields", n) == said


def test_a_players_name_is_never_read_as_part_of_the_text(locale: Path) -> None:
    for name in ["{name}", "{", "{0.__class__}", "%s"]:
        assert translator_for("de", locale)("{name}, roll!", name=name) == f"{name}, würfle!"


def test_the_languages_are_english_and_those_with_a_catalog(locale: Path) -> None:
    assert languages(locale) == ("en", "de")


def test_the_environment_names_the_preferred_language(locale: Path) -> None:
    for environ, language in [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT@euro", "LC_ALL": ""}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ]:
        assert preferred_language(environ, locale) == language
