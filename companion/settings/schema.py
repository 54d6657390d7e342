"""The settings: every key with its type, its range, its meaning and its default.

These classes are the schema of the settings file. A default of the hardware is the hardware's: it stands in
`hardware.wiring` or `hardware.light`, once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.core.clock_lengths import ClockLength
from companion.lights.palette import SEATS
from hardware.light import Light
from hardware.wiring import (
    Along,
    ByteOrder,
    Corner,
    FieldKind,
    PixelDriver,
    Rotation,
    ScreenBus,
    ScreenController,
    Wiring,
)

WIRING, LIGHT = Wiring(), Light()
"""The hardware's defaults: a box that is wired as its manual says."""


class SettingsError(ValueError):
    """A wrong setting; one line: where it stands, which key, what is wrong, what is allowed."""

    def __init__(self, message: str) -> None:
        """Joins the lines of a message: parts of it come from files and from other programs."""
        super().__init__(" ".join(message.split()))


# From 2 on: 0 and 1 belong to the memory by which an add-on board says what it is (Raspberry Pi HAT specification).
Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO by its BCM number."""

# \Z and not $, which also matches before a newline at the end.
RGB = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z")]
# Nothing that moves the cursor of a terminal, and no space at either end, which nobody sees.
Name = Annotated[str, Meta(pattern=r"^(?!\s)[^\x00-\x1f\x7f-\x9f]{1,12}(?<!\s)\Z")]


# A key that is not there is refused, in every section: whoever mistypes one would wonder why it does nothing.


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    """The five buttons."""

    left: Annotated[Pin, Meta(description="GPIO of the button left, which closes to ground")] = WIRING.left
    right: Annotated[Pin, Meta(description="GPIO of the button right")] = WIRING.right
    ok: Annotated[Pin, Meta(description="GPIO of the button ok")] = WIRING.ok
    bank: Annotated[Pin, Meta(description="GPIO of the button bank")] = WIRING.bank
    undo: Annotated[Pin, Meta(description="GPIO of the button undo")] = WIRING.undo
    encoder: Annotated[
        bool, Meta(description="A rotary encoder in their place: left and right are its A and B, ok its switch")
    ] = WIRING.encoder
    debounce_ms: Annotated[int, Meta(ge=0, le=100, description="A contact counts once it is still for so long, ms")] = (
        round(1000 * WIRING.debounce_s)
    )
    hold_ms: Annotated[int, Meta(ge=200, le=5000, description="A button is held once it is down for so long, ms")] = (
        round(1000 * WIRING.hold_s)
    )


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    """The OLED."""

    controller: Annotated[ScreenController, Meta(description="The OLED's chip")] = WIRING.screen
    bus: Annotated[ScreenBus, Meta(description="How it is connected")] = WIRING.screen_bus
    port: Annotated[int, Meta(ge=0, le=22, description="The number of the I2C or SPI bus")] = WIRING.screen_port
    address: Annotated[
        int,
        Meta(
            ge=0x08,
            le=0x77,
            description="Its address on I2C, 0x3C or 0x3D",
            extra={"allowed": "0x08 to 0x77", "form": "0x{:02X}"},
        ),
    ] = WIRING.screen_address
    data_pin: Annotated[Pin, Meta(description="GPIO of D/C, on SPI")] = WIRING.screen_dc
    reset_pin: Annotated[Pin, Meta(description="GPIO of RES, on SPI")] = WIRING.screen_reset
    rotate: Annotated[Rotation, Meta(description="How far it is turned, degrees; 180: its pins are below")] = (
        WIRING.screen_rotation
    )
    dim_after_s: Annotated[int, Meta(ge=1, le=86400, description="Dimmed after so long without a press, s")] = 120
    dark_after_s: Annotated[int, Meta(ge=1, le=86400, description="Dark after so long, more than dim_after_s, s")] = 600


class Lights(Struct, frozen=True, forbid_unknown_fields=True):
    """The pixels under the board."""

    driver: Annotated[PixelDriver, Meta(description="spi: GPIO 10, every Pi; pwm: Pi 4 and older; pio: Pi 5")] = (
        WIRING.pixels
    )
    pin: Annotated[Pin, Meta(description="GPIO of the strip, with pwm and pio")] = WIRING.pixels_pin
    byteorder: Annotated[ByteOrder, Meta(description="The order of a pixel's colours; W: it has white, too")] = (
        WIRING.byteorder
    )
    count: Annotated[
        int, Meta(ge=36, le=256, description="The pixels of the strip; the first 36 are used, or those of pixels")
    ] = WIRING.count
    corner: Annotated[
        Corner,
        Meta(description="Where the first pixel lies, for a person looking at the board"),
    ] = WIRING.corner
    along: Annotated[Along, Meta(description="The way the strip runs")] = WIRING.along
    serpentine: Annotated[bool, Meta(description="Whether every second row or column runs back")] = WIRING.serpentine
    rotation: Annotated[int, Meta(ge=0, le=3, description="The whole turned clockwise, quarter turns")] = (
        WIRING.quarter_turns
    )
    pixels: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=255)], ...],
        Meta(
            description="Instead of corner to rotation: the pixel under each field, 1/1 first, then along the row",
            extra={"allowed": "36 different ones below lights.count, or []"},
        ),
    ] = WIRING.order
    brightness: Annotated[float, Meta(ge=0, le=1, description="Of full brightness")] = LIGHT.brightness
    gamma: Annotated[float, Meta(ge=1, le=4, description="From wanted to sent brightness")] = LIGHT.gamma
    budget_ma: Annotated[
        int,
        Meta(
            ge=36,
            le=10000,
            description="The pixels never draw more, mA; a dark one draws 1",
            extra={"allowed": "36 to 10000, and lights.count at least"},
        ),
    ] = LIGHT.budget_ma


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer and the voice."""

    pin: Annotated[Pin | Literal["none"], Meta(description="GPIO of the buzzer")] = WIRING.buzzer or "none"
    on: Annotated[bool, Meta(description="Whether it sounds")] = True
    volume: Annotated[float, Meta(ge=0, le=1, description="Of the loudest")] = WIRING.buzzer_volume
    voice: Annotated[bool, Meta(description="Whether espeak-ng speaks, too, where it is installed")] = True


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """What feels that a field is touched."""

    kind: Annotated[
        FieldKind,
        Meta(description="On I2C-1; touch: three MPR121, 0x5A to 0x5C; contacts: three MCP23017, 0x20 to 0x22"),
    ] = WIRING.fields
    presence: Annotated[
        bool,
        Meta(
            description="Contacts: whether magnets in the stones keep them closed; else each closing is a touch",
            extra={"allowed": "true or false; true where fields.kind is contacts"},
        ),
    ] = WIRING.fields_presence
    place: Annotated[
        Literal["second touch", "at once"], Meta(description="Whether the first touch of a field chooses, or places")
    ] = "second touch"
    interrupt: Annotated[Pin, Meta(description="GPIO of the chips' interrupt line")] = WIRING.fields_interrupt
    inputs: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=35)], ...],
        Meta(
            description="The input under each field, 1/1 first, then along the row; 0 to 11 are the first chip's",
            extra={"allowed": "all of 0 to 35, or []"},
        ),
    ] = WIRING.fields_inputs


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """The players' places."""

    colours: Annotated[
        tuple[RGB, ...],
        Meta(
            min_length=5,
            max_length=5,
            description="The seats' colours, the first seat's first",
            extra={"allowed": 'five different "#RRGGBB"'},
        ),
    ] = tuple(f"#{bytes(seat.colour).hex()}" for seat in SEATS)
    names: Annotated[
        tuple[Name, ...],
        Meta(description="Names to choose from", extra={"allowed": "different names of 1 to 12 letters"}),
    ] = ()


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game begins with; the menu and the setup change it for one game."""

    language: Annotated[Literal["", "en", "de", "nl"], Meta(description='"" is the system\'s (LANG)')] = ""
    guide: Annotated[
        bool | Literal["auto"],
        Meta(description="Whether a bank is followed field by field; auto: only where a real board lies there"),
    ] = "auto"
    dice: Annotated[
        Literal["virtual", "hand", "bluetooth"],
        Meta(description="The companion's dice, or your own: entered, or Pixels dice that it hears (the extra dice)"),
    ] = "virtual"
    turn_clock_s: Annotated[ClockLength, Meta(description="A turn that lasts so long is told, once; 0: never, s")] = 0
    bot_step_s: Annotated[
        float, Meta(ge=0, le=10, description="How long you may look at what a bot is about to do, s")
    ] = 1.0
    attract_after_s: Annotated[
        int, Meta(ge=10, le=86400, description="Without a game: back to the title after so long without a press, s")
    ] = 300
    options: Annotated[
        dict[str, dict[str, Any]],
        Meta(
            description="The options of each game, under its name; the setup preselects them",
            extra={"allowed": "what --option takes"},
        ),
    ] = {}
    recycle: Annotated[bool, Meta(description="The older name of options.claimit.recycle, which counts before it")] = (
        False
    )

    @property
    def default_options(self) -> dict[str, dict[str, Any]]:
        """The options that are set, by the game's name."""
        if not self.recycle:
            return self.options
        return {**self.options, "claimit": {"recycle": True, **self.options.get("claimit", {})}}


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """The page; on a computer without a box it is there in any case."""

    on: Annotated[bool, Meta(description="Whether a box has a page, too")] = False
    host: Annotated[
        str,
        Meta(
            description="The address it is served on; 0.0.0.0: the whole network",
            extra={"allowed": 'a name as in "box.local", or an address as in "192.168.1.5" or "fd00::5"'},
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="The port it is served on; 0: any that is free")] = 8765
    address: Annotated[
        str,
        Meta(
            description='How others reach this machine, a name or an address; "" finds it out',
            extra={"allowed": 'a name as in "box.local", an address as in "192.168.1.5" or "[fd00::5]", or ""'},
        ),
    ] = ""


class JournalFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Where games are kept."""

    file: Annotated[str, Meta(description='Its path; "" is the usual place', extra={"allowed": "a path"})] = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, checked, one attribute a section."""

    buttons: Buttons = Buttons()
    screen: Screen = Screen()
    lights: Lights = Lights()
    sound: Sound = Sound()
    fields: Fields = Fields()
    seats: Seats = Seats()
    table: Table = Table()
    web: Web = Web()
    journal: JournalFile = JournalFile()


def wiring_from(settings: Settings) -> Wiring:
    """Returns the wiring that the settings describe."""
    buttons, screen, lights = settings.buttons, settings.screen, settings.lights
    return Wiring(
        left=buttons.left, right=buttons.right, ok=buttons.ok, bank=buttons.bank, undo=buttons.undo,
        encoder=buttons.encoder,
        debounce_s=buttons.debounce_ms / 1000, hold_s=buttons.hold_ms / 1000,
        buzzer=None if settings.sound.pin == "none" else settings.sound.pin,
        buzzer_volume=settings.sound.volume,
        screen=screen.controller, screen_bus=screen.bus, screen_port=screen.port, screen_address=screen.address,
        screen_dc=screen.data_pin, screen_reset=screen.reset_pin, screen_rotation=screen.rotate,
        pixels=lights.driver, pixels_pin=lights.pin, byteorder=lights.byteorder, count=lights.count,
        corner=lights.corner, along=lights.along,
        serpentine=lights.serpentine, quarter_turns=lights.rotation, order=lights.pixels,
        fields=settings.fields.kind, fields_presence=settings.fields.presence,
        fields_interrupt=settings.fields.interrupt, fields_inputs=settings.fields.inputs,
    )  # fmt: skip


def light_from(settings: Settings) -> Light:
    """Returns the conversion from wanted to sent colours that the settings describe."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)
