"""Builds the frontends that the command line and the settings ask for."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from companion.frontends import terminal, web
from hardware.simulated.device import SimulatedDevice

if TYPE_CHECKING:
    import argparse
    import socket
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.frontends.web.frontend import WebFrontend
    from companion.runtime.composition_root import Frontend, LaunchConfig
    from hardware.box import Box
    from hardware.device import Button


class FrontendFactory:
    """Decides which frontends are wanted, checks them, and builds them."""

    def __init__(self, args: argparse.Namespace, config: LaunchConfig, device: str) -> None:
        """Takes the arguments of the command line, the launch configuration, and the name of the device."""
        self._args = args
        self._web = config.settings.web
        self._journal = config.journal
        self._headless = args.device == "headless"
        self._terminal = args.device == "terminal" or getattr(args, "terminal", False)
        self._page = self._web.on or "LISTEN_FDS" in os.environ or (device == "simulated" and not self._terminal)

    def check(self) -> None:
        """Checks that the frontends can run, before anything is started for them.

        Raises:
            TerminalError: this terminal cannot show the table; one sentence says what is needed.
            WebError: the page cannot be served.
        """
        if self._headless:
            sys.stdout.buffer.write(b"")  # a closed output refuses even that
        if self._terminal:
            terminal.check((sys.stdin, sys.stdout, sys.stderr), os.environ, half=self._args.half)
        if self._page:
            web.check()

    def build(self, device: Box) -> Iterator[Frontend]:
        """Yields the wanted frontends of a device; the modules of the others are not loaded.

        Raises:
            WebError: the page cannot be served there.
        """
        if self._headless and isinstance(device, SimulatedDevice):
            from companion.frontends.headless import HeadlessFrontend

            lines = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)  # which nobody closes while a thread reads it
            yield HeadlessFrontend(device, lines, sys.stdout.buffer)
        if self._terminal:
            from companion.frontends.terminal.frontend import TerminalFrontend

            yield TerminalFrontend(_press_function(device), half=self._args.half)
        if self._page and (sockets := self._sockets()):
            yield self._build_web(device, sockets)

    def _sockets(self) -> list[socket.socket]:
        """Returns the sockets that systemd passed, else new ones; none in a service that may not open sockets."""
        from companion.frontends.web.listening_sockets import inherited_sockets, may_open_sockets, open_sockets

        if handed := inherited_sockets(os.environ, os.getpid()):
            return handed
        if not may_open_sockets():
            sys.stderr.write(
                "companion: no page: it needs companion.socket, which `companion service install` brings\n"
            )
            return []
        asked = self._args
        return open_sockets(asked.host or self._web.host, self._web.port if asked.port is None else asked.port)

    def _build_web(self, device: Box, sockets: list[socket.socket]) -> WebFrontend:
        """Builds the web page, opens it in a browser if there is one, and prints where its link is."""
        from companion.frontends.web.browser import open_in_browser
        from companion.frontends.web.frontend import WebFrontend
        from companion.frontends.web.launch import launch

        page = WebFrontend(_press_function(device), sockets, self._journal, self._web.address, launch(os.environ))
        try:
            file: Path | None = page.link_file()
        except OSError:
            file = None  # the box's screen has a code of the link
        opening = file is not None and not self._args.no_browser and open_in_browser(file.as_uri())
        if sys.stderr.isatty():  # only who sits there reads it: a log would keep it for others
            told = f"{'opening' if opening else 'open'} {page.whole_link}"
        else:
            told = f"the page is at {page.address}/" + (f" and its link in {file}" if file else "")
        sys.stderr.write(f"companion: {told}\n")
        return page


def _press_function(device: Box) -> Callable[[Button, bool], None]:
    """Returns the function that presses a button: on the simulated pins, or as a message to a real box."""
    if isinstance(device, SimulatedDevice):
        return lambda button, held: (device.hold if held else device.tap)(button)
    return device.touch
