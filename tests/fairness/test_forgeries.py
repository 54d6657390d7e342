"""Forged records and proofs: `companion verify` finds each; the page does in tests/browser/test_verify_page.py."""

from __future__ import annotations

import pytest

from companion.runtime.dice_proof import dice_proof
from tests.fairness.forgeries import forgeries, judge_by_command, read_proof, sound_texts, to_proof, without_novelties
from tests.fairness.mutations import mutations
from tests.fairness.sound_games import record_of, sound_game


def test_every_forgery_is_found() -> None:
    forged = list(forgeries())
    found = [judge_by_command(each.kind, each.text) for each in forged]
    assert [(each.name, what) for each, what in zip(forged, found, strict=True) if what != each.finding] == []
    assert len({each.name for each in forged}) == len(forged) >= 60


def test_what_forgeries_are_made_of_is_fair() -> None:
    assert {judge_by_command(*each) for each in sound_texts()} == {"fair"}


@pytest.mark.slow
def test_whole_games_of_every_kind_are_fair() -> None:
    for number in range(60):
        proof = dice_proof(record_of(number)) or ""
        assert judge_by_command("record", "\n".join(sound_game(number))) in {"fair", "by_hand"}, number
        assert judge_by_command("proof", proof) in {"fair", "by_hand"}, number
        assert judge_by_command("proof", to_proof(without_novelties(read_proof(proof)))) in {"fair", "by_hand"}, number


@pytest.mark.slow
def test_other_draws_are_never_fair() -> None:
    for changed in mutations(games=20, each=10):
        assert not (judge_by_command(changed.kind, changed.text) == "fair" and changed.draws_changed), changed.text
