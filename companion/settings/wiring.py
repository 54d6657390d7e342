"""What the settings say about the hardware, as the hardware's own values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.light import Light
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from companion.settings.schema import Settings


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
    )  # fmt: skip


def light_from(settings: Settings) -> Light:
    """Returns the conversion from wanted to sent colours that the settings describe."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)
