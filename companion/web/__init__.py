"""The web page: shows the device pixel by pixel in a browser, and its contents in a larger form.

What a viewer can see and do:

- Any viewer in the network can watch. A link with a token grants more (`Grant`). The host's link can always press;
  the link of a seat can press on that seat's turn; the join code can claim a free seat.
- The data sent depends only on the kind of viewer (`companion.core.lineup.ViewerKind`). A page with a secret (a dealt
  hand, the host's link) has a second frame without it; only the host gets the frame of the device. The description is
  made for each kind and language (`companion.program.description`): if the open page is not for that kind,
  `model_seen_by` has replaced it before anything is drawn or described, and the game makes a snapshot for each kind.
- Permissions of presses are not checked here: a press is passed on with its sender, and `program.actions` accepts or
  rejects it like any other. That the web page hides a button is only a convenience.
- A token can become invalid at any time (other players, a new secret). So grants are not stored: they are looked up for
  each frame, message and press.
- The API's `state` is public, so it is empty if the game has secrets.

Strangers have limits: `server` counts the data that they send, and `site.HostGuard` accepts only requests with a name
of this host.

Only `companion.web.frontend` and its imports use Starlette and uvicorn, so that they are loaded only when needed.
"""


class WebError(Exception):
    """The page cannot be served; one sentence says what is needed."""
