"""systemd's end of the notification socket."""

import socket

PATIENCE_S = 20.0


class Manager:
    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1))
        self._socket.settimeout(PATIENCE_S)

    def next(self) -> str:
        return self._socket.recv(64).decode()

    def is_silent(self, duration_s: float) -> bool:
        self._socket.settimeout(duration_s)
        try:
            self._socket.recv(64)
        except TimeoutError:
            return True
        finally:
            self._socket.settimeout(PATIENCE_S)
        return False

    def waiting(self) -> list[str]:
        self._socket.setblocking(False)
        shown = list[str]()
        while True:
            try:
                shown.append(self._socket.recv(64).decode())
            except BlockingIOError:
                self._socket.settimeout(PATIENCE_S)
                return shown

    def close(self) -> None:
        self._socket.close()
