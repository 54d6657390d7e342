"""Results in files, and shards that are put together."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.lab.result import (
    DamagedResult,
    MergeError,
    _checksum,
    decode_result,
    encode_result,
    merge_results,
    rules_digest,
)
from companion.lab.study import Shard
from tests.companion.lab.studies import GREENHORNS, played, study_of

if TYPE_CHECKING:
    from companion.lab.result import Result

STUDY = study_of(games=9)


def shards(of: int) -> list[tuple[str, Result]]:
    """The results of a study's shards, with the names of their files."""
    return [(f"part{number}.json", played(STUDY, Shard(number, of))) for number in range(1, of + 1)]


def written(result: Result) -> str:
    """As it stands in a file."""
    return json.dumps(encode_result(result))


def test_a_result_is_read_as_it_was_written() -> None:
    for result in (played(STUDY), played(STUDY, Shard(2, 3)), played(STUDY, games=0)):
        assert decode_result(written(result)) == result


def test_merged_shards_are_the_whole_to_the_last_digit() -> None:
    parts = shards(4)
    assert written(merge_results(parts)) == written(merge_results(parts[::-1])) == written(played(STUDY))


def test_one_shard_of_one_is_the_whole() -> None:
    assert merge_results([("all.json", played(STUDY))]) == played(STUDY)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (study_of(games=9, seed=8), "seed 8, not 7"),
        (study_of(games=10), "games 10, not 9"),
        (study_of(games=9, recycle=True), "options {'recycle': True}, not {'recycle': False}"),
        (study_of((*GREENHORNS, "greenhorn"), games=9), "line-ups greenhorn,greenhorn,greenhorn, not greenhorn,green"),
        (replace(STUDY, game="klondike", options={}), "game klondike, not claimit"),
        (replace(STUDY, luck=True), "luck True, not False"),
    ],
)
def test_shards_of_another_run_are_refused(other: Any, told: str) -> None:  # noqa: ANN401 - a study
    stranger = replace(shards(2)[1][1], study=other)
    with pytest.raises(MergeError, match=r"^strange\.json is of another run than part1\.json: ") as caught:
        merge_results([shards(2)[0], ("strange.json", stranger)])
    assert told in str(caught.value)


def test_shards_of_another_division_or_version_are_refused() -> None:
    first = shards(2)[0]
    with pytest.raises(MergeError, match="of 4 shards, not 2"):
        merge_results([first, ("quarter.json", played(STUDY, Shard(2, 4)))])
    with pytest.raises(MergeError, match="other rules or bots"):
        merge_results([first, ("old.json", replace(shards(2)[1][1], rules="0" * 16))])


def test_a_shard_that_comes_twice_is_named() -> None:
    one, two = shards(2)
    with pytest.raises(MergeError, match=r"^copy\.json is shard 1/2 again, which is part1\.json already$"):
        merge_results([one, two, ("copy.json", one[1])])


def test_shards_that_are_missing_are_named() -> None:
    with pytest.raises(MergeError, match=r"^missing shards 1/4, 3/4$"):
        merge_results([shards(4)[1], shards(4)[3]])
    with pytest.raises(MergeError, match=r"^missing shards 2/30, .* and 9 more$"):
        merge_results([("first.json", played(study_of(games=30), Shard(1, 30)))])


def test_missing_shards_are_named_at_once_however_many() -> None:
    one = ("first.json", played(study_of(games=(1 << 31) - 1), Shard(1, (1 << 31) - 1)))
    with pytest.raises(MergeError, match=r"^missing shards 2/2147483647, .* and 2147483626 more$"):
        merge_results([one])


def test_a_shard_that_was_interrupted_is_refused() -> None:
    cut = ("cut.json", played(STUDY, Shard(2, 2), games=3))
    with pytest.raises(MergeError, match=r"^cut\.json was interrupted: it has 3 of the 5 games of shard 2/2$"):
        merge_results([shards(2)[0], cut])


def test_what_is_no_result_is_told() -> None:
    for text in ("", "Claim It!", "[]", "{}", '{"format": "a song"}', "[" * 100_000, b"\xff\xfe"):
        with pytest.raises(DamagedResult, match="is no result of companion simulate --json"):
            decode_result(text)


def test_a_result_of_another_format_is_told() -> None:
    with pytest.raises(DamagedResult, match="has the format 'companion study 3'"):
        decode_result(json.dumps({**encode_result(played(STUDY)), "format": "companion study 3"}))


@pytest.mark.parametrize("old", ['"played": 9', '"seed": 7', '"lengths": [[', '"value": 0.'])
def test_a_result_that_somebody_changed_is_found_damaged(old: str) -> None:
    text = written(played(STUDY))
    assert old in text
    new = old[:-1] + {"9": "8", "7": "6", "[": "[1,1],[", ".": ".9"}[old[-1]]
    with pytest.raises(DamagedResult, match="is damaged"):
        decode_result(text.replace(old, new, 1))


def test_a_result_that_was_cut_off_is_no_result() -> None:
    with pytest.raises(DamagedResult):
        decode_result(written(played(STUDY))[:-40])


@pytest.mark.parametrize(
    "change",
    [
        {"played": 8},
        {"tallies": [{}]},
        {"study": {}},
        {"shard": [1]},
        {"tallies": None},
        {"shard": [None, 1]},
        {"rules": None, "summary": None},
    ],
)
def test_a_checksum_that_was_made_to_fit_does_not_help(change: dict[str, object]) -> None:
    with pytest.raises(DamagedResult, match="is damaged: "):
        decode_result(checked({**encode_result(played(STUDY)), **change}))


@pytest.mark.parametrize(
    ("count", "rows"),
    [
        ("rolls", [["greenhorn", 2.5, 1], ["greenhorn", "x", 1]]),
        ("wins", [["greenhorn", 0, -1, 1]]),
        ("deficits", [["x", 9]]),
    ],
)
def test_counts_that_somebody_made_up_are_found_damaged(count: str, rows: list[list[object]]) -> None:
    content = encode_result(played(STUDY))
    content["tallies"][0][count] = rows
    with pytest.raises(DamagedResult, match="is damaged: "):
        decode_result(checked(content))


def test_figures_of_a_machine_that_counts_otherwise_are_no_damage() -> None:
    content = encode_result(played(STUDY))
    content["summary"]["lengths"]["mean"]["value"] += 1e-15
    assert decode_result(checked(content)) == played(STUDY)


def test_a_study_of_a_game_that_there_is_not_is_found_damaged() -> None:
    content = encode_result(played(STUDY))
    content["study"]["game"] = "chess"
    with pytest.raises(DamagedResult, match="is damaged: "):
        decode_result(checked(content))


def checked(content: dict[str, Any]) -> str:
    """A result with a checksum that fits."""
    rest = {name: value for name, value in content.items() if name != "sha256"}
    return json.dumps({**rest, "sha256": _checksum(rest)})


def test_figures_are_written_with_their_names() -> None:
    summary = encode_result(played(STUDY))["summary"]
    assert summary["games"] == 9
    assert set(summary["bots"][0]["overall"]["won"]) == {"value", "low", "high"}
    assert encode_result(played(STUDY, games=0))["summary"] is None


def test_the_rules_have_a_digest() -> None:
    assert rules_digest() == rules_digest.__wrapped__()
    assert len(rules_digest()) == 16
