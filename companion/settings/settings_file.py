"""Changes values in the settings file; every other line and every comment stays as it is."""

from __future__ import annotations

import json
import os
import re
import tomllib
from typing import TYPE_CHECKING, Any

from companion.settings.schema import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

HEADER = re.compile(r"\s*\[\s*(?P<name>\w+)\s*\]\s*(#.*)?\n")
KEY = re.compile(r"\s*(?P<name>\w+)\s*=")


def update_settings_file(path: Path, section: str, values: Mapping[str, Any]) -> None:
    """Writes values into a section of the file, which need not be there yet; all of it or nothing.

    Raises:
        SettingsError: the file cannot be read or written, or is written in a way that only a person can change.
    """
    file = path.resolve()
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        _write(file, updated_text(text, section, values))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(
            f"{path}: cannot be changed: {error}; write it yourself: {format_values(values)}"
        ) from error


def _write(file: Path, text: str) -> None:
    """Puts the text in the file's place: a power cut leaves the old file, or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.new")
    with beside.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(file)


def format_values(values: Mapping[str, Any]) -> str:
    """The values as they stand in the file, in one line for people."""
    return ", ".join(_line(name, value).rstrip() for name, value in values.items())


def updated_text(text: str, section: str, values: Mapping[str, Any]) -> str:
    """The text of a settings file with values in a section of it.

    Raises:
        ValueError: the text is no TOML, or does not have the section in a form that can be changed line by line.
    """
    wanted = tomllib.loads(text)
    wanted[section] = {**wanted.get(section, {}), **values}
    new = "".join(_rewritten(text, section, dict(values)))
    if tomllib.loads(new) != wanted:
        raise ValueError(f"[{section}] is not written line by line")
    return new


def _rewritten(text: str, section: str, values: Mapping[str, Any]) -> Iterator[str]:
    """The statements anew: a key that is there keeps its place and its comment, the others follow the header."""
    there = tomllib.loads(text).get(section, {})
    added = [_line(name, value) for name, value in values.items() if name not in there]
    headers, here = 0, False
    for statement in _statements(text):
        if header := HEADER.fullmatch(statement):
            here = header["name"] == section
            headers += here
            yield from (statement, *(added if here else ()))
        else:
            yield _changed(statement, values) if here else statement
    if not headers:
        yield from ("\n" if text else "", f"[{section}]\n", *added)


def _statements(text: str) -> Iterator[str]:
    """The text in pieces that are each TOML: mostly lines, but an array over several lines is one. All end in one."""
    piece = ""
    for line in text.splitlines():
        piece += f"{line}\n"
        if _is_toml(piece):
            yield piece
            piece = ""


def _changed(statement: str, values: Mapping[str, Any]) -> str:
    found = KEY.match(statement)
    if found is None or found["name"] not in values:
        return statement
    signs = [place for place, letter in enumerate(statement) if letter == "#"]
    comment = next((statement[place:].rstrip() for place in signs if _is_toml(statement[:place])), "")
    return _line(found["name"], values[found["name"]], comment)


def _line(name: str, value: object, comment: str = "") -> str:
    return f"{name} = {json.dumps(value)}  {comment}".rstrip() + "\n"


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True
