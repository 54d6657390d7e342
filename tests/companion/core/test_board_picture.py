from companion.core.board_picture import draw_picture
from companion.core.snapshot import FieldSnapshot, Piece, PlayerSnapshot, Snapshot
from companion.core.table import DEVICE_AXES
from tests.companion.svg import Drawing

GREEN, WHITE = "#00cc88", "#ffffff"


def shot(*names: str, places: tuple[FieldSnapshot, ...] = ()) -> Snapshot:
    players = tuple(PlayerSnapshot(name, GREEN, ("7", "2")) for name in names)
    return Snapshot("Claim It!", "Somebody wins!", None, ("mine", "fields"), players, places=places)


def test_a_name_stands_there_whole_and_is_not_run() -> None:
    for name in ["<script>&amp;\"'", "שרה", "👨‍👩‍👧" * 12, "W" * 64, "  two  blanks"]:
        picture = Drawing(draw_picture(shot(name, "Kim"), "Claim It!", None))
        assert picture.texts.count(name) == 1
        assert picture.all("script") == [], name


def test_a_letter_that_no_document_holds_spoils_no_picture() -> None:
    for letter in ["\x00", "\x1b", "\ufffe", "\uffff", "\ud800"]:
        assert "a\ufffdb" in Drawing(draw_picture(shot(f"a{letter}b"), "", None)).texts


def test_what_was_reached_stands_below_its_heads() -> None:
    said = Drawing(draw_picture(shot("Ann", "Bob"), "Claim It!, 2026-11-21", None)).texts
    assert said == ["Somebody wins!", "mine", "fields", "Ann", "7", "2", "Bob", "7", "2", "Claim It!, 2026-11-21"]


def test_a_long_name_is_larger_on_a_line_of_its_own() -> None:
    short, long = (Drawing(draw_picture(shot(name), "", None)) for name in ("Kim", "W" * 64))
    assert long.height > short.height
    (size,) = (float(each["font-size"]) for each in long.all("text") if each["words"] == "W" * 64)
    assert size > 10


def test_every_stone_of_a_stack_is_drawn_bottom_first() -> None:
    stack = FieldSnapshot("1/1", (Piece(WHITE, "6"), Piece(GREEN, "K")), "", "")
    places = (stack, *(FieldSnapshot("", (), "", "") for _ in range(35)))
    picture = Drawing(draw_picture(shot("Kim", places=places), "", DEVICE_AXES))
    discs = [(each["fill"], float(each["cy"])) for each in picture.all("ellipse")]
    assert [colour for colour, _ in discs] == [WHITE, GREEN]
    assert discs[0][1] > discs[1][1]
    assert len(picture.all("rect")) == 1 + 36


def test_the_mine_that_has_won_stands_out() -> None:
    mine = (FieldSnapshot("1/1", (Piece(GREEN, "K"),), "", "", sign="1"),)
    picture = Drawing(draw_picture(shot("Kim", places=mine * 36), "", DEVICE_AXES))
    assert [each.get("stroke") for each in picture.all("rect")[1:]] == [GREEN] * 36
    assert picture.texts.count("1") >= 36


def test_lights_that_are_no_board_are_not_drawn() -> None:
    places = (FieldSnapshot("1/1", (Piece(GREEN, "K"),), "", ""),) * 36
    assert Drawing(draw_picture(shot("Kim", places=places), "", None)).all("ellipse") == []
