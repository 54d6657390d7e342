"""The configuration of a start and its initial model; how this program was started, as advice to start it again."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.core.lineup import LineUp
from companion.core.model import BoardFields, Config, Model, Page
from companion.locale.translator import N_, preferred_language
from companion.pages.attract import AttractPage
from companion.runtime.clock import monotonic_s
from companion.runtime.systemd import PowerRequest, is_service
from companion.settings.schema import Settings
from hardware.device import Colour


class LaunchConfig(Struct, frozen=True):
    settings: Settings
    journal: Path | None
    """The path of the journal; None if games are not saved."""
    requested_lineup: LineUp | None = None
    """The line-up of a game that starts at once; None to show the home page."""
    seed: bytes | None = None
    kiosk: bool = False
    resumes: bool = False
    """Whether an unfinished game continues at the start, without a question."""
    device: str | None = None
    """`pi`, `simulated` or `headless`. None until `main.run` detects it: `pi` on a Raspberry Pi, else `simulated`."""
    terminal: bool = False
    """Whether the terminal shows the game; then nothing else may write to it."""
    host: str | None = None
    """The address of the web page; None for the setting."""
    port: int | None = None
    """The port of the web page; None for the setting."""
    opens_browser: bool = True
    power: PowerRequest | None = None
    """Requests to switch the machine off; None if that is not possible."""
    bot_programs: Mapping[str, tuple[str, ...]] = {}
    """The bots that are separate programs: the name and the split command of each."""
    home_page: Page = AttractPage()
    """The home page: the first page, and the page without a game."""


def initial_model(config: LaunchConfig) -> Model:
    settings = config.settings
    table, screen = settings.table, settings.screen
    # A real device may have a real board, with pieces that the guide helps to move.
    has_board = config.device != "simulated"
    constants = Config(
        offered_names=settings.seats.names,
        default_options=table.options,
        dice_by_hand=table.dice == "hand",
        deals_tiles=not has_board,
        resumes=config.resumes,
        kiosk=config.kiosk,
        # The headless device is pressed by programs, which may press fast.
        ignores_double_presses=config.device in {"pi", "simulated"},
        screen_height=screen.height,
        dim_after_s=screen.dim_after_s,
        dark_after_s=screen.dark_after_s,
        attract_after_s=table.attract_after_s,
        step_s=table.bot_step_s,
        can_power_off=config.power is not None,
        has_fixed_seed=config.seed is not None,
    )
    sensors, places_at_once = settings.fields, settings.fields.place == "at once"
    board_fields = BoardFields(places_at_once, has_presence=sensors.presence, are_simulated=not has_board)
    return Model(
        page=config.home_page,
        home=config.home_page,
        config=constants,
        requested_lineup=config.requested_lineup,
        language=settings.table.language or preferred_language(os.environ),
        colours=tuple(Colour(*bytes.fromhex(text.removeprefix("#"))) for text in settings.seats.colours),
        sound=settings.sound.on,
        guide=has_board if settings.table.guide == "auto" else settings.table.guide,
        board_fields=None if sensors.kind == "none" else board_fields,
        # The start counts as a press; otherwise the screen would be dark.
        last_active_at=monotonic_s(),
    )


LAUNCHER = "COMPANION_LAUNCHER"
"""The environment variable with the command that started this program; the Makefile sets it to `make`."""


class Launch(NamedTuple):
    """A way to start the companion. Its texts are in English, to be translated."""

    closed_text: str
    """Shown on the web page after the companion was closed."""
    silent_text: str
    """Shown on the web page if the companion does not answer."""
    again: str = ""
    """The command that starts it again, for `{again}` in the texts."""
    free_port_option: str = ""
    """The option, or the whole command, that uses a free port if the default port is in use."""


COMMAND = Launch(
    N_("The companion was closed. Start it again: {again}. This page will be back."),
    N_("The companion does not answer. Was it closed? Start it again: {again}"),
    "companion play",
    "--port 0",
)
MAKE = COMMAND._replace(again="make run", free_port_option=".venv/bin/companion play --port 0")
SERVICE = Launch(
    N_("The box was switched off or is restarting. This page will be back. If not, ask the owner of the box."),
    N_("The box does not answer. Is it switched on and in the network? If so, ask the owner of the box."),
)


def detect_launch(environ: Mapping[str, str]) -> Launch:
    """Returns how this program was started, by the variables of the Makefile and of systemd."""
    if is_service(environ):
        return SERVICE
    return MAKE if environ.get(LAUNCHER) == "make" else COMMAND
