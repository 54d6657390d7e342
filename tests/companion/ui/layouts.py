"""Screens for each case of the layout and each kind of picture, with their golden pictures."""

from pathlib import Path

from PIL import Image

from companion.pages.selftest import EdgePicture, MarkedBoard, PressCounts
from companion.tables.claimit.session import Stacks
from companion.tables.klondike.outcomes import ClaimPicture
from companion.tables.klondike.placing import TilePicture, Tiles
from companion.tables.piratenclaim.star_map import Cargo, LetteredDice
from companion.ui import oled
from companion.ui.art import Icon
from companion.ui.canvas import Canvas
from companion.ui.pictures import Code, Dice, qr_rows
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
from engine.claimit import ClaimStone, OwnershipStone, PlayerStone
from engine.game import Seat
from engine.klondike import TILES
from hardware.device import HEIGHT
from tests.pictures.golden import screen_picture

GOLDEN = Path(__file__).with_name("golden")
LONG = "The bank button does not answer. Its pin is in use."
NAMES = ("WWWWWWWWWWWW", "Übergrößeste", "Jörg-Änderle", "Gypsyqueengy", "Anna")
SURE = Text("Continue without discovering?", "bold")
DICE = Dice((1, 4, 6), solid=2)


def options(*labels: str) -> tuple[Option, ...]:
    return tuple(map(Option, labels))


def with_body(*blocks: Block, title: str = "Anna") -> Screen:
    return Screen(title, "gold 1/9", blocks)


def listed(cursor: int, *shown: Option, body: tuple[Block, ...] = ()) -> Screen:
    return Screen("Menu", body=body, choices=Choices(shown, cursor))


def row(*blocks: Block, cursor: int = 1, labels: tuple[str, ...] = ("yes", "no")) -> Screen:
    return Screen(body=blocks, choices=Choices(options(*labels), cursor, "row"))


GUIDE, SOUND, QUIT = Option("Guide", value="on"), Option("Sound", detail="There is no buzzer."), Option("Quit")
TRADE, REFUEL = Option("trade", detail="needs 5 yellow, has 1"), Option("refuel", value="+1")
SIX = options(*(f"option {number}" for number in range(6)))
RISK = Columns(Big("56%"), (Text("bust"), Text("120/216", "bold"), Text("black: 3")))
AT_RISK = Row("at risk", (Figure("2", Icon.FIELDS, "2 fields"), Figure("7%")))

BLOCKS = {
    "title": Screen("Anna", "gold 1/9"),
    "title_long": Screen("A title that is too long in bold letters", "12/24"),
    "title_of_a_long_name": Screen(NAMES[0], "gold 1/9"),
    "title_with_dice": Screen(NAMES[0], Dice((1, 6, 6), scale=0), (Big("Bust!"),)),
    "big_alone": Screen(body=(Big("GO"),)),
    "big_with_texts": Screen(body=(Big("GO"), Text("a text"), Text("another"))),
    "big_with_line_below": with_body(Big("Anna", "roll!"), Text("last round", "alert")),
    "big_two": with_body(Big("5/2"), Big("3/4")),
    "big_too_long": with_body(Big("Übergrößeste und Jörg-Änderle", "win!")),
    "big_shortened": with_body(Big(" und ".join(NAMES), shorten=True), Text("9 goldclaims")),
    "texts": with_body(Text("plain"), Text("bold", "bold"), Text("left", align="left"), Text("right", align="right")),
    "text_of_three_lines": with_body(Text(LONG), title=""),
    "text_too_long": with_body(Text(" ".join([LONG] * 3))),
    "text_shortened": with_body(Text(LONG, "bold", shorten=True), Text(LONG, shorten=True)),
    "text_digits": with_body(Text("1 2 3 4 5", "digits"), Text("6 7 8 9 0", "digits")),
    "alert": with_body(Big("8%"), Text("bank = last round!", "alert")),
    "row": with_body(Big("8%"), AT_RISK),
    "rows_two": with_body(AT_RISK, Row("saved", (Figure("12", Icon.MINE, "mine"),))),
    "row_long_label": with_body(Row("a label of many words for these figures", (Figure("3"), Figure("12%")))),
    "meter": with_body(Big("56%"), Meter(0.56)),
    "meter_empty_and_full": with_body(Meter(0), Meter(1)),
    "facts_one": with_body(TextTable((("4/2", "a goldclaim"),))),
    "facts_six": Screen(body=(TextTable(tuple((f"{number}/1", "goldclaim") for number in range(1, 7))),)),
    "table_two_rows": Screen(
        body=(TextTable((("Anna", "+6"), ("Ben", "-6")), ("Without luck", "points")), Text("Anna chose best."))
    ),
    "table_five_rows": Screen(
        body=(TextTable(tuple((name, "3", "12") for name in NAMES), ("Scores", Icon.FIELDS, Icon.MINE)),)
    ),
    "columns_big": with_body(RISK, Meter(0.56), AT_RISK),
    "columns_picture": with_body(Columns(DICE, (Text("place"), Text("a stone", "bold")))),
    "columns_picture_right": with_body(Columns(DICE, (Big("5/2"), Text("claim stone 3")), on_right=True)),
    "columns_of_six_lines": Screen(body=(Columns(Dice((1,)), tuple(Text(f"line {number}") for number in range(6))),)),
    "columns_with_table": with_body(Columns(Dice((1,)), (TextTable((("red", "5"), ("green", "3"))),))),
    "box_only": with_body(BoxOnly((Text("on the lights"), WebOnly((Text("not here"),)))), WebOnly((Text("nor here"),))),
}
CHOICES = {
    "list_short": listed(0, GUIDE, QUIT),
    "list_with_value": listed(1, QUIT, GUIDE, QUIT),
    "list_scrolled": listed(3, *SIX),
    "list_at_its_end": listed(5, *SIX),
    "list_below_text": listed(3, *SIX, body=(Text(LONG),)),
    "list_with_detail": listed(1, REFUEL, TRADE, REFUEL),
    "list_of_long_labels": listed(0, Option(LONG, value="off"), Option(LONG)),
    "row_of_two": row(),
    "row_of_four": row(cursor=0, labels=("1", "2", "3", "4")),
    "row_below_question": row(Text("Sure?", "bold")),
    "row_below_four_lines": row(SURE, Text("still to discover: 3/2, 3/5, 5/3")),
    "row_below_long_texts": row(Text(LONG, "bold"), Text(LONG)),
    "one_at_a_time": Screen("Players", "2/5", choices=Choices(options("2", "3", "4"), 1, "one")),
    "one_with_detail": Screen(
        "Dice", "4/5", choices=Choices((Option("own dice", detail="you enter rolls"),), 0, "one")
    ),
    "hidden": Screen("Die 2", body=(Dice((3,), scale=2),), choices=Choices(options("1", "2"), 0, "hidden")),
}
STACKS = Stacks(
    ((PlayerStone(Seat(1)), ClaimStone(3), OwnershipStone()), (PlayerStone(Seat(0)),)),
    ("A", "B"),
    ("Ben", "3", "black"),
)
PICTURES = {
    "dice": DICE,
    "dice_large": Dice((1, 2, 3), scale=2),
    "stacks": STACKS,
    "tile": TilePicture((5, 0), "S"),
    "tile_large": TilePicture((3, 6), is_large=True),
    "tiles": Tiles(TILES, 9),
    "claim": ClaimPicture("3", ("3·0", "3·1", "·", "·")),
    "cargo": Cargo(((1, 3, "orange"), (2, 12, "yellow"), (6, 2, "black")), 2),
    "lettered_dice": LetteredDice((5, 3, 1, 6), "RGWB", ("red", "green", "white", "black"), (0, 3)),
    "marked_board": MarkedBoard(frozenset({0, 7, 35})),
    "frame": EdgePicture("Screen"),
    "counts": PressCounts((0, 1, 2, 13, 4)),
}
SCREENS = {**BLOCKS, **CHOICES, **{f"picture_{name}": Screen(body=(drawn,)) for name, drawn in PICTURES.items()}}
SCREENS["picture_code"] = Screen(
    "Page", body=(Columns(Code(tuple(qr_rows("http://box.local:8765"))), (Text("box."), Text("local"))),)
)
SMALL = {
    "big_and_most_important": Screen("Anna", body=(Big("8%"), Text("bust"), Text("last round!", "alert"))),
    "big_with_line_below": Screen("Turn 3", "gold 1/9", (Big("Anna", "roll!"),)),
    "big_long": Screen("", "1/9", (Big("Annabella-Jo", "travel, then roll"),)),
    "text_alone": Screen("Fault", body=(Text(LONG),)),
    "list": listed(0, GUIDE, SOUND, QUIT),
    "list_with_detail": listed(1, GUIDE, SOUND, QUIT),
    "row": row(Text("Sure?")),
    "row_below_long_text": row(Text(LONG)),
    "dice": Screen("Anna", body=(Dice((1, 2, 3), scale=2),)),
    "code": SCREENS["picture_code"],
}


def drawn(screen: Screen, height: int = HEIGHT) -> Canvas:
    canvas = Canvas(height=height)
    oled.draw(screen, canvas)
    return canvas


def pictures() -> dict[Path, Image.Image]:
    large = {GOLDEN / f"{name}.png": drawn(screen) for name, screen in SCREENS.items()}
    small = {GOLDEN / "small" / f"{name}.png": drawn(screen, 32) for name, screen in SMALL.items()}
    return {path: screen_picture(canvas.screen()) for path, canvas in (large | small).items()}
