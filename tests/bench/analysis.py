"""The time in which the coach analyses a finished game, and how much choices matter between equal players.

    python -m tests.bench.analysis

analysed_games.txt contains twenty games of two Sheriffs: `engine.bot.play_game` played number n (1 to 20) with the key
SHA-256 of "analysis bench n". Five games each of three, four and five Prospectors are played when they are needed, with
the same keys.
"""

import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median, pstdev
from time import process_time
from typing import Any

from engine import claimit
from engine.bot import play_game
from engine.bots import find_bot
from engine.claimit import Bank, Place, Roll, parse_field
from engine.claimit.coach import analyse
from engine.coach import Analysis
from engine.game import Seat
from engine.games import GAMES
from tests.bench.benchmark import Measurement

RECORDED = Path(__file__).with_name("analysed_games.txt")
GAMES_OF_MORE_PLAYERS = 5
"""Number of games for each number of players from three to five."""
Steps = list[tuple[Any, Any]]


def two_players() -> Measurement:
    games = recorded_games()
    analyse(games[0][:2])  # loads modules and tables
    taken = [measure(steps)[0] for steps in games]
    return Measurement(median(taken), f"{min(taken):.2f} to {max(taken):.2f}; {len(games)} games")


def measure(steps: Steps) -> tuple[float, Analysis]:
    began = process_time()
    found = analyse(steps)
    return process_time() - began, found


def recorded_games() -> list[Steps]:
    """Returns the recorded games of two players; each line has rolls as three digits, fields, and `bank`."""
    return [_follow(line.split()) for line in RECORDED.read_text(encoding="utf-8").splitlines()]


def _follow(words: list[str]) -> Steps:
    state = claimit.start(("sheriff 1", "sheriff 2"), Seat(0), claimit.options)
    steps: Steps = [(None, state)]
    for word in words:
        event: claimit.Event
        if word == "bank":
            event = Bank()
        elif "/" in word:
            event = Place(parse_field(word))
        else:
            first, second, third = map(int, word)
            event = Roll((first, second, third))
        state = claimit.apply(state, event)
        steps.append((event, state))
    return steps


def prospectors_games(players: int) -> list[Steps]:
    bot, games = find_bot("prospector", "claimit"), []
    for number in range(1, GAMES_OF_MORE_PLAYERS + 1):
        steps: Steps = []
        key = sha256(f"analysis bench {number}".encode()).digest()
        play_game(GAMES["claimit"], claimit.options, [bot] * players, key, Random(number).random, steps=steps)
        games.append(steps)
    return games


def main() -> None:
    sys.stdout.write("| players | games | events | seconds | choices, standard deviation |\n")
    for players in range(2, 6):
        games = recorded_games() if players == 2 else prospectors_games(players)
        measured = [measure(steps) for steps in games]
        seconds = median(taken for taken, _ in measured)
        spread = pstdev(100 * share for _, found in measured for share in found.decision_effects)
        events = median(map(len, games))
        sys.stdout.write(f"| {players} | {len(games)} | {events:.0f} | {seconds:.2f} | {spread:.1f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
