"""The settings file: documents all settings, and changes values in a file without changing its other lines."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, inspect, structs

from companion.files import replace_file
from companion.settings.schema import Settings, SettingsError
from engine.games import GAMES

HEADER = re.compile(r"\s*\[\s*(?P<name>\w+)\s*\]\s*(#.*)?\n")
KEY = re.compile(r"\s*(?P<name>\w+)\s*=")


def update_settings_file(path: Path, section: str, values: Mapping[str, Any]) -> None:
    """Writes all values into a section of the file, or none. The file and the section may be missing.

    Raises SettingsError: the file cannot be read or written, or has a form that only a person can change.
    """
    # A symbolic link is kept; its target is replaced.
    file = path.resolve()
    try:
        text = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
        line_end = "\r\n" if "\r\n" in text else "\n"
        new = updated_text(text.replace("\r\n", "\n"), section, values)
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, new.replace("\n", line_end).encode())
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read or written: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path}: cannot be changed: {error}; edit it by hand: {format_values(values)}") from error


def format_values(values: Mapping[str, Any]) -> str:
    """Returns the values in one line, each as in the file."""
    return ", ".join(_format_line(name, value).rstrip() for name, value in values.items())


def updated_text(text: str, section: str, values: Mapping[str, Any]) -> str:
    """Returns the text of a settings file with values in a section of it.

    Raises ValueError: the text is not TOML, or the form of the section cannot be changed line by line.
    """
    expected = tomllib.loads(text)
    existing = expected.get(section, {})
    expected[section] = {**existing, **values}
    added = [_format_line(name, value) for name, value in values.items() if name not in existing]
    # An existing key keeps its place; new keys follow the header.
    statements, has_header, is_in_section = list[str](), False, False
    for statement in _statements(text):
        key = KEY.match(statement)
        if header := HEADER.fullmatch(statement):
            is_in_section = header["name"] == section
            has_header = has_header or is_in_section
            statements += [statement, *(added if is_in_section else ())]
        elif is_in_section and key and key["name"] in values:
            statements.append(_format_line(key["name"], values[key["name"]]))
        else:
            statements.append(statement)
    if not has_header:
        statements += ["\n" if text else "", f"[{section}]\n", *added]
    new = "".join(statements)
    # A final check: the new text must have exactly the expected values.
    if tomllib.loads(new) != expected:
        raise ValueError(f"[{section}] is not written as lines of KEY = VALUE")
    return new


def _statements(text: str) -> Iterator[str]:
    """Yields the statements of the text, each with its newline; most are one line."""
    # An array over several lines is one statement: its first line alone is not TOML.
    piece = ""
    for line in text.splitlines():
        piece += f"{line}\n"
        with suppress(tomllib.TOMLDecodeError):
            tomllib.loads(piece)
            yield piece
            piece = ""


def _format_line(name: str, value: object) -> str:
    return f"{name} = {json.dumps(value)}\n"


def documented_settings() -> str:
    """Returns a settings file with the meaning, the allowed values and the default of every key."""
    lines = ["# Every setting of the companion with its default. Keep the lines that you change."]
    for section in structs.fields(Settings):
        lines.append(f"\n[{section.name}]")
        for name, key_type in _key_types(section.type).items():
            metadata, default = cast("inspect.Metadata", key_type), getattr(section.default, name)
            lines.append(f"# {(metadata.extra_json_schema or {})['description']}. Allowed: {_allowed_text(metadata)}.")
            if default == {}:
                # The options of the games, as comments: without a setting, the setup has the default of each option.
                lines += [
                    f"# {name}.{game}.{option} = {json.dumps(value, ensure_ascii=False)}"
                    for game, rules in GAMES.items()
                    for option, value in rules.options.items()
                ]
                continue
            # An address is written in its own format. For all other settings, a JSON value is also a TOML value.
            number_format = (metadata.extra or {}).get("format")
            value = number_format.format(default) if number_format else json.dumps(default, ensure_ascii=False)
            lines.append(f"{name} = {value}")
    return "\n".join((*lines, ""))


def allowed_values(key: str) -> str:
    """Returns the allowed values of a key as text; for an unknown key or section, the names of the known ones."""
    # For an item of a list, msgspec names the key `seats.colours[...]`.
    section, _, name = key.partition("[")[0].partition(".")
    sections = _key_types(Settings)
    if section not in sections:
        return ", ".join(sections)
    keys = _key_types(type(getattr(Settings(), section)))
    return _allowed_text(keys[name]) if name in keys else ", ".join(keys)


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
        case _:  # a bool: text and tables have `allowed`
            return "true or false"
