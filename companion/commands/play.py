"""`companion play`: parses the command line, and runs the application.

`companion lesson` and `companion selftest` run the same application with another page.
"""

import argparse
import json
import os
import re
import shlex
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any

from companion.core.game_session import DEALT
from companion.core.lineup import MAX_TYPED_LETTERS, LineUp, assign_seats, canonical_name, name_bots
from companion.core.model import TABLES
from companion.core.questions import Question, answer_error, applies
from companion.files import legible
from companion.main import run
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.systemd import power_request
from companion.settings.loader import command_environ, journal_path, load_settings, settings_path
from companion.settings.schema import Defaults, SettingsError, wiring_from
from companion.settings.text_values import parse_option, parse_options
from companion.ui.font import ELLIPSIS
from engine.bots import BOTS, bots_for, find_bot
from engine.game import AnyGame, Code, Illegal
from engine.games import GAMES
from engine.record import start_record
from engine.registry import BrokenPlugin
from engine.starts import choosable_options, parse_start

DEVICES = ("pi", "simulated", "headless")
BOT_NAME = re.compile("[a-z0-9][a-z0-9-]{0,23}")
"""Allowed names of the bots of `--bot-command`; the seat gets the bot's name."""


def play(args: argparse.Namespace) -> int:
    """Plays until the players leave; returns the exit status.

    Raises:
        SettingsError: an argument or a setting is wrong.
        DeviceError, TerminalError, WebError: see `companion.main.run`.
    """
    settings = load_settings(args.config, args.set)
    journal = journal_path(settings, os.environ, args.journal)
    lineup, fixed = requested_lineup(args, settings.table), parse_seed(args.seed)
    marker = running_marker(os.environ)
    config = LaunchConfig(
        settings,
        journal.absolute(),
        lineup,
        fixed,
        kiosk=is_kiosk(args, os.environ),
        resumes=args.resume or (marker is not None and marker.exists()),
        power=power_request(os.environ),
        bot_programs=requested_bot_programs(args.bot_command),
        **frontend_options(args),
    )
    if marker is not None:
        marker.touch()
    run(config)
    if marker is not None:
        marker.unlink(missing_ok=True)
    return 0


def is_kiosk(args: argparse.Namespace, environ: Mapping[str, str]) -> bool:
    """Returns whether guest mode is on, by the command line or by the service's configuration."""
    return args.kiosk or bool(environ.get("COMPANION_KIOSK"))


def running_marker(environ: Mapping[str, str]) -> Path | None:
    """Returns the path of a file that still exists after a crash of the service; None if this is not the service."""
    # systemd keeps the folder when the service restarts, and clears it when the machine starts.
    return Path(environ["RUNTIME_DIRECTORY"], "running") if "RUNTIME_DIRECTORY" in environ else None


def lesson(args: argparse.Namespace) -> int:
    """Runs the lesson of a game without a journal; returns the exit status. Raises as `play`."""
    settings = load_settings(args.config, args.set)
    with_lesson = {name: opened for name in TABLES if (opened := TABLES[name].lesson) is not None}
    name = args.game or next(iter(with_lesson))
    if name not in with_lesson:
        raise SettingsError(f"--game: {legible(name)} has no lesson; allowed: {', '.join(with_lesson)}")
    run(LaunchConfig(settings, None, home_page=with_lesson[name](), **frontend_options(args)))
    return 0


def frontend_options(args: argparse.Namespace) -> dict[str, Any]:
    """Returns the options of `play`, `lesson` and `selftest` as arguments of `LaunchConfig`. Raises SettingsError."""
    device = args.device or os.environ.get("COMPANION_DEVICE") or None
    if device not in (None, *DEVICES):
        raise SettingsError(f"COMPANION_DEVICE: unknown device {legible(device)}; allowed: {', '.join(DEVICES)}")
    shared = {name: getattr(args, name) for name in ("terminal", "host", "port")}
    return {**shared, "device": device, "opens_browser": not args.no_browser}


def requested_lineup(args: argparse.Namespace, defaults: Defaults) -> LineUp | None:
    """Returns the line-up that the command line requests, with the defaults of the settings; None without players.

    Raises SettingsError: the game is unknown, or its rules do not allow this line-up.
    """
    # Looked up by name: a list of all games would read the metadata of all installed packages (3 ms).
    if args.game is not None and args.game not in GAMES:
        raise SettingsError(f"--game: unknown game {legible(args.game)}; allowed: {', '.join(GAMES)}")
    if args.players is None and args.names is None:
        _refuse_without_players(args)
        return None
    names = () if args.names is None else tuple(map(canonical_name, args.names.split(",")))
    if args.names is not None and args.players not in (None, len(names)):
        raise SettingsError(
            f"--players, --names: players: {args.players}, names: {len(names)}; allowed: a name for each player"
        )
    if long := next((name.strip() for name in names if name and len(name.strip()) > MAX_TYPED_LETTERS), None):
        shortened = f"{long[:MAX_TYPED_LETTERS]}{ELLIPSIS}, {len(long)} letters"
        raise SettingsError(f"--names: {shortened}; allowed: at most {MAX_TYPED_LETTERS} letters")
    name = args.game or next(iter(GAMES))
    game = _game_for(args, name, len(names) or args.players)
    names = names or (None,) * args.players
    bots = requested_bots(args.bot, name, len(names), requested_bot_programs(args.bot_command))
    players, colours = assign_seats(name_bots(names, bots, name))
    # The setup's questions about options of the table, not of the rules.
    questions = TABLES[name].questions(len(players))
    table_questions = {each.key: each for each in questions if each.key not in {*choosable_options(game), "by_hand"}}
    try:
        # For these options the defaults are those of older records: new games get what the setup preselects.
        new_options = game.later_options.keys() - table_questions
        preselected = {each.key: each.default for each in questions if each.key in new_options}
        # The command line has priority over the settings.
        given = parse_options(game, args.option, table_questions)
        options = {**preselected, **defaults.options.get(name, {}), **given}
        seat = (args.first or 1) - 1
        start = parse_start({"game": name, "players": list(players), "first": seat, "options": options})
        start_record(start)  # the game checks the values of its options
    except Illegal as refusal:
        option = "--names" if refusal.code is Code.PLAYERS else "--option"
        raise SettingsError(f"{option}: {refusal.message}") from refusal
    has_dice_choice = any(question.key == "by_hand" for question in questions)
    if args.dice and not has_dice_choice:
        why = "only virtual dice are possible" if game.dice else "there are no dice"
        raise SettingsError(f"--dice: {why} in {game.title}; allowed: in another game")
    by_hand = has_dice_choice and (args.dice or defaults.dice) == "hand"
    table_options = _table_options(args, table_questions, dict(start.options))
    if bots and game.deal is not None:  # bots have no real tiles, so the box deals
        table_options[DEALT] = True
    first = None if args.first is None else start.first
    return LineUp(name, start.players, start.options, by_hand, first, colours, table_options=table_options, bots=bots)


def _game_for(args: argparse.Namespace, name: str, players: int) -> AnyGame:
    """Returns the game. Raises SettingsError: it has no table, or not this number of players or this first seat."""
    try:
        if name not in TABLES:
            raise SettingsError(f"--game: {GAMES[name].title} has rules, but cannot be played here")
        game = TABLES[name].game
    except BrokenPlugin as broken:
        raise SettingsError(f"--game: {broken.message}") from broken
    if players not in game.seats:
        option, number = ("--names", players) if args.players is None else ("--players", args.players)
        raise SettingsError(f"{option}: {game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {number}.")
    if args.first is not None and not 1 <= args.first <= players:
        raise SettingsError(f"--first: unknown seat {args.first}; allowed: 1 to {players}")
    return game


def requested_bot_programs(options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Returns the bots that are separate programs: the name and the split command of each.

    Each option is `NAME=COMMAND`, with quotes as in a shell. The command itself does not run in a shell.

    Raises SettingsError: a name or a command is wrong.
    """
    programs: dict[str, tuple[str, ...]] = {}
    for text in options:
        name, equals, command = text.partition("=")
        if not (equals and BOT_NAME.fullmatch(name)):
            raise SettingsError(
                f"--bot-command: {legible(text)} has no valid name; allowed: NAME=COMMAND, the name of up to 24 "
                "lower-case letters, digits and hyphens"
            )
        if name in BOTS or name in programs:
            raise SettingsError(f"--bot-command: duplicate bot {name}; allowed: another name")
        try:
            words = tuple(shlex.split(command))
        except ValueError as problem:
            raise SettingsError(f"--bot-command: {legible(text)}: a quotation mark is missing") from problem
        if not words or which(words[0]) is None:
            raise SettingsError(f"--bot-command: {legible(text)}: program not found; allowed: an installed program")
        programs[name] = words
    return programs


def requested_bots(options: Sequence[str], game: str, players: int, programs: Collection[str] = ()) -> dict[str, str]:
    """Returns the bots by their seat, counted from 0, as in a line-up.

    The options have the form `SEAT=NAME`, with seats counted from 1; `programs` are the bots of `--bot-command`, which
    can play any game with bots.

    Raises SettingsError: a seat or a bot is wrong.
    """
    bots: dict[str, str] = {}
    for text in options:
        seat, equals, bot = text.partition("=")
        if not (seat.isascii() and seat.isdigit() and equals and 1 <= int(seat) <= players):
            raise SettingsError(f"--bot: {legible(text)} has no valid seat; allowed: SEAT=NAME, seats 1 to {players}")
        if str(int(seat) - 1) in bots:
            raise SettingsError(f"--bot: seat {int(seat)} is given twice; allowed: one bot for each seat")
        if not bots_for(game):
            raise SettingsError(f"--bot: {GAMES[game].title} has no bots; allowed: in another game")
        try:
            if bot not in programs:
                find_bot(bot, game)
        except Illegal as refusal:
            raise SettingsError(f"--bot: {legible(text)}: {refusal.message}") from refusal
        bots[str(int(seat) - 1)] = bot
    return bots


def _table_options(
    args: argparse.Namespace, questions: Mapping[str, Question], answers: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns the table's options on the command line; `answers` has the options of the rules."""
    texts = [text for text in args.option if text.partition("=")[0] in questions]
    defaults = {name: question.default for name, question in questions.items()}
    chosen = dict(parse_option(text, defaults) for text in texts)
    for name, value in chosen.items():
        if error := answer_error(questions[name], value):
            raise SettingsError(f"--option: {error}")
    answers = {**defaults, **answers, **chosen}
    if unused := next((name for name in chosen if not applies(questions[name], answers)), None):
        needs = ", ".join(f"{key}={json.dumps(value)}" for key, value in questions[unused].needs.items())
        raise SettingsError(f"--option: {unused} is not available here; allowed: with {needs}")
    return chosen


def _refuse_without_players(args: argparse.Namespace) -> None:
    game_arguments = ("game", "option", "dice", "first", "bot")
    if given := [f"--{name}" for name in game_arguments if getattr(args, name) not in (None, [])]:
        raise SettingsError(f"{', '.join(given)}: the players are missing; allowed: with --players or --names")


def parse_seed(digits: str | None) -> bytes | None:
    """Returns the fixed seed of a test. Raises SettingsError: it is not 32 bytes in hex."""
    if digits is not None and not re.fullmatch("[0-9a-fA-F]{64}", digits):
        raise SettingsError(f"--seed: {digits!r} is not a seed; allowed: 64 hex digits")
    return None if digits is None else bytes.fromhex(digits)


def selftest(args: argparse.Namespace) -> int:
    """Runs the self-test, then saves the detected wiring if the players confirmed it. Returns the exit status.

    Raises as `play`; SettingsError also if the wiring cannot be saved.
    """
    # Imported here because `play` does not need them.
    from companion.pages.selftest import FindWiringPage, SelftestPage, WiringPage  # noqa: PLC0415
    from companion.settings.settings_file import format_values, update_settings_file  # noqa: PLC0415

    environ = command_environ(os.environ)
    settings = load_settings(args.config, args.set, environ)
    first = SelftestPage(wiring_from(settings))
    page = run(LaunchConfig(settings, None, home_page=first, **frontend_options(args))).page
    if isinstance(page, WiringPage) and page.is_confirmed and page.found:
        file = args.config or settings_path(environ)
        section, values = "fields", dict(page.found)
        if isinstance(page, FindWiringPage):
            # Settings that would change or override the detected values are reset.
            section, lights = "lights", settings.lights
            values = ({"rotation": 0} if lights.rotation else {}) | ({"pixels": []} if lights.pixels else {}) | values
        update_settings_file(file, section, values)
        sys.stderr.write(f"companion: wrote to {file}: {format_values(values)}\n")
    return 0
