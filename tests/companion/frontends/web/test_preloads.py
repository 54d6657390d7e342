"""The page's modules that come with it: the browser asks for all of them at once."""

from __future__ import annotations

import re
from importlib.resources import files

STATIC = files("companion.frontends.web").joinpath("static")


def imported_with(name: str) -> set[str]:
    """The modules without which this one does not run, and what these import; not what is loaded later."""
    found, left = set[str](), [name]
    while left:
        text = STATIC.joinpath(left.pop()).read_text("utf-8")
        new = set(re.findall(r'^import .* from "\./(.+)";$', text, re.MULTILINE)) - found
        found |= new
        left += new
    return found


def test_every_module_of_the_page_is_asked_for_at_once() -> None:
    """One that is left out would be asked for only once another one has come that imports it."""
    listed = re.findall(r'<link rel="modulepreload" href="(.+)">', STATIC.joinpath("index.html").read_text("utf-8"))
    assert sorted(listed) == sorted(imported_with("main.js"))
