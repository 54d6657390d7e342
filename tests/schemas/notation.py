"""The JSON Schemas of docs/schemas: validators by name, what they leave unnamed, and broken copies of what is right."""

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
"""What JSON holds."""
Place = tuple[str | int, ...]
"""Keys and places in lists that lead to a value."""


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


def why_not(judge: Draft202012Validator, value: JsonValue) -> str:
    """What is wrong with a value, in a line: of several faults the deepest; empty: nothing."""
    error = best_match(judge.iter_errors(value))
    return "" if error is None else f"{error.json_path}: {error.message[:300]}"


def unnamed_keys(judge: Draft202012Validator, value: JsonValue) -> list[str]:
    """The keys of a valid value that the schema does not name: the ones without documentation."""
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
    """The schemas that hold for a value: this one, those that it refers to, and of its choices those that fit."""
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
    """A copy of something, with one thing wrong."""

    what: str
    """`-$.dice`: the key is missing; `$.dice[]=null`: this is there."""
    value: JsonValue


WRONG: tuple[Any, ...] = (None, True, -1, 1.5, "surprise", [], {}, ["surprise"], {"surprise": 1})


def broken_copies(value: JsonValue) -> Iterator[Broken]:
    """Yields copies of a value in which one key is missing, or something of another type is at one place."""
    seen: Counter[str] = Counter()
    for place in _places(value):
        path = "$" + "".join("[]" if isinstance(key, int) else f".{key}" for key in place)
        # One of a list's items: all others are alike.
        seen[path] += 1
        if seen[path] > 1:
            continue
        if isinstance(place[-1], str):
            copied, holder = _copy(value, place)
            del holder[place[-1]]
            yield Broken(f"-{path}", copied)
        for wrong in WRONG:
            copied, holder = _copy(value, place)
            if type(holder[place[-1]]) is not type(wrong):
                holder[place[-1]] = wrong
                yield Broken(f"{path}={json.dumps(wrong)}", copied)


def _places(value: JsonValue, place: Place = ()) -> Iterator[Place]:
    held = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in held:
        yield (*place, key)
        yield from _places(each, (*place, key))


def _copy(value: JsonValue, place: Place) -> tuple[JsonValue, JsonValue]:
    """A copy of a value, and what holds the place in it."""
    copied = holder = copy.deepcopy(value)
    for key in place[:-1]:
        holder = holder[key]
    return copied, holder
