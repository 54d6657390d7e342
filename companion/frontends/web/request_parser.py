"""The parser of requests: h11's, for heads of a browser's size, and for the body of a record that is dropped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import h11

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import override
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method


HEAD_BYTES = 16384
"""The longest head of a request: browsers send a tenth of it, and what other programs of this host keep as cookies."""
HEAD_LINES = 100
"""The most lines of a head; browsers send about 15. Each takes h11 some 7 µs."""

UPLOAD = b"POST /api/story HTTP/1.1\r\n"
"""How the one request begins that may have a body: a record that somebody drops on the page."""
RECORD_BYTES = 10_000_000
"""The longest body."""
HEAD_END = b"\r\n\r\n"

_BLANKS = re.compile(rb"[ \t]+")


class RequestParser(h11.Connection):
    """Refuses what no browser sends here, before any time is spent on it.

    No request has a body, but that of somebody with a link who drops a record. A body in chunks of one byte takes h11
    some 20 times as long as it takes to send: one connection would keep the table from its buttons.
    """

    def __init__(self, may_upload: Callable[[str], bool] = lambda _: False) -> None:
        """Waits for the first request.

        Args:
            may_upload: whether somebody may send a record, by what the field Authorization says.
        """
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._may_upload = may_upload
        self._head_bytes = self._head_lines = 0
        self.body_left = 0
        """How many bytes of an accepted body are still to come."""

    def has_room(self, data: bytes) -> bool:
        """Counts what came since the newest request; returns whether it can be the head of the next one."""
        self._head_bytes += len(data)
        self._head_lines += data.count(b"\n")
        return self._head_bytes <= HEAD_BYTES and self._head_lines <= HEAD_LINES

    @override
    def receive_data(self, data: bytes) -> None:
        """Takes what came; in a head, blanks in a row become one."""
        if self.body_left:
            self.body_left -= len(data)
            super().receive_data(data)
            return
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
            length = int(fields.get(b"content-length", b"0"))  # h11 has checked that it is a number
            if b"transfer-encoding" in fields or (length > 0 and not self._is_upload(event, length)):
                raise h11.RemoteProtocolError("no request here has such a body")
            # What came with the head is no longer to come: of another one's body, as no browser sends it, all may be.
            self.body_left = max(0, length - len(self.trailing_data[0]))
        elif isinstance(event, h11.EndOfMessage):
            self.body_left = 0
        return event

    def _is_upload(self, request: h11.Request, length: int) -> bool:
        is_record = (request.method, request.target) == (b"POST", UPLOAD.split()[1]) and length <= RECORD_BYTES
        given = dict(request.headers).get(b"authorization", b"").decode("latin-1")
        return is_record and self._may_upload(given)
