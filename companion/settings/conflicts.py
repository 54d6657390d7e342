"""Settings that are each possible, but not together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.settings.paths import impossible_path_reason
from companion.settings.schema import Settings
from companion.settings.text_values import can_link_to, can_listen, origin_of
from engine.game import Illegal, Json, Seat
from engine.games import GAMES
from engine.registry import BrokenPlugin
from engine.starts import TURNING, choosable_options, visible_text
from hardware.device import LIGHTS
from hardware.wiring import BUS_PINS, FIELD_ADDRESSES


def find_conflicts(settings: Settings) -> Iterator[tuple[str, str]]:  # noqa: C901, PLR0912 - one rule after the other
    """Yields every conflict: a key, and what is wrong with it."""
    owners: dict[int | str, str] = {}
    for key, pin in pins_in_use(settings):
        if pin in owners:
            yield key, f"GPIO {pin} is taken by {owners[pin]}"
        owners[pin] = key
    used, count = settings.lights.pixels, settings.lights.count
    if used and not len(used) == len(set(used)) == LIGHTS:
        yield "lights.pixels", f"{len(used)} pixels, {len(set(used))} different"
    if max(used, default=0) >= count:
        yield "lights.pixels", f"there is no pixel {max(used)} where lights.count is {count}: the first is 0"
    if settings.lights.budget_ma < count:
        yield "lights.budget_ma", f"{settings.lights.budget_ma} is too little: {count} dark pixels draw {count} mA"
    screen, fields = settings.screen, settings.fields
    if fields.inputs and sorted(fields.inputs) != list(range(LIGHTS)):
        given, missing = set(fields.inputs), sorted(set(range(LIGHTS)) - set(fields.inputs))
        without = f", and input {missing[0]} is missing" if missing else ""
        yield "fields.inputs", f"{len(fields.inputs)} inputs, {len(given)} different{without}"
    if fields.presence and fields.kind != "contacts":
        yield "fields.presence", f"only contacts notice stones, and fields.kind is {fields.kind}"
    if (screen.bus, screen.port) == ("i2c", 1) and screen.address in FIELD_ADDRESSES[fields.kind]:
        yield "screen.address", f"a chip of the fields answers at 0x{screen.address:02X}"
    if settings.screen.dark_after_s <= settings.screen.dim_after_s:
        yield "screen.dark_after_s", f"{settings.screen.dark_after_s} is not more than screen.dim_after_s"
    colours, names = settings.seats.colours, settings.seats.names
    if len({colour.lower() for colour in colours}) < len(colours):
        yield "seats.colours", "two seats have the same colour"
    # Compared as people see them: a space of no width, or a letter of the other case, tells two names apart to a
    # program only.
    seen = {visible_text(name).lower() for name in names}
    if "" in seen:
        yield "seats.names", "a name shows nothing"
    if any(TURNING.search(name) for name in names):
        yield "seats.names", "a name turns the direction of the text"
    if len(seen) < len(names):
        yield "seats.names", "a name stands there twice, or two look the same"
    reasons = (_refusal(game, options) for game, options in settings.table.default_options.items())
    yield from (("table.options", reason) for reason in reasons if reason)
    if not can_listen(settings.web.host):
        yield "web.host", "no name of a machine, and no address"
    if settings.web.address and not can_link_to(settings.web.address):
        yield "web.address", "no name of a machine, and no address"
    for origin in settings.web.origins:
        if not (origin and origin_of(origin.lower()) == origin):
            yield "web.origins", f"{origin!r} is no scheme with a name and perhaps a port"
    if reason := impossible_path_reason(Path(settings.journal.file)):
        yield "journal.file", reason


def _refusal(game: str, options: Json) -> str:
    """Returns why the game cannot start with these options; "" where it can, or where a plug-in cannot be loaded."""
    if game not in GAMES:
        return f"there is no game {game}, but {', '.join(GAMES)}"
    try:
        rules = GAMES[game]
    except BrokenPlugin:  # it is told at the start, and all else can be played
        return ""
    try:
        # With every number of players: nobody knows yet how many will sit there.
        for players in rules.seats:
            rules.start([str(seat) for seat in range(players)], Seat(0), {**rules.options, **options})
    except Illegal as refusal:
        return refusal.message.rstrip(".")
    # The rules know more than people choose: what every new table writes, or only the notation has.
    unasked = options.keys() - (known := choosable_options(rules)).keys()
    return f"{min(unasked)} is nothing to choose for {rules.title}, but {', '.join(known)}" if unasked else ""


def pins_in_use(settings: Settings) -> Iterator[tuple[str, int | str]]:
    """Yields every key that takes a pin, with the pin's number."""
    lights, screen, buttons = settings.lights, settings.screen, settings.buttons
    spi = lights.driver == "spi"
    # A bus takes all its pins, also those without a wire: the kernel's driver owns them as long as the bus is on.
    yield from (("lights.driver", pin) for pin in BUS_PINS["SPI0"]) if spi else [("lights.pin", lights.pin)]
    bus = f"SPI{screen.port}" if screen.bus == "spi" else f"I2C-{screen.port}"
    yield from (("screen.port", pin) for pin in BUS_PINS.get(bus, ()))
    if settings.fields.kind != "none" and bus != "I2C-1":
        yield from (("fields.kind", pin) for pin in BUS_PINS["I2C-1"])
    if screen.bus == "spi":
        yield from (("screen.data_pin", screen.data_pin), ("screen.reset_pin", screen.reset_pin))
    if settings.sound.pin != "none":
        yield "sound.pin", settings.sound.pin
    yield from ((f"buttons.{name}", getattr(buttons, name)) for name in ("left", "right", "ok", "bank", "undo"))
    if settings.fields.kind != "none":
        yield "fields.interrupt", settings.fields.interrupt
