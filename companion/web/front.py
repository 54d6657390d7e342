"""The page as the front of a table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from companion.fingers import Fingers
from companion.link import Link
from companion.web.browser import LinkFile
from companion.web.codes import code
from companion.web.door import names, reached_by
from companion.web.guard import Guard
from companion.web.house import House
from companion.web.launch import COMMAND
from companion.web.secret import beside, keep, kept_or_new, renewed, unkept
from companion.web.server import serve
from companion.web.site import site
from companion.web.tokens import Permit, Tokens
from hardware.device import presses

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.loop import Loop
    from companion.model import Model
    from companion.view import View
    from companion.web.launch import Launch
    from engine.game import Seat
    from hardware.device import Button, Tone

LINGER_S = 30.0
"""So long the file with the link stays after the link was used: a browser on a slow machine takes its time."""


class Web:
    """Shows what any device shows to whoever opens the page, and presses its buttons for whoever has a token."""

    def __init__(
        self,
        touch: Callable[[Button, bool], None],
        sockets: list[socket.socket],
        journal: Path | None = None,
        address: str = "",
        started: Launch = COMMAND,
    ) -> None:
        """Serves nothing yet.

        Args:
            touch: presses a button, or holds it; may take as long as a finger does.
            sockets: to serve on.
            journal: where the finished games are, and beside it the secret of the links; None: nothing is kept.
            address: how others reach this machine, a name or an address; "" finds it out.
            started: how this program was, so that a page that has lost it can say how it comes back.
        """
        self._fingers = Fingers(touch)
        self._loop: Loop | None = None
        self._sockets = sockets
        self._name = address or reached_by(sockets[0])
        page = f"http://{self._name}:{sockets[0].getsockname()[1]}"
        if journal is None:
            self._house = House(self._press, page, Tokens(unkept()))
        else:
            path = beside(journal)
            self._house = House(self._press, page, Tokens(kept_or_new(path)), partial(renewed, path))
        self._journal = journal
        self._link_file: LinkFile | None = None
        self._site = Guard(site(self._house, journal, started), names(self._name))

    @property
    def address(self) -> str:
        """Of the page, without a token."""
        return self._house.address

    @property
    def whole_link(self) -> str:
        """The address of the page, with the token that lets one press."""
        return self._house.link(Permit())

    def link_file(self) -> Path:
        """A file that leads to the whole link, for its owner only; it is there until the link was used.

        Raises:
            OSError: it cannot be written.
        """
        self._link_file = LinkFile(self._journal, self.whole_link)
        self._house.welcome = self._welcome
        return self._link_file.path

    def _welcome(self) -> None:
        """Somebody has used the link: perhaps a page of before, while a new browser is still on its way to the file."""
        if self._link_file is not None:
            asyncio.get_running_loop().call_later(LINGER_S, self._link_file.remove)

    def link(self, *, renewed: bool) -> Link:
        """The way to the page, for the screen; renewed, every older link becomes worthless."""
        if renewed:
            self._house.renew()
        return Link(self.address, code(self.whole_link))

    def keep_links(self) -> None:
        """Keeps their secret beside the journal again, which was made anew, perhaps in a new folder."""
        if self._journal is not None:
            keep(beside(self._journal), self._house.tokens.secret)

    def show(self, view: View, model: Model) -> None:
        """Shows the frame; the latest wins."""
        self._house.stage.show(view, model)

    def play(self, tones: Sequence[Tone]) -> None:
        """Lets the pages sound them."""
        self._house.stage.sound(tones)

    def announce(self, text: str) -> None:
        """Lets the pages say it."""
        self._house.stage.say(text)

    async def attend(self, loop: Loop) -> None:
        """Serves the page until the table ends."""
        self._loop = loop
        try:
            await serve(self._site, self._sockets)
        finally:
            self._house.ending.set()
            self._fingers.close()
            if self._link_file is not None:
                self._link_file.remove()

    def _press(self, button: Button, held: bool, seat: Seat | None) -> None:  # noqa: FBT001 (as the device's touch)
        """A finger on the button; a seat's goes to the loop, which sees whether it is that seat's turn."""
        if seat is None:
            self._fingers.press(button, held)
        elif self._loop is not None:
            for press in presses(button, held=held):
                self._loop.enqueue(press, seat)
