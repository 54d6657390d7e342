"""Wirings for tests, from the settings in one level: `lights_count=64` is `lights.count`."""

from typing import Any

from msgspec.structs import replace

from hardware.device import LIGHTS
from hardware.pixels import CHANNEL_MA, IDLE_MA
from hardware.wiring import Wiring


def make_wiring(**flat: Any) -> Wiring:  # noqa: ANN401 - a value of any setting
    return changed_wiring(Wiring(), **flat)


def changed_wiring(wiring: Wiring, **flat: Any) -> Wiring:  # noqa: ANN401 - a value of any setting
    changed: dict[str, dict[str, Any]] = {}
    for name, value in flat.items():
        section, _, setting = name.partition("_")
        changed.setdefault(section, {})[setting] = value
    sections = {section: replace(getattr(wiring, section), **values) for section, values in changed.items()}
    return replace(wiring, **sections)


def estimated_ma(levels: bytes, count: int = LIGHTS) -> float:
    return count * IDLE_MA + sum(levels) * CHANNEL_MA / 255
