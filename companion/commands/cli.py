"""The command line. Each command imports what it needs when it is called, so that every one of them starts at once."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENOSPC
from importlib import import_module
from io import UnsupportedOperation
from pathlib import Path
from typing import Any, TypeAlias

Parser: TypeAlias = argparse.ArgumentParser | argparse._MutuallyExclusiveGroup  # noqa: SLF001 - has no other name
Argument: TypeAlias = Callable[[Parser], object]
Run: TypeAlias = Callable[[argparse.Namespace], int]

LEGIBLE = 24
"""So much of a wrong argument is repeated."""
INTERRUPTED = 130
"""The exit status that shells give to what Ctrl-C has ended."""
USAGE = 2
"""The exit status for a wrong command line, a wrong setting or a file that is no record: trying again is no use."""
UNAVAILABLE = 75
"""The exit status for a part or a port that may be there at the next try (EX_TEMPFAIL in sysexits.h)."""

STILL_ON = 1
"""The exit status where the machine was to go down and did not: a failure, after which the service starts again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; output that cannot be written ends in one line of error."""
    words = sys.argv[1:] if arguments is None else arguments
    args = build_parser(*words[:1]).parse_args(words)
    # In the place of a stream that is closed: it is empty, and refuses what is written.
    with Path(os.devnull).open() as nothing:
        sys.stdin, sys.stdout = sys.stdin or nothing, sys.stdout or nothing
        try:
            from companion.runtime.signals import loading_limit
            from engine.registry import limit_loading

            # Handed in: the rules, which load the plug-ins, know no clock and no signals.
            limit_loading(loading_limit)
            status: int = args.run(args)
            # Here, and not at the interpreter's end, where a failure could not be told in a sentence any more.
            sys.stdout.flush()
        except BrokenPipeError:
            # Nobody reads on. Closed here, because the interpreter would try once more at its end, and complain.
            with suppress(BrokenPipeError):
                sys.stdout.close()
            return 0
        except KeyboardInterrupt:
            return INTERRUPTED
        except UnsupportedOperation:
            return _print_refusal("the standard output is closed")
        except UnicodeEncodeError as error:
            encoding = error.encoding
            return _print_refusal(f"the standard output knows only {encoding}: choose UTF-8, as in LC_ALL=C.UTF-8")
        except OSError as error:
            if error.errno != ENOSPC:
                raise
            return _print_refusal(error.strerror)
        return status


def _print_refusal(reason: object, status: int = USAGE) -> int:
    sys.stderr.write(f"companion: {reason}\n")
    return status


def build_parser(command: str = "") -> argparse.ArgumentParser:
    """Returns the parser of the command line; `run` of what it parses is the command.

    Args:
        command: the only command that will be parsed: the others take 2 ms to describe. If it is none, all are known.
    """
    parser = argparse.ArgumentParser("companion", description="The companion for board games on the table.")
    # It is looked up only where it is asked for, also in short: that takes longer than all the rest.
    version = _installed_version() if command.startswith("--v") else ""
    parser.add_argument("--version", action="version", version=f"companion {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for describe in [COMMANDS[command]] if command in COMMANDS else COMMANDS.values():
        describe(commands)
    return parser


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("claim-companion")
    except PackageNotFoundError:  # a checkout in which nothing is installed
        import tomllib

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


def run_on_device(command: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs a command that opens the table; returns its exit status, also where it fails."""
    # Nothing that is loaded now is garbage; the table collects again once it shows its first picture.
    gc.disable()
    from companion.runtime.systemd import PowerError
    from companion.settings.schema import SettingsError
    from companion.terminal import TerminalError
    from companion.web import WebError
    from hardware.device import DeviceError, WrongWiring

    try:
        return command(args)
    except (SettingsError, TerminalError, WrongWiring) as error:
        return _print_refusal(error)
    except (DeviceError, WebError) as error:
        return _print_refusal(error, UNAVAILABLE)
    except PowerError as error:
        return _print_refusal(error, STILL_ON)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Lets the garbage collector look at new objects only."""
    # A long record is all live objects: looking through it again and again would take quadratic time.
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


COMMANDS: dict[str, Callable[[argparse._SubParsersAction[argparse.ArgumentParser]], None]] = {}
"""What adds each command to the parser, in the order of the help."""


def _command(name: str, text: str, run: Run, *arguments: Argument, **texts: Any) -> None:  # noqa: ANN401 - as argparse takes them
    def describe(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        parser = commands.add_parser(name, help=text, **texts)
        for add_to in arguments:
            add_to(parser)
        parser.set_defaults(run=run)

    COMMANDS[name] = describe


def _call(place: str) -> Run:
    """Returns a command that calls a function, `module:function`; the module is imported only then."""
    module, _, function = place.partition(":")

    def run(args: argparse.Namespace) -> int:
        status: int = getattr(import_module(f"companion.{module}"), function)(args)
        return status

    return run


def _open_table(place: str) -> Run:
    return lambda args: run_on_device(_call(place), args)


def _argument(*names: str, **options: Any) -> Argument:  # noqa: ANN401 - as argparse's `add_argument` takes them
    return lambda parser: parser.add_argument(*names, **options)


def _one_of(*arguments: Argument) -> Argument:
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
            raise argparse.ArgumentTypeError(f"{text[:LEGIBLE]!r} is no {what} from {least} to {most}")
        return number

    return parse


_parse_number, _parse_port = _number_parser("whole number", 1, (1 << 31) - 1), _number_parser("port", 0, 65535)


def _parse_host(text: str) -> str:
    from companion.settings.text_values import can_listen

    if not can_listen(text):
        raise argparse.ArgumentTypeError(f"{text[:LEGIBLE]!r} is no name of a machine, and no address")
    return text


DEVICE = _argument(
    "--device", choices=("pi", "simulated", "headless"), help="left out: pi on a Raspberry Pi, simulated elsewhere"
)
OPTION = _argument(
    "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the game; may be given again"
)
CONFIG = (
    _argument("--config", type=Path, metavar="FILE", help="the settings file"),
    _argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a setting"),
)
ARCHIVE = (_argument("--journal", type=Path, metavar="FILE", help="where the games are saved"), *CONFIG)
"""Of what reads or copies the journal."""
TABLE = (
    *CONFIG,
    _argument("--half", action="store_true", help="draw the screen with half blocks instead of braille"),
    _argument(
        "--host", type=_parse_host, metavar="ADDRESS", help="serve the page there; left out: only on this computer"
    ),
    _argument("--port", type=_parse_port, metavar="N", help="serve the page on that port; 0: any that is free"),
    _argument("--no-browser", action="store_true", help="only print the page's link"),
)
"""Of what opens the table."""


def _study_arguments(bots: str) -> tuple[Argument, ...]:
    # Numbers are read later, by `simulate/command.py`: argparse refuses a wrong one with several lines.
    return (
        _argument("--games", required=True, metavar="N", help="how many games; in a tournament of each two"),
        _argument("--bots", required=True, metavar="A,B,...", help=bots),
        _argument("--game", help="what is played; left out: the first game that there is"),
        OPTION,
        _argument("--seed", metavar="S", help="a whole number; the same gives the same games; left out: any"),
        _argument("--jobs", metavar="J", help="how many processes play; left out: one for each core"),
        _argument("--scheduler", metavar="tcp://HOST:PORT", help="play on the workers of a Dask scheduler"),
        _argument("--json", action="store_true", help="print one JSON object"),
    )


@_rare_collections()
def _referee(_: argparse.Namespace) -> int:
    from companion.commands.referee import main

    return main(sys.stdin.buffer, sys.stdout.buffer)


def _replay(args: argparse.Namespace) -> int:
    if args.device is not None or args.terminal:
        return run_on_device(_call("commands.play:replay"), args)
    from companion.commands.referee import replay

    with _rare_collections():
        return replay(args.file, as_json=args.json)


def _verify(args: argparse.Namespace) -> int:
    from companion.commands.verify import main, verify_journalled

    if args.game is not None:
        return verify_journalled(args)
    with _rare_collections():
        return main(args.file, as_json=args.json)


def _settings(args: argparse.Namespace) -> int:
    from companion.settings.loader import load_settings
    from companion.settings.paths import command_environ
    from companion.settings.schema import SettingsError
    from companion.settings.settings_file import documented_settings

    if args.check is None:
        sys.stdout.write(documented_settings())
        return 0
    try:
        load_settings(None if args.check == "" else Path(args.check), (), command_environ(os.environ))
    except SettingsError as error:
        return _print_refusal(error)
    return 0


_command(
    "play",
    "play at the table, or on this computer",
    _open_table("commands.play:play"),
    DEVICE,
    _argument("--terminal", action="store_true", help="show the table in this terminal, in place of the page"),
    _argument("--players", type=int, metavar="N", help="begin a game for N players at once"),
    _argument("--names", metavar="A,B,...", help="their names, or seat colours"),
    _argument("--game", help="what is played; left out: the first game that the setup offers"),
    OPTION,
    _argument("--recycle", action="store_true", help=argparse.SUPPRESS),  # older than --option
    _argument("--dice", choices=("virtual", "hand"), help="the box's dice, or your own, which you enter"),
    _argument("--first", type=int, metavar="SEAT", help="the seat that begins, 1 the first; left out: it is rolled"),
    _argument("--bot", action="append", default=[], metavar="SEAT=NAME", help="a bot plays that seat, 1 the first"),
    _argument(
        "--bot-command",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program as a bot of that name, for --bot (docs/bots.md)",
    ),
    _argument("--journal", type=Path, metavar="FILE", help="where the game is saved"),
    _argument("--resume", action="store_true", help="go straight on with an unfinished game"),
    _argument("--kiosk", action="store_true", help="for guests: settings only while left and right are held"),
    _argument("--seed", metavar="HEX", help="fix the dice for a test; such dice are marked as not fair"),
    *TABLE,
)
_command(
    "lesson",
    "learn a game's rules by small tasks, on the lights or on the page",
    _open_table("commands.play:lesson"),
    _argument("--game", help="which game; left out: the first one that has a lesson"),
    DEVICE,
    _argument("--terminal", action="store_true", help="show it in this terminal, in place of the page"),
    *TABLE,
)
_command(
    "referee",
    "speak the rules: one JSON command a line in, one answer a line out",
    _referee,
    description="Answers each line with one line until the input ends. Events change the game: start, roll, place, "
    "bank, undo and others. Queries only ask: state; odds, legal or threat, by game; advise, what a bot would do; "
    "winning, each seat's share of the wins. docs/protocol.md has all of them.",
)
_command(
    "replay",
    "check a record and print where it ends",
    _replay,
    _argument("file", metavar="FILE", help="the record; - for standard input"),
    _argument("--json", action="store_true", help="print each answer as the referee would"),
    _argument(
        "--device",
        choices=("pi", "simulated", "headless"),
        help="play it back there; left out: only print where it ends",
    ),
    _argument("--terminal", action="store_true", help="play it back in this terminal"),
    *TABLE,
)
_command(
    "verify",
    "check the dice of a record against the seed that was revealed",
    _verify,
    _one_of(
        _argument("file", nargs="?", metavar="FILE", help="the record; - for standard input"),
        _argument("--game", type=_parse_number, metavar="NUMBER", help="a finished game, and whether it is as written"),
    ),
    *ARCHIVE,
    _argument("--json", action="store_true", help="print the verdict as one JSON object"),
)
_command(
    "history",
    "list the finished games, or tell of one, or of the dice",
    _rare_collections()(_call("commands.history:main")),
    _argument("number", nargs="?", type=_parse_number, metavar="NUMBER", help="one game, with its luck"),
    _argument("--coach", action="store_true", help="also what the coach says of that game; takes seconds"),
    _argument("--limit", type=_parse_number, default=20, metavar="N", help="list N games; left out: 20"),
    _argument("--before", type=_parse_number, metavar="NUMBER", help="list the games before this one"),
    _argument("--dice", action="store_true", help="how the dice fell over all games"),
    *ARCHIVE,
)
_command(
    "people",
    "tell who has played, won and dared what, over all finished games",
    _rare_collections()(_call("commands.people:main")),
    _argument("name", nargs="?", metavar="NAME", help="one person, by game, players, records and luck"),
    _argument("--json", action="store_true", help="print one JSON object"),
    *ARCHIVE,
)
_command(
    "export",
    "write a finished game for other programs",
    _call("commands.export:main"),
    _argument("number", type=_parse_number, metavar="NUMBER", help="which game, as the history numbers it"),
    _argument("--format", choices=("jsonl", "csv", "bgstats", "svg"), default="jsonl", help="left out: jsonl"),
    _argument("--output", type=Path, metavar="FILE", help="left out: the standard output"),
    *ARCHIVE,
)
_command(
    "rules",
    "print a game's rules in short, or write them as pictures for paper",
    _call("commands.rules:main"),
    _argument("game", metavar="GAME", help="as the referee names it: claimit"),
    _argument("--svg", type=Path, metavar="FOLDER", help="write a picture of each section with its text there"),
    _argument("--language", metavar="CODE", help="en, de or nl; left out: that of the environment"),
)
_command(
    "backup",
    "copy all games into one file, also while a table is open",
    _call("commands.backup:backup"),
    _argument("file", type=Path, metavar="FILE", help="the backup; nothing may have that name yet"),
    *ARCHIVE,
)
_command(
    "restore",
    "put a backup in the place of the journal, while no table is open",
    _call("commands.backup:restore"),
    _argument("file", type=Path, metavar="FILE", help="the backup; it stays as it is"),
    *ARCHIVE,
)
_command(
    "simulate",
    "play games between bots by the thousand, and tell the figures",
    _call("commands.simulate.command:simulate"),
    _argument("--players", metavar="N", help="how many sit at a table; left out: the bots that are named"),
    *_study_arguments("a bot for each player, by name; they change seats from game to game"),
)
_command(
    "tournament",
    "let each two of some bots play, and tell who takes how much from whom",
    _call("commands.simulate.command:tournament"),
    *_study_arguments("who plays: two bots or more, each once"),
)
_command(
    "doctor",
    "tell what is wrong with this box, and what mends it",
    _call("commands.doctor:main"),
    _argument("--json", action="store_true", help="print one JSON object"),
    *CONFIG,
)
_command(
    "selftest",
    "try every part of the box, and find out how its lights are wired",
    _open_table("commands.play:selftest"),
    DEVICE,
    _argument("--terminal", action="store_true", help="show it in this terminal, besides a real device"),
    *TABLE,
)
_command(
    "overlay",
    "draw a sheet to print that lies over the pixels",
    _call("commands.overlay:main"),
    _argument("file", type=Path, metavar="FILE", help="FILE.svg"),
    _argument("--pitch", type=float, default=33.3, metavar="MM", help="pixel to pixel; left out: 33.3"),
    _argument("--paper", choices=("A4", "Letter", "A3"), default="A4", help="left out: A4"),
    _argument("--game", help="whose columns and rows FILE.svg names; left out: 1 to 6"),
    _argument("--fields", choices=("touch", "contacts"), help="draw what feels a touch: pads of copper, reed contacts"),
)
_command(
    "service",
    "start with the machine, as a service of systemd",
    _call("commands.service:main"),
    _argument("action", choices=("install", "uninstall")),
    _argument(
        "--simulated", action=argparse.BooleanOptionalAction, help="a machine without the box: it is played on its page"
    ),
    _argument("--page", action=argparse.BooleanOptionalAction, help="serve the page to the network; left out: yes"),
    _argument("--kiosk", action=argparse.BooleanOptionalAction, help="for guests; left out: no"),
    _argument("--settings", type=Path, metavar="FILE", help="put it in the place of the service's settings"),
    epilog="install may be run again; a choice that is left out stays as it is. uninstall leaves games and settings.",
)
_command(
    "settings",
    "print every setting with its meaning and default",
    _settings,
    _argument(
        "--check",
        nargs="?",
        const="",
        metavar="FILE",
        help="only say whether the settings in use, or in FILE, are right",
    ),
)
