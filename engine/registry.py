"""A registry: some modules of a package, and those of other packages that announce themselves by an entry point."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from engine.game import Code, Illegal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.metadata import EntryPoint

T = TypeVar("T")
"""What each of the modules is, as a protocol."""


class BrokenPlugin(Illegal):
    """A plug-in is installed, but cannot be loaded; the message says which, and why."""


class Registry(Generic[T]):
    """Some modules by their names: first those of a package in their order, then the plug-ins in that of their names.

    Each is loaded when it is first asked for. Plug-ins are looked for only where the package's own will not do, because
    looking for them reads the metadata of every package that is installed.
    """

    def __init__(self, package: str, *names: str, group: str = "") -> None:
        """Takes what there is.

        Args:
            package: where the package's own modules are.
            *names: theirs.
            group: the entry points' group; "": there are no plug-ins.
        """
        self._package = package
        self._names = names
        self._group = group

    def __iter__(self) -> Iterator[str]:
        yield from self._names
        yield from (name for name in self._plugins() if name not in self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names or (isinstance(name, str) and name in self._plugins())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> T:
        """The module of that name.

        Raises:
            KeyError: there is none.
            BrokenPlugin: there is one, but it cannot be loaded.
        """
        if name in self._names:
            return cast("T", import_module(f"{self._package}.{name}"))
        if name not in self._plugins():
            raise KeyError(name)
        # A plug-in that is broken is known by its name all the same, so that people are told why it cannot be played.
        found = _loaded(self._plugins()[name])
        if isinstance(found, str):
            raise BrokenPlugin(Code.SYNTAX, found)
        return cast("T", found)

    def values(self) -> tuple[T, ...]:
        """All the modules that can be loaded."""
        return tuple(module for _, module in self.items())

    def items(self) -> tuple[tuple[str, T], ...]:
        """All the modules that can be loaded, with their names."""
        return tuple((name, self[name]) for name in self if name in self._names or not self._is_broken(name))

    def broken(self) -> tuple[str, ...]:
        """Which plug-ins cannot be loaded, and why, each in a sentence."""
        found = map(_loaded, self._plugins().values())
        return tuple(reason for reason in found if isinstance(reason, str))

    def _is_broken(self, name: str) -> bool:
        return isinstance(_loaded(self._plugins()[name]), str)

    def _plugins(self) -> Mapping[str, EntryPoint]:
        return _entry_points(self._group, tuple(sys.path)) if self._group else {}


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:  # noqa: ARG001 - another path, others
    """The plug-ins of a group, by name, in the order of their names."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - the games of the house do without

    return {each.name: each for each in sorted(entry_points(group=group), key=lambda each: each.name)}


@cache
def _loaded(plugin: EntryPoint) -> object:
    """What a plug-in brings; a sentence where it cannot be loaded."""
    try:
        return plugin.load()
    except Exception as error:  # noqa: BLE001 - whatever somebody else's module does, the other games can be played
        package = plugin.dist.name if plugin.dist else plugin.module
        reason = f"{type(error).__name__}: {error}".partition("\n")[0]
        return f"The plug-in {plugin.name} of the package {package} cannot be loaded: {reason}."
