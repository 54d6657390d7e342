"""A screen as lines of text, for a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple, TypeAlias

from companion.locale.translator import Translator
from companion.ui import screen as ui
from companion.ui.art import Icon
from companion.ui.pictures import Picture

MAX_METER_LETTERS = 30
"""Maximum length of a bar in letters."""
MARK, NO_MARK = "▶ ", "  "
"""The signs before the option under the cursor, and before the others."""
Style: TypeAlias = Literal["plain", "title", "strong", "alert", "chosen"]
STYLES: dict[str, Style] = {"bold": "strong", "alert": "alert"}
"""The styles of texts on a screen; others are plain."""


class Line(NamedTuple):
    text: str
    style: Style = "plain"
    """The emphasis; `chosen` is the option under the cursor."""


def lines(_: Translator, screen: ui.Screen, width: int, height: int) -> list[Line]:
    """Returns the screen as lines of at most `width` letters: title and note, the blocks, and the listed options.

    If there are too many options, those near the cursor are shown.
    """
    title, note = screen.title, screen.note.text if isinstance(screen.note, Picture) else screen.note
    head = [Line(line, "title") for line in _at_both_ends(title, note, width)]
    sentence = [Line(line, "strong") for line in wrap(screen.sentence, width)]
    body = [*sentence, *_lines_of(_, screen, ui.BoxOnly, width)]
    listed = screen.choices if screen.choices and screen.choices.show in {"list", "row"} else None
    option_lines = 1 + len(listed.options) if listed else 0
    if len(head) + 1 + len(body) + option_lines > height:
        # The blocks for the box are shorter than those for web pages.
        body = _lines_of(_, screen, ui.WebOnly, width)
    head += [Line(""), *body] if head and body else body
    if listed is None:
        return head
    gap = [Line("")] if head else []
    return [*head, *gap, *_options(listed, width, height - len(head) - 1)]


def _lines_of(_: Translator, screen: ui.Screen, without: type[ui.BoxOnly | ui.WebOnly], width: int) -> list[Line]:
    return [line for block in ui.shown_blocks(screen, without) for line in _block(_, block, width)]


def table(rows: Sequence[Sequence[str]], heads: Sequence[str], width: int) -> list[str]:
    """Returns a table as lines; in a table with heads, all columns but the first are right-aligned.

    If it is too wide, the columns move together, then the heads take two lines, then the widest column is shortened.
    """
    lines = [heads, *rows] if heads else rows
    gaps = 2 * (len(lines[0]) - 1)
    if sum(_widths(lines)) + gaps > width:
        gaps //= 2
    if heads and sum(_widths(lines)) + gaps > width:
        # The last word of a head is in the second line.
        lines = [*zip(*(head.rpartition(" ")[::2] for head in heads), strict=True), *rows]
    widths = _widths(lines)
    while sum(widths) + gaps > width:
        widths[widths.index(max(widths))] -= 1
    gap = " " * (gaps // max(1, len(widths) - 1))
    return [gap.join(_fitted(line, widths, are_figures=bool(heads))).rstrip() for line in lines]


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _fitted(cells: Sequence[str], widths: Sequence[int], *, are_figures: bool) -> Iterator[str]:
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        short = cell if len(cell) <= width else f"{cell[: width - 1]}…"
        yield short.rjust(width) if are_figures and column else short.ljust(width)


def _block(_: Translator, block: ui.Shown, width: int) -> list[Line]:
    match block:
        case ui.Columns(lead, blocks):
            return [line for each in (lead, *blocks) for line in _block(_, each, width)]
        case ui.TextTable(rows, heads):
            words = [_(head) if isinstance(head, Icon) else head for head in heads]
            return [*map(Line, table(rows, words, width))]
        case ui.Row(label, figures):
            return [*map(Line, _at_both_ends(label, ", ".join(each.words or each.value for each in figures), width))]
        case ui.Meter(share, value, label, note):
            length = min(width, MAX_METER_LETTERS)
            full = round(share * length)
            labelled = [Line(line) for line in wrap(": ".join(filter(None, (f"{value} {label}".strip(), note))), width)]
            return [*labelled, Line("█" * full + "░" * (length - full))]
        case ui.Big(text, sub):
            return [Line(line, "strong") for part in (text, sub) for line in wrap(part, width)]
        case ui.Text(text, style):
            return [Line(line, STYLES.get(style, "plain")) for line in wrap(text, width)]
        case Picture():
            return [*map(Line, wrap(block.text, width))]


def _options(choices: ui.Choices, width: int, height: int) -> list[Line]:
    found, chosen_line = list[Line](), 0
    for number, option in enumerate(choices.options):
        is_chosen = number == choices.cursor
        chosen_line = len(found) if is_chosen else chosen_line
        label = ": ".join(filter(None, (option.label, option.detail)))
        first, *others = _at_both_ends(label, option.value, width - len(MARK))
        style: Style = "chosen" if is_chosen else "plain"
        found += [Line((MARK if style == "chosen" else NO_MARK) + first, style)]
        found += [Line(NO_MARK + line, style) for line in others]
    first_shown = max(0, min(chosen_line - height // 2, len(found) - height))
    return found[first_shown : first_shown + max(height, 1)]


def _at_both_ends(left: str, right: str, width: int) -> list[str]:
    """Returns `left` in lines, with `right` at the right end of the last one or in lines of its own."""
    room = width - len(right) - 1 if right else width
    *others, last = wrap(left, max(room, width // 2)) or [""]
    if not right:
        return [*others, last] if last else []
    if len(last) > room:
        return [*others, last, *(line.rjust(width) for line in wrap(right, width))]
    return [*others, last + right.rjust(width - len(last))]
