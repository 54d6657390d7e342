from itertools import product

from companion.core.observers import screen_of
from companion.locale.translator import languages, translator_for
from companion.ui.art import Icon
from companion.ui.pictures import Code, Dice
from companion.ui.screen import Big, Choices, Columns, Figure, Meter, Option, Row, Screen, Text, TextTable, WebOnly
from companion.ui.text import Line, lines, table
from tests.companion.pages.scenes import SCENES, spoken

ENGLISH = translator_for("en")
SMALLEST = (51, 9)
"""Columns and lines for a page next to the board, with the figures of five players below it."""


def texts(screen: Screen, width: int = 20, height: int = 12) -> list[str]:
    return [line.text for line in lines(ENGLISH, screen, width, height)]


def test_each_block_is_said_in_words() -> None:
    figures = (Figure("3", Icon.FIELDS, "3 fields"), Figure("2"))
    body = (
        Columns(Dice((3, 6, 6)), (Big("5/2"),)),
        Big("Green", "roll!"),
        Text("A sentence of more words than fit."),
        Text("last round!", "alert"),
        Row("at risk", figures),
        Meter(0.3),
        TextTable((("Green", "5"), ("Blue", "12")), ("Scores", Icon.MINE)),
        Code(("10", "01")),
    )
    assert lines(ENGLISH, Screen("Turn 2", "gold 1/9", body), 20, 20) == [
        Line("Turn 2      gold 1/9", "title"),
        Line(""),
        Line("3 6 6"),
        Line("5/2", "strong"),
        Line("Green", "strong"),
        Line("roll!", "strong"),
        Line("A sentence of more"),
        Line("words than fit."),
        Line("last round!", "alert"),
        Line("at risk  3 fields, 2"),
        Line("██████░░░░░░░░░░░░░░"),
        Line("Scores  mine"),
        Line("Green      5"),
        Line("Blue      12"),
    ]


def test_options_are_listed_with_the_cursor() -> None:
    options = (Option("Sound", value="on"), Option("Discard", detail="This game is given up."))
    listed = Screen("Menu", choices=Choices(options, 1))
    assert texts(listed) == ["Menu", "", "  Sound           on", "▶ Discard: This game", "  is given up."]
    assert texts(listed._replace(choices=Choices(options, 1, "hidden"))) == ["Menu"]


def test_of_many_options_those_near_the_cursor_are_shown() -> None:
    options = [Option(str(number)) for number in range(20)]
    for cursor, shown in ((0, range(6)), (10, range(7, 13)), (19, range(14, 20))):
        found = texts(Screen("Menu", choices=Choices(options, cursor)), height=8)
        assert [line.strip("▶ ") for line in found[2:]] == [str(number) for number in shown]


def test_the_full_text_makes_way_for_the_one_of_the_box() -> None:
    screen = Screen("Rules", body=(Text("brief"), WebOnly((Text("word " * 40),))))
    assert len(texts(screen, height=20)) > len(texts(screen, height=8)) == 3


def test_a_table_becomes_narrower_where_it_has_to() -> None:
    for width, shown in (
        (20, ["         stones left", "Kim WWW           24"]),
        (19, ["        stones left", "Kim WWW          24"]),
        (18, ["        stones", "          left", "Kim WWW     24"]),
        (12, ["      stones", "        left", "Kim …     24"]),
    ):
        assert table([("Kim WWW", "24")], ("", "stones left"), width) == shown


def test_each_page_fits_into_the_smallest_terminal() -> None:
    cut = list[tuple[str, str, str]]()
    for name, language in product(SCENES, languages()):
        model = spoken(name, language)
        found = lines(model.translate, screen_of(model), *SMALLEST)
        cut += ((name, language, line.text) for line in found if len(line.text) > SMALLEST[0])
        cut += ((name, language, line.text) for line in found[SMALLEST[1] :])
    assert cut == []
