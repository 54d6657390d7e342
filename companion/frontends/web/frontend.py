"""The web frontend."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from companion.core.messages import PageLink, is_local
from companion.frontends.web.browser import LinkFile
from companion.frontends.web.host_guard import HostGuard
from companion.frontends.web.launch import COMMAND
from companion.frontends.web.listening_sockets import host_names
from companion.frontends.web.page_address import PageAddress
from companion.frontends.web.room import Room
from companion.frontends.web.seat_claims import SeatClaims, claims_path
from companion.frontends.web.secret import keep_secret, load_or_create, renew_secret, secret_path, unsaved_secret
from companion.frontends.web.server import serve
from companion.frontends.web.site import make_site
from companion.frontends.web.stories import StoryPages
from companion.frontends.web.tokens import Grant, Tokens
from companion.screen.qr import qr_rows

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.core.messages import Action, Refusal
    from companion.core.model import Model
    from companion.core.viewer_kind import ViewerKind
    from companion.frontends.web.launch import Launch
    from companion.program.view import View
    from companion.runtime.loop import Loop
    from hardware.device import Tone

LINGER_S = 30.0
"""How long the link file stays after the link was used, in seconds: a browser on a slow machine still reads it."""


class WebFrontend:
    """Shows what any device shows to whoever opens the page, and presses its buttons for whoever has a token."""

    def __init__(
        self,
        sockets: list[socket.socket],
        journal: Path | None = None,
        address: str = "",
        started: Launch = COMMAND,
    ) -> None:
        """Serves nothing yet.

        Args:
            sockets: to serve on.
            journal: where the finished games are, and beside it the secret of the links; None: nothing is kept.
            address: how others reach this machine, a name or an address; "" finds it out.
            started: how this program was, so that a page that has lost it can say how it comes back.
        """
        self._loop: Loop | None = None
        self._started = started
        self._sockets = sockets
        page = PageAddress(sockets[0], address)
        if journal is None:
            self._room = Room(self._send, page, Tokens(unsaved_secret()))
        else:
            path = secret_path(journal)
            self._room = Room(
                self._send,
                page,
                Tokens(load_or_create(path)),
                partial(renew_secret, path),
                claims=SeatClaims(claims_path(journal)),
            )
        self._journal = journal
        self._link_file: LinkFile | None = None
        self._stories = StoryPages(self._room, journal)
        site = make_site(self._room, journal, started, self._stories, page.note_connection)
        self._site = HostGuard(site, host_names(page.host))

    @property
    def address(self) -> str:
        """The address of the page, without a token."""
        return self._room.locate()

    @property
    def whole_link(self) -> str:
        """The address of the page, with the token that lets one press."""
        return self._room.link_for(Grant())

    def link_file(self) -> Path:
        """Writes a file that leads to the whole link, for its owner only; returns its path.

        The file is there until the link was used.

        Raises:
            OSError: it cannot be written.
        """
        self._link_file = LinkFile(self._journal, self.whole_link)
        self._room.on_link_used = self._on_link_used
        return self._link_file.path

    def _on_link_used(self) -> None:
        """Removes the link file after a while: an older page may have used it, and a new browser still needs it."""
        if self._link_file is not None:
            asyncio.get_running_loop().call_later(LINGER_S, self._link_file.remove)

    def issue_link(self, *, renewed: bool) -> PageLink:
        """Returns the link for the screen; if renewed, every older link becomes invalid."""
        if renewed:
            self._room.renew_links()
        address, link = self.address, self.whole_link
        return PageLink(address, () if is_local(address) else qr_rows(link), self._started.for_all)

    def keep_links(self) -> None:
        """Saves the links' secret beside a journal that was made anew, perhaps in a new folder."""
        if self._journal is not None:
            keep_secret(secret_path(self._journal), self._room.tokens.secret)

    def show(self, view: View, model: Model) -> None:
        """Hands the frame to the viewers; the latest wins."""
        self._room.broadcaster.show(view, model)

    def play(self, tones: Sequence[Tone]) -> None:
        """Sends the tones to the viewers."""
        self._room.broadcaster.send_tones(tones)

    def announce(self, text: str) -> None:
        """Sends the caption to the viewers."""
        self._room.broadcaster.send_caption(text)

    async def run(self, loop: Loop) -> None:
        """Serves the page until the table ends."""
        self._loop = loop
        storing = asyncio.create_task(self._room.claims.keep_stored())
        try:
            await serve(self._site, self._sockets, self._stories.may_upload)
        finally:
            self._stories.close()
            storing.cancel()
            # Wakes the viewers that wait after a wrong token: they would hold up the end.
            self._room.ending.set()
            if self._link_file is not None:
                self._link_file.remove()

    def _send(self, action: Action, sender: ViewerKind, reply: Callable[[Refusal], object]) -> None:
        if self._loop is not None:
            self._loop.enqueue(action, sender, reply)
