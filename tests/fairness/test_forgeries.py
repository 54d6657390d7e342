"""Forged records: `companion verify` finds each."""

from __future__ import annotations

import pytest

from tests.fairness.forgeries import forgeries, judge, sound_texts
from tests.fairness.mutations import mutations
from tests.fairness.sound_games import sound_game


def test_every_forgery_is_found() -> None:
    forged = list(forgeries())
    found = [judge(each.text) for each in forged]
    assert [(each.name, what) for each, what in zip(forged, found, strict=True) if what != each.finding] == []
    assert len({each.name for each in forged}) == len(forged) >= 60


def test_what_forgeries_are_made_of_is_fair() -> None:
    assert set(map(judge, sound_texts())) == {"fair"}


@pytest.mark.slow
def test_whole_games_of_every_kind_are_fair() -> None:
    for number in range(60):
        assert judge("\n".join(sound_game(number))) in {"fair", "by_hand"}, number


@pytest.mark.slow
def test_other_draws_are_never_fair() -> None:
    for changed in mutations(games=20, each=10):
        assert not (judge(changed.text) == "fair" and changed.draws_changed), changed.text
