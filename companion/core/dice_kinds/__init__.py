"""Kinds of real dice that say by Bluetooth what they show, one module each; those of other packages by entry point.

A kind reads an advertisement, the few bytes that a die sends to everybody many times a second. So nothing is paired or
connected, and listening is enough. The entry point `companion.dice` names an object with what `DieKind` has.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple, Protocol

from engine.registry import Registry

D6 = "d6"
"""The type of a die with the faces 1 to 6: no other can be used."""


class Advertisement(NamedTuple):
    """What a device near by sends to everybody."""

    name: str
    """As its owner has named it; may be empty."""
    companies: Mapping[int, bytes]
    """The manufacturer data, by the company's number of the Bluetooth SIG."""
    services: Mapping[str, bytes]
    """The service data, by UUID."""
    rssi: int
    """How strong it is received, dBm: -40 is beside the box, -90 hardly heard."""


class Motion(Enum):
    """What a die does."""

    RESTS = auto()
    MOVES = auto()
    """It is rolling, or in a hand."""
    COCKED = auto()
    """It rests, but on no face."""
    UNKNOWN = auto()


class Die(NamedTuple):
    """What one advertisement says of one die."""

    id: str
    """Of this die alone, and for ever: what is known of a die is known by it."""
    kind: str
    """The name of its kind."""
    name: str
    """For people."""
    type: str
    """`D6`, or another shape in a word: `d20`."""
    motion: Motion
    face: int | None
    """1 to 6; None: it shows none, or is no `D6`."""
    battery: int
    """Per cent."""
    rssi: int
    """dBm."""


class DieKind(Protocol):
    """A kind of dice. Modules satisfy it: `companion.core.dice_kinds.pixels` is one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in a record: `pixels`."""

    @abstractmethod
    def read(self, advertisement: Advertisement) -> Die | None:
        """Returns the die that sent it; None: it is not of this kind, or says nothing that can be understood."""


DICE_KINDS: Registry[DieKind] = Registry(
    "companion.core.dice_kinds", "pixels", group="companion.dice", contract=DieKind
)
