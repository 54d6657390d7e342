"""`companion play`: from the words of the command line to a table that runs."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app import Order, light, simulated, wiring
from companion.app import play as play_at
from companion.fronts import Wanted
from companion.names import COLOURS, TYPED_LETTERS, recognised, seated
from companion.notify import is_service
from companion.power import power_request
from companion.replay import Fault, recorded
from companion.running import LineUp
from companion.screen.font import ELLIPSIS
from companion.settings import SettingsError, journal_path, load
from companion.tables import TABLES
from engine.game import Illegal, Seat
from engine.games import GAMES
from engine.record import begin
from engine.starts import parse_start

if TYPE_CHECKING:
    import argparse

    from companion.model import Model
    from companion.settings import Settings, Table
    from engine.game import Json, Start
    from hardware.box import Box


def play(asked: argparse.Namespace) -> int:
    """Plays until the players leave; returns the exit status.

    Raises:
        SettingsError: something that was asked for cannot be; one line says what.
        TerminalError: this terminal cannot show the table; one sentence says what is needed.
        WebError: the page cannot be served.
    """
    settings = load(asked.config, asked.set)
    journal = journal_path(settings, os.environ, sys.platform, asked.journal)
    line_up, fixed = wish(asked, settings.table), seed(asked.seed)
    power = power_request(os.environ)
    order = Order(settings, journal.absolute(), line_up, fixed, kiosk=asked.kiosk, resumes=asked.resume, power=power)
    run(asked, order)
    return 0


def watch(asked: argparse.Namespace) -> int:
    """Shows a record again on the device; returns the exit status.

    Raises:
        SettingsError: the file is no record, or something else that was asked for cannot be.
        TerminalError: this terminal cannot show the table.
        WebError: the page cannot be served.
    """
    settings = load(asked.config, asked.set)
    record = recorded(asked.file)
    if isinstance(record, Fault):
        raise SettingsError(f"{asked.file}: {record.message}")
    run(asked, Order(settings, None, watched=record))
    return 0


def run(asked: argparse.Namespace, order: Order) -> Model:
    """Builds the device and what people have before them, and plays; returns the model as they left it.

    Raises:
        DeviceError: the device that was asked for cannot be had.
        TerminalError: this terminal cannot show the table; one sentence says what is needed.
        WebError: the page cannot be served.
    """
    name = _device(asked.device)
    wanted = Wanted(asked, order, name)
    wanted.check()
    if asked.device is None:
        sys.stderr.write(f"companion: playing on the {name} device\n")
    device = _opened(name, order.settings)
    return play_at(replace(order, silent=name == "headless"), device, *wanted.built(device))


def _device(name: str | None) -> str:
    """The device that was asked for; left out, it is the real one on a Raspberry Pi, and simulated elsewhere."""
    if name is not None:
        return "simulated" if name == "terminal" else name
    from hardware.pi import is_raspberry_pi

    return "pi" if is_raspberry_pi() else "simulated"


def _opened(name: str, settings: Settings) -> Box:
    if name != "pi":
        return simulated(settings)
    from hardware.pi import open_pi

    return open_pi(wiring(settings), light(settings), may_lack_parts=is_service(os.environ))


def wish(asked: argparse.Namespace, usual: Table) -> LineUp | None:
    """The line-up that the command line asks for; None where it names no players.

    Raises:
        SettingsError: the rules know no such game.
    """
    if asked.players is None and asked.names is None:
        _refuse_without_players(asked)
        return None
    names = COLOURS[: max(0, asked.players)] if asked.names is None else tuple(map(recognised, asked.names.split(",")))
    if asked.players not in (None, len(names)):
        raise SettingsError(
            f"--players, --names: players: {asked.players}, names: {len(names)}; "
            f"allowed: at most {len(COLOURS)} players, a name each"
        )
    _refuse_long(names)
    called, colours = seated(names)
    game = asked.game or next(iter(GAMES))
    try:
        start = parse_start(
            {
                "game": game,
                "players": list(called),
                "first": asked.first or 0,
                "options": _options(game, asked, usual),
            }
        )
        begin(start)  # the game itself knows which values its options have
    except Illegal as refusal:
        raise SettingsError(f"--players, --names, --game, --first, --option: {refusal.message}") from refusal
    first = None if asked.first is None else Seat(asked.first)
    if asked.dice and not _rolls(start):
        raise SettingsError(f"--dice: no dice are rolled in {GAMES[start.game].title}; allowed: in another game")
    by_hand = (asked.dice or usual.dice) == "hand"
    return LineUp(start.game, start.players, start.options, by_hand, first, colours)


def _refuse_long(names: tuple[str, ...]) -> None:
    """A name that is typed is as short as in the settings.

    Raises:
        SettingsError: it is longer.
    """
    if long := next((name.strip() for name in names if len(name.strip()) > TYPED_LETTERS), None):
        told = f"{long[:TYPED_LETTERS]}{ELLIPSIS}, {len(long)} letters"
        raise SettingsError(f"--names: {told}; allowed: at most {TYPED_LETTERS} letters")


def _rolls(start: Start) -> bool:
    """Whether dice are rolled: then the setup would ask whose."""
    return any(question.key == "by_hand" for question in TABLES[start.game].questions(len(start.players)))


def _options(game: str, asked: argparse.Namespace, usual: Table) -> dict[str, Any]:
    """What was asked for, and what is usual where the game has it.

    Raises:
        SettingsError: an option is not written as NAME=VALUE.
    """
    known = GAMES[game].options if game in GAMES else {}
    wanted = {name: value for name, value in usual.usual.items() if name in known}
    given = dict(_option(text, known) for text in asked.option)
    return wanted | ({"recycle": True} if asked.recycle else {}) | given


def _option(text: str, known: Json) -> tuple[str, Any]:
    """An option and its value: a text as it stands where the default is one, else JSON (true, 3, [[0,0],[2,1]])."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"--option: {text!r} names no value; allowed: NAME=VALUE")
    if isinstance(known.get(name), str):
        return name, value
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value  # the game says which type it wants


def _refuse_without_players(asked: argparse.Namespace) -> None:
    """Where nobody is named the setup asks: nothing else may be said of the game.

    Raises:
        SettingsError: it is said all the same.
    """
    said = {
        "--game": asked.game,
        "--option": asked.option or None,
        "--recycle": asked.recycle or None,
        "--dice": asked.dice,
        "--first": asked.first,
    }
    given = [option for option, value in said.items() if value is not None]
    if given:
        raise SettingsError(f"{', '.join(given)}: nobody is named who plays; allowed: with --players or --names")


def seed(digits: str | None) -> bytes | None:
    """The seed that was fixed for a test.

    Raises:
        SettingsError: it is not 32 bytes in hex.
    """
    if digits is None:
        return None
    try:
        fixed = bytes.fromhex(digits)
    except ValueError:
        fixed = b""
    if len(fixed) != 32:
        raise SettingsError(f"--seed: {digits!r} is no seed; allowed: 64 hex digits")
    return fixed
