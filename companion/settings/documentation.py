"""What each setting means and may hold: for the printed settings file, and for the message about a wrong one."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import cast

from msgspec import Struct, inspect, structs

from companion.settings.schema import Settings
from engine.games import GAMES


def documented_settings() -> str:
    """Returns a settings file with every key, its meaning, what is allowed, and its default."""
    lines = ["# Every setting of the companion with its default. Keep the lines that you change."]
    for section in structs.fields(Settings):
        lines.append(f"\n[{section.name}]")
        for name, key_type in _key_types(section.type).items():
            kind, default = cast("inspect.Metadata", key_type), getattr(section.default, name)
            lines.append(f"# {(kind.extra_json_schema or {})['description']}. Allowed: {_allowed_text(kind)}.")
            if default == {}:
                # As comments: an option that is not set is left to the first answer of the setup.
                lines += [
                    f"# {name}.{game}.{option} = {json.dumps(usual, ensure_ascii=False)}"
                    for game, rules in GAMES.items()
                    for option, usual in rules.options.items()
                ]
                continue
            form = (kind.extra or {}).get("form")
            # JSON's values are TOML's as well, for all that a setting can be.
            lines.append(f"{name} = {form.format(default) if form else json.dumps(default, ensure_ascii=False)}")
    return "\n".join((*lines, ""))


def allowed_values(key: str) -> str:
    """Returns what a key may hold, as text; for a key or section that does not exist, the names of those that do."""
    # What is wrong with an item of a list msgspec says of `seats.colours[...]`.
    section, _, name = key.partition("[")[0].partition(".")
    sections = _key_types(Settings)
    if section not in sections:
        return ", ".join(sections)
    keys = _key_types(type(getattr(Settings(), section)))
    return _allowed_text(keys[name]) if name in keys else ", ".join(keys)


def nearest_keys(word: str) -> list[str]:
    """Returns the keys whose section or name is this word, or the word most like it; none if nothing is like it."""
    sections = structs.fields(Settings)
    keys = [f"{section.name}.{name}" for section in sections for name in _key_types(section.type)]
    # Both halves of a key count: people type `brightness`, `lights` or `light`.
    words = {part: [key for key in keys if part in key.split(".")] for key in keys for part in key.split(".")}
    return [key for match in get_close_matches(word, words, n=1) for key in words[match]]


def _key_types(struct: type[Struct]) -> dict[str, inspect.Type]:
    return {field.name: inspect.type_info(field.type) for field in structs.fields(struct)}


def _allowed_text(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra={"allowed": str(allowed)}):
            return allowed
        case inspect.Metadata(type=inner):
            return _allowed_text(inner)
        case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high):
            return f"{low} to {high}"
        case inspect.LiteralType(values=values):
            return ", ".join(map(json.dumps, values))
        case inspect.UnionType(types=kinds):
            return " or ".join(map(_allowed_text, kinds))
        case _:
            return "true or false"
