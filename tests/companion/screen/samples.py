"""Pages as the kit could draw them: they prove the kit, the table's own pages are drawn by the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, THIN, TRIPLE
from companion.screen.icons import Icon
from companion.screen.layout import ABOVE_KEYS, BODY, Item, big, header, menu, paragraph, question, softkeys, table
from companion.screen.pieces import claim_stone, die, dots, own_stone, player_stone, small_die
from tests.pictures.golden import of_screen

if TYPE_CHECKING:
    from PIL import Image

Page = Callable[[Canvas], None]


def roll(canvas: Canvas) -> None:
    """A roll lies there: which field, which stone."""
    header(canvas, "Green", "2 of 5")
    die(canvas, 1, 15, 1)
    die(canvas, 22, 15, 5)
    die(canvas, 43, 15, 4, inverse=True)
    canvas.text(127, 14, "5/1", TRIPLE, "right")
    canvas.text(1, 41, "claim stone 4 on Blue")
    softkeys(canvas, (Icon.LEFT, Icon.RIGHT, Icon.PLACE, None, Icon.MENU))


def choose(canvas: Canvas) -> None:
    """Roll again or bank: the risk, and what is at risk."""
    header(canvas, "Green", "gold 5/13")
    canvas.text(1, 12, "8%", TRIPLE)
    canvas.text(127, 14, "bust", align="right")
    canvas.text(127, 25, "17/216", BOLD, align="right")
    canvas.meter(Rect(1, 36, 127, 42), 17 / 216)
    canvas.text(64, 44, "3 fields, 1 gold at risk", align="centre")
    softkeys(canvas, ("odds", Icon.SCORES, "roll", "bank", "undo"))


def scores(canvas: Canvas) -> None:
    """Five players."""
    rows = (("Green", "7", "5", "11"), ("Blue", "4", "2", "9"), ("Orange !", "6", "4", "8"), ("Jörg", "10", "0", "13"))
    table(canvas, ("Scores", Icon.MINE, Icon.GOLD, Icon.FIELDS), (*rows, ("Yellow", "1", "1", "1")))
    softkeys(canvas, (None, None, Icon.CHECK, None, "back"))


def last_round(canvas: Canvas) -> None:
    """The last round is called."""
    big(canvas, "Last round!", Rect(1, 0, 127, 35))
    paragraph(canvas, "Orange plays last", Rect(1, 37, 127, 51))
    softkeys(canvas, (None, None, Icon.CHECK, None, None))


def bust(canvas: Canvas) -> None:
    """A bust."""
    big(canvas, "BUST", Rect(1, 2, 127, 34))
    paragraph(canvas, "2 fields, 1 gold lost", Rect(1, 34, 127, 52))
    softkeys(canvas, (None, None, Icon.RIGHT, None, None))


def winner(canvas: Canvas) -> None:
    """The winner, and why."""
    header(canvas, "Winner", "33 turns")
    big(canvas, "Orange", Rect(1, 11, 127, 34))
    paragraph(canvas, "7 fields in one mine", Rect(1, 36, 127, 50))
    softkeys(canvas, (None, Icon.SCORES, "new", None, Icon.MENU))


def menus(canvas: Canvas) -> None:
    """A menu that scrolls."""
    header(canvas, "Menu")
    items = ("Scores", "Check the board", "History", "Language", "Sound", "Brightness", "Restart", "Shut down")
    menu(canvas, [Item(label, "on" if label == "Sound" else "") for label in items], 4)
    softkeys(canvas, (Icon.UP, Icon.DOWN, Icon.CHECK, None, "back"))


def attract(canvas: Canvas) -> None:
    """The title."""
    big(canvas, "Claim It!", Rect(1, 2, 127, 34))
    paragraph(canvas, "press ok to begin", Rect(1, 34, 127, 52))
    softkeys(canvas, (None, None, Icon.CHECK, None, Icon.MENU))


def turn(canvas: Canvas) -> None:
    """A turn begins."""
    big(canvas, "Green, roll!", ABOVE_KEYS)
    softkeys(canvas, (None, None, Icon.ROLL, None, Icon.MENU))


def guide(canvas: Canvas) -> None:
    """What the hands must do."""
    header(canvas, "5/6", "3 of 5")
    paragraph(canvas, "take off white 6 and Blue's stone", Rect(1, 11, 94, 33), align="left")
    paragraph(canvas, "put Green", Rect(1, 35, 94, 47), BOLD, "left")
    own_stone(canvas, 97, 13)
    claim_stone(canvas, 97, 25, 6)
    player_stone(canvas, 97, 37, "B")
    softkeys(canvas, (Icon.LEFT, Icon.RIGHT, Icon.CHECK, "skip", Icon.UNDO))


def sure(canvas: Canvas) -> None:
    """A question."""
    question(canvas, "Go back into Blue's turn?", ("Yes", "No"), 1)
    softkeys(canvas, (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS))


def begins(canvas: Canvas) -> None:
    """Who begins."""
    header(canvas, "Who begins?", "1 of 3")
    for seat, (name, dice) in enumerate((("Green", (6, 4, 1)), ("Blue", (2, 3, 5)), ("Orange", (6, 6, 6)))):
        y = 15 + 13 * seat
        canvas.text(1, y, name, BOLD)
        for place, value in enumerate(dice):
            small_die(canvas, 70 + 12 * place, y, value)
        canvas.text(127, y, str(sum(dice)), BOLD, "right")
    softkeys(canvas, (None, None, Icon.ROLL, None, Icon.MENU))


def all_keys(canvas: Canvas) -> None:
    """A press that means nothing: the softkeys answer."""
    header(canvas, "Grün, Jörg")
    paragraph(canvas, "äöü ÄÖÜ ß é ë ï · Grün würfelt! 100% - it's Jörg", BODY)
    softkeys(canvas, (Icon.LEFT, Icon.RIGHT, Icon.PLACE, Icon.BANK, Icon.UNDO), blink=True)


def big_only(canvas: Canvas) -> None:
    """One big thing, nothing else."""
    big(canvas, "84%", ABOVE_KEYS)
    softkeys(canvas, (Icon.ODDS, Icon.SCORES, Icon.ROLL, Icon.BANK, Icon.UNDO))


def pieces(canvas: Canvas) -> None:
    """All dice, stones, icons and marks."""
    for value in range(1, 7):
        die(canvas, 20 * value - 19, 1, value, inverse=value % 2 == 0)
        small_die(canvas, 11 * value - 10, 23, value, inverse=value % 2 == 1)
    dots(canvas, 70, 25, 5, 2)
    canvas.meter(Rect(98, 22, 127, 31), 0.5)
    own_stone(canvas, 1, 33)
    claim_stone(canvas, 33, 33, 3)
    player_stone(canvas, 65, 33, "Ö")
    player_stone(canvas, 97, 33, "G")
    for place, icon in enumerate(Icon):
        row, column = divmod(place, 10)
        canvas.icon(1 + 13 * column, 46 + 9 * row, icon)


def glyphs(canvas: Canvas) -> None:
    """Letters that the stored fonts lack or spell badly."""
    for row, text in enumerate(
        ("ÄÖÜäöüß ËÉÏëéï Öl", "gjpqy,;.: 012 5/6 17%", "\N{EN DASH} - \N{RIGHT SINGLE QUOTATION MARK} · …")
    ):
        canvas.text(1, 1 + 10 * row, text, THIN)
        canvas.text(1, 33 + 10 * row, text, BOLD, limit=126)


GAME = (roll, choose, scores, last_round, bust, winner, attract, turn, guide, begins)
KIT = (menus, sure, all_keys, big_only, pieces, glyphs)
PAGES: dict[str, Page] = {page.__name__: page for page in (*GAME, *KIT)}
"""The pages by name."""


GOLDEN = Path(__file__).with_name("golden")


def drawn(page: Page) -> Canvas:
    """The page on a canvas of its own."""
    canvas = Canvas()
    page(canvas)
    return canvas


def pictures() -> dict[Path, Image.Image]:
    """The golden pictures of the kit, as they are drawn now."""
    return {GOLDEN / f"{name}.png": of_screen(drawn(page).screen()) for name, page in PAGES.items()}
