"""`companion play` and its neighbours: from the words of the command line to a table that runs.

`companion lesson`, `companion replay --device` and `companion selftest` open the same table on another page.
"""

from __future__ import annotations

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
from companion.core.lineup import LineUp
from companion.core.players import TYPED_LETTERS, assign_seats, canonical_name, name_bots
from companion.core.questions import Question
from companion.core.saved_games import JournalError
from companion.core.table_registry import TABLES, is_playable
from companion.files import legible
from companion.main import FrontendOptions, run
from companion.runtime.journal import Journal
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.systemd import power_request
from companion.settings.loader import load_settings
from companion.settings.paths import journal_path
from companion.settings.schema import SettingsError, Table
from companion.settings.text_values import parse_option
from companion.ui.font import ELLIPSIS
from engine.bots import BOTS, bots_for, find_bot
from engine.game import Code, Illegal, Seat
from engine.games import GAMES
from engine.record import begin
from engine.registry import BrokenPlugin
from engine.starts import choosable_options, parse_start

DEVICES = ("pi", "simulated", "headless")
BOT_NAME = re.compile("[a-z0-9][a-z0-9-]{0,23}")
"""What a bot of `--bot-command` may be called: its seat is named after it."""


def play(args: argparse.Namespace) -> int:
    """Plays until the players leave; returns the exit status.

    Raises:
        SettingsError: something that was asked for cannot be; one line says what.
        DeviceError: the device that was asked for cannot be had.
        TerminalError: this terminal cannot show the table; one sentence says what is needed.
        WebError: the page cannot be served.
    """
    settings = load_settings(args.config, args.set)
    journal = journal_path(settings, os.environ, sys.platform, args.journal)
    line_up, fixed = requested_lineup(args, settings.table), seed(args.seed)
    marker = running_marker(os.environ)
    config = LaunchConfig(
        settings,
        journal.absolute(),
        line_up,
        fixed,
        kiosk=is_kiosk(args, os.environ),
        resumes=args.resume or (marker is not None and marker.exists()),
        power=power_request(os.environ),
        bot_programs=requested_bot_programs(args.bot_command),
    )
    if note := _note_on_resuming(journal, resumes=args.resume, asked_for_game=line_up is not None):
        sys.stderr.write(f"companion: {note}\n")
    if marker is not None:
        marker.touch()
    run(config, frontend_options(args))
    if marker is not None:
        marker.unlink(missing_ok=True)
    return 0


def is_kiosk(args: argparse.Namespace, environ: Mapping[str, str]) -> bool:
    """Returns whether the box stands among guests, by the command line or by the service's choice."""
    return args.kiosk or bool(environ.get("COMPANION_KIOSK"))


def running_marker(environ: Mapping[str, str]) -> Path | None:
    """Returns the file that is there while the service's table runs, and that a failure leaves; None: no service."""
    # systemd keeps the folder when it starts the service again, and empties it at a start of the machine.
    return Path(environ["RUNTIME_DIRECTORY"], "running") if "RUNTIME_DIRECTORY" in environ else None


def _note_on_resuming(journal: Path, *, resumes: bool, asked_for_game: bool) -> str:
    """Returns what to say where an unfinished game, or the lack of one, changes what was asked for; else ""."""
    if not (resumes or asked_for_game):
        return ""
    is_unfinished = False
    if journal.exists():
        try:
            with Journal.read(journal) as kept:
                is_unfinished = kept.unfinished() is not None
        except JournalError:
            return ""  # a page reports it, once the table is open
    if is_unfinished and asked_for_game:
        return "a game is unfinished: resumed, it keeps its own players and options"
    return "--resume: no game is unfinished" if resumes and not is_unfinished else ""


def replay(args: argparse.Namespace) -> int:
    """Shows a record again on the device; returns the exit status. Raises what `play` does; also for no record."""
    from companion.commands.referee import RecordProblem, read_record  # noqa: PLC0415 - `play` does without

    settings = load_settings(args.config, args.set)
    record = read_record(args.file)
    if isinstance(record, RecordProblem):
        raise SettingsError(f"{args.file}: {record.message}")
    if not is_playable(record.start.game):
        raise SettingsError(f"the plug-in {record.start.game} has rules, but no table that can be loaded")
    run(LaunchConfig(settings, None, replayed_record=record), frontend_options(args))
    return 0


def lesson(args: argparse.Namespace) -> int:
    """Opens a game's lesson; nothing of it is journalled. Returns the exit status. Raises what `play` does."""
    settings = load_settings(args.config, args.set)
    with_lesson = {name: opened for name in TABLES if (opened := TABLES[name].lesson) is not None}
    name = args.game or next(iter(with_lesson))
    if name not in with_lesson:
        raise SettingsError(f"--game: there is no lesson of {legible(name)}; allowed: {', '.join(with_lesson)}")
    run(LaunchConfig(settings, None, page=with_lesson[name]()), frontend_options(args))
    return 0


def frontend_options(args: argparse.Namespace) -> FrontendOptions:
    """Returns what the command line says about the device and the frontends."""
    files = (("--journal", getattr(args, "journal", None)), ("--config", args.config))
    same_files = tuple(part for name, path in files if path is not None for part in (name, str(path)))
    device = args.device or os.environ.get("COMPANION_DEVICE") or None
    if device not in (None, *DEVICES):
        raise SettingsError(f"COMPANION_DEVICE: there is no device {legible(device)}; allowed: {', '.join(DEVICES)}")
    return FrontendOptions(device, args.terminal, args.half, args.host, args.port, not args.no_browser, same_files)


def requested_lineup(args: argparse.Namespace, usual: Table) -> LineUp | None:
    """Returns the line-up that the command line asks for; None where it names no players.

    Raises:
        SettingsError: there is no such game, or its rules do not allow this.
    """
    # Asked by name: a list of all games would have the metadata of every installed package read, 3 ms, for plug-ins.
    if args.game is not None and args.game not in GAMES:
        raise SettingsError(f"--game: there is no game {legible(args.game)}; allowed: {', '.join(GAMES)}")
    if args.players is None and args.names is None:
        _refuse_without_players(args)
        return None
    names = (None,) * max(0, args.players) if args.names is None else tuple(map(canonical_name, args.names.split(",")))
    if args.names is not None and args.players not in (None, len(names)):
        raise SettingsError(
            f"--players, --names: players: {args.players}, names: {len(names)}; allowed: a name for each player"
        )
    if long := next((name.strip() for name in names if name and len(name.strip()) > TYPED_LETTERS), None):
        shortened = f"{long[:TYPED_LETTERS]}{ELLIPSIS}, {len(long)} letters"
        raise SettingsError(f"--names: {shortened}; allowed: at most {TYPED_LETTERS} letters")
    name = args.game or next(iter(GAMES))
    _check_seats(args, name, len(names))
    bots = requested_bots(args.bot, name, len(names), requested_bot_programs(args.bot_command))
    called, colours = assign_seats(name_bots(names, bots, name))
    # The setup's questions about the table, which are not about the rules.
    questions = TABLES[name].questions(len(called))
    of_table = {each.key: each for each in questions if each.key not in {*choosable_options(GAMES[name]), "by_hand"}}
    try:
        options = _options(name, args, usual, frozenset(of_table))
        start = parse_start({"game": name, "players": list(called), "first": (args.first or 1) - 1, "options": options})
        begin(start)  # the game itself knows which values its options have
    except Illegal as refusal:
        option = "--names" if refusal.code is Code.PLAYERS else "--option"
        raise SettingsError(f"{option}: {refusal.message}") from refusal
    choosable = any(question.key == "by_hand" for question in questions)
    first = None if args.first is None else Seat(args.first - 1)
    if args.dice and not choosable:
        game = GAMES[start.game]
        why = "only the box rolls" if game.dice else "no dice are rolled"
        raise SettingsError(f"--dice: {why} in {game.title}; allowed: in another game")
    by_hand = choosable and (args.dice or usual.dice) == "hand"
    table_options = _table_options(args, of_table, dict(start.options))
    if bots and GAMES[start.game].deal is not None:  # a bot holds no tiles: the box deals them
        table_options = {**table_options, DEALT: True}
    of_start = (start.game, start.players, start.options)
    return LineUp(*of_start, by_hand, first, colours, table_options=table_options, bots=bots)


def _check_seats(args: argparse.Namespace, name: str, players: int) -> None:
    """Raises SettingsError where the game cannot be played here, or not by so many players, or that seat is not one."""
    try:
        if name not in TABLES:
            raise SettingsError(f"--game: {GAMES[name].title} has rules, but no table to be played at.")
        game = TABLES[name].game
    except BrokenPlugin as broken:
        raise SettingsError(f"--game: {broken.message}") from broken
    if players not in game.seats:
        option, number = ("--names", players) if args.players is None else ("--players", args.players)
        raise SettingsError(f"{option}: {game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {number}.")
    if args.first is not None and not 1 <= args.first <= players:
        raise SettingsError(f"--first: there is no seat {args.first}; allowed: 1 to {players}")


def requested_bot_programs(options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Returns the bots that are programs of their own: each name with its command, in words.

    Each option is `NAME=COMMAND`; quotes hold words together as in a shell, but no shell runs it.

    Raises:
        SettingsError: one of them cannot be.
    """
    programs: dict[str, tuple[str, ...]] = {}
    for text in options:
        name, equals, command = text.partition("=")
        if not (equals and BOT_NAME.fullmatch(name)):
            raise SettingsError(
                f"--bot-command: {legible(text)} names no bot; allowed: NAME=COMMAND, the name of up to 24 small "
                "letters, digits and hyphens"
            )
        if name in BOTS or name in programs:
            raise SettingsError(f"--bot-command: there is a bot {name} already; allowed: another name")
        try:
            words = tuple(shlex.split(command))
        except ValueError as problem:
            raise SettingsError(f"--bot-command: {legible(text)}: a quotation mark is missing") from problem
        if not words or which(words[0]) is None:
            raise SettingsError(
                f"--bot-command: {legible(text)}: there is no such program; allowed: one that can be started"
            )
        programs[name] = words
    return programs


def requested_bots(options: Sequence[str], game: str, players: int, programs: Collection[str] = ()) -> dict[str, str]:
    """Returns the bots that are to play, by the number of their seat, 0 the first, as a line-up has them.

    Each option is `SEAT=NAME`, the seats as people count them. `programs` are the bots that are programs of their own:
    they may play any game that bots play. Raises SettingsError: one of them cannot be.
    """
    bots: dict[str, str] = {}
    for text in options:
        seat, equals, bot = text.partition("=")
        if not (seat.isascii() and seat.isdigit() and equals and 1 <= int(seat) <= players):
            raise SettingsError(f"--bot: {legible(text)} names no seat; allowed: SEAT=NAME, the seats 1 to {players}")
        if str(int(seat) - 1) in bots:
            raise SettingsError(f"--bot: seat {int(seat)} is given twice; allowed: one bot a seat")
        if not bots_for(game):
            raise SettingsError(f"--bot: no bots play {GAMES[game].title}; allowed: in another game")
        try:
            _ = bot in programs or find_bot(bot, game)
        except Illegal as refusal:
            raise SettingsError(f"--bot: {legible(text)}: {refusal.message}") from refusal
        bots[str(int(seat) - 1)] = bot
    return bots


def _table_options(
    args: argparse.Namespace, questions: Mapping[str, Question], answers: Mapping[str, Any]
) -> dict[str, Any]:
    from companion.core.questions import answer_fault, is_asked, needed_answers  # noqa: PLC0415 - the first frame asks nothing

    texts = [text for text in args.option if text.partition("=")[0] in questions]
    chosen = dict(parse_option(text, {name: question.usual for name, question in questions.items()}) for text in texts)
    fault = next((fault for name, value in chosen.items() if (fault := answer_fault(questions[name], value))), None)
    if fault:
        raise SettingsError(f"--option: {fault}")
    usual = {name: question.usual for name, question in questions.items()}
    if idle := next((name for name in chosen if not is_asked(questions[name], {**usual, **answers, **chosen})), None):
        needs = ", ".join(f"{key}={json.dumps(value)}" for key, value in needed_answers(questions[idle]).items())
        raise SettingsError(f"--option: {idle} is nothing to choose here; allowed: with {needs}")
    return chosen


def _options(game: str, args: argparse.Namespace, usual: Table, of_table: frozenset[str]) -> dict[str, Any]:
    known = choosable_options(GAMES[game])
    wanted = usual.default_options.get(game, {})
    given = ({"recycle": True} if args.recycle else {}) | dict(
        parse_option(text, known) for text in args.option if text.partition("=")[0] not in of_table
    )
    if strange := next((name for name in given if name not in known), None):
        allowed = ", ".join((*known, *sorted(of_table))) or "none"
        raise SettingsError(f"--option: {GAMES[game].title} has no option {legible(strange)}; allowed: {allowed}")
    # What is said for this one game counts before the settings.
    return wanted | given


def _refuse_without_players(args: argparse.Namespace) -> None:
    said = {
        "--game": args.game,
        "--option": args.option or None,
        "--recycle": args.recycle or None,
        "--dice": args.dice,
        "--first": args.first,
        "--bot": args.bot or None,
    }
    given = [option for option, value in said.items() if value is not None]
    if given:
        raise SettingsError(f"{', '.join(given)}: nobody is named who plays; allowed: with --players or --names")


def seed(digits: str | None) -> bytes | None:
    """Returns the seed that was fixed for a test. Raises SettingsError: it is not 32 bytes in hex."""
    if digits is None:
        return None
    try:
        fixed = bytes.fromhex(digits)
    except ValueError:
        fixed = b""
    if len(fixed) != 32:
        raise SettingsError(f"--seed: {digits!r} is no seed; allowed: 64 hex digits")
    return fixed


def selftest(args: argparse.Namespace) -> int:
    """Tries the box until people leave; then saves the wiring, if it was found and they agreed. Returns 0.

    Raises what `play` does, and SettingsError where the wiring cannot be saved.
    """
    # The table starts without them.
    from companion.pages.selftest import SelftestPage  # noqa: PLC0415
    from companion.pages.wizard import FindFieldsPage, WizardPage  # noqa: PLC0415
    from companion.settings.paths import command_environ, settings_path  # noqa: PLC0415
    from companion.settings.schema import wiring_from  # noqa: PLC0415
    from companion.settings.settings_file import format_values, update_settings_file  # noqa: PLC0415

    environ = command_environ(os.environ)
    settings = load_settings(args.config, args.set, environ)
    first = SelftestPage(wiring_from(settings))
    page = run(LaunchConfig(settings, None, page=first), frontend_options(args)).page
    if isinstance(page, WizardPage | FindFieldsPage) and page.agreed and page.found:
        file = args.config or settings_path(environ, sys.platform)
        section, values = "fields", dict(page.found)
        if isinstance(page, WizardPage):
            # What would come on top of corner, direction and way, or in their place, is reset.
            section, lights = "lights", settings.lights
            values = ({"rotation": 0} if lights.rotation else {}) | ({"pixels": []} if lights.pixels else {}) | values
        update_settings_file(file, section, values)
        sys.stderr.write(f"companion: wrote to {file}: {format_values(values)}\n")
    return 0
