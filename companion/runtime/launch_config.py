"""What the command line and the settings ask for, the model that the table starts with, and how to start it again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.game_session import replayed_session
from companion.core.lineup import LineUp
from companion.core.model import BoardFields, Config, IdleTimes, Model
from companion.core.page import Page
from companion.core.table_registry import table_of
from companion.locale.translator import N_, preferred_language
from companion.pages.attract import AttractPage
from companion.runtime.clock import monotonic_s
from companion.runtime.systemd import PowerRequest, is_service
from companion.settings.schema import Settings
from engine.record import AnyRecord
from hardware.device import Colour

ATTRACT = AttractPage()


class LaunchConfig(Struct, frozen=True):
    """What the command line and the settings ask for."""

    settings: Settings
    journal: Path | None
    """None: nothing is kept."""
    requested_lineup: LineUp | None = None
    """The game to begin with; None: none, the home page is shown."""
    seed: bytes | None = None
    kiosk: bool = False
    resumes: bool = False
    """Whether an unfinished game goes on at once, instead of being offered."""
    silent: bool = False
    """Whether a program plays: then nothing is spoken."""
    guards_box: bool = False
    """Whether the box's buttons are pressed by fingers, which press twice by mistake."""
    has_board: bool = True
    """Whether a real board lies there, with pieces to move: only then does the guide come on by itself."""
    replayed_record: AnyRecord | None = None
    power: PowerRequest | None = None
    """How the machine can be switched off; None: not from here."""
    bot_programs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Programs of their own that play seats: each name with its command, in words."""
    draws_on_terminal: bool = False
    """Whether the table is drawn in the terminal: nothing else may write there."""
    page: Page = ATTRACT
    """The home page: the first one, and the one that is shown when nobody plays."""


def initial_model(config: LaunchConfig) -> Model:
    """Returns the first model, before any message."""
    settings = config.settings
    table, screen = settings.table, settings.screen
    constants = Config(
        offered_names=settings.seats.names,
        default_options=table.default_options,
        dice_by_hand=table.dice == "hand",
        resumes=config.resumes,
        kiosk=config.kiosk,
        guards_box=config.guards_box,
        screen_height=screen.height,
        idle_times=IdleTimes(screen.dim_after_s, screen.dark_after_s, table.attract_after_s),
        step_s=table.bot_step_s,
        can_power_off=config.power is not None,
        has_fixed_seed=config.seed is not None,
    )
    model = Model(
        page=config.page,
        home=config.page,
        config=constants,
        requested_lineup=config.requested_lineup,
        language=settings.table.language or preferred_language(os.environ),
        colours=tuple(Colour(*bytes.fromhex(text.removeprefix("#"))) for text in settings.seats.colours),
        sound=settings.sound.on,
        guide=config.has_board if settings.table.guide == "auto" else settings.table.guide,
        board_fields=None
        if settings.fields.kind == "none"
        else BoardFields(settings.fields.place == "at once", settings.fields.presence, not config.has_board),
        # As if somebody had pressed just now: otherwise the screen would start dark.
        last_press_at=monotonic_s(),
    )
    if config.replayed_record is None:
        return model
    # The replay is the home page: nothing else can be opened from it, and it comes back after every other page.
    session = replayed_session(config.replayed_record)
    page = table_of(session).replay(model.last_press_at)
    return replace(model, game=session, page=page, home=page)


VARIABLE = "COMPANION_LAUNCHER"
"""Names what started this program, if not its own command: the Makefile sets it to `make`."""


class Launch(NamedTuple):
    """A way to start the companion; its texts are in English, to be translated."""

    closed: str
    """What the page says once the table has ended."""
    silent: str
    """What it says where the table does not answer."""
    again: str = ""
    """The command that starts it again, in the place of `{again}`."""
    free_port: str = ""
    """What takes a free port where another program has the usual one."""


COMMAND = Launch(
    N_("The companion was closed. Start it again: {again}. This page will be back."),
    N_("The companion does not answer. Was it closed? Start it again: {again}"),
    "companion play",
    "--port 0",
)
MAKE = COMMAND._replace(again="make run", free_port=".venv/bin/companion play --port 0")
SERVICE = Launch(
    N_("The box was switched off, or starts again: then this page will be back. If not, ask whoever looks after it."),
    N_("The box does not answer. Is it switched on, and in the network? If so, ask whoever looks after it."),
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
    return started._replace(again=f"{started.again} {shlex.join(same_files)}")
