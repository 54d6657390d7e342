"""What people have before them besides the box: a terminal, web pages, and a headless device for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import override as override
else:

    def override(method: object) -> object:
        """Python 3.12 brings it."""
        return method
