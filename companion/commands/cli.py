"""The command line. Each command imports its modules when it is called, so that all commands start fast."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import ENOSPC
from importlib import import_module
from io import UnsupportedOperation
from typing import Any, TypeAlias

Parser: TypeAlias = argparse.ArgumentParser | argparse._MutuallyExclusiveGroup  # noqa: SLF001 - has no other name
Argument: TypeAlias = Callable[[Parser], object]
Run: TypeAlias = Callable[[argparse.Namespace], int]

MAX_SHOWN_CHARACTERS = 24
"""Maximum number of characters of a wrong argument that an error message repeats."""
INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells."""
USAGE = 2
"""Exit status for a wrong command line, a wrong setting or an invalid record: a retry does not help."""
UNAVAILABLE = 75
"""Exit status for a part or a port that may be available at the next try (EX_TEMPFAIL in sysexits.h)."""
STILL_ON = 1
"""Exit status if the machine did not shut down as requested: the service then starts again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status. If the output cannot be written, it prints a one-line error."""
    words = sys.argv[1:] if arguments is None else arguments
    command = words[0] if words else ""
    args = build_parser(command).parse_args(words)
    # Python sets a closed stream to None; an empty file replaces it, which can be read, but not written.
    with open(os.devnull) as empty:
        sys.stdin, sys.stdout = sys.stdin or empty, sys.stdout or empty
        try:
            status: int = args.run(args)
            # Flushed here, because a failure at the interpreter's exit could not be reported in a sentence.
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has ended. Closed here, because the interpreter would flush at its exit and print an error.
            with suppress(BrokenPipeError):
                sys.stdout.close()
            return 0
        except KeyboardInterrupt:
            return INTERRUPTED
        except UnsupportedOperation:
            return _print_error("the standard output is closed")
        except UnicodeEncodeError as error:
            encoding = error.encoding
            return _print_error(f"the standard output supports only {encoding}: choose UTF-8, as in LC_ALL=C.UTF-8")
        except OSError as error:
            if error.errno != ENOSPC:
                raise
            return _print_error(error.strerror)
        return status


def align_columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Returns the rows with aligned columns; `sides` has an `l` (left) or `r` (right) for each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = [f"{{:{'<' if side == 'l' else '>'}{width}}}" for width, side in zip(widths, sides, strict=True)]
    line_format = "  ".join(cells)
    return [line_format.format(*row).rstrip() for row in rows]


def join_lines(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _print_error(reason: object, status: int = USAGE) -> int:
    sys.stderr.write(f"companion: {reason}\n")
    return status


def build_parser(command: str = "") -> argparse.ArgumentParser:
    """Returns the parser of the command line; `run` in the parsed arguments is the function of the command.

    Args:
        command: the only command that is needed, which saves 2 ms. If the text is not a command, all are included.
    """
    parser = argparse.ArgumentParser("companion", description="Companion for board games.", formatter_class=_formatter)
    # Only for --version and its abbreviations, because the lookup is slow.
    version = _installed_version() if command.startswith("--v") else ""
    parser.add_argument("--version", action="version", version=f"companion {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add_command in [COMMANDS[command]] if command in COMMANDS else COMMANDS.values():
        add_command(commands)
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    # Without a width, argparse would load more modules to find the width of the terminal.
    return argparse.HelpFormatter(prog, width=80)


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("claim-companion")
    except PackageNotFoundError:  # a checkout without an installation
        import tomllib
        from pathlib import Path

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


def run_on_device(command: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs a command that opens the device; returns its exit status, also if it fails."""
    from companion.runtime.systemd import PowerError
    from companion.settings.schema import SettingsError
    from companion.terminal import TerminalError
    from companion.web import WebError
    from hardware.device import DeviceError, WrongWiring

    try:
        return command(args)
    except (SettingsError, TerminalError, WrongWiring) as error:
        return _print_error(error)
    except (DeviceError, WebError) as error:
        return _print_error(error, UNAVAILABLE)
    except PowerError as error:
        return _print_error(error, STILL_ON)


COMMANDS: "dict[str, Callable[[argparse._SubParsersAction[argparse.ArgumentParser]], None]]" = {}
"""The functions that add the commands to the parser, in the order of the help."""


def _command(name: str, text: str, run: Run, *arguments: Argument, **texts: Any) -> None:  # noqa: ANN401 - as argparse takes them
    def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
        parser = commands.add_parser(name, help=text, formatter_class=_formatter, **texts)
        for add_to in arguments:
            add_to(parser)
        parser.set_defaults(run=run)

    COMMANDS[name] = add_command


def _plain_command(target: str) -> Run:
    """Returns a command that does not open the device; `target` is its `module:function` in `companion.commands`."""

    def run(args: argparse.Namespace) -> int:
        # The garbage collector runs rarely: each time it visits all objects of a long record.
        gc.set_threshold(100_000, 50, 1000)
        return _load_function(target)(args)

    return run


def _device_command(target: str) -> Run:
    def run(args: argparse.Namespace) -> int:
        # The start creates no garbage; the collector is enabled again after the first frame.
        gc.disable()
        return run_on_device(_load_function(target), args)

    return run


def _load_function(target: str) -> Run:
    module, _, function = target.partition(":")
    run: Run = getattr(import_module(f"companion.commands.{module}"), function)
    return run


def _argument(*names: str, **options: Any) -> Argument:  # noqa: ANN401 - as argparse's `add_argument` takes them
    return lambda parser: parser.add_argument(*names, **options)


def _exactly_one_of(*arguments: Argument) -> Argument:
    def add(parser: Parser) -> None:
        group = parser.add_mutually_exclusive_group(required=True)
        for add_to in arguments:
            add_to(group)

    return add


def _number_parser(what: str, least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        from companion.settings.text_values import whole_number

        number = whole_number(text, most)
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{text[:MAX_SHOWN_CHARACTERS]!r} is not a {what} from {least} to {most}")
        return number

    return parse


MAX_NUMBER = (1 << 31) - 1
_parse_number, _parse_port = _number_parser("whole number", 1, MAX_NUMBER), _number_parser("port", 0, 65535)


def _to_path(text: str) -> os.PathLike[str]:
    from pathlib import Path

    return Path(text)


def _parse_host(text: str) -> str:
    from companion.settings.text_values import can_listen

    if not can_listen(text):
        raise argparse.ArgumentTypeError(f"{text[:MAX_SHOWN_CHARACTERS]!r} is neither a host name nor an address")
    return text


DEVICE = _argument(
    "--device", choices=("pi", "simulated", "headless"), help="default: pi on a Raspberry Pi, simulated elsewhere"
)
OPTION = _argument(
    "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the game; may be repeated"
)
CONFIG = (
    _argument("--config", type=_to_path, metavar="FILE", help="the settings file"),
    _argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a setting"),
)
JOURNAL_OPTIONS = (_argument("--journal", type=_to_path, metavar="FILE", help="where the games are saved"), *CONFIG)
"""Arguments of the commands that read or copy the journal."""
DEVICE_OPTIONS = (
    *CONFIG,
    _argument(
        "--host", type=_parse_host, metavar="ADDRESS", help="address of the web page; default: only this computer"
    ),
    _argument("--port", type=_parse_port, metavar="N", help="port of the web page; 0 for any free port"),
    _argument("--no-browser", action="store_true", help="print the link of the web page without opening a browser"),
)
"""Arguments of the commands that open the device."""


def _study_arguments(bots: str, *, is_tournament: bool) -> tuple[Argument, ...]:
    games = "number of games for each pair of bots" if is_tournament else "number of games"
    return (
        lambda parser: parser.set_defaults(is_tournament=is_tournament),
        _argument("--games", required=True, type=_parse_number, metavar="N", help=games),
        _argument("--bots", required=True, metavar="A,B,...", help=bots),
        _argument("--game", help="which game; default: the first available game"),
        OPTION,
        _argument(
            "--seed",
            type=_number_parser("whole number", 0, MAX_NUMBER),
            metavar="S",
            help="a whole number; the same seed gives the same games; default: random",
        ),
        _argument(
            "--jobs",
            type=_number_parser("whole number", 1, 1024),
            metavar="J",
            help="number of processes; default: one for each core",
        ),
        _argument("--scheduler", metavar="tcp://HOST:PORT", help="use the workers of a Dask scheduler"),
        _argument("--json", action="store_true", help="print one JSON object"),
    )


def _settings(args: argparse.Namespace) -> int:
    from pathlib import Path

    from companion.files import legible
    from companion.settings.loader import command_environ, load_settings, settings_path
    from companion.settings.schema import SettingsError
    from companion.settings.settings_file import documented_settings

    if args.check is None:
        sys.stdout.write(documented_settings())
        return 0
    environ = command_environ(os.environ)
    try:
        # `--check` without a file is "": then the default file may be missing.
        file = Path(args.check) if args.check else settings_path(environ)
        load_settings(file if args.check else None, (), environ)
    except SettingsError as error:
        return _print_error(error)
    result = ": the settings are valid" if file.exists() else " does not exist: the defaults apply"
    sys.stdout.write(f"{legible(file)}{result}\n")
    return 0


_command(
    "play",
    "play a game, with the box or on this computer",
    _device_command("play:play"),
    DEVICE,
    _argument("--terminal", action="store_true", help="play in this terminal instead of the web page"),
    _argument("--players", type=int, metavar="N", help="start a game for N players without the setup"),
    _argument("--names", metavar="A,B,...", help="names or seat colours of the players"),
    _argument("--game", help="which game; default: the first game of the setup"),
    OPTION,
    _argument("--dice", choices=("virtual", "hand"), help="virtual dice, or real dice whose rolls you enter"),
    _argument("--first", type=int, metavar="SEAT", help="the seat that starts, counted from 1; default: roll for it"),
    _argument("--bot", action="append", default=[], metavar="SEAT=NAME", help="let a bot play a seat, counted from 1"),
    _argument(
        "--bot-command",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program that plays as a bot of this name, for --bot (docs/bots.md)",
    ),
    _argument("--journal", type=_to_path, metavar="FILE", help="the file in which the game is saved"),
    _argument("--resume", action="store_true", help="continue an unfinished game at once"),
    _argument("--kiosk", action="store_true", help="guest mode: settings only while left and right are held"),
    _argument("--seed", metavar="HEX", help="fixed dice for a test; the game is marked as not fair"),
    *DEVICE_OPTIONS,
)
_command(
    "lesson",
    "learn the rules of a game in small tasks",
    _device_command("play:lesson"),
    _argument("--game", help="which game; default: the first game with a lesson"),
    DEVICE,
    _argument("--terminal", action="store_true", help="show it in this terminal instead of the web page"),
    *DEVICE_OPTIONS,
)
_command(
    "referee",
    "check moves for other programs: one JSON command per line in, one answer per line out",
    _plain_command("referee:main"),
    description="Answers each line with one line until the input ends. Events change the game: start, roll, place, "
    "bank, undo and others. Queries do not: state; odds, legal or threat, by game; advise, the move of a bot; "
    "winning, the win chance of each seat. docs/protocol.md lists all of them.",
)
_command(
    "replay",
    "check a record and print its final state",
    _plain_command("referee:replay"),
    _argument("file", metavar="FILE", help="the record; - for standard input"),
    _argument("--json", action="store_true", help="print the referee's answer to each line"),
)
_command(
    "verify",
    "check the dice of a record against its revealed seed",
    _plain_command("verify:main"),
    _exactly_one_of(
        _argument("file", nargs="?", metavar="FILE", help="the record; - for standard input"),
        _argument(
            "--game", type=_parse_number, metavar="NUMBER", help="a finished game; also checks that it is unchanged"
        ),
    ),
    *JOURNAL_OPTIONS,
)
_command(
    "history",
    "list the finished games, or show one of them or the dice statistics",
    _plain_command("archive:history"),
    _argument("number", nargs="?", type=_parse_number, metavar="NUMBER", help="show this game with its luck report"),
    _argument("--limit", type=_parse_number, default=20, metavar="N", help="list N games; default: 20"),
    *JOURNAL_OPTIONS,
)
_command(
    "people",
    "show the players of all finished games with wins, luck and records",
    _plain_command("archive:people"),
    _argument("name", nargs="?", metavar="NAME", help="show one person with games, records and luck"),
    *JOURNAL_OPTIONS,
)
_command(
    "export",
    "write a finished game for other programs",
    _plain_command("archive:export"),
    _argument("number", type=_parse_number, metavar="NUMBER", help="the number of the game in the history"),
    _argument("--format", choices=("jsonl", "csv", "bgstats", "svg"), default="jsonl", help="default: jsonl"),
    *JOURNAL_OPTIONS,
)
_command(
    "backup",
    "copy all games into one file, also during a game",
    _plain_command("archive:backup"),
    _argument("file", type=_to_path, metavar="FILE", help="the backup; must not exist yet"),
    *JOURNAL_OPTIONS,
)
_command(
    "restore",
    "replace the saved games by a backup, while no companion is running",
    _plain_command("archive:restore"),
    _argument("file", type=_to_path, metavar="FILE", help="the backup; it is not changed"),
    *JOURNAL_OPTIONS,
)
_command(
    "simulate",
    "play thousands of games between bots and print statistics",
    _plain_command("simulate:main"),
    *_study_arguments("one bot for each player; they change seats from game to game", is_tournament=False),
)
_command(
    "tournament",
    "let each pair of bots play and print the results",
    _plain_command("simulate:main"),
    *_study_arguments("two or more different bots", is_tournament=True),
)
_command("doctor", "check this box and suggest fixes", _plain_command("doctor:main"), *CONFIG)
_command(
    "selftest",
    "test every part of the box and detect the wiring of its lights",
    _device_command("play:selftest"),
    DEVICE,
    _argument("--terminal", action="store_true", help="show it also in this terminal"),
    *DEVICE_OPTIONS,
)
_command(
    "overlay",
    "write a board to print, to be placed over the pixels",
    _plain_command("overlay:main"),
    _argument("file", type=_to_path, metavar="FILE", help="FILE.svg"),
    _argument("--pitch", type=float, default=33.3, metavar="MM", help="distance between pixels; default: 33.3"),
    _argument("--paper", choices=("A4", "Letter", "A3"), default="A4", help="default: A4"),
    _argument("--game", help="label columns and rows as in this game; default: 1 to 6"),
    _argument("--fields", choices=("touch", "contacts"), help="draw the field sensors: copper pads or reed contacts"),
)
_command(
    "service",
    "install the companion as a systemd service, or remove it",
    _plain_command("service:main"),
    _argument("action", choices=("install", "uninstall")),
    _argument(
        "--simulated", action=argparse.BooleanOptionalAction, help="for a machine without a box: play on the web page"
    ),
    _argument("--page", action=argparse.BooleanOptionalAction, help="serve the web page to the network; default: yes"),
    _argument("--kiosk", action=argparse.BooleanOptionalAction, help="guest mode; default: no"),
    epilog="install can be repeated; it keeps all choices that are not given. uninstall keeps games and settings.",
)
_command(
    "settings",
    "print every setting with its meaning and default",
    _settings,
    _argument("--check", nargs="?", const="", metavar="FILE", help="only check the settings in use, or those in FILE"),
)
