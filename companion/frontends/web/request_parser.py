"""The parser of requests: h11's, for heads of a browser's size and for no bodies at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import h11

if TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method


HEAD_BYTES = 16384
"""The longest head of a request: browsers send a tenth of it, and what other programs of this host keep as cookies."""
HEAD_LINES = 100
"""The most lines of a head; browsers send about 15. Each takes h11 some 7 µs."""

_BLANKS = re.compile(rb"[ \t]+")


class RequestParser(h11.Connection):
    """Refuses what no browser sends here, before any time is spent on it.

    No request to the page or to its API has a body. A body in chunks of one byte takes h11 some 20 times as long as it
    takes to send: one connection would keep the table from its buttons.
    """

    def __init__(self) -> None:
        """Waits for the first request."""
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._head_bytes = self._head_lines = 0

    def has_room(self, data: bytes) -> bool:
        """Counts what came since the newest request; returns whether it can be the head of the next one."""
        self._head_bytes += len(data)
        self._head_lines += data.count(b"\n")
        return self._head_bytes <= HEAD_BYTES and self._head_lines <= HEAD_LINES

    @override
    def receive_data(self, data: bytes) -> None:
        """Takes what came; blanks in a row become one."""
        # Where h11's pattern of a header does not match, it tries each split of the blanks: 8000 take it 0.4 s.
        super().receive_data(_BLANKS.sub(b" ", data))

    @override
    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Returns what has come.

        Raises:
            h11.RemoteProtocolError: it is no request, or one with a body.
        """
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._head_bytes = self._head_lines = 0
            fields = dict(event.headers)
            # h11 has checked that a length is a number.
            if b"transfer-encoding" in fields or int(fields.get(b"content-length", b"0")) > 0:
                raise h11.RemoteProtocolError("no request here has a body")
        return event
