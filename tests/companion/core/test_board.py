from companion.core.board_picture import draw_picture
from companion.core.lineup import BOX
from companion.core.model import TABLES, Model, table_of
from companion.core.snapshot import DEVICE_AXES, Axes, FieldSnapshot, Piece, PlayerSnapshot, Snapshot
from engine.klondike import SLOT_POSITIONS
from hardware.device import LIGHTS, SIDE
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.klondike import FOUR, played
from tests.companion.pages.sitting import BOX as SWITCHED_ON
from tests.companion.pages.sitting import press, set_up
from tests.companion.svg import Drawing


def test_lights_are_numbered_until_a_game_starts() -> None:
    assert SWITCHED_ON.page.axes(SWITCHED_ON) == DEVICE_AXES
    match, other = played(*FOUR), set_up(BETWEEN)
    menu = press(match, "hold undo")
    assert match.page.axes(match) == menu.page.axes(menu) == TABLES["klondike"].axes
    assert other.page.axes(other) == TABLES["claimit"].axes == DEVICE_AXES


def names_by_axes(model: Model) -> list[str]:
    axes = table_of(model.session).axes or Axes((), ())
    return [f"{axes.columns[at % SIDE]}/{axes.rows[at // SIDE]}" for at in range(LIGHTS)]


def names_by_slots(model: Model) -> list[str]:
    return [place.name for place in table_of(model.session).snapshot(model, BOX).places]


def test_every_light_has_the_name_of_a_slot_at_its_claim() -> None:
    model = played(*FOUR)
    slots, claims = names_by_slots(model), names_by_axes(model)
    for slot in set(slots):
        assert slot.rstrip("NESW") in {claim for name, claim in zip(slots, claims, strict=True) if name == slot}
    assert len(set(slots)) == len(SLOT_POSITIONS)


GREEN, WHITE = "#00cc88", "#ffffff"


def snapshot(*names: str, places: tuple[FieldSnapshot, ...] = ()) -> Snapshot:
    players = tuple(PlayerSnapshot(name, GREEN, ("7", "2")) for name in names)
    return Snapshot("Claim It!", None, ("mine", "fields"), players, places=places)


def test_a_name_is_escaped_in_a_picture() -> None:
    for name in ["<script>&amp;\"'", "שרה", "👨‍👩‍👧" * 12, "W" * 64, "  two  blanks"]:
        picture = Drawing(draw_picture(snapshot(name, "Kim"), ["Somebody wins!"], "Claim It!", None))
        assert picture.texts.count(name) == 1
        assert picture.all("script") == [], name


def test_control_characters_do_not_break_a_picture() -> None:
    for letter in ["\x00", "\x1b", "\ufffe", "\uffff", "\ud800"]:
        assert "a\ufffdb" in Drawing(draw_picture(snapshot(f"a{letter}b"), ["Somebody wins!"], "", None)).texts


def test_every_stone_of_a_stack_is_drawn_bottom_first() -> None:
    stack = FieldSnapshot("1/1", (Piece(WHITE, "6"), Piece(GREEN, "K")), "", "")
    places = (stack, *(FieldSnapshot("", (), "", "") for _ in range(35)))
    picture = Drawing(draw_picture(snapshot("Kim", places=places), ["Somebody wins!"], "", DEVICE_AXES))
    discs = [(each["fill"], float(each["cy"])) for each in picture.all("ellipse")]
    assert [colour for colour, _ in discs] == [WHITE, GREEN]
    assert discs[0][1] > discs[1][1]
    assert len(picture.all("rect")) == 1 + 36


def test_lights_without_a_board_are_not_drawn() -> None:
    places = (FieldSnapshot("1/1", (Piece(GREEN, "K"),), "", ""),) * 36
    assert Drawing(draw_picture(snapshot("Kim", places=places), ["Somebody wins!"], "", None)).all("ellipse") == []
