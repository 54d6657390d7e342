"""Draws a screen on the OLED, 128 by 64 or 128 by 32 pixels, above the softkeys.

Blocks are placed below each other in their order, each with the rows that it needs. Big words grow or shrink to fill
the rows; without big words, free rows are shared as space around the blocks. Below the blocks are the choices: a
scrolling list, or buttons side by side. The details of the option under the cursor are below the list. If choices are
shown one at a time, `ui.shown_blocks` adds the option under the cursor as the first block.

With 32 rows there are two lines: the first big word with the most important text next to it, or a text, or the title;
below it the option under the cursor. The other blocks are omitted.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from companion.ui import layout
from companion.ui import screen as ui
from companion.ui.art import drawing
from companion.ui.canvas import BLACK, Align, Canvas, Rect
from companion.ui.font import BOLD, DOUBLE, THIN, Font, shortened, text_width
from companion.ui.pictures import Code, Picture
from hardware.device import HEIGHT, WIDTH, Button

LINE_ROWS, MAX_LINE_PITCH = 8, 11
"""The height of a line, and the maximum distance of lines next to a big word, in rows."""
ALERT_ROWS, METER_ROWS, METER_BAR, SUB_ROWS = 9, 9, 6, 10
"""Rows of an alert, of a meter, of its bar, and of the line below a big word."""
BUTTON_ROWS, BUTTON_GAP, LOW_BUTTON_ROWS = 14, 3, 12
"""The height of buttons side by side, the space below them, and their height if there is little space."""
LIST_SHOWN = 2
"""Number of visible options below blocks; a longer list scrolls."""
LIST_GAP, DETAIL_ROWS = 1, 20
"""Rows between a list and the detail below it, and rows of the detail (two lines)."""
NOT_NOW = "-"
"""The sign at the right of an option that is not available and shows why."""
SIDE_GAP, ICON_GAP, FACT_GAP = 8, 3, 2
"""Pixels between things side by side, between an icon and its figure, and after the first cells of a table."""


def draw(screen: ui.Screen, canvas: Canvas) -> None:
    if canvas.height < HEIGHT:
        _draw_two_lines(screen, canvas)
        return
    # A code takes the place of the title; so do the heads of a table, which is the first block then.
    area = layout.ABOVE_KEYS if covered_keys(screen, HEIGHT) else _draw_title(screen, canvas)
    body = ui.shown_blocks(screen, without=ui.WebOnly)
    match body:
        case [ui.TextTable(rows, heads), *below] if heads:
            _draw_blocks(below, canvas, area._replace(top=layout.table(canvas, heads, rows)))
            return
    match screen.choices:
        case ui.Choices(show="row") as row:
            _draw_with_row(body, row, canvas, area)
        case ui.Choices(show="list") as listed:
            _draw_with_list(body, listed, canvas, area)
        case ui.Choices(show="board"):
            # The text has space for two lines, so that the blocks above it stay in place when the cursor moves.
            _draw_blocks(body, canvas, area, text_rows=THIN.pitch + THIN.height)
        case _:
            _draw_blocks(body, canvas, area)


def covered_keys(screen: ui.Screen, height: int) -> tuple[Button, ...]:
    """Returns the buttons whose softkeys are hidden, because a code takes the whole height at the left."""
    match ui.shown_blocks(screen, without=ui.WebOnly):
        case [ui.Columns(Code() as code), *_] if code.size.height <= height:
            return tuple(button for button, box in zip(Button, layout.KEYS, strict=True) if box.left < code.size.width)
        case _:
            return ()


def _draw_title(screen: ui.Screen, canvas: Canvas) -> Rect:
    """Draws the title with its note; returns the area below them."""
    if isinstance(screen.note, Picture):
        left = WIDTH - screen.note.size.width
        canvas.text(1, 1, screen.title, BOLD, limit=left - 4)
        screen.note.draw(canvas, left, 0)
    elif screen.title or screen.note:
        layout.header(canvas, screen.title, screen.note)
    else:
        return layout.ABOVE_KEYS
    return layout.BODY


def _draw_with_row(blocks: Sequence[ui.Shown], row: ui.Choices, canvas: Canvas, area: Rect) -> None:
    has_space = sum(_rows(each, WIDTH) for each in blocks) < area.height - BUTTON_ROWS - BUTTON_GAP
    height, gap = (BUTTON_ROWS, BUTTON_GAP) if has_space else (LOW_BUTTON_ROWS, 0)
    top = area.bottom - gap - height
    _draw_blocks(blocks, canvas, area._replace(bottom=top - 1))
    labels = [each.label for each in row.options]
    layout.choices(canvas, labels, row.cursor, area._replace(top=top, bottom=top + height))


def _draw_with_list(blocks: Sequence[ui.Shown], listed: ui.Choices, canvas: Canvas, area: Rect) -> None:
    items = [_item(each) for each in listed.options]
    if any(each.detail for each in listed.options):
        layout.paragraph(canvas, listed.chosen.detail, area._replace(top=area.bottom - DETAIL_ROWS))
        area = area._replace(bottom=area.bottom - DETAIL_ROWS - LIST_GAP)
    if blocks:
        top = area.bottom - LIST_GAP - layout.PITCH * min(LIST_SHOWN, len(items))
        _draw_blocks(blocks, canvas, area._replace(bottom=top))
        area = area._replace(top=top)
    layout.menu(canvas, items, listed.cursor, area)


def _item(option: ui.Option) -> layout.Item:
    return layout.Item(option.label, option.value or (NOT_NOW if option.detail and not option.do else ""))


def _draw_blocks(blocks: Sequence[ui.Shown], canvas: Canvas, area: Rect, text_rows: int = 0) -> None:
    """Draws blocks below each other; a text at the end gets at least `text_rows` rows."""
    needed = [_rows(block, _text_box(area).width) for block in blocks]
    if blocks and isinstance(blocks[-1], ui.Text):
        needed[-1] = max(needed[-1], text_rows)
    spare = area.height - sum(needed)  # negative if rows are missing: big words shrink
    is_growing = list(map(_grows, blocks))
    if not any(is_growing):
        spare, is_growing = max(0, spare), [True] * len(blocks)
        if blocks and (missing := sum(needed) - area.height) > 0:
            # Each block loses an equal share of the missing rows; `lost`: the rounded sums of the first 0, 1, … blocks.
            lost = [missing * number // len(needed) for number in range(len(needed) + 1)]
            needed = [rows - (after - before) for rows, (before, after) in zip(needed, pairwise(lost), strict=True)]
    top = area.top
    for number, (block, rows, grows) in enumerate(zip(blocks, needed, is_growing, strict=True)):
        bottom = top + rows + grows * spare // sum(is_growing)
        _draw_block(block, canvas, area._replace(top=top, bottom=area.bottom if number == len(blocks) - 1 else bottom))
        top = bottom


def _grows(block: ui.Shown) -> bool:
    match block:
        case ui.Columns(ui.Big()):
            return True
        case ui.Columns(_, blocks):
            return any(map(_grows, blocks))
        case _:
            return isinstance(block, ui.Big)


def _rows(block: ui.Shown, width: int) -> int:
    match block:
        case ui.Big(text, sub):
            return _text_rows(BOLD, text, width) + SUB_ROWS * bool(sub)
        case ui.Text(text, style):
            return ALERT_ROWS if style == "alert" else _text_rows(_font(block), "" if block.shorten else text, width)
        case ui.Meter():
            return METER_ROWS
        case ui.TextTable(rows):
            return LINE_ROWS * len(rows)
        case ui.Columns(lead, blocks):
            if isinstance(lead, ui.Big):
                return LINE_ROWS * len(blocks)
            rest = width - lead.size.width - SIDE_GAP
            return max(lead.size.height, sum(_rows(each, rest) for each in blocks))
        case Picture():
            return block.size.height
        case _:
            return LINE_ROWS


def _text_rows(font: Font, text: str, width: int) -> int:
    """Returns the rows of a text; an empty text has the rows of a line."""
    # A single line has an empty row below it, the last of several has none.
    lines = len(layout.wrapped(font, text, width))
    return font.pitch * (lines - 1) + font.height if lines > 1 else font.height + 1


def _text_box(area: Rect) -> Rect:
    """Returns the box for a text: one over the whole width needs no margins."""
    return area._replace(left=0, right=WIDTH) if area.width == layout.BODY.width else area


def _font(text: ui.Text) -> Font:
    return BOLD if text.style == "bold" else THIN


def _draw_block(block: ui.Shown, canvas: Canvas, box: Rect) -> None:  # noqa: C901 - a case for each block
    middle = box.top + (box.height - LINE_ROWS) // 2
    match block:
        case ui.Big():
            _draw_big(block, canvas, box)
        case ui.Text(text, "alert"):
            canvas.fill(Rect(0, box.top, WIDTH, box.top + ALERT_ROWS))  # always over the whole width
            canvas.text(WIDTH // 2, box.top + 1, text, align="centre", ink=BLACK)
        case ui.Text(text):
            box, font = _text_box(box), _font(block)
            if block.shorten and text_width(font, text) > box.width:  # thin letters are narrower
                font = THIN
            shown = shortened(font, text, box.width) if block.shorten else text
            layout.paragraph(canvas, shown, box, font, block.align, full=text)
        case ui.Row():
            _draw_row(block, canvas, box._replace(top=middle))
        case ui.Meter(share):
            canvas.meter(box._replace(top=box.top + 1, bottom=box.top + 1 + METER_BAR), share)
        case ui.TextTable(rows):
            _draw_table_rows(rows, canvas, box)
        case ui.Columns(lead, blocks, on_right):
            if isinstance(lead, ui.Big):
                _draw_lines_next_to(lead, [each for each in blocks if isinstance(each, ui.Text)], canvas, box)
            else:
                _draw_blocks(blocks, canvas, _draw_at_side(lead, canvas, box, on_right=on_right))
        case Picture():
            size = block.size
            left, top = (box.left + box.right - size.width) // 2, box.top + (box.height - size.height) // 2
            block.draw(canvas, left, top)


def _draw_big(block: ui.Big, canvas: Canvas, box: Rect) -> None:
    if block.sub:
        box = box._replace(bottom=box.bottom - SUB_ROWS)
        canvas.text((box.left + box.right) // 2, box.bottom, block.sub, BOLD, "centre")
    layout.big(canvas, layout.fitting(block.text, box, THIN) if block.shorten else block.text, box)


def _draw_row(row: ui.Row, canvas: Canvas, box: Rect) -> None:
    right = box.right
    for figure in reversed(row.figures):
        font = BOLD if figure.icon else THIN
        left = canvas.text(right, box.top, figure.value, font, "right", recorded=figure.words or None).left
        if figure.icon:
            left -= ICON_GAP + drawing(figure.icon).width
            canvas.icon(left, box.top, figure.icon)
        right = left - SIDE_GAP
    canvas.text(box.left, box.top, shortened(THIN, row.label, right - box.left))


def _draw_table_rows(rows: Sequence[Sequence[str]], canvas: Canvas, box: Rect) -> None:
    """Writes the first cell of each row in bold, and the others after the longest first cell."""
    left = box.left + max(text_width(BOLD, first) for first, *_ in rows) + FACT_GAP
    pitch = min(layout.PITCH, (box.height - LINE_ROWS) // max(1, len(rows) - 1))
    for number, (first, *cells) in enumerate(rows):
        top, words = box.top + pitch * number, " ".join(cells)
        canvas.text(box.left, top, first, BOLD, recorded=f"{first}: {words}")
        canvas.text(left, top, words, recorded="")


def _draw_lines_next_to(word: ui.Big, lines: Sequence[ui.Text], canvas: Canvas, box: Rect) -> None:
    width = max(text_width(_font(line), line.text) for line in lines)
    _draw_big(word, canvas, box._replace(right=box.right - width - SIDE_GAP))
    pitch = min(MAX_LINE_PITCH, box.height // len(lines))
    top = box.top + (box.height - pitch * (len(lines) - 1) - LINE_ROWS) // 2
    for number, line in enumerate(lines):
        canvas.text(box.right, top + pitch * number, line.text, _font(line), "right")


def _draw_at_side(picture: Picture, canvas: Canvas, box: Rect, *, on_right: bool) -> Rect:
    """Draws a picture at one side of the box; returns the rest of the box."""
    size = picture.size
    left = box.right - size.width if on_right else box.left
    picture.draw(canvas, left, box.top + max(0, (box.height - size.height) // 2))
    return box._replace(right=left - SIDE_GAP) if on_right else box._replace(left=left + size.width + SIDE_GAP)


# A screen of 32 rows has two lines above the softkeys.
TOP_LINE, BOTTOM_LINE = Rect(1, 0, WIDTH - 1, 10), Rect(1, 11, WIDTH - 1, 21)
BOTH_LINES = TOP_LINE._replace(bottom=BOTTOM_LINE.bottom)
ONE_LINE = Rect(1, 5, WIDTH - 1, 15)
"""The position of a single line."""
LINE_PICTURE = 9
"""Rows of a picture that replaces a line."""
FREE_LINE = ui.Text("")
"""Leaves one of the two lines free."""
Line: TypeAlias = ui.Text | ui.Row | Picture


def _draw_two_lines(screen: ui.Screen, canvas: Canvas) -> None:
    """Draws a screen of 32 rows: its options, else a big word, a picture or a text."""
    word, lines = _sort_lines(ui.shown_blocks(screen, without=ui.WebOnly))
    listed = screen.choices if screen.choices and screen.choices.show in {"list", "row", "one"} else None
    # A single option is less important than the text.
    if listed and (len(listed.options) > 1 or (listed.options and not lines)):
        _draw_chosen(screen, listed, word, lines, canvas)
        return
    note = screen.note if isinstance(screen.note, str) else ""
    needs_title = len(lines) != 2 or max(map(_width, lines)) > WIDTH
    headings: list[Line] = [ui.Text(words) for words in (note, screen.title) if words]
    if isinstance(screen.note, Picture) and screen.note.size.height <= LINE_PICTURE:
        headings.insert(0, screen.note)
    if word:
        _draw_word(word.text, [*lines, *headings], canvas)
    elif picture := next((line for line in lines if isinstance(line, Picture)), None):
        others, width = [line for line in lines if line is not picture], picture.size.width
        shown = _fit_next_to([*others, *headings], BOTH_LINES.width - width - SIDE_GAP)
        left = BOTH_LINES.left if shown else (WIDTH - width) // 2
        picture.draw(canvas, left, (BOTH_LINES.height - picture.size.height) // 2)
        _draw_lines(shown, canvas, "right")
    elif lines and isinstance(lines[0], ui.Text) and _width(lines[0]) > WIDTH:
        layout.paragraph(canvas, layout.fitting(lines[0].text, BOTH_LINES), BOTH_LINES, full=lines[0].text)
    elif screen.title and needs_title:
        layout.header(canvas, screen.title, note)
        _draw_lines([FREE_LINE, *lines[:1]], canvas)
    else:
        _draw_lines(lines[:2], canvas)


def _draw_chosen(screen: ui.Screen, listed: ui.Choices, word: ui.Big | None, lines: list[Line], canvas: Canvas) -> None:
    """Draws the option under the cursor or all options of a row, and above it the text or the title of the page."""
    chosen, details, show = listed.chosen, lines[:1], listed.show
    if show == "list" and chosen.detail:
        details = [ui.Text(chosen.detail)]
    elif word:
        details = [ui.Text(" ".join([word.text, *(line.text for line in details if isinstance(line, ui.Text))]))]
    box = BOTTOM_LINE
    if show == "one" or not details:
        count = f"{listed.cursor + 1}/{len(listed.options)}"
        layout.header(canvas, screen.title, screen.note if screen.note and isinstance(screen.note, str) else count)
    elif isinstance(details[0], ui.Text) and _width(details[0]) > WIDTH:  # its end is next to the option
        first, *others = layout.wrapped(THIN, details[0].text, WIDTH - 1)
        box = box._replace(left=max(box.left, box.right - text_width(THIN, chosen.label) - SIDE_GAP))
        rest = shortened(THIN, " ".join(others), box.left - SIDE_GAP // 2)
        canvas.text(0, TOP_LINE.top + 1, first, recorded=details[0].text)
        canvas.text(0, BOTTOM_LINE.top + 1, rest, recorded="")
    else:
        _draw_lines([*details, FREE_LINE], canvas)
    if show == "row" and box == BOTTOM_LINE:  # the end of a long text leaves no room for all options
        layout.choices(canvas, [each.label for each in listed.options], listed.cursor, box)
        return
    item = layout.Item(chosen.label, chosen.detail) if show == "one" else _item(chosen)
    fits = text_width(THIN, item.label + item.value) <= box.width - 2 * SIDE_GAP
    layout.menu(canvas, [item if fits else layout.Item(chosen.label)], 0, box)


def _sort_lines(blocks: Sequence[ui.Shown]) -> tuple[ui.Big | None, list[Line]]:
    """Returns the first big word of these blocks, and the other blocks as lines, the most important first."""
    parts: list[ui.Shown] = []
    for block in blocks:
        match block:
            case ui.Columns(lead, others):
                texts = [each.text for each in others if isinstance(each, ui.Text)]
                # An address next to a QR code is split into several texts.
                joined = ui.Text(("" if isinstance(lead, Code) else " ").join(texts))
                parts += [lead, joined, *(each for each in others if not isinstance(each, ui.Text))]
            case _:
                parts.append(block)
    word = next((part for part in parts if isinstance(part, ui.Big)), None)
    lines: list[Line] = []
    for part in parts:
        line = _as_line(part, LINE_PICTURE if word else BOTH_LINES.height, is_word=part is word)
        if line is not None and line != FREE_LINE:
            lines.append(line)
    return word, sorted(lines, key=_rank)


def _as_line(part: ui.Shown, rows: int, *, is_word: bool) -> Line | None:
    match part:
        case ui.Big(text, sub):
            return ui.Text(sub if is_word else text)
        case ui.TextTable(table_rows):
            return ui.Text(", ".join(map(" ".join, table_rows)))
        case ui.Row(label, ()):
            return ui.Text(label)
        case Picture():
            smaller = part.within(rows)
            return ui.Text(smaller) if isinstance(smaller, str) else smaller
        case ui.Text() | ui.Row():
            return part
        case _:
            return None


def _rank(line: Line) -> int:
    """Returns how important a line is, 0 for the most important."""
    if isinstance(line, ui.Text) and line.style == "alert":
        return 0
    return 2 if isinstance(line, Picture) else 1


def _width(line: Line) -> int:
    match line:
        case ui.Text(text):
            return text_width(THIN, text)
        case ui.Row(label, figures):
            icons = sum(drawing(figure.icon).width + ICON_GAP for figure in figures if figure.icon)
            words = sum(text_width(BOLD if figure.icon else THIN, figure.value) + SIDE_GAP for figure in figures)
            return text_width(THIN, label) + words + icons
        case _:
            return line.size.width


def _draw_word(word: str, lines: Sequence[Line], canvas: Canvas) -> None:
    """Draws a big word with the lines that fit next to it.

    A long word is in the top line, with another line that fits next to it; the most important line is below.
    """
    word_width = text_width(DOUBLE, word)
    shown = _fit_next_to(lines, BOTH_LINES.width - word_width - SIDE_GAP)
    if shown:
        layout.big(canvas, word, BOTH_LINES._replace(right=BOTH_LINES.left + word_width), (DOUBLE,))
        _draw_lines(shown, canvas, "right")
    elif lines and text_width(BOLD, word) <= BOTH_LINES.width:
        canvas.text(BOTH_LINES.left, 1, word, BOLD)
        room = BOTH_LINES.width - text_width(BOLD, word) - SIDE_GAP
        next_line = next((line for line in lines[1:] if _width(line) <= room), FREE_LINE)
        _draw_lines([next_line, FREE_LINE], canvas, "right")
        _draw_lines([FREE_LINE, lines[0]], canvas)
    elif (short := layout.fitting(word, BOTH_LINES)) == word:
        layout.big(canvas, word, BOTH_LINES)
    else:
        layout.paragraph(canvas, short, BOTH_LINES, full=word)


def _fit_next_to(lines: Sequence[Line], room: int) -> list[Line]:
    """Returns the lines, wrapped, that fit into `room` columns; none if the most important one does not fit."""
    shown: list[Line] = []
    for line in lines:
        broken = (
            [ui.Text(part) for part in layout.wrapped(THIN, line.text, room)] if isinstance(line, ui.Text) else [line]
        )
        if len(shown) + len(broken) <= 2 and all(_width(part) <= room for part in broken):
            shown += broken
        elif not shown:
            break
    return shown


def _draw_lines(lines: Sequence[Line], canvas: Canvas, align: Align = "centre") -> None:
    """Draws two lines below each other, or a single one in the middle between them."""
    boxes = (ONE_LINE,) if len(lines) == 1 else (TOP_LINE, BOTTOM_LINE)
    for line, box in zip(lines, boxes, strict=False):
        shown = line._replace(shorten=True, align=align) if isinstance(line, ui.Text) else line
        _draw_block(shown, canvas, box._replace(left=box.right - _width(line)) if align == "right" else box)
