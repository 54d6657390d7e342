"""What people have before them besides the box, as the command line and the settings ask for it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from companion import terminal, web
from hardware.simulated.device import SimulatedDevice

if TYPE_CHECKING:
    import argparse
    import socket
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.app import Front, Order
    from companion.web.front import Web
    from hardware.box import Box
    from hardware.device import Button


class Wanted:
    """Which fronts are asked for, and how."""

    def __init__(self, asked: argparse.Namespace, order: Order, device: str) -> None:
        """Takes the command line, what it comes to, and the name of the device."""
        self._asked = asked
        self._web = order.settings.web
        self._journal = order.journal
        self._headless = asked.device == "headless"
        self._terminal = asked.device == "terminal" or getattr(asked, "terminal", False)
        self._page = self._web.on or "LISTEN_FDS" in os.environ or (device == "simulated" and not self._terminal)

    def check(self) -> None:
        """Makes sure that they can be shown, before anything is started for them.

        Raises:
            TerminalError: this terminal cannot show the table; one sentence says what is needed.
            WebError: the page cannot be served.
        """
        if self._headless:
            sys.stdout.buffer.write(b"")  # a closed output refuses even that
        if self._terminal:
            terminal.check((sys.stdin, sys.stdout, sys.stderr), os.environ, half=self._asked.half)
        if self._page:
            web.check()

    def built(self, device: Box) -> Iterator[Front]:
        """The fronts of a device; only the ones that are wanted are loaded.

        Raises:
            WebError: the page cannot be served there.
        """
        if self._headless and isinstance(device, SimulatedDevice):
            from companion.headless import Headless

            lines = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)  # which nobody closes while a thread reads it
            yield Headless(device, lines, sys.stdout.buffer)
        if self._terminal:
            from companion.terminal.front import Terminal

            yield Terminal(_touch(device), half=self._asked.half)
        if self._page and (sockets := self._sockets()):
            yield self._served(device, sockets)

    def _sockets(self) -> list[socket.socket]:
        """Those that systemd hands over, else one that is opened; none in a service that may not open any."""
        from companion.web.door import may_open, opened, passed

        if handed := passed(os.environ, os.getpid()):
            return handed
        if not may_open():
            sys.stderr.write(
                "companion: no page: it needs companion.socket, which `companion service install` brings\n"
            )
            return []
        asked = self._asked
        return opened(asked.host or self._web.host, self._web.port if asked.port is None else asked.port)

    def _served(self, device: Box, sockets: list[socket.socket]) -> Web:
        """The page, opened in a browser where there is one; where its link is, is told in any case."""
        from companion.web.browser import opens
        from companion.web.front import Web
        from companion.web.launch import launch

        page = Web(_touch(device), sockets, self._journal, self._web.address, launch(os.environ))
        try:
            file: Path | None = page.link_file()
        except OSError:
            file = None  # the box's screen has a code of the link
        opening = file is not None and not self._asked.no_browser and opens(file.as_uri())
        if sys.stderr.isatty():  # only who sits there reads it: a log would keep it for others
            told = f"{'opening' if opening else 'open'} {page.whole_link}"
        else:
            told = f"the page is at {page.address}/" + (f" and its link in {file}" if file else "")
        sys.stderr.write(f"companion: {told}\n")
        return page


def _touch(device: Box) -> Callable[[Button, bool], None]:
    """Presses a button: a finger on the simulated pins, or word of a press to a real box."""
    if isinstance(device, SimulatedDevice):
        return lambda button, held: (device.hold if held else device.tap)(button)
    return device.touch
