"""The JSON Schemas of docs/schemas: validators by name, undocumented keys, and broken copies of valid values."""

import copy
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
JsonValue: TypeAlias = Any
"""Any JSON value."""
Place = tuple[str | int, ...]
"""Keys and list indexes that lead to a value."""


def _named(value: JsonValue, file: str) -> JsonValue:
    if isinstance(value, dict):
        refs = {"$ref": file + value["$ref"]} if str(value.get("$ref", "")).startswith("#") else {}
        return {**{key: _named(each, file) for key, each in value.items()}, **refs}
    return [_named(each, file) for each in value] if isinstance(value, list) else value


SCHEMAS: dict[str, dict[str, Any]] = {
    path.name: _named(json.loads(path.read_text("utf-8")), path.name) for path in sorted(FOLDER.glob("*.json"))
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, DRAFT202012.create_resource(schema)) for name, schema in SCHEMAS.items()
)


def validator(reference: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": reference}, registry=REGISTRY)


def validator_of(definition: str) -> Draft202012Validator:
    file, name = definition.split()
    return validator(f"{file}.json#/$defs/{name}")


def error_of(judge: Draft202012Validator, value: JsonValue) -> str:
    """Returns the fault of a value in one line: of several faults the deepest; empty if it is valid."""
    error = best_match(judge.iter_errors(value))
    return "" if error is None else f"{error.json_path}: {error.message[:300]}"


def unnamed_keys(judge: Draft202012Validator, value: JsonValue) -> list[str]:
    """Returns the keys of a valid value that the schema does not name, which are undocumented."""
    return sorted(set(_unnamed([judge.schema], value, "$")))


def _unnamed(schemas: list[JsonValue], value: JsonValue, path: str) -> Iterator[str]:
    applied = [each for schema in schemas for each in _applied(schema, value)]
    if isinstance(value, dict) and any({"properties", "additionalProperties"} & each.keys() for each in applied):
        for key, held in value.items():
            by_name = [each["properties"][key] for each in applied if key in each.get("properties", {})]
            others = [each["additionalProperties"] for each in applied if each.get("additionalProperties")]
            if not by_name and not others:
                yield f"{path}.{key}"
            yield from _unnamed(by_name or others, held, f"{path}.{key}")
    elif isinstance(value, list):
        items = [each["items"] for each in applied if "items" in each]
        for held in value:
            yield from _unnamed(items, held, f"{path}[]")


def _applied(schema: JsonValue, value: JsonValue) -> Iterator[dict[str, Any]]:
    if not isinstance(schema, dict):
        return
    yield schema
    if "$ref" in schema:
        yield from _applied(_resolved(schema["$ref"]), value)
    for part in (*schema.get("allOf", ()), schema.get("then"), schema.get("else")):
        yield from _applied(part, value)
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        if Draft202012Validator(choice, registry=REGISTRY).is_valid(value):
            yield from _applied(choice, value)


def _resolved(reference: str) -> JsonValue:
    file, _, pointer = reference.partition("#/")
    found: JsonValue = SCHEMAS[file]
    for key in pointer.split("/"):
        found = found[key]
    return found


class Broken(NamedTuple):
    """A copy of a value with one fault."""

    what: str
    """`-$.dice`: the key is missing; `$.dice[]=null`: this value is added."""
    value: JsonValue


INVALID_VALUES: tuple[Any, ...] = (None, True, -1, 1.5, "surprise", [], {}, ["surprise"], {"surprise": 1})


def broken_copies(value: JsonValue) -> Iterator[Broken]:
    """Yields copies of a value with one key missing, or with one value of another type."""
    seen: Counter[str] = Counter()
    for place in _places(value):
        path = "$" + "".join("[]" if isinstance(key, int) else f".{key}" for key in place)
        # One of a list's items: all others are alike.
        seen[path] += 1
        if seen[path] > 1:
            continue
        if isinstance(place[-1], str):
            copied, container = _copy(value, place)
            del container[place[-1]]
            yield Broken(f"-{path}", copied)
        for wrong in INVALID_VALUES:
            copied, container = _copy(value, place)
            if type(container[place[-1]]) is not type(wrong):
                container[place[-1]] = wrong
                yield Broken(f"{path}={json.dumps(wrong)}", copied)


def _places(value: JsonValue, place: Place = ()) -> Iterator[Place]:
    held = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in held:
        yield (*place, key)
        yield from _places(each, (*place, key))


def _copy(value: JsonValue, place: Place) -> tuple[JsonValue, JsonValue]:
    copied = container = copy.deepcopy(value)
    for key in place[:-1]:
        container = container[key]
    return copied, container
