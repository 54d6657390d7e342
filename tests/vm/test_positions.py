"""The comparison that tells a lost event is no rubber stamp."""

from __future__ import annotations

from tests.vm.positions import lost, states

START = {"event": "start", "game": "claimit", "players": ["a", "b"], "first": 0}
ROLL = {"event": "roll", "dice": [1, 2, 3]}


def test_a_position_whose_event_is_gone_is_lost() -> None:
    shown = states([[START, ROLL]])
    assert lost(shown, [[START, ROLL]]) == []
    assert lost(shown, [[START]]) == [shown[-1]]
    assert lost(shown, []) == shown[1:]
