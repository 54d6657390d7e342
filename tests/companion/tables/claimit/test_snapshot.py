import dataclasses
from random import Random

from msgspec.structs import replace

from companion.core.lineup import BOX
from companion.core.model import Model
from companion.core.shown import labelled_buttons, screen_of
from companion.core.snapshot import FieldSnapshot as Reported
from companion.core.snapshot import Snapshot
from companion.locale.translator import languages
from companion.program.view import draw_page
from companion.tables.claimit import TABLE
from engine import claimit
from engine.claimit import LastRound, Phase, Place, Roll, State, parse_field
from engine.claimit.position import winners
from engine.game import Seat
from hardware.device import Button
from tests.companion.lights.positions import BETWEEN, CALLED, OVER, ROLLED
from tests.companion.lights.positions import played as position
from tests.companion.pages.claimit import CALL, CROWDED, FIVE, NOTHING, RICH, RISKY, marking
from tests.companion.pages.sitting import place_under_cursor, press, roll_for_start, set_up, web_texts


def snapshot(model: Model) -> Snapshot:
    return TABLE.snapshot(model, BOX)


def place(state: State, name: str) -> Reported:
    return snapshot(set_up(state)).places[parse_field(name)]


def test_one_press_shows_the_reasons_of_a_bust() -> None:
    bust = set_up(CROWDED, *RISKY, Roll((2, 4, 4)))
    reasons = press(bust, "right")
    assert draw_page(reasons).lines[:3] == ("4/2: goldclaim", "2/4: goldclaim", "4/4: white 2 is on 1/6")
    assert press(reasons, "right").page == bust.page


def test_each_usable_field_shows_the_exact_risk_after_it() -> None:
    described = snapshot(set_up(ROLLED))
    usable = claimit.legal(ROLLED)
    after = {field: claimit.bust_count(claimit.apply(ROLLED, claimit.Place(field))) for field in usable}
    assert {field: place.after for field, place in enumerate(described.places) if place.after} == {
        field: f"{round(100 * busts / 216)}%" for field, busts in after.items()
    }
    chosen = claimit.parse_field(place_under_cursor(set_up(ROLLED)))
    assert any(f"({after[chosen]} of 216)" in text for text in web_texts(set_up(ROLLED)))
    assert {reading.field for reading in described.readings} >= {claimit.format_field(field) for field in usable}


def test_the_deciding_start_roll_is_shown_with_the_first_player() -> None:
    model = roll_for_start(("Green", "Blue"), {"seat": 0, "dice": [5, 5, 4]}, {"seat": 1, "dice": [1, 2, 3]})
    assert (web_texts(model)[0], snapshot(model).dice) == ("Green starts: 5 5 4 = 14", (5, 5, 4))


def test_the_last_round_is_announced_and_stays_marked_until_the_end() -> None:
    called = set_up(RICH, *CALL)
    shown = snapshot(called)
    assert (screen_of(called).mood, shown.notice) == ("call", "")
    assert web_texts(called) == ["Last round!", "Green goes last", "Turns left: Blue, Orange, Green"]
    going = snapshot(press(called, "ok"))
    assert going.notice == "Last round! Turns left: Blue ▸ Orange ▸ Green"
    last = snapshot(set_up(dataclasses.replace(CALLED, turn=Seat(0), last_round=LastRound(Seat(0), 1))))
    assert last.notice == "Last round! Turns left: Green"
    over = dataclasses.replace(CALLED, phase=Phase.OVER, winners=(Seat(0),))
    assert [snapshot(set_up(state)).notice for state in (BETWEEN, over)] == ["", ""]


def test_the_bust_of_the_last_turn_belongs_to_the_last_round() -> None:
    bust = set_up(dataclasses.replace(CROWDED, last_round=LastRound(Seat(0), 1)), *RISKY, NOTHING)
    shown = snapshot(bust)
    assert (screen_of(bust).mood, shown.notice) == ("loss", "Last round! Turns left: Green")
    assert shown.where.startswith("Last round: Green has ")


def test_a_bust_crosses_out_the_lost_marks() -> None:
    for moves, lost in [
        (RISKY, "Lost: 2 fields, 1 goldclaim"),
        (RISKY[:2], "Lost: 1 field"),
        ([], "Nothing lost"),
    ]:
        bust = set_up(CROWDED, *moves, NOTHING)
        shown = snapshot(bust)
        assert (screen_of(bust).mood, *web_texts(bust)[:2]) == ("loss", "Bust! No field fits 6, 6, 6", lost)
        crossed = {each.name for each in shown.places if each.sign == "\N{MULTIPLICATION SIGN}"}
        assert crossed == {claimit.format_field(move.field) for move in moves if isinstance(move, Place)}
        assert {each.sign for each in snapshot(press(bust, "ok")).places} == {""}, (moves, lost)


def test_the_mine_that_wins_is_counted_field_by_field() -> None:
    shared = dataclasses.replace(OVER, fields=(0b11, 0b11 << 6, 1 << 20), gold=0)
    shared = dataclasses.replace(shared, winners=winners(shared))
    shown = snapshot(set_up(shared))
    assert {each.name: each.sign for each in shown.places if each.sign} == {
        "1/1": "1",
        "2/1": "2",
        "1/2": "1",
        "2/2": "2",
    }
    assert place(shared, "2/2").why == "2 of 2 in the mine of Blue."


def test_the_result_shows_comparisons_up_to_the_deciding_one() -> None:
    for gold, fields, compared, ranks in [
        (0, (0b111, 0b11 << 6), ["A mine of 3 beats Blue's 2."], [1, 2]),
        (1 << 6, (0b11, 0b11 << 6), ["Largest mine: Green 2, Blue 2", "Goldclaims: Blue 1, Green 0"], [2, 1]),
        (
            0,
            (0b11, 0b11 << 6),
            ["Largest mine: Green 2, Blue 2", "Goldclaims: Green 0, Blue 0", "Fields: Green 2, Blue 2"],
            [1, 1],
        ),
    ]:
        state = dataclasses.replace(
            claimit.start(("Green", "Blue"), Seat(0), claimit.options), gold=gold, fields=fields
        )
        over = set_up(dataclasses.replace(state, phase=Phase.OVER, winners=winners(state)))
        assert (screen_of(over).mood, web_texts(over)[-len(compared) :]) == ("end", compared)
        assert [player.rank for player in snapshot(over).players] == ranks
        assert {player.rank for player in snapshot(set_up(state)).players} == {0}, (gold, fields, compared, ranks)


def test_each_field_shows_whether_it_is_available() -> None:
    for field, use in [
        ("2/5", "Blinking: place an ownership stone here."),
        ("2/3", "Blinking: place claim stone 5 here."),
        ("5/3", "Not available: claim stone 2 in use on 5/5."),
        ("1/3", "Not available: does not match your roll."),
        ("2/6", "Not available: does not match your roll."),
    ]:
        shown = place(ROLLED, field)
        assert (shown.use, shown.usable) == (use, use.startswith("Blinking"))


def test_the_figures_match_the_scores() -> None:
    green, *others = snapshot(set_up(CALLED)).players
    each = claimit.standing(CALLED, Seat(0))
    assert green.figures == (f"{each.mine}", f"{each.goldclaims}/9", f"{each.fields}")
    assert green.note == "goes last"
    assert [other.note for other in others] == ["21 stones left", "has a turn left"]


def test_every_position_has_a_description_in_every_language() -> None:
    for language in languages():
        for seed in range(10):
            rng = Random(seed)
            telling = snapshot(replace(set_up(position(seed, rng.randrange(200))), language=language))
            assert len(telling.places) == 36, (language, seed)
            assert all(each.holds and (each.why or not each.pieces) for each in telling.places), (language, seed)


def lines(model: Model) -> tuple[str, ...]:
    return draw_page(model).lines


def action_of(model: Model, button: Button) -> str:
    return labelled_buttons(model)[button].detail


def test_the_bank_button_says_that_it_calls_the_last_round() -> None:
    calls, one_less = set_up(RICH, *CALL[:-1]), set_up(RICH, *marking("2/3 w2"))
    assert {"bank = last round!", "gold 8+1/9"} <= set(lines(calls))
    assert "last round: 1 goldclaim" in web_texts(calls)
    assert action_of(calls, Button.BANK) == "calls the last round: 9/9 goldclaims"
    assert "bank = last round!" not in lines(one_less)
    assert not any("last round" in line for line in web_texts(one_less))


def test_in_the_last_round_the_bank_label_says_whether_it_wins() -> None:
    for seat, turns_left, moves, screen, result in [
        (2, 1, ["4/1 w1"], "bank: the win", "the win"),
        (0, 1, ["1/3 w1"], "bank: no win", "no win"),
        (2, 2, ["4/1 w1"], "bank: the lead", "the lead"),
        (0, 3, ["1/3 w1"], "bank: still behind", "still behind"),
    ]:
        last = LastRound(Seat((seat + turns_left - 1) % 5), turns_left)
        choosing = set_up(dataclasses.replace(FIVE, turn=Seat(seat), last_round=last), *marking(*moves))
        assert screen in lines(choosing)
        assert any(line.startswith(result) for line in web_texts(choosing))
        assert action_of(choosing, Button.BANK) == result
