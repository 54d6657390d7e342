"""Modules by name, each loaded when it is first asked for: however many games there are, a start loads none."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
"""What each of the modules is, as a protocol."""


class Registry(Generic[T]):
    """Some modules of a package, in a fixed order; iterating tells their names."""

    def __init__(self, package: str, *names: str) -> None:
        self._package = package
        self._names = names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> T:
        """The module of that name.

        Raises:
            KeyError: there is none.
        """
        if name not in self:
            raise KeyError(name)
        return cast("T", import_module(f"{self._package}.{name}"))

    def values(self) -> tuple[T, ...]:
        """All the modules."""
        return tuple(self[name] for name in self)

    def items(self) -> tuple[tuple[str, T], ...]:
        """All the modules with their names."""
        return tuple((name, self[name]) for name in self)
