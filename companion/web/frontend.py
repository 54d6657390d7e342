"""The web frontend. It opens the web page in this computer's browser with a link that only its owner can read."""

import logging
import os
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from html import escape
from pathlib import Path

from companion.core.messages import PageLink, is_local
from companion.core.model import Model
from companion.files import legible, replace_file
from companion.program.view import View
from companion.runtime.journal import is_in_use
from companion.runtime.launch_config import COMMAND, Launch
from companion.runtime.loop import Frontend, Loop
from companion.runtime.workers import Workers
from companion.settings.text_values import origin_of
from companion.ui.pictures import qr_rows
from companion.web.api import Api
from companion.web.room import Room
from companion.web.server import PageAddress, PageServer, PhoneSocket, failures_logged, short_name
from companion.web.site import HostGuard, answer_headers, make_site
from companion.web.tokens import OWNERS_ONLY, Grant, SeatClaims, Tokens, file_of_journal
from hardware.device import Tone

log = logging.getLogger(__name__)

REDIRECT_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}">
<title>Claim companion</title>
<p><a href="{link}">Claim companion</a></p>
</html>
"""


class LinkFile:
    """A file that redirects a browser to the link.

    The link is not passed on a command line, which other users of this machine can read.
    """

    def __init__(self, journal: Path | None, link: str) -> None:
        """Writes the file next to the journal, or into the temporary folder without a journal.

        If another companion has the journal open, the file gets another name.

        Raises OSError: the file cannot be written.
        """
        folder = Path(tempfile.gettempdir()) if journal is None else journal.parent
        name = "companion" if journal is None else journal.name
        if journal is None or is_in_use(journal):
            name = f"{name}.{os.getpid()}"
        self.path = folder / f"{name}.link.html"
        self._content = b""
        folder.mkdir(parents=True, exist_ok=True)
        self.write(link)

    def write(self, link: str) -> None:
        """Writes a new link. Raises OSError: the file cannot be written."""
        self._content = REDIRECT_PAGE.format(link=escape(link)).encode()
        replace_file(self.path, self._content, OWNERS_ONLY)

    def remove(self) -> None:
        # A companion that was started at the same time may have replaced it.
        if self.path.exists() and self.path.read_bytes() == self._content:
            self.path.unlink()


def publish_link(frontend: "WebFrontend", *, opens_browser: bool) -> None:
    """Opens the web page in a browser if possible, and prints the link or the path of its file."""
    try:
        file: Path | None = frontend.link_file()
    except OSError:
        file = None  # the screen of the box can show the link as a code
    # Without a graphical session, webbrowser would start a browser in this terminal.
    has_screen = sys.platform in {"darwin", "win32"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    is_opening = file is not None and opens_browser and has_screen and webbrowser.open(file.as_uri())
    # Anyone with the link can press. Only the person at the terminal reads a terminal, but others may read a log.
    if sys.stderr.isatty():
        where = f"{'opening' if is_opening else 'open'} {frontend.host_link}"
    else:
        to_play = f"to play, open {file} with your browser; " if file else ""
        where = f"{to_play}to watch only, open {frontend.address}/"
    sys.stderr.write(f"companion: {where}\n")


class WebFrontend(Frontend):
    """Shows the game to any viewer of the web page, and passes on the presses of viewers with a token."""

    def __init__(
        self,
        sockets: list[socket.socket],
        journal: Path | None = None,
        address: str = "",
        launch: Launch = COMMAND,
        origins: Sequence[str] = (),
        *,
        workers: Workers | None = None,
    ) -> None:
        """Does not serve yet.

        Args:
            sockets: the listening sockets.
            journal: the journal with the finished games, next to the secret of the links; None if games are not saved.
            address: the host name, address or link at which others reach this machine; "" detects it.
            launch: how this program was started, so that a disconnected web page can show how to start it again.
            origins: other origins of the web page, such as a proxy.
            workers: the shared workers, which read stories; None to create them.
        """
        self._sockets = sockets
        page_address = PageAddress(sockets[0], address)
        tokens, claims = Tokens(file_of_journal(journal, "secret")), SeatClaims(file_of_journal(journal, "seats"))
        # Nothing is sent before `run`.
        self._room = Room(lambda *_: None, page_address, tokens, claims=claims)
        link = page_address()
        self._own_address = link if is_local(link) else ""
        if self._own_address and not address:
            self._room.phones = PhoneSocket(page_address, sockets[0].getsockname()[1], self._server_on)
        self._journal = journal
        self._link_file: LinkFile | None = None
        workers = workers or Workers()
        api = Api(self._room, journal, workers)
        site = make_site(self._room, api, launch, page_address)
        self._origins = {origin_of(link) for link in (*origins, address)} - {""}
        names = {"localhost", socket.gethostname().lower(), f"{short_name()}.local", page_address.host.lower()}
        self._site = HostGuard(site, names, self._origins, lambda: self._room.broadcaster.language)

    @property
    def address(self) -> str:
        """The address of the page, without a token."""
        return self._room.locate()

    @property
    def host_link(self) -> str:
        return self._room.link_for(Grant())

    @property
    def _own_link(self) -> str:
        """The host's link for a browser on this computer, also while phones can join."""
        return f"{self._own_address or self.address}/#{self.host_link.partition('#')[2]}"

    def link_file(self) -> Path:
        """Writes a file with the host's link that only its owner can read; returns its path.

        It is kept until the companion ends, so that the host can come back, and updated when the links are renewed.

        Raises OSError: the file cannot be written.
        """
        self._link_file = LinkFile(self._journal, self._own_link)
        self._room.link_file = str(self._link_file.path)
        return self._link_file.path

    def issue_link(self, *, renewed: bool) -> PageLink:
        """Returns the link for the screen; `renewed` makes all older links invalid."""
        if renewed:
            self._room.renew_links()
            if self._link_file is not None:
                try:
                    self._link_file.write(self._own_link)
                except OSError as error:
                    log.warning("%s leads to an old link: %s", legible(self._link_file.path), error.strerror)
        address, link = self.address, self.host_link
        return PageLink(address, () if is_local(address) else qr_rows(link), self._room.switchable_phones is not None)

    def keep_links(self) -> None:
        """Saves the secret of the links next to a new journal, whose folder may be new."""
        self._room.tokens.save()

    def show(self, view: View, model: Model) -> None:
        self._room.broadcaster.show(view, model)

    def play(self, tones: Sequence[Tone]) -> None:
        self._room.broadcaster.send_note("tones", tones)

    def announce(self, text: str) -> None:
        self._room.broadcaster.send_note("say", text)

    async def run(self, loop: Loop) -> None:
        self._room.send = loop.enqueue
        try:
            with failures_logged():
                await self._server_on(self._sockets).serve([])
        finally:
            if self._room.phones is not None:
                self._room.phones.switch(on=False)  # the phones' seats survive a restart
            if self._link_file is not None:
                self._link_file.remove()

    def _server_on(self, sockets: list[socket.socket]) -> PageServer:
        return PageServer(self._site, sockets, answer_headers(sorted(self._origins)))
