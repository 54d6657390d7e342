"""A plug that is pulled before one certain write to the disk."""

import os
import sys
from types import TracebackType
from typing import Self

WRITES = frozenset({"os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink"})
"""What changes a folder, as the interpreter audits it; `open` comes besides, where it writes."""


class _Pulled(BaseException):
    """Nothing of the program runs on."""


class Plug:
    """Ends what runs in its `with` before the write of that number, 0 the first; where there are fewer: not at all."""

    _armed: "Plug | None" = None
    _listens = False

    def __init__(self, step: int) -> None:
        self._left = step
        self.was_pulled = False

    def __enter__(self) -> Self:
        """Begins to count; the hook itself stays for the process, as hooks do."""
        if not Plug._listens:
            sys.addaudithook(_count)
            Plug._listens = True
        Plug._armed = self
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        Plug._armed = None
        return isinstance(error, _Pulled)

    def write(self) -> None:
        """Notes a write; once the plug is pulled none is made."""
        self.was_pulled = self.was_pulled or self._left == 0
        self._left -= 1
        if self.was_pulled:
            raise _Pulled


def _count(event: str, arguments: tuple[object, ...]) -> None:
    if Plug._armed is not None and (event in WRITES or (event == "open" and _makes_file(*arguments[1:]))):
        Plug._armed.write()


def _makes_file(mode: object, flags: object) -> bool:
    return mode in {"w", "wb"} or (mode is None and isinstance(flags, int) and bool(flags & os.O_CREAT))
