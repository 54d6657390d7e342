"""The games at the table, a folder each: what a press means there, what it lights and writes.

One line a game; those of other packages are found by their entry points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import Registry

if TYPE_CHECKING:
    from companion.model import Model
    from companion.running import Running
    from companion.tables.table import Table
    from engine.game import Seat

TABLES: Registry[Table] = Registry(
    "companion.tables",
    "claimit",
    "klondike",
    group="companion.tables",
)


def table_of(running: Running) -> Table:
    """The table of the game that runs."""
    return TABLES[running.lineup.game]


def actor(model: Model) -> Seat | None:
    """The seat that acts now; None where no seat does, as in the menu."""
    if model.game is None or not isinstance(model.page, table_of(model.game).pages):
        return None
    return table_of(model.game).told(model).turn
