"""How Sphinx makes the site; `python -m tools.site` calls it.

Why Sphinx: our models among the libraries (h11, trio, structlog, gpiozero, luma, mopidy, python-chess) are all
documented with it; its pages and its search work from a folder without any network; a link that leads nowhere fails the
build. Material for MkDocs, the other habit of the field, is only maintained any more, and its successor Zensical is at
0.1.
"""

project = "The companion"
author = "the companion's makers"
copyright = f"2026 {author}, MIT licensed"  # noqa: A001 - Sphinx's name

extensions = ["myst_parser"]
myst_heading_anchors = 4
"""Headings down to this level can be linked to, by the anchors that the pages of the checkout have too."""
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = [
    "myst.header",
    "misc.highlighting_failure",
]  # a heading may be left out; the protocol's lines hold `…`

html_theme = "furo"
html_title = "The companion"
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
