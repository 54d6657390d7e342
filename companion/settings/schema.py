"""The settings: every key with its type, its range, its meaning and its default.

These classes are the schema of the settings file. The settings of the hardware are defined in `hardware.wiring`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.lights.composition import SEATS
from hardware import wiring
from hardware.wiring import Buttons, Lights, Wiring, setting


class SettingsError(ValueError):
    """A setting is wrong. The message is one line: the source, the key, what is wrong and what is allowed."""

    def __init__(self, message: str) -> None:
        """Joins the lines of the message, because parts of it come from files and other programs."""
        super().__init__(" ".join(message.split()))


# With \Z, because $ also matches before a newline at the end.
RGB = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z")]
# Without control characters, which could move a terminal's cursor, and without spaces at the ends, which are invisible.
Name = Annotated[str, Meta(pattern=r"^(?!\s)[^\x00-\x1f\x7f-\x9f]{1,12}(?<!\s)\Z")]


class Screen(wiring.Screen, frozen=True, forbid_unknown_fields=True):
    dim_after_s: Annotated[int, setting("Seconds without a press until the screen is dimmed", ge=1, le=86400)] = 120
    dark_after_s: Annotated[
        int, setting("Seconds without a press until it is dark; more than dim_after_s", ge=1, le=86400)
    ] = 600


class Sound(wiring.Sound, frozen=True, forbid_unknown_fields=True):
    on: Annotated[bool, setting("Play sounds")] = True
    voice: Annotated[bool, setting("Speech, if espeak-ng is installed")] = True


class Fields(wiring.Fields, frozen=True, forbid_unknown_fields=True):
    place: Annotated[
        Literal["second touch", "at once"],
        setting("Place at the second touch of a field (the first one selects it) or at once"),
    ] = "second touch"


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    colours: Annotated[
        tuple[RGB, ...],
        setting("Colours of seats 1 to 5", allowed='five different colours as "#RRGGBB"', min_length=5, max_length=5),
    ] = tuple(f"#{bytes(seat.colour).hex()}" for seat in SEATS)
    names: Annotated[
        tuple[Name, ...],
        setting(
            "Player names that the setup offers",
            allowed="different names of 1 to 12 letters, without spaces at the ends",
        ),
    ] = ()


class Defaults(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults of a game; the menu and the setup can change them for one game."""

    language: Annotated[
        Literal["", "en", "de", "nl"], setting('Language; "" for the language of the system (LANG)')
    ] = ""
    guide: Annotated[
        bool | Literal["auto"],
        setting("Guide the players field by field after a bank; auto: only with a real board"),
    ] = "auto"
    dice: Annotated[
        Literal["virtual", "hand"],
        setting("Virtual dice, or hand for real dice whose rolls you enter"),
    ] = "virtual"
    bot_step_s: Annotated[float, setting("Seconds for which each step of a bot is shown", ge=0, le=10)] = 1.0
    attract_after_s: Annotated[
        int, setting("Seconds without a press until the title is shown, if no game is in progress", ge=10, le=86400)
    ] = 300
    options: Annotated[
        dict[str, dict[str, Any]],
        setting(
            "Default options of each game; the setup preselects them",
            allowed="options under the name of their game, as in table.options.claimit.recycle=true",
        ),
    ] = {}


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """The web page. With a simulated device it is always served."""

    on: Annotated[bool, setting("Serve the web page of a box")] = False
    host: Annotated[
        str,
        setting(
            "Address to listen on; 0.0.0.0 for all networks",
            allowed='a name as in "box.local", or an address as in "192.168.1.5" or "fd00::5"',
        ),
    ] = "127.0.0.1"
    port: Annotated[int, setting("Port to listen on; 0 for any free port", ge=0, le=65535)] = 8765
    address: Annotated[
        str,
        setting(
            'Host name, address or link at which others reach this machine; "" detects the address',
            allowed='a name as in "box.local", an address as in "192.168.1.5" or "[fd00::5]", '
            'a link as in "https://example.org/claim", or ""',
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        setting("Other origins of the web page, such as a proxy", allowed='a list as in ["https://example.org"]'),
    ] = ()


class JournalFile(Struct, frozen=True, forbid_unknown_fields=True):
    file: Annotated[str, setting('Path of the game file; "" for the default path', allowed="a path")] = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    buttons: Buttons = Buttons()
    screen: Screen = Screen()
    lights: Lights = Lights()
    sound: Sound = Sound()
    fields: Fields = Fields()
    seats: Seats = Seats()
    table: Defaults = Defaults()
    web: Web = Web()
    journal: JournalFile = JournalFile()


def wiring_from(settings: Settings) -> Wiring:
    """Returns the wiring that the settings describe. Raises WrongWiring: it is impossible."""
    return Wiring(settings.buttons, settings.screen, settings.lights, settings.sound, settings.fields)
