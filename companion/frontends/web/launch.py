"""How this program was started: the page tells it, so that people can start it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from companion.locale.translator import N_
from companion.runtime.systemd_notify import is_service

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.locale.translator import Translator

VARIABLE = "COMPANION_LAUNCHER"
"""Names what started this program, if not its own command: the Makefile sets it to `make`."""


class Launch(NamedTuple):
    """A way to start the companion; its texts are in English, to be translated."""

    closed: str
    """What the page says once the table has ended."""
    silent: str
    """What it says where the table does not answer."""
    local: str
    """What it says of links that only this computer reaches."""
    again: str = ""
    """The command that starts it again, in the place of `{again}`."""
    for_all: str = ""
    """The command after which phones reach the page too, in the place of `{for_all}`."""
    free_port: str = ""
    """What takes a free port where another program has the usual one."""


COMMAND = Launch(
    N_("The companion was closed. Start it again: {again}. This page will be back."),
    N_("The companion does not answer. Was it closed? Start it again: {again}"),
    N_("Only this computer reaches these links. For the phones around you start it so: {for_all}"),
    "companion play",
    "companion play --host 0.0.0.0",
    "--port 0",
)
MAKE = COMMAND._replace(
    again="make run", for_all=".venv/bin/companion play --host 0.0.0.0", free_port=".venv/bin/companion play --port 0"
)
SERVICE = Launch(
    N_("The box was switched off, or starts again: then this page will be back. If not, ask whoever looks after it."),
    N_("The box does not answer. Is it switched on, and in the network? If so, ask whoever looks after it."),
    N_("Only the box itself reaches these links: it is in no network."),
)


def detect_launch(environ: Mapping[str, str], same_files: Sequence[str] = ()) -> Launch:
    """Returns how this program was started.

    Args:
        environ: where a Makefile or systemd leaves its mark.
        same_files: the options that name the journal and the settings: without them another table would be started.
    """
    if is_service(environ):
        return SERVICE
    started = MAKE if environ.get(VARIABLE) == "make" else COMMAND
    if not same_files:
        return started
    files = f" {shlex.join(same_files)}"
    return started._replace(again=started.again + files, for_all=started.for_all + files)


def launch_texts(_: Translator, started: Launch) -> dict[str, str]:
    """Returns the page's texts about the way it was started, in one language."""
    texts = {"closed": started.closed, "silent": started.silent, "local": started.local}
    return {key: _(text, again=started.again, for_all=started.for_all) for key, text in texts.items()}
