"""Whether what a plug-in brings keeps a contract, as far as that can be seen before it is used."""

from __future__ import annotations

import inspect

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
