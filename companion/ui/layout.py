"""The elements of pages: header, big text, paragraph, table, menu, choices, softkeys."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from companion.ui import font as letters
from companion.ui.art import Icon, drawing
from companion.ui.canvas import BLACK, WHITE, Align, Canvas, Rect
from companion.ui.font import BOLD, DOUBLE, THIN, TRIPLE, Font
from hardware.device import HEIGHT, WIDTH

Softkey: TypeAlias = str | None
"""The label of a softkey: an `Icon` or a short word; None if the button has no action now."""
COVERED = ""
"""A softkey that is hidden by the content of the page."""

KEYS = (Rect(0, 54, 25, 64), Rect(26, 54, 51, 64), Rect(52, 54, 76, 64), Rect(77, 54, 102, 64), Rect(103, 54, 128, 64))
"""The positions of the five softkeys above their buttons, here and below for a screen of 64 rows."""
BAR = Rect(0, 53, WIDTH, HEIGHT)
"""The area of the softkeys, with a dark row above them."""
BODY = Rect(1, 11, WIDTH - 1, 53)
"""The area between header and softkeys."""
ABOVE_KEYS = Rect(1, 0, WIDTH - 1, 53)
"""The area above the softkeys of a page without a header."""
PITCH = 10
"""Rows from one line of text to the next."""
FIRST_ROW, MAX_ROW_PITCH = 10, 13
"""The top of a table's first row, and the largest distance between two rows, in pixels."""
GAP = 10
"""Pixels between two columns of a table."""


def header(canvas: Canvas, title: str, note: str = "") -> None:
    """Writes the title at the left, the note and the canvas's badges at the right, and a line below.

    The title is bold, or thin if a bold one does not fit.
    """
    right = WIDTH - 1
    for badge in canvas.badges:
        _draw_head(canvas, right, badge)
        right -= drawing(badge).width + 4
    # The note is a figure or a word that must not be shortened, so the title gets the rest.
    limit = right - (letters.text_width(THIN, note) + 7 if note else 0)
    is_thin = limit < letters.text_width(BOLD, title)
    canvas.text(1, 0, title, THIN if is_thin else BOLD, limit=limit)
    canvas.text(right, 0, note, THIN, "right")
    canvas.rule(9)


def list_few(names: Sequence[str], most: int) -> str:
    """Returns the first `most` names as a list; an ellipsis replaces the others."""
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def key_width(key: str) -> int:
    return drawing(key).width if isinstance(key, Icon) else letters.text_width(THIN, key)


def softkeys(canvas: Canvas, keys: Sequence[Softkey], *, blink: bool = False) -> None:
    """Draws the labels of the five buttons, after everything else, because it clears their area.

    Only the first ones can be COVERED.
    """
    # Anything that the page has drawn in this area is recorded as clipped, and tests fail.
    covered, offset = sum(key == COVERED for key in keys), canvas.height - HEIGHT
    canvas.clear(BAR._replace(left=KEYS[covered].left if covered else BAR.left).moved(offset))
    for position, key in zip(KEYS, keys, strict=True):
        if key:
            box = position.moved(offset)
            (canvas.outline if blink else canvas.fill)(box, WHITE, 1)
            middle, ink = (box.left + box.right) // 2, WHITE if blink else BLACK
            if isinstance(key, Icon):
                image = drawing(key)
                left = middle - image.width // 2
                canvas.icon(left, box.top + (box.height - image.height) // 2, key, ink=ink)
                canvas.record(key, Rect(left, box.top + 1, left + image.width, box.bottom - 1))
            else:
                canvas.text(middle, box.top + 1, key, THIN, "centre", limit=box.width - 2, ink=ink)


def big(canvas: Canvas, text: str, box: Rect = BODY, fonts: Sequence[Font] = (TRIPLE, DOUBLE, BOLD, THIN)) -> None:
    """Writes the text in the middle of the box, in the first font in which it fits, on as many lines as needed."""
    for font in fonts:
        lines = wrapped(font, text, box.width)
        # A word that is longer than a line would be shortened, so the next font is tried.
        widest = max((letters.text_width(font, line) for line in lines), default=0)
        if widest <= box.width and len(lines) <= _line_count(box, font):
            break
    else:
        font = fonts[-1]
    paragraph(canvas, text, box, font)


def _line_count(box: Rect, font: Font) -> int:
    return (box.height - font.height) // font.pitch + 1


def wrapped(font: Font, text: str, limit: int) -> tuple[str, ...]:
    """Breaks the text between words into lines of at most `limit` pixels; a longer word gets a separate line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.text_width(font, longer) <= limit:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def paragraph(
    canvas: Canvas, text: str, box: Rect = BODY, font: Font = THIN, align: Align = "centre", *, full: str = ""
) -> None:
    """Writes the text on several lines, vertically centred in the box; lines that do not fit are left out.

    `full` is the whole text if `text` is shortened: the canvas records it.
    """
    lines = wrapped(font, text, box.width)
    shown = lines[: _line_count(box, font)]
    for line in lines[len(shown) :]:
        canvas.clip(line)
    above = font.pitch * (len(shown) - 1)
    top = box.top + min((box.height - above - font.capital) // 2, box.height - above - font.height)
    x = {"left": box.left, "centre": (box.left + box.right) // 2, "right": box.right}[align]
    for number, line in enumerate(shown):
        # Recorded as one text with its first line, so that a screen reader reads a sentence and not single lines.
        recorded = "" if number else full or " ".join(lines)
        canvas.text(x, top + font.pitch * number, line, font, align, limit=box.width, recorded=recorded)


def fitting(text: str, box: Rect = BODY, font: Font = THIN) -> str:
    """Returns the words that fit into the box as a paragraph; "…" replaces the others."""
    shown = text
    while len(wrapped(font, shown, box.width)) > _line_count(box, font):
        shown = f"{shown.removesuffix(' …').rpartition(' ')[0]} …"
    return shown


class Item(NamedTuple):
    label: str
    value: str = ""
    """The current value, shown at the right."""


def menu(canvas: Canvas, items: Sequence[Item], cursor: int, box: Rect = BODY) -> None:
    """Lists the items, the one under the cursor inverse; a long list scrolls, with arrows if there is more."""
    row_count = box.height // PITCH
    # The cursor stays in the middle while the list scrolls, so that the options before and after it are visible.
    first = max(0, min(cursor - row_count // 2, len(items) - row_count))
    right = box.right - 8 if len(items) > row_count else box.right
    for number, item in enumerate(items[first : first + row_count], start=first):
        line = Rect(box.left, box.top + PITCH * (number - first), right, box.top + PITCH * (number - first + 1))
        ink = BLACK if number == cursor else WHITE
        if number == cursor:
            canvas.fill(line, radius=2)
        value_width = letters.text_width(THIN, item.value)
        limit = line.width - 6 - (value_width + 6 if value_width else 0)
        canvas.text(line.left + 3, line.top + 1, item.label, THIN, limit=limit, ink=ink)
        canvas.text(line.right - 3, line.top + 1, item.value, THIN, "right", ink=ink)
    if first > 0:
        canvas.icon(box.right - 7, box.top + 2, Icon.UP)
    if first + row_count < len(items):
        canvas.icon(box.right - 7, box.top + PITCH * row_count - 6, Icon.DOWN)


def choices(canvas: Canvas, labels: Sequence[str], cursor: int, box: Rect) -> None:
    """Draws answers as buttons side by side, as wide as their texts need; the one under the cursor is solid."""
    gap = 3
    text_widths = [letters.text_width(THIN, label) for label in labels]
    spare = (box.width - gap * (len(labels) - 1) - sum(text_widths)) // len(labels)
    left = box.left
    for number, (label, text_width) in enumerate(zip(labels, text_widths, strict=True)):
        width = text_width + spare
        button = Rect(left, box.top, left + width, box.bottom)
        (canvas.fill if number == cursor else canvas.outline)(button, radius=3)
        top = box.top + (box.height - THIN.capital) // 2
        ink = BLACK if number == cursor else WHITE
        canvas.text(left + width // 2, top, label, THIN, "centre", limit=width - 4, ink=ink)
        left += width + gap


def table(canvas: Canvas, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Writes a table: the first column in bold, right-aligned figures in the others. Returns its lower edge.

    A head is a word or an `Icon`. Many rows move closer together, so that they end above the softkeys.
    """
    widths = [max(key_width(cell) for cell in column) + GAP for column in zip(*(heads, *rows), strict=True)]
    rights = [WIDTH - 1 - sum(widths[index:]) for index in range(2, len(heads) + 1)]
    limit = WIDTH - 2 - sum(widths[1:]) + GAP // 2
    canvas.text(1, 0, heads[0], BOLD, limit=limit)
    for right, head in zip(rights, heads[1:], strict=True):
        _draw_head(canvas, right, head)
    canvas.rule(8)
    # A few rows have a large distance; with five players it is reduced until the last row ends above the softkeys.
    pitch = min(MAX_ROW_PITCH, (BAR.top - BOLD.height - FIRST_ROW) / max(1, len(rows) - 1))
    for number, (name, *cells) in enumerate(rows):
        y = FIRST_ROW + int(pitch * number)
        canvas.text(1, y, name, BOLD, limit=limit)
        for right, cell in zip(rights, cells, strict=True):
            canvas.text(right, y, cell, THIN, "right")
    return FIRST_ROW + int(pitch * (len(rows) - 1)) + PITCH


def _draw_head(canvas: Canvas, right: int, head: str) -> None:
    if isinstance(head, Icon):
        canvas.record(head, canvas.icon(right - drawing(head).width, 0, head))
    else:
        canvas.text(right, 0, head, THIN, "right")
