"""The options of the commands that play studies; what they mean is read in `companion.lab.command`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes `companion simulate`."""

    def run(args: argparse.Namespace) -> int:
        from companion.lab.command import simulate

        return simulate(args)

    command = commands.add_parser("simulate", help="play games between bots by the thousand, and tell the figures")
    command.add_argument("--players", metavar="N", help="how many sit at a table; left out: the bots that are named")
    _add_study(command, bots="a bot for each player, by name; they change seats from game to game")
    command.add_argument("--banks", action="store_true", help="tell at which bust risk the bots bank")
    command.add_argument("--luck", action="store_true", help="tell how much was luck, by the coach; takes its time")
    command.set_defaults(run=run)


def add_tournament(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes `companion tournament`."""

    def run(args: argparse.Namespace) -> int:
        from companion.lab.command import tournament

        return tournament(args)

    command = commands.add_parser("tournament", help="let each two of some bots play, and rate them by Elo")
    _add_study(command, bots="who plays: two bots or more, each once")
    command.set_defaults(run=run)


def _add_study(command: argparse.ArgumentParser, *, bots: str) -> None:
    # Numbers are read later: argparse refuses a wrong one with several lines.
    command.add_argument("--games", required=True, metavar="N", help="how many games; in a tournament of each two")
    command.add_argument("--bots", required=True, metavar="A,B,...", help=bots)
    command.add_argument("--game", help="what is played; left out: the first game that there is")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the game; may be given again"
    )
    command.add_argument("--seed", metavar="S", help="a whole number; the same gives the same games; left out: any")
    command.add_argument("--jobs", metavar="J", help="how many processes play; left out: one for each core")
    command.add_argument("--shard", metavar="I/N", help="play only the Ith of N parts, for companion merge")
    command.add_argument("--scheduler", metavar="tcp://HOST:PORT", help="play on the workers of a Dask scheduler")
    command.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each game")
    _add_study_output(command)


def _add_study_output(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object, as companion merge reads it")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="write a page with charts")


def add_merge(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes `companion merge`."""

    def run(args: argparse.Namespace) -> int:
        from companion.lab.command import merge

        return merge(args)

    command = commands.add_parser("merge", help="put the shards of a simulation or a tournament together")
    command.add_argument("files", nargs="+", metavar="FILE", help="what --json has printed, of each shard")
    _add_study_output(command)
    command.set_defaults(run=run)
