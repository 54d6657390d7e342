"""The settings: one TOML file, every key typed, with a default and a range; wrong ones are told in one line.

The classes below are the schema: `load` checks a file by it, `documented` writes it out with the defaults.
"""

from __future__ import annotations

import json
import os
import re
import sys
from errno import ELOOP, ENAMETOOLONG
from pathlib import Path
from stat import S_ISFIFO
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct, inspect, structs

from companion.files.named_files import legible, open_to_read
from companion.lights.palette import SEATS
from engine.starts import visible
from hardware.wiring import BUS_PINS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


LONGEST_FILE = 1 << 20
"""Bytes of a settings file that are read: every key with its explanation is 6,000, and /dev/zero has no end."""


class SettingsError(ValueError):
    """A setting that cannot be; one line: where it stands, which key, what is wrong, what is allowed."""


Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO by its BCM number."""

RGB = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z")]
Name = Annotated[str, Meta(pattern=r"^(?!\s)[^\x00-\x1f\x7f-\x9f]{1,12}(?<!\s)\Z")]


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    """The five buttons."""

    left: Annotated[Pin, Meta(description="GPIO of the button left, which closes to ground")] = 5
    right: Annotated[Pin, Meta(description="GPIO of the button right")] = 6
    ok: Annotated[Pin, Meta(description="GPIO of the button ok")] = 13
    bank: Annotated[Pin, Meta(description="GPIO of the button bank")] = 19
    undo: Annotated[Pin, Meta(description="GPIO of the button undo")] = 26
    encoder: Annotated[
        bool, Meta(description="A rotary encoder in their place: left and right are its A and B, ok its switch")
    ] = False
    debounce_ms: Annotated[int, Meta(ge=0, le=100, description="A contact counts once it is still for so long, ms")] = (
        15
    )
    hold_ms: Annotated[int, Meta(ge=200, le=5000, description="A button is held once it is down for so long, ms")] = 800


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    """The OLED."""

    controller: Annotated[Literal["ssd1306", "sh1106", "ssd1309"], Meta(description="The OLED's chip")] = "ssd1306"
    bus: Annotated[Literal["i2c", "spi"], Meta(description="How it is connected")] = "i2c"
    port: Annotated[int, Meta(ge=0, le=22, description="The number of the I2C or SPI bus")] = 1
    address: Annotated[
        int,
        Meta(
            ge=0x08,
            le=0x77,
            description="Its address on I2C, 0x3C or 0x3D",
            extra={"allowed": "0x08 to 0x77", "form": "0x{:02X}"},
        ),
    ] = 0x3C
    data_pin: Annotated[Pin, Meta(description="GPIO of D/C, on SPI")] = 24
    reset_pin: Annotated[Pin, Meta(description="GPIO of RES, on SPI")] = 25
    dim_after_s: Annotated[int, Meta(ge=1, le=86400, description="Dimmed after so long without a press, s")] = 120
    dark_after_s: Annotated[int, Meta(ge=1, le=86400, description="Dark after so long, more than dim_after_s, s")] = 600


class Lights(Struct, frozen=True, forbid_unknown_fields=True):
    """The 36 pixels under the board."""

    driver: Annotated[
        Literal["spi", "pwm", "pio"], Meta(description="spi: GPIO 10, every Pi; pwm: Pi 4 and older; pio: Pi 5")
    ] = "spi"
    pin: Annotated[Pin, Meta(description="GPIO of the strip, with pwm and pio")] = 18
    corner: Annotated[
        Literal["lower_left", "lower_right", "upper_left", "upper_right"],
        Meta(description="Where the first pixel lies, for a person looking at the board"),
    ] = "lower_left"
    along: Annotated[Literal["rows", "columns"], Meta(description="The way the strip runs")] = "rows"
    serpentine: Annotated[bool, Meta(description="Whether every second row or column runs back")] = True
    rotation: Annotated[int, Meta(ge=0, le=3, description="The whole turned clockwise, quarter turns")] = 0
    pixels: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=35)], ...],
        Meta(
            description="Instead of all that: the pixel under each field, 1/1 first, then along the row",
            extra={"allowed": "each of 0 to 35 once, or []"},
        ),
    ] = ()
    brightness: Annotated[float, Meta(ge=0, le=1, description="Of full brightness")] = 0.5
    gamma: Annotated[float, Meta(ge=1, le=4, description="From wanted to sent brightness")] = 2.8
    budget_ma: Annotated[int, Meta(ge=36, le=10000, description="The pixels never draw more, mA; 36 when dark")] = 1500


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer and the voice."""

    pin: Annotated[Pin | Literal["none"], Meta(description="GPIO of the buzzer")] = 12
    on: Annotated[bool, Meta(description="Whether it sounds")] = True
    volume: Annotated[float, Meta(ge=0, le=1, description="Of the loudest")] = 1.0
    voice: Annotated[bool, Meta(description="Whether espeak-ng speaks, too, where it is installed")] = True


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
    guide: Annotated[bool, Meta(description="Whether a bank is followed field by field")] = True
    dice: Annotated[Literal["virtual", "hand"], Meta(description="The companion's dice, or your own")] = "virtual"
    attract_after_s: Annotated[
        int, Meta(ge=10, le=86400, description="Without a game: back to the title after so long without a press, s")
    ] = 300
    recycle: Annotated[bool, Meta(description="The variant: a claim stone comes back at once")] = False

    @property
    def usual(self) -> dict[str, Any]:
        """What the setup's questions are usually answered with, by their keys: options of games, and `by_hand`."""
        return {"recycle": self.recycle, "by_hand": self.dice == "hand"}


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
    seats: Seats = Seats()
    table: Table = Table()
    web: Web = Web()
    journal: JournalFile = JournalFile()


def load(
    path: Path | None,
    overrides: Sequence[str] = (),
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Settings:
    """The settings of a file, then those given as `KEY=VALUE`.

    Args:
        path: the file that was asked for; None: the usual one, if it is there.
        overrides: as `lights.brightness=0.3`; the value is TOML, or else a bare word.
        environ: tells the usual place.
        platform: so does this, as `sys.platform`.

    Raises:
        SettingsError: the first thing that is wrong; a file must be right before anything overrides it, the overrides
            only together: one may take a pin that a later one frees.
    """
    file = path or settings_path(environ, platform)
    try:
        data = _read(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        if path:
            raise _unreadable(file, error) from error
        data = {}
    except OSError as error:
        raise _unreadable(file, error) from error
    settings, source, conflict = Settings(), legible(file), None
    if data:
        settings = _converted(data, source)
        _refuse(_conflict(settings), source)
    for override in overrides:
        _override(data, override)
        settings = _converted(data, f"--set {legible(override)}")
        if (found := _conflict(settings)) != conflict:
            source, conflict = f"--set {legible(override)}", found
    _refuse(conflict, source)
    return settings


def documented_settings() -> str:
    """A settings file with every key, its meaning, what is allowed, and its default."""
    return "\n".join(("# Every setting of the companion with its default. Keep the lines that you change.", *_lines()))


def settings_path(environ: Mapping[str, str], platform: str) -> Path:
    """Where the settings lie: in systemd's folder for this service, else in the usual place.

    Args:
        environ: tells the places.
        platform: as `sys.platform`.

    Raises:
        SettingsError: no place is known.
    """
    folder = _folder(environ, platform, "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", ".config")
    if folder is None:
        raise SettingsError("HOME is not set: name the settings file with --config")
    return folder / "companion.toml"


def journal_path(settings: Settings, environ: Mapping[str, str], platform: str, asked: Path | None = None) -> Path:
    """Where the journal lies: as asked for, as set, else in systemd's folder for this service, else in the usual place.

    Raises:
        SettingsError: no place is known, or there can be no such path.
    """
    path = asked or _journal_place(settings, environ, platform)
    if reason := _impossible(path):
        raise SettingsError(_line(f"{legible(path)}: {reason}"))
    return path


def _journal_place(settings: Settings, environ: Mapping[str, str], platform: str) -> Path:
    if settings.journal.file:
        return Path(settings.journal.file).expanduser().absolute()
    folder = _folder(environ, platform, "STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
    if folder is None:
        raise SettingsError("HOME is not set: name a place for the games with --journal or journal.file")
    return folder / "journal.sqlite"


def _folder(environ: Mapping[str, str], platform: str, service: str, xdg: str, usual: str) -> Path | None:
    """The companion's folder of one kind; None where no variable tells it.

    A service with a DynamicUser has no HOME, and the user database knows none either: only the environment is asked.
    """
    if given := environ.get(service):
        return Path(given.split(":")[0])  # systemd lists several where the unit names several (systemd.exec(5))
    home = environ.get("HOME")
    if platform == "darwin":
        return Path(home, "Library/Application Support/companion") if home else None
    if os.path.isabs(environ.get(xdg, "")):  # noqa: PTH117 - a relative one is to be ignored (XDG base directories)
        return Path(environ[xdg], "companion")
    return Path(home, usual, "companion") if home else None


def _impossible(path: Path) -> str:
    """Why no file can have this path; empty: one can."""
    try:
        path.expanduser().lstat()
    except RuntimeError:
        return f"nobody has the home of {legible(path)}"
    except ValueError:
        return "a path holds no NUL character"
    except OSError as error:
        return str(error.strerror) if error.errno in {ELOOP, ENAMETOOLONG} else ""
    return ""


def _unreadable(path: Path, error: OSError) -> SettingsError:
    return SettingsError(_line(f"{legible(path)}: cannot be read: {error.strerror}"))


def _read(path: Path) -> dict[str, Any]:
    with open_to_read(path) as file:
        if S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise SettingsError(f"{legible(path)}: is no file")
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise SettingsError(_line(f"{legible(path)}: more than {LONGEST_FILE} bytes cannot be settings"))
    try:
        return _toml(text.decode())
    except ValueError as error:
        raise SettingsError(_line(f"{legible(path)}: no TOML: {error}")) from error


def _override(data: dict[str, Any], override: str) -> None:
    key, equals, text = override.partition("=")
    section, dot, name = key.strip().partition(".")
    if not (equals and dot):
        raise SettingsError(_line(f"--set {legible(override)}: expected KEY=VALUE, as in lights.brightness=0.3"))
    data.setdefault(section, {})[name] = _value(text.strip())


def _value(text: str) -> object:
    """What stands there as TOML; the text itself where that is none, or more than one value."""
    try:
        values = _toml(f"value = {text}")
    except ValueError:
        return text
    return values["value"] if values.keys() == {"value"} else text


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most tables have no settings file, and start sooner without

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _converted(data: Mapping[str, Any], source: str) -> Settings:
    """Each value of its kind and in its range; what cannot be together is another question."""
    try:
        return msgspec.convert(data, Settings)
    except msgspec.ValidationError as error:
        wrong = _located(str(error))
    raise _refusal(wrong, source)


def _conflict(settings: Settings) -> tuple[str, str] | None:
    return next(_conflicts(settings), None)


def _refuse(conflict: tuple[str, str] | None, source: str) -> None:
    if conflict:
        raise _refusal(conflict, source)


def _refusal(wrong: tuple[str, str], source: str) -> SettingsError:
    key, what = wrong
    return SettingsError(_line(f"{source}: {legible(key)}: {legible(what)}; allowed: {_allowed_at(key)}"))


def _line(text: str) -> str:
    return " ".join(text.split())


HOST_LETTERS = 253
"""The longest name of a machine (RFC 1035)."""
_NAME = re.compile(r"[0-9A-Za-z_-]+(\.[0-9A-Za-z_-]+)*")
_MESSAGE = re.compile(r"(?P<wrong>.*?)( - at `\$\.(?P<key>.*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)


def _located(message: str) -> tuple[str, str]:
    """The key and the complaint in one of msgspec's messages."""
    found = _MESSAGE.fullmatch(message)
    key, wrong = (found["key"] or "", found["wrong"]) if found else ("", message)
    if unknown := _UNKNOWN.fullmatch(wrong):
        return f"{key}.{unknown['name']}".lstrip("."), "no such key"
    return key, wrong[0].lower() + wrong[1:]


def _conflicts(settings: Settings) -> Iterator[tuple[str, str]]:
    """What cannot be together: a key, and what is wrong with it."""
    yield from _shared_pins(settings)
    pixels, colours, names = settings.lights.pixels, settings.seats.colours, settings.seats.names
    if pixels and sorted(pixels) != list(range(36)):
        yield "lights.pixels", f"{len(pixels)} pixels, {len(set(pixels))} different"
    if settings.screen.dark_after_s <= settings.screen.dim_after_s:
        yield "screen.dark_after_s", f"{settings.screen.dark_after_s} is not more than screen.dim_after_s"
    if len({colour.lower() for colour in colours}) < len(colours):
        yield "seats.colours", "two seats have the same colour"
    yield from _confusing_names(names)
    if not can_listen(settings.web.host):
        yield "web.host", "no name of a machine, and no address"
    if settings.web.address and not _is_host(settings.web.address):
        yield "web.address", "no name of a machine, and no address"
    if reason := _impossible(Path(settings.journal.file)):
        yield "journal.file", reason


def _confusing_names(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    seen = {visible(name).lower() for name in names}
    if "" in seen:
        yield "seats.names", "a name shows nothing"
    if len(seen) < len(names):
        yield "seats.names", "a name stands there twice, or two look the same"


def _is_host(text: str) -> bool:
    """Whether a link can lead there: a name (RFC 1035, 2.3.4), or an address, of version 6 in brackets."""
    return _is_name(text) or (text.startswith("[") and text.endswith("]") and _is_ipv6(text[1:-1]))


def can_listen(text: str) -> bool:
    """Whether a socket may be asked to listen there: a name, or an address, without brackets."""
    return _is_name(text) or _is_ipv6(text)


def _is_name(text: str) -> bool:
    """Whether it is a name, or looks like an address of version 4."""
    return len(text) <= HOST_LETTERS and _NAME.fullmatch(text) is not None


def _is_ipv6(text: str) -> bool:
    from ipaddress import ip_address  # noqa: PLC0415 - few tables are told their address, and the others start sooner

    try:
        return len(text) <= HOST_LETTERS and ip_address(text).version == 6
    except ValueError:
        return False


def _shared_pins(settings: Settings) -> Iterator[tuple[str, str]]:
    owners: dict[int | str, str] = {}
    for key, pin in pins_in_use(settings):
        if pin in owners:
            yield key, f"GPIO {pin} is taken by {owners[pin]}"
        owners[pin] = key


def pins_in_use(settings: Settings) -> Iterator[tuple[str, int | str]]:
    """Each pin in use and the key that takes it."""
    lights, screen, buttons = settings.lights, settings.screen, settings.buttons
    spi = lights.driver == "spi"
    yield from (("lights.driver", pin) for pin in BUS_PINS["SPI0"]) if spi else [("lights.pin", lights.pin)]
    bus = f"SPI{screen.port}" if screen.bus == "spi" else f"I2C-{screen.port}"
    yield from (("screen.port", pin) for pin in BUS_PINS.get(bus, ()))
    if screen.bus == "spi":
        yield from (("screen.data_pin", screen.data_pin), ("screen.reset_pin", screen.reset_pin))
    if settings.sound.pin != "none":
        yield "sound.pin", settings.sound.pin
    yield from ((f"buttons.{name}", getattr(buttons, name)) for name in ("left", "right", "ok", "bank", "undo"))


def _allowed_at(key: str) -> str:
    """What a key may hold; for one that does not exist, those that do."""
    section, _, name = key.partition("[")[0].partition(".")
    sections = _kinds(Settings)
    if section not in sections:
        return ", ".join(sections)
    keys = _kinds(type(getattr(Settings(), section)))
    return _allowed(keys[name]) if name in keys else ", ".join(keys)


def _kinds(struct: type[Struct]) -> dict[str, inspect.Type]:
    return {field.name: inspect.type_info(field.type) for field in structs.fields(struct)}


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra={"allowed": str(allowed)}):
            return allowed
        case inspect.Metadata(type=inner):
            return _allowed(inner)
        case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high):
            return f"{low} to {high}"
        case inspect.LiteralType(values=values):
            return ", ".join(map(json.dumps, values))
        case inspect.UnionType(types=kinds):
            return " or ".join(map(_allowed, kinds))
        case _:
            return "true or false"


def _lines() -> Iterator[str]:
    for section in structs.fields(Settings):
        yield f"\n[{section.name}]"
        for name, kind in _kinds(section.type).items():
            yield from _documented_key(name, cast("inspect.Metadata", kind), getattr(section.default, name))
    yield ""


def _documented_key(name: str, kind: inspect.Metadata, default: object) -> Iterator[str]:
    yield f"# {(kind.extra_json_schema or {})['description']}. Allowed: {_allowed(kind)}."
    form = (kind.extra or {}).get("form")
    yield f"{name} = {form.format(default) if form else json.dumps(default, ensure_ascii=False)}"
