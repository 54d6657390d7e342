from companion.core.effects import PlayTones
from companion.core.lineup import LineUp
from companion.core.messages import Pointed
from companion.core.model import Model
from companion.core.sounds import WRONG
from companion.core.viewer_kind import BOX
from companion.lights.composition import AMBER
from companion.program.update import update
from companion.program.view import draw_page
from companion.tables.claimit import TABLE
from engine.claimit import Place, legal, parse_field
from tests.companion.lights.positions import ROLLED
from tests.companion.pages.sitting import lay, press

FIELDS = tuple(f"{column}/{row}" for row in range(1, 7) for column in range(1, 7))


def lit(model: Model) -> set[str]:
    colours = model.page.lights(model, model.shown_since + 0.1).colours
    return {place for place in FIELDS if colours[parse_field(place)] == AMBER}


def pointed(model: Model, place: str) -> Model:
    return update(model, Pointed(place, 0.0)).model


def newest(model: Model) -> object:
    return model.session.timeline[-1]


def test_a_field_is_used_by_its_column_then_its_row() -> None:
    named = press(lay(ROLLED), "bank", "left", "ok", "right")
    assert {"2/3", "claim stone 5"} <= set(draw_page(named).lines)
    assert newest(press(named, "ok")) == Place(parse_field("2/3"))


def test_every_field_says_what_the_roll_does_there_or_why_it_does_nothing() -> None:
    for place in FIELDS:
        column, row = map(int, place.split("/"))
        named = press(lay(ROLLED), "bank", *["right"] * ((column - 3) % 6), "ok", *["right"] * ((row - 2) % 6))
        words = draw_page(named).lines
        assert place in words
        may = parse_field(place) in legal(ROLLED)
        assert may != any(text.startswith("no: ") for text in words), place
        used = press(named, "ok")
        assert (newest(used) == Place(parse_field(place))) == may
        assert (used.rejected_at is None) == may, place


def test_only_the_chosen_field_is_lit_where_that_was_decided() -> None:
    model = lay(ROLLED, light="chosen")
    assert lit(lay(ROLLED)) == {"5/2", "2/3", "2/5", "3/5"}
    assert lit(model) == set()
    shown = TABLE.snapshot(model, BOX)
    assert not any(place.usable or place.use for place in shown.places)
    assert shown.chosen is not None
    assert shown.chosen.name == "3/2"


def test_where_nothing_is_lit_the_players_find_the_field_and_the_box_judges() -> None:
    model = lay(ROLLED, light="off")
    wrong = pointed(model, "5/3")
    assert lit(wrong) == set()
    assert "ok: does it go there?" in draw_page(wrong).lines
    shown = TABLE.snapshot(wrong, BOX)
    assert shown.advice.startswith("No field is lit")
    assert shown.chosen is not None
    assert (shown.chosen.name, shown.chosen.effect) == ("5/3", "ok: does it go there?")
    assert not any(place.usable or place.use for place in shown.places)
    judged = pointed(wrong, "5/3")
    assert "no: claim stone 2 lies on 5/5" in draw_page(judged).lines
    assert newest(judged) == newest(model)
    assert newest(pointed(pointed(judged, "2/3"), "2/3")) == Place(parse_field("2/3"))


def test_a_wrong_field_sounds_low_and_ok_is_refused_until_another_one_is_named() -> None:
    named = press(lay(ROLLED, light="off"), "ok")
    judged = update(named, Pointed("1/1", 0.0))
    assert judged.effects == (PlayTones(WRONG),)
    assert press(judged.model, "ok").rejected_at is not None
    assert press(judged.model, "right", "ok").rejected_at is None


def test_a_placement_that_is_taken_back_is_looked_for_again() -> None:
    model = lay(ROLLED, light="off")
    placed = pointed(pointed(model, "2/3"), "2/3")
    assert press(placed, "undo").page.name == "numbers"
    lineup = model.session.lineup
    assert LineUp.from_json(lineup.to_json()).table_options == {"light": "off"}


def test_the_setup_asks_for_the_light_and_advises_five_against_recycling() -> None:
    recycle = {players: TABLE.questions(players)[0].answers[1].detail for players in (4, 5)}
    assert recycle == {4: "claim stones come back", 5: "not recommended for 5"}
    assert [answer.value for answer in TABLE.questions(2)[2].answers] == ["on", "chosen", "off"]


def test_the_numbers_at_the_edges_name_a_field() -> None:
    for places in (("column 2", "row 3"), ("row 3", "column 2")):
        model = lay(ROLLED)
        for place in places:
            model = pointed(model, place)
        assert (model.page.name, model.page.field) == ("numbers", parse_field("2/3"))  # type: ignore[attr-defined]
        assert newest(pointed(model, "row 3")) == Place(parse_field("2/3"))
