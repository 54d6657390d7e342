"""The map and the black discs of Piratenclaim."""

from itertools import combinations, product
from random import Random

import pytest

from engine import piratenclaim
from engine.dice import Draws
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import FIELD_NAMES, FIELDS, FIELDS_BY_NAME, Hex, enclosed, fields_in, fixing_moves
from engine.piratenclaim.position import DEFAULT_BOARD, DEFAULT_CENTRES, UNITS, board_of
from tests.engine.piratenclaim.positions import DISCS, after, error_code, fields, json_after

FLOWER_CENTRES = [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]


def new_game(layout: object) -> piratenclaim.State:
    return piratenclaim.start(["Green", "Blue"], Seat(0), {**piratenclaim.options, "layout": layout})


def neighbour(name: str, direction: int) -> str | None:
    """The next field in a direction from 1 to 6, or None at the edge."""
    to = DEFAULT_BOARD.steps[FIELDS_BY_NAME[name]][direction - 1]
    return None if to is None else FIELD_NAMES[to]


def test_the_default_layout_is_a_ring_of_seven_segments_and_one_more() -> None:
    # rules, 2
    assert [list(centre) for centre in DEFAULT_CENTRES] == FLOWER_CENTRES


def test_a_step_within_a_segment_follows_the_ring() -> None:
    # rules, 2

    def ring(place: int) -> int:
        return (place - 1) % 6 + 1

    for segment, at in product(range(8), range(1, 7)):
        names = {place: f"{segment}/{place}" for place in range(7)}
        assert neighbour(names[0], at) == names[at]
        assert neighbour(names[at], ring(at + 3)) == names[0]
        assert neighbour(names[at], ring(at + 2)) == names[ring(at + 1)]
        assert neighbour(names[at], ring(at - 2)) == names[ring(at - 1)]
        for outward in (at, ring(at + 1), ring(at - 1)):
            to = neighbour(names[at], outward)
            assert to is None or not to.startswith(f"{segment}/")


def test_neighbours_are_symmetric() -> None:
    for field in FIELDS:
        for direction, to in enumerate(DEFAULT_BOARD.steps[field]):
            assert to is None or DEFAULT_BOARD.steps[to][(direction + 3) % 6] == field


def test_a_layout_may_be_given_by_its_centres() -> None:
    json_after = new_game(FLOWER_CENTRES)
    assert json_after == piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
    mirrored = tuple(Hex(2 * a.q + b.q, 2 * a.r + b.r) for a, b in zip(UNITS, (UNITS[5], *UNITS[:5]), strict=True))
    other = board_of((Hex(0, 0), *mirrored, mirrored[3].plus(mirrored[2])))
    assert other != json_after.board


@pytest.mark.parametrize(
    ("layout", "code", "sentence"),
    [
        (
            [*FLOWER_CENTRES[:7], [2, 2]],
            Code.ILLEGAL,
            "The segments 1 and 7 of the layout overlap: they share a field.",
        ),
        (
            [*FLOWER_CENTRES[:7], [9, 9]],
            Code.ILLEGAL,
            "Segment 7 of the layout is not joined to the middle, segment 0.",
        ),
    ],
    ids=["overlap", "loose"],
)
def test_a_layout_that_cannot_be_played_is_rejected_by_name(layout: list[list[int]], code: Code, sentence: str) -> None:
    with pytest.raises(Illegal) as caught:
        new_game(layout)
    assert (caught.value.code, caught.value.message) == (code, sentence)


def test_a_chain_of_segments_leaves_room_for_discs() -> None:
    chain = new_game([[2 * place, place] for place in range(8)])
    drawn = piratenclaim.chance_event(chain, Draws(bytes(32), 0))
    assert isinstance(drawn, piratenclaim.Discs)
    assert not piratenclaim.enclosed(chain.board, piratenclaim.field_set(drawn.fields))


@pytest.mark.parametrize(
    "layout",
    [
        "ring",
        7,
        None,
        [],
        FLOWER_CENTRES[:7],
        [*FLOWER_CENTRES[:7], [1.0, 2]],
        [*FLOWER_CENTRES[:7], [True, 9]],
        [1] * 8,
    ],
)
def test_an_invalid_layout_is_a_syntax_error(layout: object) -> None:
    with pytest.raises(Illegal) as caught:
        new_game(layout)
    assert caught.value.code is Code.SYNTAX


NEW_GAME = piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
KEY = bytes.fromhex("453fa7bf8f6099a46cda79e6b320a7ed0f3f8ae80232b13e189c231ea068e7d7")
"""The seed of the agreed drawing."""


def enclosed_by(*positions: int) -> list[str]:
    found = enclosed(DEFAULT_BOARD, fields([f"7/{place}" for place in positions]))
    return [FIELD_NAMES[field] for field in fields_in(found)]


def test_the_rulebook_s_example_of_enclosed_fields_has_one_solution() -> None:
    # rules, 2
    answers = [
        others
        for others in combinations((0, 1, 3, 4, 5, 6), 2)
        if len(enclosed_by(*others, 2)) == 1
        and all(not enclosed_by(*others, place) for place in (1, 3, 5) if place not in others)
        and not {1, 3, 5} & set(others)
        and len(enclosed_by(*others, 6)) == 1
    ]
    assert answers == [(0, 4)]
    assert enclosed_by(0, 4, 2) == ["7/3"]
    assert enclosed_by(0, 4, 6) == ["7/5"]


def test_discs_that_enclose_a_field_are_rejected_with_moves_that_fix_them() -> None:
    # rules, 2
    names = [*(name for name in DISCS if name[0] != "7"), "7/0", "7/2", "7/4"]
    with pytest.raises(Illegal, match=r"enclose 7/3\b.*7/0 to 7/1\b"):
        after(NEW_GAME, {"event": "discs", "fields": names, "by": "hand"})
    fixed = [*(name for name in names if name != "7/0"), "7/1"]
    assert json_after(NEW_GAME, {"event": "discs", "fields": fixed})["phase"] == "travel"


def test_the_proposed_moves_fix_the_board() -> None:
    rng = Random(7)
    for _ in range(25):
        discs = fields([f"{segment}/{place}" for segment in range(1, 8) for place in rng.sample(range(7), 3)])
        moves = fixing_moves(DEFAULT_BOARD, discs)
        assert bool(moves) == bool(enclosed(DEFAULT_BOARD, discs))
        for disc, to in moves:
            assert disc // 7 == to // 7
            discs = discs & ~(1 << disc) | 1 << to
        assert not enclosed(DEFAULT_BOARD, discs)
        assert discs.bit_count() == 21


def test_the_box_draws_the_documented_discs() -> None:
    drawn = piratenclaim.chance_event(NEW_GAME, Draws(KEY, 0))
    assert isinstance(drawn, piratenclaim.Discs)
    assert tuple(FIELD_NAMES[field] for field in drawn.fields) == DISCS
    assert piratenclaim.chance_outcome(drawn) == (DISCS, None)


def test_discs_placed_by_hand_are_sorted_in_the_state() -> None:
    event = {"event": "discs", "fields": [*reversed(DISCS)], "by": "hand"}
    assert json_after(NEW_GAME, event)["discs"] == list(DISCS)
    assert piratenclaim.format(piratenclaim.parse(event)) == event
    assert piratenclaim.chance_outcome(piratenclaim.parse(event)) == (tuple(reversed(DISCS)), "hand")


@pytest.mark.parametrize("wrong", [DISCS[0], "0/1", "1/3"], ids=["one twice", "in the middle", "four on one"])
def test_each_outer_segment_gets_three_discs_on_different_fields(wrong: str) -> None:  # (rules, 2)
    assert error_code(NEW_GAME, {"event": "discs", "fields": [*DISCS[:20], wrong]}) is Code.ILLEGAL
