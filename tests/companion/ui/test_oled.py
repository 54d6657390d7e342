"""How a screen is laid out on the OLED."""

import pytest

from companion.program.view import view
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.screen.art import Icon
from companion.screen.canvas import Canvas
from companion.settings.schema import Settings
from companion.ui import oled
from companion.ui.pictures import Code, Dice
from companion.ui.screen import (
    Big,
    Block,
    BoxOnly,
    Choices,
    Columns,
    Figure,
    Meter,
    Option,
    Row,
    Screen,
    Text,
    TextTable,
    WebOnly,
)
from hardware.device import HEIGHT, WIDTH

LONG = "The bank button does not answer. Its pin is taken."


def drawn(screen: Screen, height: int = HEIGHT) -> Canvas:
    canvas = Canvas(height=height)
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
    assert canvas.lines[-2:] == ("yes", "no")
    assert 49 <= lit_rows(screen)[-1] <= 52


def test_two_lines_above_and_two_below_fit_over_a_row_of_options() -> None:
    body = (Text("Go on without discovering?", "bold"), Text("still to discover: 3/2, 3/5, 5/3"))
    assert not drawn(Screen(body=body, choices=Choices(options("yes", "no"), 1, "row"))).clipped


def test_a_long_list_shows_two_options_below_a_text_and_scrolls_to_the_cursor() -> None:
    labels = [f"option {number}" for number in range(6)]
    canvas = drawn(Screen("Fault", body=(Text(LONG),), choices=Choices(options(*labels), 3)))
    assert canvas.lines == ("Fault", LONG, "option 2", "option 3")


def test_a_list_writes_what_an_option_is_set_to() -> None:
    guide = Option("Guide", value="on")
    assert drawn(Screen("Menu", choices=Choices((guide,), 0))).lines == ("Menu", "Guide", "on")


def test_the_detail_of_the_chosen_option_is_below_the_list() -> None:
    trade, refuel = Option("trade", detail="needs 5 yellow, has 1"), Option("refuel", value="+1")
    canvas = drawn(Screen("0/0", choices=Choices((refuel, trade, refuel), 1)))
    assert canvas.lines == ("0/0", "refuel", "+1", "trade", "-", "needs 5 yellow, has 1")


def test_a_line_that_is_shortened_is_read_in_full() -> None:
    screen = Screen(body=(Text(LONG, "bold", shorten=True),))
    assert drawn(screen).lines == (LONG,)
    assert len(lit_rows(screen)) <= 8


def test_hidden_choices_are_not_drawn() -> None:
    assert drawn(Screen("Die", choices=Choices(options("1", "2"), 0, "hidden"))).lines == ("Die",)


@pytest.mark.parametrize("height", [1, 2, 3])
def test_nothing_that_fits_is_clipped(height: int) -> None:
    body = (Text(" ".join(["word"] * 4 * height)),)
    assert not drawn(Screen("Title", body=body, choices=Choices(options("one"), 0))).clipped


def test_a_row_names_its_figures_for_speech() -> None:
    row = Row("at risk", (Figure("2", Icon.FIELDS, "2 fields"), Figure("7%")))
    assert drawn(Screen(body=(row,))).lines == ("at risk", "2 fields", "7%")


def test_a_table_with_heads_is_read_as_one() -> None:
    rows = (("Anna", "3", "1"), ("Ben", "2", "0"))
    words = drawn(Screen(body=(TextTable(rows, ("Scores", "a", "b")),))).lines
    assert words == ("Scores", "a", "b", *rows[0], *rows[1])


def test_a_sentence_has_two_lines_below_a_table_of_two() -> None:
    figures = TextTable((("Anna", "+6"), ("Ben", "-6")), ("Without luck", "points"))
    canvas = drawn(Screen(body=(figures, Text("Anna chose best, the dice decided otherwise."))))
    assert canvas.lines[-1] == "Anna chose best, the dice decided otherwise."
    assert not canvas.clipped


def test_six_rows_of_words_end_above_the_softkeys() -> None:
    rows = tuple((f"{number}/1", "goldclaim") for number in range(1, 7))
    canvas = drawn(screen := Screen(body=(TextTable(rows),)))
    assert canvas.lines == tuple(f"{number}/1: goldclaim" for number in range(1, 7))
    assert not canvas.clipped
    assert lit_rows(screen)[-1] <= 52


def test_a_big_number_makes_room_for_the_lines_beside_it() -> None:
    odds = Columns(Big("56%"), (Text("bust"), Text("120/216", "bold"), Text("black: 3")))
    canvas = drawn(Screen("Anna", "gold 1/9", (odds, Meter(0.56), Row("at risk", (Figure("3"),)))))
    assert canvas.lines == ("Anna", "gold 1/9", "56%", "bust", "120/216", "black: 3", "at risk", "3")
    assert not canvas.clipped


def test_an_alert_is_inverse_over_the_whole_width() -> None:
    picture, bytes_a_row = drawn(Screen(body=(Text("bank = last round!", "alert"),))).screen(), WIDTH // 8
    assert (
        max(sum(map(int.bit_count, picture[bytes_a_row * row : bytes_a_row * (row + 1)])) for row in range(53)) == WIDTH
    )


def test_small_dice_stand_beside_the_title() -> None:
    assert drawn(Screen("Anna", Dice((1, 6, 6), scale=0), (Big("Bust!"),))).lines[:4] == ("Anna", "1", "6", "6")


@pytest.mark.parametrize("on_right", [False, True])
def test_a_picture_is_at_its_side_and_the_blocks_beside_it(on_right: bool) -> None:
    dice, columns = Dice((1, 2, 3)), WIDTH // 8
    picture = drawn(Screen(body=(Columns(dice, (Text(""),), on_right),))).screen()
    lit = [column for column in range(columns) if any(picture[column::columns])]
    assert (lit[0] >= columns // 2) == on_right
    assert (lit[-1] < columns // 2) != on_right


def test_six_lines_move_closer_together_where_they_have_too_little_room() -> None:
    words = tuple(Text(f"line {number}") for number in range(6))
    assert not drawn(screen := Screen(body=(Columns(Dice((1,)), words),))).clipped
    assert lit_rows(screen)[-1] <= 52


def test_blocks_for_the_web_page_are_left_out_and_those_for_the_box_are_drawn() -> None:
    body = (WebOnly((Text("a board"),)), BoxOnly((Text("on the lights"), WebOnly((Text("more"),)))))
    assert drawn(Screen(body=body)).lines == ("on the lights",)


def test_two_lines_say_the_most_important() -> None:
    three = (Option("Guide", value="on"), Option("Sound", detail="no buzzer"), Option("Quit"))
    sure, url = Choices(options("yes", "no"), 1, "row"), (Text("box."), Text("local"))
    for screen, said in (
        (Screen("Anna", body=(Big("8%"), Text("bust"), Text("last round!", "alert"))), ("8%", "last round!", "bust")),
        (Screen("Turn 3", "gold 1/9", (Big("Anna", "roll!"),)), ("Anna", "roll!", "gold 1/9")),
        (Screen("", "1/9", (Big("Annabella-Jo", "travel, then roll"),)), ("Annabella-Jo", "1/9", "travel, then roll")),
        (Screen("Menu", choices=Choices(three, 0)), ("Menu", "1/3", "Guide", "on")),
        (Screen("Menu", choices=Choices(three, 1)), ("no buzzer", "Sound", "-")),
        (Screen(body=(Text("Sure?"),), choices=sure), ("Sure?", "yes", "no")),
        (Screen(body=(Text(LONG),), choices=sure), (LONG, "no")),
        (Screen("Anna", body=(Dice((1, 2, 3), scale=2),)), ("1", "2", "3", "Anna")),
        (Screen("Page", body=(Columns(Code(("1" * 25,) * 25), url),)), ("Page", "box.local")),
    ):
        assert drawn(screen, 32).lines == said


def test_a_screen_of_32_rows_is_a_setting_and_moves_against_burn_in() -> None:
    model = initial_model(LaunchConfig(Settings(screen=type(Settings().screen)(height=32)), None))
    shown, later = (view(model, model.last_press_at + s).frame.screen for s in (0, 300))
    assert len(shown) == len(later) == 512
    assert shown != later
