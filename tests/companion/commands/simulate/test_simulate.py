import re
from collections import Counter

import pytest

from companion.commands import simulate
from companion.commands.cli import main
from companion.commands.simulate import Outcome, Share, Study, describe, play_games, share_of, win_share

STUDY = ("simulate", "--games", "12", "--bots", "greenhorn,greenhorn", "--seed", "7", "--jobs", "1")


def study_of(*bots: str, games: int = 12) -> Study:
    return Study("claimit", {"recycle": False}, bots, games, seed=7)


def tally_of(*games: tuple[str, tuple[int, ...]], lengths: tuple[int, ...] = ()) -> Counter[Outcome]:
    """The outcomes of games, each with its seating and winners."""
    turns = lengths or (2,) * len(games)
    return Counter(Outcome(tuple(game), won, length) for (game, won), length in zip(games, turns, strict=True))


def changed(**options: str) -> list[str]:
    words = list(STUDY)
    for option, value in options.items():
        name = f"--{option}"
        if name in words:
            words[words.index(name) + 1] = value
        else:
            words += [name, value]
    return words


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.usefixtures("plugged")
def test_a_study_is_printed_in_a_few_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = changed(bots="greenhorn,banker", games="40")
    lines = printed(capsys, *words, "--option", "recycle=true").splitlines()
    assert lines[0] == "Claim It!, 2 players, 40 games, seed 7, recycle=true"
    assert lines[2].split() == ["bot", "games", "won", "95", "%", "as", "first", "as", "second"]
    assert [line.split()[0] for line in lines[3:5]] == ["greenhorn", "banker"]
    assert [line.split()[0] for line in lines[6:9]] == ["seat", "first", "second"]
    assert lines[10].startswith("turns a game: ")


@pytest.mark.slow
def test_any_number_of_jobs_gives_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    one, three = (printed(capsys, *changed(games="60", jobs=jobs)) for jobs in ("1", "3"))
    assert one == three


def test_without_a_seed_one_is_drawn_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--games", "3", "--bots", "greenhorn,greenhorn", "--jobs", "1"]
    first = printed(capsys, *words)
    seed = re.search(r"seed (\d+)", first)
    assert seed
    assert printed(capsys, *words, "--seed", seed[1]) == first


REFUSALS = {
    "no such bot": (changed(bots="greenhorn,wyatt"), "--bots: wyatt: This bot is unknown for Claim It!; available: g"),
    "a game without bots": (changed(game="piratenclaim"), "--bots: greenhorn: This bot is unknown for Piratenclaim"),
    "1 player": (changed(bots="greenhorn"), "--bots: 1 cannot play Claim It!; allowed: 2 to 5 players"),
    "an unknown game": (changed(game="chess"), "--game: unknown game chess; allowed: claimit, klondike"),
    "an unknown option": (
        changed(option="recycel=true"),
        "--option: Claim It! has no option recycel; allowed: recycle",
    ),
    "an option without a value": (changed(option="recycle"), "--option: 'recycle' has no value"),
}


def test_what_is_impossible_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def play_anyway(*_: object, **__: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(simulate, "play_in_order", play_anyway)
    for case, (words, why) in REFUSALS.items():
        assert main(words) == 2, case
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), case
        assert err.startswith(f"companion simulate: {why}"), case


@pytest.mark.usefixtures("plugged")
def test_a_bot_that_breaks_the_rules_ends_the_study() -> None:
    with pytest.raises(simulate.StudyError, match=r"^game 0: The bot liar has failed: it decided what may not"):
        play_games(study_of("greenhorn", "liar"), range(3))


def test_the_bots_change_seats_from_game_to_game() -> None:
    study = study_of("a", "b", "c")
    seatings = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"), ("a", "b", "c")]
    assert [study.seating(number) for number in range(4)] == seatings


@pytest.mark.usefixtures("plugged")
def test_counts_of_parts_add_up_to_those_of_all() -> None:
    study = study_of("greenhorn", "banker")
    merged = Counter[Outcome]()
    for numbers in (range(7, 12), range(3), range(3, 7)):
        merged.update(play_games(study, numbers))
    assert merged == play_games(study, range(12))
    assert sum(win_share(merged, bot).value for bot in study.bots) == pytest.approx(1)


def test_a_shared_win_is_a_part_for_each() -> None:
    tally = tally_of(("ab", (0,)), ("ba", (0, 1)), ("ab", (0,)), ("ba", (0,)))
    assert (win_share(tally, "a").value, win_share(tally, "b").value) == (2.5 / 4, 1.5 / 4)
    assert [win_share(tally, "a", seat)[:2] for seat in (0, 1)] == [(2, 1.0), (2, 0.25)]
    assert [win_share(tally, seat=seat).value for seat in (0, 1)] == [(3 + 0.5) / 4, 0.5 / 4]


def test_bots_of_one_name_share_what_they_win() -> None:
    tally = tally_of(("abbb", (0,)), ("bbba", (0,)), ("bbab", (0,)), ("babb", (0,)))
    assert [win_share(tally, bot)[:2] for bot in "ab"] == [(4, 0.25), (4, 0.75)]


def test_lengths_are_shown_with_their_spread() -> None:
    tally = tally_of(*[("ab", (0,))] * 4, lengths=(2, 2, 4, 8))
    last = describe(study_of("a", "b", games=4), tally).splitlines()[-1]
    assert last == "turns a game: 4.0 in the mean (1.2 to 6.8), 2 to 8, median 2"


def test_a_share_has_the_interval_of_the_literature() -> None:
    for hits, games, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = share_of(hits, games)
        assert Share(games, found.value, round(found.low, 4), round(found.high, 4)) == (games, hits / games, low, high)
