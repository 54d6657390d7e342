"""The command line. Each command imports what it needs when it is called, so that every one of them starts at once."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from contextlib import contextmanager, suppress
from errno import ENOSPC
from io import UnsupportedOperation
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import study_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

DEVICES = ("pi", "simulated", "headless")
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
    for add_command in [COMMANDS[command]] if command in COMMANDS else COMMANDS.values():
        add_command(commands)
    return parser


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("claim-companion")
    except PackageNotFoundError:  # a checkout in which nothing is installed
        import tomllib

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


# Each command is one function: what it does, and the arguments that it takes.


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.play import play

        return run_on_device(play, args)

    play = commands.add_parser("play", help="play at the table, or on this computer")
    play.add_argument("--device", choices=DEVICES, help="left out: pi on a Raspberry Pi, simulated elsewhere")
    play.add_argument("--terminal", action="store_true", help="show the table in this terminal, in place of the page")
    play.add_argument("--players", type=int, metavar="N", help="begin a game for N players at once")
    play.add_argument("--names", metavar="A,B,...", help="their names, or seat colours")
    play.add_argument("--game", help="what is played; left out: the first game that the setup offers")
    play.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the game; may be given again"
    )
    play.add_argument("--recycle", action="store_true", help=argparse.SUPPRESS)  # older than --option
    play.add_argument("--dice", choices=("virtual", "hand"), help="the box's dice, or your own, entered")
    play.add_argument("--sealed", action="store_true", help="each player adds a word to the secret of the box's dice")
    play.add_argument("--first", type=int, metavar="SEAT", help="the seat that begins, 0 the first; else it is rolled")
    play.add_argument(
        "--bot", action="append", default=[], metavar="SEAT=NAME", help="a bot plays that seat, 1 the first"
    )
    play.add_argument(
        "--bot-command",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program as a bot of that name, for --bot (docs/bots.md)",
    )
    play.add_argument("--journal", type=Path, metavar="FILE", help="where the game is saved")
    play.add_argument("--resume", action="store_true", help="go straight on with an unfinished game")
    play.add_argument("--kiosk", action="store_true", help="for guests: settings only while left and right are held")
    play.add_argument("--seed", metavar="HEX", help="fix the dice for a test; such dice are marked as not fair")
    _add_settings(play)
    play.set_defaults(run=run)


def _add_lesson(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.play import lesson

        return run_on_device(lesson, args)

    lesson = commands.add_parser("lesson", help="learn a game's rules by small tasks, on the lights or on the page")
    lesson.add_argument("--game", help="which game; left out: the first one that has a lesson")
    lesson.add_argument("--device", choices=DEVICES, help="left out: pi on a Raspberry Pi, simulated elsewhere")
    lesson.add_argument("--terminal", action="store_true", help="show it in this terminal, in place of the page")
    _add_settings(lesson)
    lesson.set_defaults(run=run)


def _add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    command.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a setting")


def _add_settings(command: argparse.ArgumentParser) -> None:
    _add_config(command)
    command.add_argument("--half", action="store_true", help="draw the screen with half blocks instead of braille")
    command.add_argument(
        "--host", type=_parse_host, metavar="ADDRESS", help="serve the page there; left out: only on this computer"
    )
    command.add_argument(
        "--port", type=_parse_port, metavar="N", help="serve the page on that port; 0: any that is free"
    )
    command.add_argument("--no-browser", action="store_true", help="only print the page's link")


def _add_referee(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(_: argparse.Namespace) -> int:
        from companion.commands.referee import main

        with _rare_collections():
            return main(sys.stdin.buffer, sys.stdout.buffer)

    referee = commands.add_parser(
        "referee",
        help="speak the rules: one JSON command a line in, one answer a line out",
        description="Answers each line with one line until the input ends. Events change the game: start, roll, place, "
        "bank, undo and others. Queries only ask: state; odds, legal or threat, by game; advise, what a bot would do; "
        "winning, each seat's share of the wins. docs/protocol.md has all of them.",
    )
    referee.set_defaults(run=run)


def _add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        if args.device is not None:
            from companion.commands.play import replay as show

            return run_on_device(show, args)
        from companion.commands.referee import replay

        with _rare_collections():
            return replay(args.file, as_json=args.json)

    replay = commands.add_parser("replay", help="check a record and print where it ends")
    replay.add_argument("file", metavar="FILE", help="the record; - for standard input")
    replay.add_argument("--json", action="store_true", help="print each answer as the referee would")
    replay.add_argument("--device", choices=("terminal", "simulated", "pi"), help="play it back on the lights")
    _add_settings(replay)
    replay.set_defaults(run=run)


def _add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.verify import main, verify_journalled

        if args.game is not None:
            return verify_journalled(args)
        with _rare_collections():
            return main(args.file, as_json=args.json)

    verify = commands.add_parser("verify", help="check the dice of a record against the seed that was revealed")
    which = verify.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "file", nargs="?", metavar="FILE", help="the record; - for standard input; or a proof's link, verify.html#…"
    )
    which.add_argument(
        "--game", type=_parse_number, metavar="NUMBER", help="a finished game, and whether it is as written"
    )
    _add_archive(verify)
    verify.add_argument("--json", action="store_true", help="print the verdict as one JSON object")
    verify.set_defaults(run=run)


def _add_history(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.history import main

        with _rare_collections():
            return main(args)

    history = commands.add_parser("history", help="list the finished games, or tell of one, or of the dice")
    history.add_argument("number", nargs="?", type=_parse_number, metavar="NUMBER", help="one game, with its luck")
    history.add_argument("--coach", action="store_true", help="also what the coach says of that game; takes seconds")
    history.add_argument("--limit", type=_parse_number, default=20, metavar="N", help="list N games; left out: 20")
    history.add_argument("--before", type=_parse_number, metavar="NUMBER", help="list the games before this one")
    history.add_argument("--dice", action="store_true", help="how the dice fell over all games")
    _add_archive(history)
    history.set_defaults(run=run)


def _add_people(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.people import main

        with _rare_collections():
            return main(args)

    people = commands.add_parser("people", help="tell who has played, won and dared what, over all finished games")
    people.add_argument("name", nargs="?", metavar="NAME", help="one person, by game, players, records and luck")
    people.add_argument("--json", action="store_true", help="print one JSON object")
    _add_archive(people)
    people.set_defaults(run=run)


def _add_ghost(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.lab.ghost import main

        with _rare_collections():
            return main(args)

    ghost = commands.add_parser("ghost", help="make a bot that plays as somebody does, from their finished games")
    ghost.add_argument("name", metavar="NAME", help="who; at least 10 games are needed")
    ghost.add_argument("--games", type=_parse_number, metavar="N", help="let the ghost play N games against Prospector")
    ghost.add_argument("--output", type=Path, metavar="FILE", help="the ghost; left out: in ghosts, beside the journal")
    ghost.add_argument("--json", action="store_true", help="print one JSON object")
    _add_archive(ghost)
    ghost.set_defaults(run=run)


def _add_export(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.export import main

        return main(args)

    export = commands.add_parser("export", help="write a finished game for other programs")
    export.add_argument("number", type=_parse_number, metavar="NUMBER", help="which game, as the history numbers it")
    export.add_argument("--format", choices=("jsonl", "csv", "bgstats", "svg"), default="jsonl", help="left out: jsonl")
    export.add_argument("--salvage", action="store_true", help="of a damaged game, what stands before the damage")
    export.add_argument("--output", type=Path, metavar="FILE", help="left out: the standard output")
    _add_archive(export)
    export.set_defaults(run=run)


def _add_rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.rules import main

        return main(args)

    rules = commands.add_parser("rules", help="print a game's rules in short, or write them as pictures for paper")
    rules.add_argument("game", metavar="GAME", help="as the referee names it: claimit")
    rules.add_argument("--svg", type=Path, metavar="FOLDER", help="write a picture of each section with its text there")
    rules.add_argument("--language", metavar="CODE", help="en, de or nl; left out: that of the environment")
    rules.set_defaults(run=run)


def _add_backup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.backup import backup

        return backup(args)

    backup = commands.add_parser("backup", help="copy all games into one file, also while a table is open")
    backup.add_argument("file", type=Path, metavar="FILE", help="the backup; nothing may have that name yet")
    _add_archive(backup)
    backup.set_defaults(run=run)


def _add_restore(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.backup import restore

        return restore(args)

    restore = commands.add_parser("restore", help="put a backup in the place of the journal, while no table is open")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup; it stays as it is")
    restore.add_argument("--replace", action="store_true", help="also where it lacks games; the journal is kept aside")
    _add_archive(restore)
    restore.set_defaults(run=run)


def _add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.doctor import main

        return main(args.config, args.set, json_wanted=args.json)

    doctor = commands.add_parser("doctor", help="tell what is wrong with this box, and what mends it")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    _add_config(doctor)
    doctor.set_defaults(run=run)


def _add_selftest(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.play import selftest as try_parts

        return run_on_device(try_parts, args)

    selftest = commands.add_parser("selftest", help="try every part of the box, and find out how its lights are wired")
    selftest.add_argument("--device", choices=DEVICES, help="left out: pi on a Raspberry Pi, simulated elsewhere")
    selftest.add_argument("--terminal", action="store_true", help="show it in this terminal, besides a real device")
    _add_settings(selftest)
    selftest.set_defaults(run=run)


def _add_overlay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from companion.commands.overlay import main

        return main(args)

    overlay = commands.add_parser("overlay", help="draw a sheet to print, or the walls between the pixels")
    overlay.add_argument("file", type=Path, metavar="FILE", help="FILE.svg: the sheet; FILE.stl: for a 3D printer")
    overlay.add_argument("--pitch", type=float, default=33.3, metavar="MM", help="pixel to pixel; left out: 33.3")
    overlay.add_argument("--paper", choices=("A4", "Letter", "A3"), default="A4", help="left out: A4")
    overlay.add_argument("--game", help="whose columns and rows FILE.svg names; left out: 1 to 6")
    overlay.add_argument("--part", choices=("walls", "diffuser"), default="walls", help="of FILE.stl; left out: walls")
    overlay.add_argument("--quarter", action="store_true", help="3 x 3 fields of FILE.stl, to be printed four times")
    overlay.set_defaults(run=run)


def _add_service(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(args: argparse.Namespace) -> int:
        from signal import SIGINT

        from companion.commands.service.installer import main
        from companion.runtime.signals import interrupted_by

        with interrupted_by(SIGINT):
            return main(args)

    service = commands.add_parser(
        "service",
        help="start with the machine, as a service of systemd",
        epilog="install also updates; what is not said stays as it is. "
        "rollback goes to the version before; once more: forth again. uninstall leaves games and settings.",
    )
    service.add_argument("action", choices=("install", "check", "rollback", "uninstall"))
    either = argparse.BooleanOptionalAction
    service.add_argument("--simulated", action=either, help="a machine without the box: it is played on its page")
    service.add_argument("--page", action=either, help="serve the page to the network; left out: yes")
    service.add_argument("--extras", metavar="NAMES", help="of the package: pi5, pwm; left out: pi for a box")
    service.add_argument("--root", type=Path, metavar="DIR", help="do it in this folder, not in the running system")
    service.set_defaults(run=run)


def _add_settings_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def run(_: argparse.Namespace) -> int:
        from companion.settings.documentation import documented_settings

        sys.stdout.write(documented_settings())
        return 0

    settings = commands.add_parser("settings", help="print every setting with its meaning and default")
    settings.set_defaults(run=run)


COMMANDS: Mapping[str, Callable[[argparse._SubParsersAction[argparse.ArgumentParser]], None]] = {
    "play": _add_play,
    "lesson": _add_lesson,
    "referee": _add_referee,
    "replay": _add_replay,
    "verify": _add_verify,
    "history": _add_history,
    "people": _add_people,
    "ghost": _add_ghost,
    "export": _add_export,
    "rules": _add_rules,
    "backup": _add_backup,
    "restore": _add_restore,
    "simulate": study_options.add_simulate,
    "tournament": study_options.add_tournament,
    "merge": study_options.add_merge,
    "doctor": _add_doctor,
    "selftest": _add_selftest,
    "overlay": _add_overlay,
    "service": _add_service,
    "settings": _add_settings_command,
}
"""What adds each command to the parser, in the order of the help."""


def _add_archive(command: argparse.ArgumentParser) -> None:
    command.add_argument("--journal", type=Path, metavar="FILE", help="where the games are saved")
    _add_config(command)


def _parse_number(text: str) -> int:
    from companion.settings.text_values import whole_number

    number = whole_number(text, (1 << 31) - 1)
    if not number:
        raise argparse.ArgumentTypeError(f"{text[:LEGIBLE]!r} is no whole number from 1 to {(1 << 31) - 1}")
    return number


def _parse_port(text: str) -> int:
    from companion.settings.text_values import whole_number

    port = whole_number(text, 65535)
    if port is None:
        raise argparse.ArgumentTypeError(f"{text[:LEGIBLE]!r} is no port from 0 to 65535")
    return port


def _parse_host(text: str) -> str:
    from companion.settings.text_values import can_listen

    if not can_listen(text):
        raise argparse.ArgumentTypeError(f"{text[:LEGIBLE]!r} is no name of a machine, and no address")
    return text


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


def run_on_device(command: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs a command that opens the table; returns its exit status, also where it fails."""
    # Nothing that is loaded now is garbage; the table collects again once it shows its first picture.
    gc.disable()
    from companion.frontends.terminal import TerminalError
    from companion.frontends.web import WebError
    from companion.runtime.power import PowerError
    from companion.settings.schema import SettingsError
    from hardware.device import DeviceError, WrongWiring

    try:
        return command(args)
    except (SettingsError, TerminalError, WrongWiring) as error:
        return _print_refusal(error)
    except (DeviceError, WebError) as error:
        return _print_refusal(error, UNAVAILABLE)
    except PowerError as error:
        return _print_refusal(error, STILL_ON)
