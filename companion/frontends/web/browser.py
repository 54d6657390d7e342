"""Opens the page in this computer's browser; the link is in a file that only its owner can read."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from companion.files.atomic_files import replace_file
from companion.frontends.web.secret import OWNERS_ONLY

if TYPE_CHECKING:
    from companion.frontends.web.frontend import WebFrontend

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Variables that are set where there is a screen; without one only a browser in the terminal would be found."""
LEADS_ON = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}">
<title>Claim companion</title>
<p><a href="{link}">Claim companion</a></p>
</html>
"""


class LinkFile:
    """A file that leads a browser to the link.

    Other users of this machine can read command lines and logs, and whoever has the link may press.
    """

    def __init__(self, journal: Path | None, link: str) -> None:
        """Writes the file beside the journal; without a journal, into a folder of its own.

        Raises:
            OSError: it cannot be written.
        """
        folder = Path(tempfile.mkdtemp(prefix="companion-")) if journal is None else journal.parent
        self._own = folder if journal is None else None
        self.path = folder / f"{journal.name if journal else 'page'}.link.html"
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, LEADS_ON.format(link=escape(link)).encode(), OWNERS_ONLY)

    def remove(self) -> None:
        """Removes the file; may be called twice."""
        self.path.unlink(missing_ok=True)
        if self._own is not None and self._own.exists():
            self._own.rmdir()


def open_in_browser(link: str) -> bool:
    """Opens a link in a window if there is a screen; returns whether a browser was started."""
    # Without a screen, webbrowser would find a browser for terminals, which would take this one from the table.
    seen = sys.platform in {"darwin", "win32"} or any(map(os.environ.get, SCREENS))
    return seen and webbrowser.open(link)


def publish_link(page: WebFrontend, *, opens_browser: bool) -> None:
    """Opens the page in a browser if there is one, and prints where its link is."""
    try:
        file: Path | None = page.link_file()
    except OSError:
        file = None  # the box's screen has a code of the link
    is_opening = file is not None and opens_browser and open_in_browser(file.as_uri())
    # The link lets whoever has it press. A terminal is read by the person in front of it; a log would keep the link
    # for others.
    if sys.stderr.isatty():
        where = f"{'opening' if is_opening else 'open'} {page.whole_link}"
    else:
        where = f"the page is at {page.address}/" + (f" and its link in {file}" if file else "")
    sys.stderr.write(f"companion: {where}\n")
