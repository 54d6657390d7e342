"""What the program says and what the catalogues make of it, held against each other."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import companion
import engine
from companion.screen.font import BOLD, THIN, has_letters

LOCALE = Path(companion.__file__).parent / "locale"
PROGRAM = tuple(Path(str(package.__file__)).parent for package in (companion, engine))
KEYWORDS = {"_": 1, "N_": 1, "translate": 1, "many": 2}
"""What marks texts, and how many of its arguments are texts."""

Text: TypeAlias = str | tuple[str, ...]
"""A text, or what is said of one and of several."""


def translated() -> list[str]:
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/companion.po"))


def source(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES/companion.po"


def catalogue(language: str) -> Catalog:
    with source(language).open("rb") as texts:
        return read_po(texts, locale=language)


def extracted() -> set[Text]:
    keywords = {word: tuple(range(1, texts + 1)) if texts > 1 else None for word, texts in KEYWORDS.items()}
    folders = (extract_from_dir(folder, method_map=[("**.py", "python")], keywords=keywords) for folder in PROGRAM)
    return {text for found in folders for _, _, text, _, _ in found if text}


def faults(translations: Catalog, texts: set[Text]) -> list[str]:
    """All that is wrong with a catalogue: each a line that names the text."""
    kept = {message.id: message for message in translations if message.id}
    lines = [f"missing: {text}" for text in texts - set(kept)]
    lines += [f"stale: {text}" for text in set(kept) - texts]
    return lines + [f"{wrong}: {text}" for text, message in kept.items() for wrong in _faults(message)]


def _faults(message: Message) -> Iterator[str]:
    pairs = list(zip(_forms(message.id), _forms(message.string), strict=True))
    if message.fuzzy:
        yield "fuzzy"
    if not all(said for _, said in pairs):
        yield "not translated"
    elif any(_fields(text) != _fields(said) for text, said in pairs):
        yield "other fields"
    if not all(has_letters(font, said) for font in (THIN, BOLD) for _, said in pairs):
        yield "no glyph"


def _forms(text: Text | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def arguments(code: str) -> Iterator[ast.expr]:
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)) if word in KEYWORDS:
                yield from node.args[: KEYWORDS[word]]


def literal(codes: Iterable[str]) -> set[str]:
    """The texts that are written out where they are translated or marked."""
    found = (argument for code in codes for argument in arguments(code))
    return {each.value for each in found if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def put_together(code: str) -> list[str]:
    """The texts that are made as the program runs, which no catalogue can know."""
    made = (ast.JoinedStr, ast.BinOp, ast.IfExp)
    return [ast.unparse(each) for each in arguments(code) if isinstance(each, made) or _formats(each)]


def _formats(expression: ast.expr) -> bool:
    match expression:
        case ast.Call(func=ast.Attribute(value=ast.Constant())):
            return True
        case _:
            return False
