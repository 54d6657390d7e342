"""Changes values in the settings file; every other line and every comment stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.files.atomic_files import replace_file
from companion.settings.schema import SettingsError

HEADER = re.compile(r"\s*\[\s*(?P<name>\w+)\s*\]\s*(#.*)?\n")
KEY = re.compile(r"\s*(?P<name>\w+)\s*=")


def update_settings_file(path: Path, section: str, values: Mapping[str, Any]) -> None:
    """Writes values into a section of the file, which need not be there yet; all of it or nothing.

    Raises:
        SettingsError: the file cannot be read or written, or is written in a way that only a person can change.
    """
    # A link stays a link: what it leads to is replaced.
    file = path.resolve()
    try:
        text = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
        line_end = "\r\n" if "\r\n" in text else "\n"
        new = updated_text(text.replace("\r\n", "\n"), section, values)
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, new.replace("\n", line_end).encode())
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(
            f"{path}: cannot be changed: {error}; write it yourself: {format_values(values)}"
        ) from error


def format_values(values: Mapping[str, Any]) -> str:
    """Returns the values as they stand in the file, in one line for people."""
    return ", ".join(_format_line(name, value).rstrip() for name, value in values.items())


def updated_text(text: str, section: str, values: Mapping[str, Any]) -> str:
    """Returns the text of a settings file with values in a section of it.

    Raises:
        ValueError: the text is no TOML, or does not have the section in a form that can be changed line by line.
    """
    wanted = tomllib.loads(text)
    there = wanted.get(section, {})
    wanted[section] = {**there, **values}
    added = [_format_line(name, value) for name, value in values.items() if name not in there]
    # A key that is there keeps its place and its comment; the others follow the header.
    statements, has_header, here = list[str](), False, False
    for statement in _statements(text):
        if header := HEADER.fullmatch(statement):
            here = header["name"] == section
            has_header = has_header or here
            statements += [statement, *(added if here else ())]
        else:
            statements.append(_changed_statement(statement, values) if here else statement)
    if not has_header:
        statements += ["\n" if text else "", f"[{section}]\n", *added]
    new = "".join(statements)
    # The proof of the whole: a person's file is never replaced by one that says something else.
    if tomllib.loads(new) != wanted:
        raise ValueError(f"[{section}] is not written line by line")
    return new


def _statements(text: str) -> Iterator[str]:
    """Yields the text in pieces that are each TOML, all with their newline: mostly lines."""
    # An array over several lines is one piece: its first line alone is no TOML yet.
    piece = ""
    for line in text.splitlines():
        piece += f"{line}\n"
        if _is_toml(piece):
            yield piece
            piece = ""


def _changed_statement(statement: str, values: Mapping[str, Any]) -> str:
    found = KEY.match(statement)
    if found is None or found["name"] not in values:
        return statement
    # The sign begins a comment only where what stands before it is a whole statement: within a text it is a letter.
    signs = [place for place, letter in enumerate(statement) if letter == "#"]
    comment = next((statement[place:].rstrip() for place in signs if _is_toml(statement[:place])), "")
    return _format_line(found["name"], values[found["name"]], comment)


def _format_line(name: str, value: object, comment: str = "") -> str:
    return f"{name} = {json.dumps(value)}  {comment}".rstrip() + "\n"


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True
