"""How a screen is laid out on the OLED."""

import pytest

from companion.screen.canvas import Canvas
from companion.ui import oled
from companion.ui.screen import Big, Block, Choices, Option, Screen, Text
from hardware.device import HEIGHT, WIDTH

LONG = "The bank button does not answer. Its pin is taken."


def drawn(screen: Screen) -> Canvas:
    canvas = Canvas()
    oled.draw(screen, canvas)
    return canvas


def lit_rows(screen: Screen) -> list[int]:
    """The rows in which something is lit."""
    picture, bytes_a_row = drawn(screen).screen(), WIDTH // 8
    return [row for row in range(HEIGHT) if any(picture[bytes_a_row * row : bytes_a_row * (row + 1)])]


def options(*labels: str) -> tuple[Option, ...]:
    return tuple(map(Option, labels))


def test_blocks_are_read_in_their_order_below_the_title() -> None:
    screen = Screen("Title", "2/3", (Big("Anna"), Text("one"), Text("two", "bold")))
    assert drawn(screen).lines == ("Title", "2/3", "Anna", "one", "two")


def test_a_big_word_takes_the_room_that_the_texts_leave() -> None:
    alone, beside = lit_rows(Screen(body=(Big("GO"),))), lit_rows(Screen(body=(Big("GO"), Text("a"), Text("b"))))
    assert len(alone) > 20  # three times as large
    assert len([row for row in beside if row < 33]) > 14  # and here still twice


@pytest.mark.parametrize("body", [(), (Text("Sure?", "bold"),), (Text(LONG, "bold"), Text(LONG))])
def test_a_row_of_options_ends_above_the_softkeys(body: tuple[Block, ...]) -> None:
    canvas = drawn(screen := Screen(body=body, choices=Choices(options("yes", "no"), 1, "row")))
    assert canvas.reading.chosen == "no"
    assert 49 <= lit_rows(screen)[-1] <= 52


def test_a_long_list_shows_two_options_below_a_text_and_scrolls_to_the_cursor() -> None:
    labels = [f"option {number}" for number in range(6)]
    canvas = drawn(Screen("Fault", body=(Text(LONG),), choices=Choices(options(*labels), 3)))
    assert canvas.reading.items == tuple(labels)
    assert canvas.lines == ("Fault", LONG, "option 2", "option 3")


def test_a_list_writes_what_an_option_is_set_to() -> None:
    guide = Option("Guide", value="on")
    assert drawn(Screen("Menu", choices=Choices((guide,), 0))).reading.chosen == "Guide on"


def test_hidden_choices_are_not_drawn() -> None:
    assert drawn(Screen("Die", choices=Choices(options("1", "2"), 0, "hidden"))).lines == ("Die",)


@pytest.mark.parametrize("height", [1, 2, 3])
def test_nothing_that_fits_is_clipped(height: int) -> None:
    body = (Text(" ".join(["word"] * 4 * height)),)
    assert not drawn(Screen("Title", body=body, choices=Choices(options("one"), 0))).clipped
