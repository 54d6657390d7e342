"""A connection between the web page and the companion that can be cut."""

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Self


class Proxy:
    """Context manager that forwards connections to the companion until it is cut."""

    def __init__(self, host: str, rewrite: Callable[[bytes], bytes] = bytes) -> None:
        """Args: `host` is the address and port of the companion; `rewrite` changes requests as a proxy does."""
        address, port = host.split(":")
        self._to, self._rewrite = (address, int(port)), rewrite
        self._entry = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._frozen: list[socket.socket] = []
        self._is_open = True
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
        self._is_open = False
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._sockets.clear()

    def restore(self) -> None:
        self._is_open = True

    def freeze(self) -> None:
        self._frozen += self._sockets

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._entry.accept()
                if self._is_open:
                    self._join(near, socket.create_connection(self._to))
                else:
                    near.close()

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        self._sockets += near, far
        for source, target, rewrite in ((near, far, self._rewrite), (far, near, bytes)):
            Thread(target=self._forward, args=(source, target, rewrite), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, rewrite: Callable[[bytes], bytes]) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source not in self._frozen:
                    target.sendall(rewrite(data))
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
