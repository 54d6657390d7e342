"""A screen as JSON, for the web page and other programs."""

from typing import Any

from companion.locale.translator import Translator
from companion.ui.art import Icon
from companion.ui.pictures import Code, Dice, Picture
from companion.ui.screen import BoxOnly, Columns, OnDemand, Option, Row, Screen, Shown, TextTable, shown_blocks
from hardware.device import Button


def to_json(_: Translator, screen: Screen) -> dict[str, Any]:
    """Returns the content of the page and its listed options."""
    blocks = shown_blocks(screen, without=BoxOnly)
    # On the small screen, the first head of a table is the title.
    title = screen.title or next(
        (block.heads[0] for block in blocks if isinstance(block, TextTable) and block.heads), ""
    )
    choices = screen.choices  # with `board`, the web page needs the place under the cursor
    listed = choices if choices and (choices.show in {"list", "row"} or choices.chosen.place) else None
    # Options that are slow to make are not listed, except the one under the cursor.
    lists_only_chosen = listed is not None and isinstance(listed.options, OnDemand)
    options = [listed.chosen] if listed and lists_only_chosen else listed.options if listed else []
    return {
        "title": title,
        "note": screen.note.text if isinstance(screen.note, Picture) else screen.note,
        "sentence": screen.sentence,
        "mood": screen.mood,
        "blocks": [each for block in blocks for each in _blocks_json(_, block)],
        "options": [
            {"label": each.label, "value": each.value, "detail": each.detail, "place": each.place} for each in options
        ],
        "cursor": listed.cursor if listed and not lists_only_chosen else 0,
    }


def button_json(button: Button, option: Option) -> dict[str, Any]:
    return {
        "name": button.value,
        "label": option.label,
        "effect": option.detail,
        "enabled": option.do is not None,
        "for_screen": option.box_only,
        "is_main": option.main,
        "area": option.area or ("others" if button in {Button.LEFT, Button.RIGHT} else "mains"),
        "pieces": option.pieces,
    }


def _blocks_json(_: Translator, block: Shown) -> list[dict[str, Any]]:
    """Returns a block as JSON objects: the parts of columns below each other, without pictures that have no text."""
    match block:
        case Columns(lead, blocks):
            return [each for part in (lead, *blocks) for each in _blocks_json(_, part)]
        case Picture(text=""):
            return [] if not isinstance(block, Code) else [_block_json(_, block)]
        case _:
            return [_block_json(_, block)]


def _block_json(_: Translator, block: Shown) -> dict[str, Any]:
    kind = type(block).__name__.lower()
    match block:
        case Row(label, figures):
            return {"type": kind, "label": label, "figures": [each.words or each.value for each in figures]}
        case TextTable(rows, heads):
            words = [_(head) if isinstance(head, Icon) else head for head in heads]
            return {"type": "table", "heads": words, "rows": [list(row) for row in rows]}
        case Dice(values, solid):
            return {"type": kind, "values": list(values), "solid": solid}
        case Code(rows):
            return {"type": kind, "rows": list(rows)}
        case Picture():
            return {"type": "text", "text": block.text, "style": "plain"}
        case _:
            return {"type": kind, **block._asdict()}
