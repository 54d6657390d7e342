import json
import re
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from companion import plugin
from companion.core import snapshot
from engine.coach import luck_report
from engine.dice import Draws, commitment
from engine.fairness import Finding, Line, check_fairness
from engine.game import Illegal, Json, Reveal
from engine.games import GAMES
from engine.record import AnyRecord, decode, from_lines, play_json, to_lines
from tests.pig.conftest import PIG

pytestmark = pytest.mark.usefixtures("pig")
SEED = bytes(range(32))


def new_record(**notes: object) -> AnyRecord:
    return play_json(None, {"event": "start", "game": "pig", "players": ["Green", "Blue", "Orange"], **notes})


def rolls(*dice: int) -> list[Json]:
    return [{"event": "roll", "dice": [die]} for die in dice]


def play_out(record: AnyRecord, rng: Random) -> AnyRecord:
    while not record.game.is_over(record.state):
        drawn = record.game.chance_event(record.state, Draws(SEED, record.drawn_count))
        record = record.play(rng.choice([*record.game.legal_events(record.state), drawn, drawn]))
    return record


def test_a_record_alone_proves_that_a_game_was_fair() -> None:
    record = play_out(new_record(commitment=commitment(SEED)), Random(1)).play(Reveal(SEED))
    lines = list(map(decode, to_lines(record).splitlines()))
    assert from_lines(to_lines(record).splitlines()).state == record.state
    assert finding(lines) is Finding.FAIR
    place = next(place for place, line in enumerate(lines) if line["event"] == "roll" and line["dice"] == [2])
    assert finding([*lines[:place], *rolls(3), *lines[place + 1 :]]) is Finding.ROLL


def finding(lines: list[Json]) -> Finding:
    return check_fairness([Line(number, event) for number, event in enumerate(lines, 1)]).finding


def test_a_real_die_is_recorded_as_rolled_by_hand() -> None:
    record = play_json(new_record(), {"event": "roll", "dice": [3], "by": "hand"})
    assert record.drawn_count == 0
    assert json.loads(to_lines(record).splitlines()[1]) == {"event": "roll", "dice": [3], "by": "hand"}


def test_optional_members_of_a_game_have_defaults() -> None:
    record = play_out(new_record(), Random(2))
    game: Any = GAMES["pig"]
    assert (game.options, game.queries, game.columns, game.endings, game.bgg_id) == ({}, (), (), {}, None)
    assert (game.luck, game.finish, luck_report(record), game.ending(record.state)) == (None, None, None, "")
    assert game.row(record.state, record.events[-1], record.state) == {}
    assert game.legal(new_record().state) == ()
    assert game.describe(new_record().state) == "Green, points 0\nBlue, points 0\nOrange, points 0"
    with pytest.raises(Illegal, match="Pig has no queries"):
        game.query(record.state, {"query": "odds"})


def test_plug_ins_import_only_the_public_api() -> None:
    imports = {
        "rules.py": {"engine.plugin"},
        "table.py": {"engine.plugin", "companion.plugin", "companion_pig.rules"},
    }
    for name, allowed in imports.items():
        imported = re.findall(
            r"(?m)^from ((?:engine|companion|hardware)\S*) import", (PIG / "companion_pig" / name).read_text()
        )
        assert set(imported) == allowed, name


def test_the_public_api_has_every_part_of_a_snapshot() -> None:
    classes = [part for part in vars(snapshot).values() if isinstance(part, type) and issubclass(part, Struct)]
    parts = {part.__name__ for part in classes if part.__module__ == snapshot.__name__}
    assert "FieldSnapshot" in parts
    assert parts - set(plugin.__all__) == set()
