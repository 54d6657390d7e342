"""The games at the table, a folder each: what a press means there, what it lights and writes. One line a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.registry import Registry

if TYPE_CHECKING:
    from companion.running import Running
    from companion.tables.table import Table

TABLES: Registry[Table] = Registry(
    "companion.tables",
    "claimit",
    "klondike",
)


def table_of(running: Running) -> Table:
    """The table of the game that runs."""
    return TABLES[running.lineup.game]
