"""A registry: some modules of a package, and those of other packages that announce themselves by an entry point."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from engine.game import Code, Illegal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint  # 10 ms and 2 MB in each process that knows games

T = TypeVar("T")
"""What each of the modules is, as a protocol."""

REASON_LETTERS = 160
"""Letters of an error's message that are repeated."""


class BrokenPlugin(Illegal):
    """A plug-in is installed, but cannot be loaded; the message says which, and why."""


class LoadingTimeout(BaseException):
    """A plug-in takes too long to load; no error that a plug-in would catch. Its text says how long."""


_limit: Callable[[], AbstractContextManager[object]] = nullcontext
"""In it a plug-in is loaded."""
_given_up: dict[str, str] = {}
"""The packages of which one plug-in took too long, and why: nobody waits for the others."""


def limit_loading(limit: Callable[[], AbstractContextManager[object]]) -> None:
    """Sets a limit of time for each plug-in; this package has no clock.

    Args:
        limit: returns a context in which a plug-in is loaded, and which raises LoadingTimeout there.
    """
    global _limit  # noqa: PLW0603 - one for the program, as the plug-ins are
    _limit = limit


class Registry(Generic[T]):
    """Some modules by their names: first those of a package in their order, then the plug-ins in that of their names.

    Each is loaded when it is first asked for. Plug-ins are looked for only where the package's own will not do, because
    looking for them reads the metadata of every package that is installed.
    """

    def __init__(
        self,
        package: str,
        *names: str,
        group: str = "",
        contract: type = object,
        name: str = "name",
        attribute: str = "",
        find_fault: Callable[[T], str | None] | None = None,
    ) -> None:
        """Takes what there is.

        Args:
            package: where the package's own modules are.
            *names: theirs.
            group: the entry points' group; "": there are no plug-ins.
            contract: the protocol that a plug-in satisfies: one that breaks it cannot be loaded.
            name: the attribute that tells the name again by which a plug-in is registered, as in `game.name`.
            attribute: what one of the package's own modules holds instead of being it; "": each is the module itself.
            find_fault: tells in a few words what else a plug-in must not be; None: it may be loaded.
        """
        self._package = package
        self._names = names
        self._group = group
        self._contract = contract
        self._name = name
        self._attribute = attribute
        self._find_fault = find_fault

    def __iter__(self) -> Iterator[str]:
        yield from self._names
        yield from (name for name in self._plugins() if name not in self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names or (isinstance(name, str) and name in self._plugins())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> T:
        """Returns the module of that name.

        Raises:
            KeyError: there is none.
            BrokenPlugin: there is one, but it cannot be loaded.
        """
        if name in self._names:
            module = import_module(f"{self._package}.{name}")
            return cast("T", getattr(module, self._attribute, module) if self._attribute else module)
        if name not in self._plugins():
            raise KeyError(name)
        # A plug-in that is broken is known by its name all the same, so that people are told why it is missing.
        found = self._load(self._plugins()[name])
        if isinstance(found, str):
            raise BrokenPlugin(Code.SYNTAX, found)
        return cast("T", found)

    def values(self) -> tuple[T, ...]:
        return tuple(module for _, module in self.items())

    def items(self) -> tuple[tuple[str, T], ...]:
        return tuple(
            (name, self[name])
            for name in self
            if name in self._names or not isinstance(self._load(self._plugins()[name]), str)
        )

    def broken(self) -> tuple[str, ...]:
        found = map(self._load, self._plugins().values())
        return tuple(reason for reason in found if isinstance(reason, str))

    def _load(self, plugin: EntryPoint) -> object:
        return _loaded(plugin, self._contract, self._name, self._find_fault)

    def _plugins(self) -> Mapping[str, EntryPoint]:
        return _entry_points(self._group, tuple(sys.path)) if self._group else {}


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:  # noqa: ARG001 - another path, others
    """Returns the plug-ins of a group, by name, in the order of their names."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - the games of the house do without

    return {each.name: each for each in sorted(entry_points(group=group), key=lambda each: each.name)}


@cache
def _loaded(plugin: EntryPoint, contract: type, name: str, find_fault: Callable[[Any], str | None] | None) -> object:
    """Returns what a plug-in brings; a sentence where it cannot be loaded, or breaks the contract."""
    package = plugin.dist.name if plugin.dist else plugin.module
    reason = _given_up.get(package)
    try:
        if reason is None:
            with _limit():
                found = plugin.load()
            reason = find_breach(found, contract)
            if reason is None and (own := attrgetter(name)(found)) != plugin.name:
                reason = f"its {name.replace('.', ' ')} is {own}"
            if reason is None and find_fault is not None:
                reason = find_fault(found)
            if reason is None:
                return found
    except KeyboardInterrupt:  # somebody wants the program to end while it loads
        raise
    except LoadingTimeout as error:
        reason = _given_up[package] = str(error)
    except BaseException as error:  # noqa: BLE001 - whatever somebody else's module does, all others can be played
        reason = _described(error)
    text = f"The plug-in {plugin.name} of the package {package} cannot be loaded: {reason}."
    # Control characters are spelt out: it is written on a terminal, which would obey them.
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _described(error: BaseException) -> str:
    """Returns the kind of an error, and the first line of what it says, if it says anything."""
    try:
        said = str(error).partition("\n")[0][:REASON_LETTERS]
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - it is somebody else's class, which may even end the program
        said = ""
    described = f"{type(error).__name__}: {said}" if said else type(error).__name__
    # Modules of the house move; the doors stay.
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in {"engine", "companion", "hardware"}:
        described = f"{described.removesuffix('.')}; what a plug-in imports is in engine.plugin and companion.plugin"
    return described


KINDS = {"str": str, "bool": bool, "range": range, "tuple": tuple}
"""What a value can be told to be without its type checker, by the first word of its annotation."""


def find_breach(found: object, contract: type) -> str | None:
    """Returns the first thing in which `found` does not keep the contract, in a few words; None: it keeps all.

    That something is there is not enough: a class has all that its contract leaves to it, and a name may stand for
    anything.
    """
    if isinstance(found, type):
        return f"it is the class {found.__name__}, not an object of it"
    for name, declared in vars(contract).items():
        if name.startswith("_"):
            continue
        if not hasattr(found, name):
            return f"it has no {name}"
        breach = _wrong_value(name, getattr(found, name), declared)
        if breach is not None:
            return breach
    return None


def _wrong_value(name: str, value: object, declared: object) -> str | None:
    if isinstance(declared, property):
        wanted = str(inspect.signature(declared.fget).return_annotation).partition("[")[0] if declared.fget else ""
        if wanted in KINDS and not isinstance(value, KINDS[wanted]):
            return f"its {name} is a {type(value).__name__}, not a {wanted}"
    elif callable(declared):
        parameters = list(inspect.signature(declared).parameters)[1:]
        if not callable(value):
            return f"its {name} is no function"
        try:
            inspect.signature(value).bind(*parameters)
        except TypeError:
            return f"its {name} does not take ({', '.join(parameters)})"
        except ValueError:  # it is written in another language, and its parameters cannot be seen
            return None
    return None
