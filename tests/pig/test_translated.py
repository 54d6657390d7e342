import shutil
from pathlib import Path

import pytest

from companion.core.table_registry import TABLES
from companion.locale.translator import add_catalogue, translator_for
from companion.web.texts import rules_texts
from tests.pictures.golden import is_as_kept, left_over
from tests.pictures.plug_in import pictures
from tests.pig.conftest import PIG

RULES = {
    "en": "Roll as often as you dare: a 1 loses it. Hold scores it. 100 points win.",
    "de": "Würfle, so oft du dich traust: Eine 1 kostet alles. Behalten zählt es. 100 Punkte gewinnen.",
    "nl": "Gooi zo vaak je durft: een 1 kost alles. Houden telt het. 100 punten winnen.",
}


@pytest.mark.usefixtures("pig")
def test_it_speaks_every_language_of_the_table() -> None:
    translators = {language: translator_for(language) for language in RULES}
    assert TABLES["pig"].rules[0].text == RULES["en"]
    for language, text in RULES.items():
        (section,) = rules_texts(translators[language])["Pig"]
        assert section["text"] == text, language
    assert translators["de"]("Roll") == "Würfeln"


def test_a_catalogue_that_is_not_compiled_or_damaged_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    shutil.copytree(
        PIG / "companion_pig" / "locale" / "de" / "LC_MESSAGES", folder, ignore=lambda *_: ["companion_pig.mo"]
    )
    with pytest.raises(FileNotFoundError, match=r"has no LANGUAGE/LC_MESSAGES/companion_pig.mo: compile its .po files"):
        add_catalogue("companion_pig", tmp_path)
    (folder / "companion_pig.mo").write_bytes(b"nonsense")
    with pytest.raises(OSError, match="Bad magic number"):
        add_catalogue("companion_pig", tmp_path)
    assert translator_for("de")("Roll") == "Würfeln"


@pytest.mark.usefixtures("pig")
def test_its_golden_pictures_are_what_the_tool_draws() -> None:
    drawn = pictures(PIG)
    assert [path for path, picture in drawn.items() if not is_as_kept(picture, path)] == []
    assert left_over(drawn) == set()
    assert len(drawn) == 4 * (len(RULES) + 1)
