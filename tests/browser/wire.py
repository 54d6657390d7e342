"""A wire between a page and its table, which can be cut."""

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Self


class Wire:
    """Forwards connections to a table's page, until it is cut; a context."""

    def __init__(self, host: str, hand_on: Callable[[bytes], bytes] = bytes) -> None:
        """Takes where the page is served, address and port, and what a proxy makes of a request's head."""
        address, port = host.split(":")
        self._to, self._hand_on = (address, int(port)), hand_on
        self._entry = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._deaf: list[socket.socket] = []
        self._whole = True
        Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._entry.getsockname()[1]}/"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._entry.close()
        self.cut()

    def cut(self) -> None:
        self._whole = False
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def restore(self) -> None:
        self._whole = True

    def freeze(self) -> None:
        """Lets nothing more through the connections that there are, which do not know it."""
        self._deaf += self._ends

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._entry.accept()
                if self._whole:
                    self._join(near, socket.create_connection(self._to))
                else:
                    near.close()

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        self._ends += near, far
        for source, target, hand_on in ((near, far, self._hand_on), (far, near, bytes)):
            Thread(target=self._forward, args=(source, target, hand_on), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, hand_on: Callable[[bytes], bytes]) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source not in self._deaf:
                    target.sendall(hand_on(data))
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
