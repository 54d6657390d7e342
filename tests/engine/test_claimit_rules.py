"""The rules of Claim It!: board, placements, bank, last round, scoring, luck."""

from dataclasses import replace
from typing import Any, cast

import pytest

from engine import claimit, klondike
from engine.claimit import Bank, LastRound, Phase, Place, Roll, State, apply, rivals
from engine.claimit.luck import histories, risks
from engine.claimit.position import FIELDS, ROLLS, column_of, field_at, format_field, parse_field, row_of
from engine.coach import luck_report
from engine.game import Code, Illegal, RollRisk, Seat, Start, StartRoll, Undo
from engine.record import AnyRecord, PersistentList, Record, start_record
from tests.engine.claimit_boards import drawn, placed, played

GREEN = Seat(0)
SEATS = (GREEN, Seat(1), Seat(2))
EMPTY = "....../....../....../....../....../......"
NEARLY_CALLED = "GGGGGG/GGGGGG/....../....../....../......"
"""Two players; green is one goldclaim short of calling the last round."""


def usable(state: claimit.State) -> dict[str, str]:
    return {claimit.format_field(field): stone.name for field, stone in claimit.legal(state).items()}


def stack(state: claimit.State, field: str) -> tuple[str, ...]:
    return tuple(stone.name for stone in claimit.stack(state, claimit.parse_field(field)))


def refusal(state: claimit.State, *moves: str) -> Illegal:
    state = played(state, *moves[:-1])
    with pytest.raises(Illegal) as caught:
        played(state, moves[-1])
    return caught.value


def test_a_turn_begins_with_a_roll() -> None:
    # rules, A turn 1
    assert refusal(drawn(EMPTY), "bank").code is Code.PHASE


def test_available_fields_are_in_board_order() -> None:
    fields = list(claimit.legal(played(drawn(EMPTY), "2 3 5")))
    assert fields == sorted(fields)


def test_a_pair_names_three_fields() -> None:
    # rules, Placement
    assert usable(played(drawn(EMPTY), "4 4 1")) == {"4/1": "claim4", "1/4": "claim4", "4/4": "claim1"}


def test_a_triple_names_one_field() -> None:
    # rules, Placement
    assert usable(played(drawn(EMPTY), "6 6 6")) == {"6/6": "claim6"}


def test_a_roll_must_be_placed_before_anything_else() -> None:
    # rules, A turn 2
    assert refusal(drawn(EMPTY), "2 3 5", "bank").code is Code.PHASE
    assert refusal(drawn(EMPTY), "2 3 5", "1 1 1").code is Code.PHASE


def test_a_field_that_the_roll_does_not_name_cannot_be_used() -> None:
    # rules, Placement
    refused = refusal(drawn(EMPTY), "2 3 5", "2/2")
    assert refused.code is Code.ILLEGAL
    assert claimit.Refusal.NOT_NAMED in refused.message
    assert "3/2, 5/2, 2/3, 5/3, 2/5, 3/5" in refused.message


def test_a_pair_does_not_name_a_field_with_a_die_used_twice() -> None:
    # rules, Placement
    assert refusal(drawn(EMPTY), "4 4 1", "1/1").code is Code.ILLEGAL


def test_a_goldclaim_cannot_be_used() -> None:
    # rules, Placement
    state = drawn("....../O...../....../....../....../......")
    assert claimit.Refusal.GOLDCLAIM in refusal(state, "1 5 3", "1/5").message


def test_the_active_player_s_goldclaim_cannot_be_used() -> None:
    # rules, Placement
    assert "1/5" not in usable(played(drawn("....../G...../....../....../....../......"), "1 5 3"))


def test_an_ownership_stone_of_this_turn_cannot_be_used() -> None:
    # rules, Placement
    state = placed(drawn(EMPTY), "5/4 w5", "5/4 w1")
    assert claimit.Refusal.OWNED in refusal(state, "5 4 1", "5/4").message


def test_an_ownership_stone_can_be_placed_on_a_claim_stone_of_this_turn() -> None:
    # rules, Placement
    state = placed(drawn(EMPTY), "4/1 w2")
    assert usable(played(state, "4 1 2"))["4/1"] == "own"
    assert stack(placed(state, "4/1 w2"), "4/1") == ("claim2", "own")


def test_an_ownership_stone_can_be_placed_on_an_own_stone() -> None:
    # rules, Placement
    state = placed(drawn("....../....../....../....../....../....g."), "5/1 w4")
    assert stack(state, "5/1") == ("p0", "own")


def test_a_claim_stone_can_be_placed_on_an_opponents_stone() -> None:
    # rules, Placement
    state = placed(drawn("....../b...../....../....../....../......"), "1/5 w4")
    assert stack(state, "1/5") == ("p1", "claim4")


def test_a_claim_stone_on_the_board_cannot_be_used_again() -> None:
    # rules, Placement
    assert "claim stone 5 is on the board already" in refusal(placed(drawn(EMPTY), "2/2 w5"), "1 4 5", "1/4").message


def test_a_claim_stone_under_an_ownership_stone_cannot_be_used_again() -> None:
    # rules, Placement
    assert "claim stone 5" in refusal(placed(drawn(EMPTY), "2/2 w5", "2/2 w1"), "1 4 5", "1/4").message


def test_with_thirty_ownership_stones_on_the_board_no_more_is_placed() -> None:
    # rules, Placement
    state = drawn("GGGGGG/GGGGGG/BBBBBB/BBBBBB/OOOOOO/g.....", players=3)
    refused = refusal(state, "1 1 2", "1/1")
    assert claimit.Refusal.NO_STONE_LEFT in refused.message
    assert usable(played(state, "1 1 2")) == {"2/1": "claim1"}


def test_a_roll_without_a_use_is_a_bust() -> None:
    # rules, A turn 3
    state = played(drawn("....../....../....../..B.../....../......"), "3 3 3")
    assert (state.phase, state.turn, state.turns, state.busted) == (Phase.ROLL, 1, 1, True)


def test_the_bust_is_forgotten_with_the_next_event() -> None:
    assert not played(drawn("....../....../....../..B.../....../......"), "3 3 3", "1 2 3").busted


def test_after_a_placement_the_player_may_roll_again() -> None:
    # rules, A turn 4
    assert played(placed(drawn(EMPTY), "2/2 w5"), "1 1 1").phase is Phase.PLACE


def test_placements_do_not_count_before_the_bank() -> None:
    # rules, A turn 5
    before = drawn("....../b...../....../....../....../......")
    assert placed(before, "1/5 w4", "2/2 w3").fields == before.fields


def test_a_bank_is_legal_when_no_stones_are_left() -> None:
    # rules, A turn
    state = drawn("gggggg/gggggg/gggggg/gggggg/....../......")
    after = played(placed(state, "1/1 w5"), "bank")
    assert claimit.standing(after, GREEN)[::3] == (25, 0)


def test_the_players_take_turns() -> None:
    # rules, Material
    state = drawn(EMPTY, players=2)
    one_turn = played(placed(state, "1/1 w6"), "bank")
    two_turns = played(placed(one_turn, "2/2 w6"), "bank")
    assert (state.turn, one_turn.turn, two_turns.turn) == (0, 1, 0)


def test_recycle_leaves_the_ownership_stone_on_an_opponents_stone() -> None:
    # rules, Recycle
    state = placed(drawn("....../....../....../...b../....../......", recycle=True), "4/3 w5", "4/3 w1")
    assert stack(state, "4/3") == ("p1", "own")
    assert stack(played(state, "bank"), "4/3") == ("own", "p0")


@pytest.mark.parametrize(("players", "needed"), [(2, 13), (3, 9), (4, 7), (5, 6)])
def test_enough_goldclaims_call_the_last_round(players: int, needed: int) -> None:
    # rules, The end
    row = ("G." * 18)[: 2 * (needed - 1)].ljust(36, ".")
    state = drawn("/".join(row[at : at + 6] for at in range(0, 36, 6)), players=players)
    assert played(placed(state, "6/1 w1"), "bank").last_round is None
    after = played(placed(state, "6/1 w1", "6/1 w1"), "bank")
    assert after.last_round == (0, players)


def test_the_last_turn_may_end_in_a_bust() -> None:
    # rules, The end
    before = drawn("....../....../....../..B.../....../......", players=2)
    over = played(replace(before, last_round=claimit.LastRound(GREEN, turns_left=1)), "3 3 3")
    assert (over.phase, over.busted, over.winners) == (Phase.OVER, True, (1,))


def test_the_last_round_is_called_only_once() -> None:
    # rules, The end
    state = drawn("GGGGGG/GGGGGG/BBBBBB/BBBBBB/....../......", players=2)
    state = played(placed(state, "1/1 w1", "1/1 w1"), "bank")
    state = played(placed(state, "2/2 w1", "2/2 w1"), "bank")
    assert state.last_round == (0, 1)


def test_after_the_end_no_event_is_legal() -> None:
    over = replace(drawn(EMPTY), phase=Phase.OVER)
    for move in ("1 2 3", "1/1", "bank"):
        assert refusal(over, move).code is Code.PHASE


@pytest.mark.parametrize(("dice", "count"), [((2, 3, 5), 6), ((2, 5, 2), 3), ((4, 4, 4), 1)])
def test_a_roll_has_an_assignment_for_each_order_of_its_dice(dice: claimit.Dice, count: int) -> None:
    # rules, Placement
    assignments = claimit.assignments(drawn(EMPTY), dice)
    assert len({assignment.field for assignment in assignments}) == len(assignments) == count
    assert all(assignment.refusal is None for assignment in assignments)


def test_the_assignments_of_every_roll_agree_with_the_legal_placements() -> None:
    state = placed(drawn("bb..OB/bBg.o./bGGb../g.GGo./.gbO../gg.Oob"), "3/6 w6", "1/6 w2", "3/5 w3")
    for dice in ROLLS:
        free = {assignment.field for assignment in claimit.assignments(state, dice) if assignment.refusal is None}
        assert free == set(claimit.legal(replace(state, roll=dice)))


def start_rolls(*rolls: tuple[int, claimit.Dice]) -> list[StartRoll[claimit.Event]]:
    return [StartRoll(Seat(seat), claimit.Roll(dice)) for seat, dice in rolls]


def test_the_highest_sum_begins() -> None:
    # rules, Material
    rolls = start_rolls((0, (1, 2, 3)), (1, (6, 6, 1)), (2, (4, 4, 4)))
    assert claimit.start_rule.opening(3, rolls[:2]).to_roll == 2
    assert claimit.start_rule.opening(3, rolls).first == 1


def test_only_tied_players_roll_again() -> None:
    # rules, Material
    rolls = start_rolls((0, (1, 2, 3)), (1, (6, 6, 1)), (2, (5, 5, 3)), (1, (1, 1, 1)), (2, (1, 1, 2)))
    tied = claimit.start_rule.opening(3, rolls[:3])
    assert (tied.rolling, tied.first, tied.to_roll) == ((1, 2), None, 1)
    assert claimit.start_rule.opening(3, rolls).first == 2


def test_a_bank_is_advised_when_a_roll_risks_more_than_it_gains() -> None:
    one = placed(drawn(EMPTY), "1/1 w1")
    assert not claimit.is_bank_sensible(one)
    many = placed(drawn(EMPTY), "1/1 w1", "2/1 w2", "3/1 w3", "4/1 w4", "5/1 w5")
    assert claimit.bust_count(many) * claimit.at_risk(many).fields > claimit.ROLL_COUNT - claimit.bust_count(many)
    assert claimit.is_bank_sensible(many)
    last = claimit.LastRound(GREEN, 1)
    wins = replace(placed(drawn(NEARLY_CALLED, players=2), "1/1 w1"), last_round=last)
    assert claimit.apply(wins, claimit.Bank()).winners == (GREEN,)
    assert claimit.is_bank_sensible(wins)
    loses = replace(placed(drawn(NEARLY_CALLED.replace("G", "B"), players=2), "1/1 w1"), last_round=last)
    assert not claimit.is_bank_sensible(loses)


def test_a_field_name_is_the_column_and_then_the_row() -> None:
    # rulebook, example 1
    assert parse_field("5/2") == field_at(column=5, row=2)


def test_a_field_name_can_be_written_and_read() -> None:
    for field in FIELDS:
        assert parse_field(format_field(field)) == field == field_at(column_of(field), row_of(field))


@pytest.mark.parametrize(
    "name", ["", "5", "5/", "0/1", "7/1", "1/7", "5/2 ", "05/2", "5-2", "5/2/1", "\N{ARABIC-INDIC DIGIT FIVE}/2"]
)
def test_other_names_are_rejected(name: str) -> None:
    with pytest.raises(ValueError, match="column/row"):
        parse_field(name)


GREEN_SEAT, ORANGE = Seat(0), Seat(2)
THREE_SEATS = (GREEN_SEAT, Seat(1), ORANGE)
EXAMPLE_6 = "OOgggB/OOgG.b/O.g.OB/oO.OOB/..o..b/b..g.."


def test_the_largest_mine_wins() -> None:
    # rules, The end
    state = drawn(EXAMPLE_6)
    assert [claimit.standing(state, seat).mine for seat in THREE_SEATS] == [6, 5, 7]
    assert (claimit.winners(state), claimit.decided_by(state)) == ((2,), "mine")


@pytest.mark.parametrize(
    ("drawing", "winners", "decided"),
    [
        ("gg..bb/....../....../....../....../G.....", (0,), "goldclaims"),
        ("gg..bb/....../....../....../....../g.....", (0,), "fields"),
        ("gg..bb/....../....../....../....../g....b", (0, 1), "shared"),
        ("gg..bb/....../....../oo..../....../GG..o.", (0,), "goldclaims"),
        ("gg..bb/....../ggg.../bbb.../....../O.O.O.", (0, 1), "shared"),
    ],
)
def test_a_tie_is_decided_by_goldclaims_then_fields(drawing: str, winners: tuple[int, ...], decided: str) -> None:
    # rules, The end
    state = drawn(drawing)
    assert (claimit.winners(state), claimit.decided_by(state)) == (winners, decided)


def test_a_mine_counts_goldclaims_and_plain_fields() -> None:
    # rules, The end
    state = drawn("gG..../.g..../g...../....../....../......")
    assert claimit.standing(state, GREEN_SEAT).mine == 3


def test_a_mine_does_not_run_around_the_edge() -> None:
    # rules, The end
    assert claimit.standing(drawn("....../....../....../....../g...../.....g"), GREEN_SEAT).mine == 1


def test_the_largest_mine_is_found_field_by_field() -> None:
    state = drawn("g...../....../....../....../...gg./....g.")
    names = [claimit.format_field(field) for field in claimit.fields_in(claimit.largest_mine(state, GREEN_SEAT))]
    assert names == ["5/1", "4/2", "5/2"]


def test_the_risk_is_the_loss_of_a_bust() -> None:
    state = placed(drawn("....../....../....../....../.....g/......"), "6/2 w1", "4/3 w5", "4/3 w6", "1/1 w1")
    assert claimit.at_risk(state) == (2, 2)


def test_no_roll_busts_before_the_first_goldclaim() -> None:
    assert claimit.bust_count(drawn("bbbbbb/bbbbbb/oooooo/gggggg/....../......")) == 0


@pytest.mark.parametrize(
    ("drawing", "busts"),
    [("....../....../....../..B.../....../......", 1), ("....../.B..../....../....../....../......", 0)],
)
def test_a_goldclaim_on_the_diagonal_makes_its_triple_a_bust(drawing: str, busts: int) -> None:
    assert claimit.bust_count(drawn(drawing)) == busts


SIX = sum(1 << parse_field(f"{column}/1") for column in range(1, 7))
OTHER_SIX = sum(1 << parse_field(f"{column}/6") for column in range(1, 7))
SINGLE_FIELDS = 1 << parse_field("1/3") | 1 << parse_field("3/3")


@pytest.mark.parametrize(
    ("fields", "gold", "needs"),
    [
        ((SIX, OTHER_SIX), SIX, 6),  # as large, with more goldclaims: it leads
        ((SIX, OTHER_SIX), OTHER_SIX, 7),  # fewer goldclaims
        ((SIX | SINGLE_FIELDS, OTHER_SIX), 0, 6),  # as many goldclaims, more fields
        ((SIX, OTHER_SIX), 0, 7),  # fewer fields, since the active player has marked one more
        ((SINGLE_FIELDS, OTHER_SIX), SINGLE_FIELDS, 6),  # a mine as large as the active player's would do
    ],
)
def test_a_rival_needs_a_mine_that_wins_with_its_goldclaims_and_fields(
    fields: tuple[int, int], gold: int, needs: int
) -> None:
    # rules, The end
    state = State(
        players=("Green", "Blue"), recycle=False, turn=Seat(1), fields=fields, gold=gold, phase=Phase.ROLL,
        last_round=LastRound(called_by=Seat(0), turns_left=2),
    )  # fmt: skip
    marked = apply(apply(state, Roll((5, 4, 1))), Place(parse_field("5/4")))
    (rival,) = rivals(marked)
    assert rival.mine_to_win == needs


TWO_PLAYER_START = Start("claimit", ("Green", "Blue"), Seat(0), {"recycle": False})
ONE_TURN = (Roll((2, 3, 5)), Place(parse_field("3/5")), Bank())


def after(*events: object) -> AnyRecord:
    record = start_record(TWO_PLAYER_START)
    for event in events:
        record = record.play(event)
    return record


def test_the_odds_are_computed_at_the_time_of_the_roll() -> None:
    twice = (Roll((2, 3, 5)), Place(parse_field("2/3")))
    record = after(*twice, *twice, Bank(), Roll((1, 2, 3)))
    assert [(risk.seat, risk.bust, risk.of) for risk in risks(record.timeline)] == [
        (0, 0, 216),
        (0, 1, 216),
        (1, 0, 216),
    ]


def test_a_bust_counts_for_the_active_player() -> None:
    gold = replace(
        claimit.start(TWO_PLAYER_START.players, Seat(0), TWO_PLAYER_START.options), fields=(0, 1 << 14), gold=1 << 14
    )
    bust = claimit.apply(gold, Roll((3, 3, 3)))
    steps = ((TWO_PLAYER_START, gold), (Roll((3, 3, 3)), bust))
    assert risks(cast("Any", steps)) == (RollRisk(Seat(0), 1, 216, busted=True),)


def test_the_history_of_scores_has_a_value_for_the_start_and_each_turn() -> None:
    record = after(*ONE_TURN, Roll((2, 3, 5)), Place(parse_field("5/3")), Bank(), Roll((2, 3, 4)))
    assert histories(record.timeline) == ((0, 1, 1), (0, 0, 1))


def test_undone_rolls_do_not_count_as_luck() -> None:
    report = luck_report(after(Roll((2, 3, 5)), Undo(), *ONE_TURN))
    assert report is not None
    assert [seat.rolls for seat in report.seats] == [1, 0]


def test_a_roll_that_risks_nothing_is_not_bold() -> None:
    report = luck_report(after(*ONE_TURN))
    assert report is not None
    assert report.seats[0].boldest is None
    assert report.seats[0].expected_busts == 0


def test_a_game_without_odds_has_no_report() -> None:
    record = Record(klondike, PersistentList(), PersistentList())
    assert luck_report(record) is None
