"""The API documentation: the recipes, then every module of the engine with its docstrings."""

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
"""pdoc's warnings about types that are imported only for the type checker; it shows their names."""


def build(folder: Path) -> list[str]:
    """Writes the pages into a folder; returns the faults of the docstrings, one per line."""
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
    """Returns the names in a text that name no module and no member."""
    return [name for name in re.findall(r"`(engine(?:\.\w+)+)`", text) if not _exists(name)]


def _exists(name: str) -> bool:
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
