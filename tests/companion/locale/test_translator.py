import struct
from pathlib import Path

import pytest

from companion.locale.translator import languages, preferred_language, translator_for


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


def test_english_needs_no_catalogue(locale: Path) -> None:
    assert (
        translator_for("en", locale)("claim stone {stone} on {field}", stone=4, field="5/1") == "claim stone 4 on 5/1"
    )


def test_a_catalogue_is_found_by_its_language(locale: Path) -> None:
    assert translator_for("de", locale)("{name}, roll!", name="Grün") == "Grün, würfle!"


def test_a_text_that_is_not_translated_is_said_in_english(locale: Path) -> None:
    assert translator_for("de", locale)("Last round!") == "Last round!"


def test_a_language_without_a_catalogue_speaks_english(locale: Path) -> None:
    _ = translator_for("nl", locale)
    assert (_.language, _("Last round!")) == ("nl", "Last round!")


def test_one_and_several_are_told_apart_as_the_language_counts(locale: Path) -> None:
    for n, said in [(1, "1 Feld"), (0, "0 Felder"), (2, "2 Felder")]:
        assert translator_for("de", locale).many("{n} field", "{n} fields", n) == said


def test_a_players_name_is_never_read_as_part_of_the_text(locale: Path) -> None:
    for name in ["{name}", "{", "{0.__class__}", "%s"]:
        assert translator_for("de", locale)("{name}, roll!", name=name) == f"{name}, würfle!"


def test_the_languages_are_english_and_those_with_a_catalogue(locale: Path) -> None:
    assert languages(locale) == ("en", "de")


def test_the_environment_names_the_preferred_language(locale: Path) -> None:
    for environ, language in [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT@euro", "LC_ALL": ""}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "deu_DE"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ]:
        assert preferred_language(environ, locale) == language
