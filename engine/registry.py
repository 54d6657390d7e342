"""A registry: the built-in modules of a package, and the plug-ins that other packages register as entry points."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar, cast

from engine.game import Code, Illegal

T = TypeVar("T")
"""The protocol of the modules."""
EntryPoint: TypeAlias = Any
"""An `importlib.metadata.EntryPoint`. That module is imported only to search for plug-ins."""

MAX_REASON_LETTERS = 160
"""Maximum length of a quoted error message."""


class BrokenPlugin(Illegal):
    """A plug-in is installed but cannot be loaded. The message names it and the reason."""


@dataclass(frozen=True, eq=False)
class Registry(Generic[T]):
    """Modules by name: first the built-in ones in their order, then the plug-ins, sorted by name.

        >>> games = Registry("engine", ("claimit", "klondike"))
        >>> list(games), games["klondike"].title
        (['claimit', 'klondike'], 'Klondike')

    A module is loaded when it is first used. Plug-ins are searched only if the built-in modules are not enough, because
    the search reads the metadata of every installed package.
    """

    package: str
    """The package of the built-in modules."""
    names: tuple[str, ...] = ()
    """The built-in modules."""
    group: str = ""
    """The group of the entry points; "" if plug-ins are not supported."""
    contract: type = object
    """The protocol that a plug-in must satisfy."""
    name_attribute: str = "name"
    """The attribute of a plug-in that must be equal to its registered name, such as `game.name`."""
    module_attribute: str = ""
    """The attribute of a built-in module that is registered; "" registers the module itself."""
    find_problem: Callable[[T], str | None] | None = None
    """An additional check, which returns in a few words why a plug-in cannot be used, or None."""

    def __iter__(self) -> Iterator[str]:
        yield from self.names
        yield from (name for name in self._plugins() if name not in self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names or (isinstance(name, str) and name in self._plugins())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> T:
        """Returns the module of that name.

        Raises:
            KeyError: the module is unknown.
            BrokenPlugin: the plug-in cannot be loaded.
        """
        if name in self.names:
            module = import_module(f"{self.package}.{name}")
            return cast("T", getattr(module, self.module_attribute, module) if self.module_attribute else module)
        if name not in self._plugins():
            raise KeyError(name)
        found = self._load(self._plugins()[name])
        if isinstance(found, str):
            raise BrokenPlugin(Code.SYNTAX, found)
        return cast("T", found)

    def values(self) -> tuple[T, ...]:
        return tuple(module for _, module in self.items())

    def items(self) -> tuple[tuple[str, T], ...]:
        """Returns the modules that can be loaded, with their names."""
        return tuple(
            (name, self[name])
            for name in self
            if name in self.names or not isinstance(self._load(self._plugins()[name]), str)
        )

    def broken(self) -> tuple[str, ...]:
        """Returns for each broken plug-in a sentence why it cannot be loaded."""
        return tuple(reason for reason in map(self._load, self._plugins().values()) if isinstance(reason, str))

    def _load(self, plugin: EntryPoint) -> object:
        return _resolve(plugin, self.contract, self.name_attribute, self.find_problem)

    def _plugins(self) -> Mapping[str, EntryPoint]:
        return _entry_points(self.group, tuple(sys.path)) if self.group else {}


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:  # noqa: ARG001 - the key of the cache
    """Returns the plug-ins of a group, sorted by name. They depend on `sys.path`, which is the second argument."""
    # This import takes 10 ms and 2 MB, and the built-in games do not need it.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return {each.name: each for each in sorted(entry_points(group=group), key=lambda each: each.name)}


@cache
def _resolve(
    plugin: EntryPoint, contract: type, name_attribute: str, find_problem: Callable[[Any], str | None] | None
) -> object:
    """Returns the plug-in's object, or a sentence why it cannot be loaded."""
    try:
        found = plugin.load()
        reason = find_breach(found, contract)
        if reason is None and (own := attrgetter(name_attribute)(found)) != plugin.name:
            reason = f"its {name_attribute.replace('.', ' ')} is {own}"
        if reason is None and find_problem is not None:
            reason = find_problem(found)
        if reason is None:
            return found
    except KeyboardInterrupt:  # Ctrl-C while it loads
        raise
    except BaseException as error:  # noqa: BLE001 - a plug-in that fails must not affect the others
        reason = _error_text(error)
    package = plugin.dist.name if plugin.dist else plugin.module
    text = f"The plug-in {plugin.name} of the package {package} cannot be loaded: {reason}."
    # Escapes control characters: a terminal would execute them.
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _error_text(error: BaseException) -> str:
    """Returns the type of an error and the first line of its message."""
    try:
        message = str(error).partition("\n")[0][:MAX_REASON_LETTERS]
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a plug-in's __str__ can raise anything
        message = ""
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    # Internal modules move; the public modules do not.
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in {"engine", "companion", "hardware"}:
        text = f"{text.removesuffix('.')}; what a plug-in imports is in engine.plugin and companion.plugin"
    return text


def find_breach(found: object, contract: type) -> str | None:
    """Returns in a few words what the protocol requires and the object lacks, or None."""
    if isinstance(found, type):
        return f"it is the class {found.__name__}, not an object of it"
    missing = (name for name in vars(contract) if not name.startswith("_") and not hasattr(found, name))
    return next((f"it has no {name}" for name in missing), None)
