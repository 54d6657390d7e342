"""The page's texts in each language."""

import pytest

from companion.frontends.web.texts import COMMAND, page_texts
from companion.locale.translator import translator_for


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "The largest mine, turn by turn"),
        ("de", "Die größte Goldmine, Zug um Zug"),
        ("nl", "Grootste goudmijn, beurt voor beurt"),
    ],
)
def test_the_chart_is_headed_in_the_game_s_own_words(language: str, heading: str) -> None:
    translated = page_texts(translator_for(language), COMMAND)
    assert translated["course claimit"] == heading
    assert "course klondike" not in translated
