from functools import cache
from io import BytesIO
from typing import get_args, get_type_hints

import pytest
from babel.messages.mofile import write_mo
from msgspec.structs import replace

from companion.core.player_names import join_names
from companion.core.players import SEAT_COLOUR_NAMES
from companion.core.table_registry import TABLES
from companion.locale.translator import SOURCE, languages, translator_for
from companion.settings.schema import Table
from tests.companion.locale.catalogues import (
    PROGRAM,
    catalogue,
    extracted,
    faults,
    literal,
    put_together,
    source,
    translated,
)
from tests.companion.pages.scenes import SCENES, canvas, spoken
from tests.companion.pages.sitting import BOX, pick


@cache
def codes() -> list[str]:
    return [code.read_text(encoding="utf-8") for folder in PROGRAM for code in folder.rglob("*.py")]


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
    monkeypatch.setattr(translator_for("de").catalogue, "_fallback", unknown)
    return unknown


def test_each_catalogue_is_complete_and_up_to_date() -> None:
    texts = extracted()
    assert [fault for language in translated() for fault in faults(catalogue(language), texts)] == []
    # Babel finds every text that is written out in the code.
    assert literal(codes()) - {""} == {part for text in texts for part in ([text] if isinstance(text, str) else text)}


def test_what_is_spoken_is_what_the_translators_wrote() -> None:
    for language in translated():
        write_mo(compiled := BytesIO(), catalogue(language))
        assert source(language).with_suffix(".mo").read_bytes() == compiled.getvalue()


def test_no_text_is_put_together() -> None:
    assert [text for code in codes() for text in put_together(code)] == []


@pytest.mark.slow
def test_no_page_says_what_is_not_in_the_catalogues(unknown: Unknown) -> None:
    for name in SCENES:
        canvas(spoken(name, "de"))
    titles = {table.game.title for table in TABLES.values()}
    assert {text for text in unknown.texts if any(map(str.isalpha, text))} - titles == set()


def test_every_catalogue_can_be_set_and_chosen() -> None:
    named = get_args(get_args(get_type_hints(Table, include_extras=True)["language"])[0])
    assert set(named) == {"", SOURCE, *translated()} == {"", *languages()}


def test_each_language_calls_itself_by_its_own_name() -> None:
    assert [translator_for(language)("English") for language in languages()] == ["English", "Deutsch", "Nederlands"]


def test_the_menu_goes_through_the_languages() -> None:
    model, seen = BOX, []
    for _ in languages():
        model = pick(model.with_only_page(BOX.page), "Language")
        seen.append(model.language)
    assert seen == [*languages()[1:], SOURCE]


def test_after_a_language_that_is_not_there_comes_english() -> None:
    assert pick(replace(BOX, language="tlh"), "Language").language == SOURCE


def test_the_seat_colours_together_are_not_cut_in_any_language() -> None:
    for language in languages():
        _ = translator_for(language)
        assert join_names(_, SEAT_COLOUR_NAMES) == ", ".join(map(_, SEAT_COLOUR_NAMES)), language


def test_icons_are_told_in_the_language_of_the_table() -> None:
    assert "würfeln" in canvas(spoken("turn_middle", "de")).lines
