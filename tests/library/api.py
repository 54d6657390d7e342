"""The pages of the library: every module of the engine, made of its docstrings, with the recipes first."""

import re
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name, walk_packages

import pdoc

import engine
from tests.library.recipes import LIBRARY

UNKNOWN_TYPE = "Error parsing type annotation"
"""What pdoc says of types that are imported for the type checker alone: it shows them as they are written."""


def build(folder: Path) -> list[str]:
    """Writes the pages into a folder; returns what is wrong with the docstrings, a line each."""
    pdoc.render.configure(docformat="google")
    docstring = engine.__doc__
    # Links to other documents lead nowhere from there.
    engine.__doc__ = re.sub(r"\[([^]]+)\]\([\w/.#-]+\)", r"\1", LIBRARY.read_text("utf-8"))
    try:
        with warnings.catch_warnings(record=True) as shown:
            warnings.simplefilter("always")
            pdoc.pdoc("engine", output_directory=folder)
    finally:
        engine.__doc__ = docstring
    broken = [str(each.message) for each in shown if not str(each.message).startswith(UNKNOWN_TYPE)]
    return [*broken, *_dead_references()]


def modules() -> list[str]:
    return ["engine", *(each.name for each in walk_packages(engine.__path__, "engine."))]


def dead_references(text: str) -> list[str]:
    """The names of modules and of what is in them that stand in a text, where there is nothing of that name."""
    return [name for name in re.findall(r"`(engine(?:\.\w+)+)`", text) if not _is_there(name)]


def _is_there(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def _dead_references() -> Iterator[str]:
    for name in modules():
        for page in pdoc.doc.Module(import_module(name)).flattened_own_members:
            yield from (f"{page.fullname}: there is no {dead}" for dead in dead_references(page.docstring))
        yield from (f"{name}: there is no {dead}" for dead in dead_references(import_module(name).__doc__ or ""))
