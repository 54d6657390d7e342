"""The leaderboard: the same figures for anybody, whoever else is named."""

from __future__ import annotations

import pytest

from companion.commands.cli import main
from companion.lab import leaderboard
from engine.claimit.weights import VALUE_NAME


def rows(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[str, list[str]]:
    """The head and the bots' rows."""
    assert main(["leaderboard", "--games", "2", "--jobs", "1", *options]) == 0
    head, _, _, _, *found = capsys.readouterr().out.splitlines()
    return head, found


@pytest.mark.slow
@pytest.mark.usefixtures("plugged")
def test_the_figures_can_be_repeated(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else is named; another seed gives others, the best stands first, and against oneself it is even."""
    monkeypatch.setattr(leaderboard, "FIELD", ("prospector", "banker"))  # Sheriff would think for a minute
    head, both = rows(capsys, "--bots", "greenhorn,prospector")
    assert head == f"Claim It! for two, 2 games against each of the field, seed 1, value {VALUE_NAME}"
    assert [row.split()[0] for row in both] == ["prospector", "greenhorn"]
    assert both[0].split()[4] == "50.0"
    _, alone = rows(capsys, "--bots", "greenhorn")
    assert alone[0].split() == both[1].split()
    assert rows(capsys, "--bots", "greenhorn", "--seed", "2")[1] != alone


def test_what_is_wrong_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Before any game."""
    for options, says in (
        (("--bots", "nobody"), "--bots: nobody: There is no such bot"),
        (("--games", "0"), "--games: '0' is no whole number"),
        (("--seed", "x"), "--seed: 'x' is no whole number"),
    ):
        assert main(["leaderboard", *options]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert told.err.startswith(f"companion leaderboard: {says}")
