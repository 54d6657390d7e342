"""The learned win chance: sums, symmetries, the ends of games, the figures, and weights that cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import claimit
from engine.bot import BotView
from engine.bots import sheriff
from engine.claimit import Bank, LastRound, Phase, State
from engine.claimit.placements import ROLLS
from engine.claimit.playouts import is_bank, placement_for, roll_for
from engine.claimit.rules import end_turn
from engine.claimit.value import win_chance_value, win_chances, win_shares
from engine.claimit.weights import (
    LARGEST,
    Figures,
    WeightsError,
    feature_names,
    figures,
    load_weights,
    parse_weights,
    read_weights,
)
from engine.game import Illegal, Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

VARIANTS = [(players, recycle) for players in claimit.seats for recycle in (False, True)]


def between_turns(players: int, *, recycle: bool = False, games: int = 3) -> list[State]:
    random, found = Random(players), list[claimit.State]()
    for _ in range(games):
        state = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
        while state.phase is not Phase.OVER:
            number = random.random()
            state = claimit.apply(state, roll_for(number))
            if state.phase is Phase.PLACE:
                state = claimit.apply(state, placement_for(state, number))
                state = claimit.apply(state, Bank()) if is_bank(number) else state
            if state.phase in {Phase.ROLL, Phase.OVER}:
                found.append(state)
    return found


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_win_chances_are_above_0_and_sum_to_1(players: int, recycle: bool) -> None:
    for state in between_turns(players, recycle=recycle):
        chances = win_chances(state)
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1)
        assert state.phase is Phase.OVER or all(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("players", claimit.seats)
def test_finished_games_are_exact(players: int) -> None:
    over = [state for state in between_turns(players, games=8) if state.phase is Phase.OVER]
    assert len(over) == 8
    for state in over:
        winners = state.winners or ()
        expected = tuple(1 / len(winners) if seat in winners else 0 for seat in range(players))
        assert win_chances(state) == expected


def test_a_shared_win_is_shared_evenly() -> None:
    state = drawn("....../....../....../....../....../GGb.OO", players=3)
    assert win_shares(state.fields, state.gold) == (0.5, 0, 0.5)


@pytest.mark.parametrize("players", claimit.seats)
def test_the_four_ways_to_look_at_a_board_have_the_same_chances(players: int) -> None:
    exchanged = tuple(6 * (field % 6) + field // 6 for field in range(36))
    half_turn = tuple(reversed(range(36)))
    for state in between_turns(players, games=1)[-24:]:
        for way in (exchanged, half_turn):
            assert win_chances(seen(state, way)) == pytest.approx(win_chances(state), abs=1e-12)


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_an_end_of_the_turn_is_worth_what_the_position_after_it_is(players: int, recycle: bool) -> None:
    compared = 0
    for state in between_turns(players, recycle=recycle, games=1)[-24:-1]:
        for marks, owned in ((0, 0), (0b110110 << 12, 0), (0b110110 << 12, 0b10010 << 12)):
            ended = end_turn(state, marks & ~state.gold, owned & ~state.gold)
            value = win_chance_value(state)(marks & ~state.gold, owned & ~state.gold)
            assert value == pytest.approx(win_chances(ended)[state.turn], abs=1e-12)
            compared += ended.phase is not Phase.OVER
    assert compared > 12


def test_the_end_of_the_last_turn_is_a_win_or_a_loss() -> None:
    state = replace(
        drawn("....../....../....../....../....../GGGbbb", players=2),
        last_round=LastRound(Seat(0), 1),
    )
    value = win_chance_value(state)
    assert (value(0, 0), value(1 << 3, 0)) == (1, 1)
    behind = replace(state, fields=state.fields[::-1], gold=0)
    assert value(0, 0) != win_chance_value(replace(behind, gold=7))(0, 0) == 0


def test_win_chances_are_told_between_turns_only() -> None:
    state = played(claimit.start(NAMES[:2], Seat(0), claimit.options), "4 3 1")
    with pytest.raises(Illegal, match="this turn is not over") as refused:
        win_chances(state)
    assert refused.value.code == "phase"


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("....../....../....../....../....../......", Figures()),
        # A mine of four of which one is a goldclaim, and a single field that 3/2 would join to it.
        (
            "....../....../....../..g.../g...../gGgb..",
            Figures(
                goldclaims=1, fields=5, mine=4, locked=1, second=1, joined=6, loose=3, liberties=4, weakest=2, region=36
            ),
        ),
        (
            "....../....../....../..g.../....../gGgb..",
            Figures(
                goldclaims=1, fields=4, mine=3, locked=1, second=1, joined=5, loose=2, liberties=4, weakest=2, region=36
            ),
        ),
        # Blue's goldclaims shut green in.
        (
            "....../....../....../....../BB..../ggB...",
            Figures(fields=2, mine=2, joined=2, loose=2, weakest=1, region=2),
        ),
        # Whoever takes the field in the middle leaves a single one.
        (
            "....../....../....../.g..../ggg.../.g....",
            Figures(fields=5, mine=5, joined=6, loose=5, liberties=6, weakest=1, region=36),
        ),
    ],
)
def test_the_figures_of_a_seat(drawing: str, expected: Figures) -> None:
    state = drawn(drawing, players=2)
    assert figures(state.fields[0], state.gold) == expected


def test_figures_agree_with_the_standings() -> None:
    for state in between_turns(4):
        for seat, its in enumerate(claimit.standings(state)):
            found = figures(state.fields[seat], state.gold)
            assert (found.mine, found.goldclaims, found.fields) == (its.mine, its.goldclaims, its.fields)


@pytest.mark.parametrize("players", claimit.seats)
def test_a_larger_lead_is_worth_more(players: int) -> None:
    letters = "gborv"[:players] + "."
    board = "....../....../....../rr..vv/bb..oo/GGGG.."
    state = drawn("".join(each if each.lower() in letters + "/" else "." for each in board), players=players)
    chances = win_chances(state)
    assert chances[0] == max(chances)
    assert chances[0] > 1.2 / players


def damaged(change: Callable[[dict[str, Any]], object]) -> str:
    content = json.loads(read_weights())
    change(content)
    return json.dumps(content)


def test_damaged_weights_are_one_sentence(subtests: pytest.Subtests) -> None:
    for text in (
        "",
        "[]",
        "{}",
        read_weights()[:5000],
        damaged(lambda content: content.pop("networks")),
        damaged(lambda content: content["networks"]["2"].pop("biases")),
        damaged(lambda content: content["networks"].pop("5")),
        damaged(lambda content: content["networks"]["2"]["outputs"].pop()),
        damaged(lambda content: content["networks"]["2"]["outputs"].append(0.1)),
        damaged(lambda content: content["networks"]["3"]["features"].pop("leads")),
        damaged(lambda content: content["networks"]["4"]["places"]["own loose"].pop("6/6")),
        damaged(lambda content: content["networks"]["2"]["biases"].__setitem__(0, "1")),
        damaged(lambda content: content["networks"]["2"]["biases"].__setitem__(0, LARGEST + 1)),
        damaged(lambda content: content["networks"]["2"]["biases"].__setitem__(0, float("nan"))),
        damaged(lambda content: content.__setitem__("version", None)),
        damaged(lambda content: content.__setitem__("version", float("inf"))),
        "[" * 100_000,
    ):
        message = r"^The weights of the win chance, \S+, are damaged\.$"
        with subtests.test(text[:80]), pytest.raises(WeightsError, match=message):
            parse_weights(text)


def test_weights_of_another_version_are_refused() -> None:
    with pytest.raises(WeightsError, match="are of version 2; this is for 1"):
        parse_weights(damaged(lambda content: content.__setitem__("version", 2)))


def test_every_number_of_players_has_a_network() -> None:
    weights = load_weights()
    assert set(weights) == set(claimit.seats)
    assert all(len(weights[seats].features) == len(feature_names(seats)) for seats in weights)


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_sheriff_decides_the_same_again(players: int, recycle: bool) -> None:
    state = placed(claimit.start(NAMES[:players], Seat(0), {"recycle": recycle}), "4/3 w5", "4/4 w1")
    rolled = claimit.apply(state, claimit.Roll(ROLLS[8]))
    for view in (BotView("claimit", state), BotView("claimit", rolled)):
        first = sheriff.decide(view, never)
        assert first == sheriff.decide(view, never)
        assert first is None or first in claimit.legal_events(view.state)


def test_sheriff_wins_at_once_where_it_can() -> None:
    last = LastRound(Seat(0), 1)
    ahead = replace(drawn("....../....../....../....../bb..../GGG...", players=2), last_round=last)
    assert sheriff.decide(BotView("claimit", placed(ahead, "4/1 w2")), never) == Bank()
    behind = replace(drawn("....../....../....../BBB.../BBB.../BBBg..", players=2), last_round=last)
    assert sheriff.decide(BotView("claimit", placed(behind, "5/1 w2")), never) is None


def seen(state: State, way: tuple[int, ...]) -> State:
    """The position as it is seen in another way."""
    return replace(state, fields=tuple(_moved(own, way) for own in state.fields), gold=_moved(state.gold, way))


def never() -> float:
    """Fails: no number is needed."""
    raise AssertionError


def _moved(fields: int, way: tuple[int, ...]) -> int:
    return sum(1 << to for to, field in enumerate(way) if fields >> field & 1)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_weights_that_cannot_be_read_are_one_sentence(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.claimit.weights.get_data", lambda *_: (tmp_path / "weights.json").read_bytes())
    if content is not None:
        (tmp_path / "weights.json").write_bytes(content)
    with pytest.raises(WeightsError, match=r"^The weights of the win chance, \S+, cannot be read\.$"):
        load_weights.__wrapped__()
