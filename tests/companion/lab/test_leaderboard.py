"""The leaderboard: the same figures for anybody, whoever else is named."""

from __future__ import annotations

import pytest

from companion.commands.cli import main
from companion.lab import leaderboard
from companion.lab.games import Batch, Tally
from engine.bot_games import GameResult
from engine.claimit.weights import VALUE_NAME
from engine.game import Seat


def rows(capsys: pytest.CaptureFixture[str], *options: str, games: int = 2) -> tuple[str, list[str]]:
    """The head and the bots' rows."""
    assert main(["leaderboard", "--games", str(games), "--jobs", "1", *options]) == 0
    head, _, _, _, *found = capsys.readouterr().out.splitlines()
    return head, found


@pytest.mark.slow
@pytest.mark.usefixtures("plugged")
def test_the_figures_can_be_repeated(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "FIELD", ("prospector", "banker"))  # Sheriff would think for a minute
    head, both = rows(capsys, "--bots", "greenhorn,prospector")
    assert head == f"Claim It! for two, 2 games against each of the field, seed 1, value {VALUE_NAME}"
    assert [row.split()[0] for row in both] == ["prospector", "greenhorn"]
    assert both[0].split()[4] == "50.0"
    _, alone = rows(capsys, "--bots", "greenhorn")
    assert alone[0].split() == both[1].split()
    assert rows(capsys, "--bots", "greenhorn", "--seed", "2")[1] != alone


def test_a_share_outside_of_the_scale_is_told_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(_workers: object, numbers: range, _clock: object) -> list[Batch]:
        tallies = Tally(), Tally()
        for number in numbers:
            seating, tally = ("greenhorn", leaderboard.FIELD[number % 2]), tallies[number % 2]
            luck = 0.1 * (number % 4 // 2)
            tally.add(seating, GameResult((Seat(1),), ((1,), (1,)), 0))
            tally.add_luck(seating, (Seat(1),), (luck, -luck), 0)
        return [Batch(numbers, tallies, ())]

    monkeypatch.setattr(leaderboard, "play_in_order", play)
    _, (row,) = rows(capsys, "--bots", "greenhorn", games=30)
    assert row.split(maxsplit=1)[1].replace("  ", " ") == "-5.0 ± 1.3 -5.0 ± 1.8 -5.0 ± 1.8"
    _, (row,) = rows(capsys, "--bots", "greenhorn, greenhorn", games=28)
    assert row.count("-5.0 ± ?") == 3


def test_what_is_wrong_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for options, says in (
        (("--bots", "nobody"), "--bots: nobody: There is no such bot"),
        (("--games", "0"), "--games: '0' is no whole number"),
        (("--games", "61"), "--games: 61 is odd; allowed: an even number, for both seats equally often"),
        (("--seed", "x"), "--seed: 'x' is no whole number"),
    ):
        assert main(["leaderboard", *options]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert told.err.startswith(f"companion leaderboard: {says}")
