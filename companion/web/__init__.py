"""The table in a browser: a page that is the device, to the pixel, and larger beside it what the device has to say.

What a viewer may know, and where that is decided:

- Anybody in the network may watch. A link with a token makes more of a viewer (`room.Grant`): that of the table makes
  a host, who may press always; that of a seat lets its holder press on that seat's turn; that of the join code only
  lets somebody say which free seat is theirs.
- What is sent of the game depends on that kind of viewer alone (`companion.core.viewer_kind`), never on who it is. A
  page with a secret (a hand that was dealt, the link with the table's token) has a second frame, which hides it: only
  the host gets the device's own. The description is made for each kind and language
  (`companion.program.description`): where the open page is not for that kind, `model_seen_by` has put another in its
  place before anything is drawn or put into words, and the table makes a snapshot of the game for each kind.
- Whether a press counts is not decided here: it is handed to the table with its sender, and `program.actions` judges
  it as it judges any other. What the page hides is a courtesy; the table's refusal is the lock.
- A token may become invalid at any moment (other players, a new secret). Nobody keeps its grant: it is looked up for
  each frame, message and press.
- The API's `state` is for everybody, so it is empty where the game has secrets.

A stranger is bounded before being served: `server` counts what is sent, and `site.HostGuard` lets only this
host's names through.

Only `companion.web.frontend` and what it imports know Starlette and uvicorn, so that they are loaded where
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
