"""The contract of every game, also tested with a game that has features which the built-in games lack."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import claimit, klondike, piratenclaim
from engine.dice import Draws, commitment
from engine.fairness import Finding, Line, check_fairness
from engine.game import AnyGame, Code, Finish, Game, Illegal, Json, Reveal, Seat, Start, Undo
from engine.games import GAMES
from engine.record import AnyRecord, decode, format_event, from_lines, play_json, start_record, to_lines
from engine.registry import BrokenPlugin
from engine.starts import choosable_options
from tests.engine import tiny_game
from tests.engine.plug_ins import install

TINY: Game[tiny_game.State, tiny_game.Event] = tiny_game
CLAIMIT: Game[claimit.State, claimit.Event] = claimit
KLONDIKE: Game[klondike.State, klondike.Event] = klondike
PIRATENCLAIM: Game[piratenclaim.State, piratenclaim.Event] = piratenclaim
SEED = bytes(range(32))
BUILT_IN = ("claimit", "klondike", "piratenclaim")
"""The built-in games in their order."""


@pytest.fixture(autouse=True)
def tiny_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(install(tmp_path, "tiny", games={"tiny": "tests.engine.tiny_game"}))


def new_record(game: str, **notes: object) -> AnyRecord:
    return start_record(Start(game, ("Green", "Blue"), Seat(0), GAMES[game].options, notes))


def next_events(record: AnyRecord, seed: bytes = SEED) -> list[Any]:
    drawn = record.game.chance_event(record.state, Draws(seed, record.drawn_count))
    return [*record.game.legal_events(record.state), *([] if drawn is None else [drawn])]


def error_code(*events: Json) -> Code | None:
    record = new_record("tiny")
    for event in events[:-1]:
        record = play_json(record, event)
    with pytest.raises(Illegal) as caught:
        play_json(record, events[-1])
    return caught.value.code


@pytest.mark.parametrize("name", [*BUILT_IN, "tiny"])
def test_each_legal_event_can_be_applied(name: str) -> None:
    rng, record = Random(5), new_record(name)
    for _ in range(30):
        assert record.game.acting_seat(record.state) in range(2)
        events = next_events(record)
        states = [record.game.apply(record.state, event) for event in events]
        assert len(states) > 0
        record = record.play(rng.choice(events))


@pytest.mark.parametrize("game", [claimit, klondike], ids=lambda game: game.name)
def test_no_player_is_active_after_the_end(game: AnyGame) -> None:
    rng, record = Random(2), new_record(game.name)
    while not game.is_over(record.state):
        record = record.play(rng.choice(next_events(record)))
    assert game.acting_seat(record.state) is None
    assert next_events(record) == []
    assert game.ending(record.state) in game.endings


@pytest.mark.parametrize(
    "call",
    [
        lambda: claimit.start(["a"], Seat(0), {"recycle": False}),
        lambda: claimit.start(["a", "b"], Seat(0), {}),
        lambda: claimit.start(["a", "b"], Seat(2), {"recycle": False}),
        lambda: claimit.start(["a", "b"], Seat(0), {"recycle": 1}),
        lambda: claimit.apply(new_record("claimit").state, claimit.Roll((7, 8, 9))),
        lambda: claimit.apply(new_record("claimit").state, claimit.Roll((1, 2))),  # type: ignore[arg-type]
        lambda: claimit.apply(new_record("claimit").state, claimit.Place(claimit.Field(36))),
        lambda: klondike.start(["a"], Seat(0), klondike.options),
        lambda: klondike.start(["a", "b"], Seat(0), {}),
        lambda: klondike.start(["a", "b"], Seat(0), {**klondike.options, "deal": "open"}),
        lambda: klondike.apply(new_record("klondike").state, klondike.Place(klondike.Slot(24), (0, 0))),
        lambda: klondike.apply(new_record("klondike").state, klondike.Place(klondike.Slot(0), (7, 8))),
        lambda: piratenclaim.start(["a"], Seat(0), piratenclaim.options),
        lambda: piratenclaim.start(["a", "b"], Seat(0), {}),
        lambda: piratenclaim.start(["a", "b"], Seat(0), {**piratenclaim.options, "loot": "all"}),
        lambda: piratenclaim.start(["a", "b"], Seat(0), {**piratenclaim.options, "spare_ships": -1}),
        lambda: piratenclaim.apply(
            new_record("piratenclaim").state, piratenclaim.Discs((piratenclaim.Field(56),) * 21)
        ),
        lambda: piratenclaim.apply(
            new_record("piratenclaim").state, piratenclaim.Roll(piratenclaim.Dice(1, 2, 3, 4, 5, 7))
        ),
    ],
)
def test_an_invalid_api_call_is_illegal(call: Any) -> None:  # noqa: ANN401 - any call
    with pytest.raises(Illegal):
        call()


def test_a_shuffle_after_the_start_is_verified() -> None:
    record = new_record("tiny", commitment=commitment(SEED))
    for _ in range(3):
        record = record.play(record.game.chance_event(record.state, Draws(SEED, record.drawn_count)))
    record = record.play(Finish((Seat(1),))).play(Reveal(SEED))
    lines = list(map(decode, to_lines(record).splitlines()))
    verdict = check_fairness([Line(number, event) for number, event in enumerate(lines, 1)])
    assert verdict.finding is Finding.FAIR
    assert [roll.counter for roll in verdict.rolls] == [0, 1, 2]
    assert verdict.rolls[0].faces == Draws(SEED, 0).shuffled(tiny_game.CARDS)
    swapped = {**lines[1], "cards": [*reversed(lines[1]["cards"])]}
    tampered = [lines[0], swapped, *lines[2:]]
    assert check_fairness([Line(number, event) for number, event in enumerate(tampered, 1)]).finding is Finding.ROLL
    reversed_lines = [Line(number, event) for number, event in enumerate(reversed(lines), 1)]
    with pytest.raises(Illegal, match="line 1: No game has started"):
        check_fairness(reversed_lines)


def test_a_shuffle_by_hand_uses_no_counter() -> None:
    record = play_json(new_record("tiny"), {"event": "shuffle", "cards": [6, 5, 4, 3, 2, 1], "by": "hand"})
    assert record.drawn_count == 0
    assert record.play(record.game.chance_event(record.state, Draws(SEED, 0))).drawn_count == 1
    assert record.play(Undo()).drawn_count == 0


def test_the_players_may_end_the_game() -> None:
    record = play_json(new_record("tiny"), {"event": "finish", "winners": [0, 1]})
    assert record.state.winners == (0, 1)
    assert from_lines(to_lines(record).splitlines()).state == record.state
    assert not record.game.is_over(record.play(Undo()).state)
    assert play_json(new_record("tiny"), {"event": "finish", "winners": []}).state.winners == ()


@pytest.mark.parametrize("winners", [None, 7, ["0"], [True], [1, 0], [0, 0], [-1], [2]])
def test_impossible_winners_are_a_syntax_error(winners: object) -> None:
    assert error_code({"event": "finish", "winners": winners}) is Code.SYNTAX


def test_a_game_cannot_be_finished_twice() -> None:
    finish = {"event": "finish", "winners": []}
    assert error_code(finish, finish) is Code.PHASE


def test_a_game_whose_rules_find_its_end_cannot_be_ended_by_the_players() -> None:
    with pytest.raises(Illegal) as caught:
        play_json(new_record("claimit"), {"event": "finish", "winners": [0]})
    assert caught.value.code is Code.ILLEGAL


@pytest.mark.parametrize("event", [Finish((Seat(0),)), Finish(()), tiny_game.Shuffle((3, 2, 1, 4, 5, 6), "hand")])
def test_new_events_are_written_and_read_unchanged(event: Any) -> None:  # noqa: ANN401 - any event
    record = new_record("tiny")
    assert record.play(event) == play_json(record, format_event(event, TINY))


def test_plug_ins_are_listed_after_the_built_in_games() -> None:
    assert list(GAMES) == [*BUILT_IN, "tiny"]
    assert GAMES["tiny"] is TINY
    assert len(GAMES) == len(GAMES.values()) == len(BUILT_IN) + 1
    assert "tiny" in GAMES
    assert [] not in GAMES


def test_a_plug_in_that_cannot_be_loaded_is_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    monkeypatch.syspath_prepend(install(folder, "sorry", games={"sorry": "no.such.module"}))
    sentence = "The plug-in sorry of the package sorry cannot be loaded: ModuleNotFoundError: No module named 'no'."
    assert [game.name for game in GAMES.values()] == [*BUILT_IN, "tiny"]
    assert GAMES.broken() == (sentence,)
    with pytest.raises(BrokenPlugin, match=r"^The plug-in sorry"):
        play_json(None, {"event": "start", "game": "sorry", "players": ["Green", "Blue"]})


BROKEN_EXCEPTION = "class Wordless(Exception):\n    def __str__(self): raise self\nraise Wordless"


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        pytest.param("raise SystemExit(3)", "SystemExit: 3", id="it ends the program"),
        pytest.param("raise BaseException", "BaseException", id="it raises an uncaught BaseException"),
        pytest.param(BROKEN_EXCEPTION, "Wordless", id="its error has no text"),
        pytest.param(
            BROKEN_EXCEPTION.replace("raise self", "raise SystemExit"), "Wordless", id="its error ends the program"
        ),
        pytest.param("raise ValueError('a\\x1b[31m\\nb')", r"ValueError: a\x1b[31m", id="its error is not legible"),
        pytest.param("name = 'sorry'", "it has no title", id="it is not complete"),
        pytest.param("from tests.engine.tiny_game import *", "its name is tiny", id="it is another game"),
    ],
)
def test_a_failing_plug_in_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, reason: str
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / f"{tmp_path.name}.py").write_text(module)  # a module that no other test has loaded
    monkeypatch.syspath_prepend(install(folder, "sorry", games={"sorry": tmp_path.name}))
    assert GAMES.broken() == (f"The plug-in sorry of the package sorry cannot be loaded: {reason}.",)
    assert [game.name for game in GAMES.values()] == [*BUILT_IN, "tiny"]
    with pytest.raises(BrokenPlugin, match=r"^The plug-in sorry"):
        GAMES["sorry"]


def test_the_program_can_be_interrupted_while_a_plug_in_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "slow"
    folder.mkdir()
    (folder / "interrupted_game.py").write_text("raise KeyboardInterrupt")
    monkeypatch.syspath_prepend(install(folder, "slow", games={"slow": "interrupted_game"}))
    with pytest.raises(KeyboardInterrupt):
        GAMES.broken()


def test_a_plug_in_may_get_an_option_later() -> None:
    start = {"event": "start", "game": "tiny", "players": ["Green", "Blue"], "first": 0}
    for options, notes, written in (
        ({"short": False}, {"card": "a note"}, {}),
        ({"short": True}, {}, {"short": True}),
        ({"left_out": True}, {"card": 3}, {"left_out": True}),
    ):
        record = play_json(None, {**start, "options": options, **notes})
        assert json.loads(to_lines(record)) == {**start, "options": written, **notes}
        assert from_lines(to_lines(record).splitlines()) == record
    assert choosable_options(TINY) == {"short": False}
