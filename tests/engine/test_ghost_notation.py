"""A ghost as text: what is written is read again, and what is no ghost is told apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.claimit.ghost import Ghost
from engine.claimit.ghost_notation import GhostError, format_ghost, parse_ghost
from tests.engine.ghosts import GHOST


def changed(*keys: str, value: Any) -> str:  # noqa: ANN401 - JSON
    """The ghost's text with another value."""
    content = json.loads(format_ghost(GHOST))
    inner = content
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    return json.dumps(content)


def test_a_ghost_is_read_as_it_was_written() -> None:
    for ghost in (GHOST, Ghost("Kim", 10, None, GHOST.banking, GHOST.placing)):
        assert parse_ghost(format_ghost(ghost)) == ghost


def test_people_can_read_a_ghost() -> None:
    lines = [line.strip() for line in format_ghost(GHOST).splitlines()]
    assert '"name": "Änna [1,2]",' in lines
    assert '"risk": [0.18, 0.15, 0.21],' in lines
    assert '"goldclaims": [0.2, -0.3, 0.7],' in lines


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no ghost's file, or it is damaged"),
        (format_ghost(GHOST)[:300], "no ghost's file, or it is damaged"),
        ("[" * 100_000, "no ghost's file, or it is damaged"),
        ("[]", "no ghost's file"),
        ('{"event":"start"}', "no ghost's file"),
        (changed("companion", value="study"), "no ghost's file"),
        (changed("version", value=2), "of another version"),
        (changed("game", value="klondike"), "of another game"),
        (changed("games", value=9), "made of 9 games; a ghost needs at least 10"),
        (changed("games", value=True), "damaged"),
        (changed("games", value=10.5), "damaged"),
        (changed("name", value=""), "damaged"),
        (changed("name", value="\x1b[2J"), "damaged"),
        (changed("name", value=7), "damaged"),
        (changed("risk", value=[0.1, 0.2, 0.3]), "damaged"),
        (changed("risk", value=[1.1, 0.2, 1.3]), "damaged"),
        (changed("risk", value=[0.1, 0.1]), "damaged"),
        (changed("risk", value=0.1), "damaged"),
        (changed("banking", value=None), "damaged"),
        (changed("banking", "weights", value=[1, 2, 3, 4, 5, 6]), "damaged"),
        (changed("banking", "weights", value={}), "damaged"),
        (changed("banking", "weights", "bust", value=[float("nan")] * 3), "damaged"),
        (changed("banking", "weights", "bust", value=[1e300, 0, 1e301]), "damaged"),
        (changed("banking", "weights", "bust", value=[True, 0, 2]), "damaged"),
        (changed("placing", "weights", "bust", value="000"), "damaged"),
        (changed("placing", "decisions", value=-1), "damaged"),
        (changed("placing", "foretold", value=[0.5, 0.6, 0.7]), "damaged"),
    ],
)
def test_what_is_no_ghost_is_told_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(GhostError, match=reason):
        parse_ghost(text)


def test_a_long_name_leaves_room_for_a_number() -> None:
    ghost = Ghost("W" * 64, 10, None, GHOST.banking, GHOST.placing)
    assert parse_ghost(format_ghost(ghost)) == ghost
    assert len(f"{ghost.title} 2") == 64
    assert ghost.title.endswith("W…'s ghost")
