"""The table in a browser: a page that is the device, to the pixel, and larger beside it what the device has to say.

Only `companion.frontends.web.frontend` and what it imports know Starlette and uvicorn, so that they are loaded where
they are used.
"""

from __future__ import annotations

from importlib.util import find_spec


class WebError(Exception):
    """The page cannot be served; one sentence says what is needed."""


def check() -> None:
    """Makes sure that the page can be served, before anything is started for it.

    Raises:
        WebError: it cannot.
    """
    if any(find_spec(name) is None for name in ("starlette", "uvicorn", "websockets")):
        raise WebError("the page needs Starlette and uvicorn: install claim-companion with its extra, web")
