"""What the coach has found of games, in a file beside the journal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.core.rated_games import Looked
from companion.runtime.people_reader import KeptResults

if TYPE_CHECKING:
    from pathlib import Path

FOUND = Looked((0.75, 0.25), by_hand=True)


@pytest.fixture
def kept(tmp_path: Path) -> KeptResults:
    """The file of a journal with one game."""
    kept = KeptResults(tmp_path / "journal.sqlite", "abc")
    kept.add("1 then", FOUND)
    return kept


def test_what_was_found_is_kept(kept: KeptResults) -> None:
    before = kept.version
    kept.add("2 then", Looked(taken_back=True))
    assert kept.version != before
    again = KeptResults(kept.path.with_name("journal.sqlite"), "abc")
    assert again.read() == {"1 then": FOUND, "2 then": Looked(taken_back=True)}
    assert not again.take_renewal()


def test_what_another_value_has_found_is_dropped_and_that_is_told_once(kept: KeptResults) -> None:
    newer = KeptResults(kept.path.with_name("journal.sqlite"), "def")
    assert newer.read() == {}
    newer.add("1 then", Looked((0.5, 0.5)))
    assert [newer.take_renewal(), newer.take_renewal()] == [True, False]
    assert newer.read() == {"1 then": Looked((0.5, 0.5))}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"value":"abc","games":[]}', '{"value":"abc","games":{"1 then":[7]}}']
)
def test_a_damaged_file_is_as_none(kept: KeptResults, content: str) -> None:
    kept.path.write_text(content)
    assert kept.read() == {}
    kept.path.unlink()
    assert (kept.read(), kept.version) == ({}, (0, 0))


def test_a_damaged_row_is_found_anew_and_the_others_stay(kept: KeptResults) -> None:
    content = json.loads(kept.path.read_text())
    content["games"] |= {"2 then": None, "3 then": [["x"], False, False], "4 then": [[1.0, 0.0], 1, False]}
    kept.path.write_text(json.dumps(content))
    assert kept.read() == {"1 then": FOUND}
    kept.add("2 then", FOUND)
    assert json.loads(kept.path.read_text())["games"].keys() == {"1 then", "2 then"}


def test_where_nothing_can_be_written_it_is_kept_for_this_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = tmp_path / "nowhere" / "journal.sqlite"
    kept = KeptResults(journal, "abc")
    kept.add("1 then", FOUND)
    kept.add("2 then", FOUND)
    assert caplog.text.count("cannot be written") == 1
    assert kept.read() == {"1 then": FOUND, "2 then": FOUND}
    assert KeptResults(journal, "abc").read() == {}
