from collections import Counter
from typing import cast

import pytest

from companion.core.effects import ALL_PASSED, BANK, UNDO, WIN, WRONG, FinishGame
from companion.core.game_session import GameSession
from companion.core.lineup import BOX, LineUp
from companion.core.messages import Chosen, Pointed
from companion.core.model import Model, Table
from companion.core.shown import labelled_buttons
from companion.core.snapshot import Snapshot, hex_colour
from companion.lights.composition import WHITE
from companion.locale.translator import translator_for
from companion.tables.klondike import TABLE as KLONDIKE
from companion.tables.klondike.lights import DIGITS, ENDS
from companion.tables.klondike.placing import PASSING, PlacePage, facts
from companion.tables.klondike.session import session_of
from companion.tables.shared_pages import first_seat
from engine import klondike as game
from engine.game import AnyGame, LaterOption, Seat
from hardware.device import OFF, Button
from tests.companion.games.app import App
from tests.companion.pages.klondike import CROWDED, FOUR, ROUND, SIXES, event
from tests.companion.pages.sitting import place_under_cursor, web_texts

TABLE: Table = KLONDIKE
GAME: AnyGame = game
"""The type checker compares both with the protocols of a game and a table."""
LEFT, RIGHT, OK, BACK, UNDO_ = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.later_options, "checked_pass", LaterOption(default=False))


def snapshot(model: Model) -> Snapshot:
    return TABLE.snapshot(model, BOX)


def start_match(players: tuple[str, ...] = ("Green", "Blue"), *, guide: bool = False, first: int | None = 0) -> App:
    colours = tuple(range(len(players)))
    seat = None if first is None else Seat(first)
    app = App(LineUp("klondike", players, dict(game.options), first=seat, colours=colours)).start()
    return app if guide else skip_guide(app)


def skip_guide(app: App) -> App:
    while app.page in {"klondike_guide", "klondike_round_over"}:
        app.press(BACK if app.page == "klondike_guide" else OK)
    return app


def play_moves(app: App, *moves: str, skipping: bool = True) -> App:
    for move in moves:
        if move == "pass":
            _pass(app)
        else:
            _place(app, move)
        if skipping:
            skip_guide(app)
    return app


def _pass(app: App) -> None:
    if app.press(BACK).page == "klondike_no_pass":
        app.press(OK)
        app.model = app.model.with_page_on_top(PASSING)
    app.press(LEFT, OK)


def _place(app: App, move: str) -> None:
    shown = event(move)
    tile = tuple(shown["tile"])
    low, high = sorted(tile)
    app.press(OK, *[RIGHT] * low, OK, *[RIGHT] * high, OK)
    placements = game.tile_placements(session_of(app.model).state, tile)
    steps = placements.index((game.SLOTS[shown["slot"]], tile)) - cast(PlacePage, app.model.page).cursor
    app.press(*[RIGHT if steps > 0 else LEFT] * abs(steps), OK)


def undo_turn(app: App) -> App:
    return app.hold(UNDO_).press(RIGHT, OK, RIGHT, OK)


def test_a_tile_is_placed_by_its_ends_and_its_slot() -> None:
    app = play_moves(start_match(), "1/1E 3|5")
    assert app.saved_events[-1] == {"event": "place", "slot": "1/1E", "tile": [3, 5]}
    assert (app.page, app.view.text[2]) == ("klondike_turn", "Blue")


def test_a_tile_that_is_already_placed_is_rejected() -> None:
    app = play_moves(start_match(), "1/1E 3|5").press(OK, *[RIGHT] * 3, OK, *[RIGHT] * 5)
    assert "already on 1/1E" in app.view.text
    app.press(OK)
    assert (app.page, app.tones) == ("klondike_by_hand", WRONG)


def test_undo_returns_step_by_step_without_an_event() -> None:
    app = start_match().press(OK, OK, OK)
    pages = [app.press(UNDO_).page for _ in range(3)]
    assert (pages, len(app.saved_events)) == (["klondike_by_hand", "klondike_by_hand", "klondike_turn"], 1)


def test_a_pass_needs_confirmation() -> None:
    app = play_moves(start_match(("Green", "Blue", "Orange")), *CROWDED).press(BACK)
    assert app.view.text[:2] == ("Pass?", "Would fit: 0·4 1·2 1·3 1·6 2·5 2·6")
    assert app.press(OK).page == "klondike_turn"
    assert app.press(BACK, LEFT, OK).saved_events[-1] == {"event": "pass"}


def test_an_impossible_pass_is_rejected() -> None:
    app = play_moves(start_match(), "1/1E 3|5").press(BACK)
    assert (app.page, app.tones) == ("klondike_no_pass", WRONG)
    assert "every tile fits somewhere: 0·0 on 1/2E" in app.view.text
    assert (app.press(OK).page, len(app.saved_events)) == ("klondike_turn", 2)


def test_a_spoiled_claim_shows_a_cross_before_its_digit() -> None:
    model = play_moves(start_match(), *SIXES, "1/1E 0|1").model
    layout = snapshot(model).layout
    assert layout is not None
    labels = {spot.name: spot.label for spot in layout.spots}
    assert (labels["1/1"], labels["2/1"]) == ("✕6", "1")
    state = session_of(play_moves(start_match(), *CROWDED).model).state
    texts = [text.text for text in facts(translator_for("en"), state, game.TilePlacement(game.SLOTS["1/1N"], (6, 2)))]
    assert texts[2:] == ["Claim 1/2 is spoiled: nothing can be won there.", "Wins nothing now; 1 chip on 1/1"]


def test_a_tile_may_win_and_spoil_at_once() -> None:
    app = play_moves(start_match(), "1/1W 3|0", "1/1S 3|1", "1/1N 3|4", "2/1S 5|0", "3/3E 3|5").press(
        OK, RIGHT, RIGHT, OK, *[RIGHT] * 3, OK
    )
    assert "wins nothing" in app.view.text  # the cursor starts where the tile spoils nothing
    app.press(LEFT)
    assert {"3·5 is on 3/3E", "wins 1", "spoils 2/1"} <= set(app.view.text)
    (light,) = ENDS[game.SLOTS["3/3E"]]
    seen = [app.model.page.lights(app.model, app.model.shown_since + at).colours[light] for at in (0.1, 0.5)]
    assert seen == [WHITE, OFF]
    assert snapshot(app.press(OK).model).log[-1].endswith("on 1/1, right side, wins 1/1 +1, spoils 2/1")


def test_a_placement_is_undone_with_the_consent_of_the_others() -> None:
    app = play_moves(start_match(), "1/1E 3|5").press(UNDO_)
    assert (app.tones, len(app.saved_events)) == (WRONG, 2)
    undo_turn(app)
    assert (app.tones, app.saved_events[-1], app.captions[-1]) == (UNDO, {"event": "undo"}, "Blue, place a tile!")
    assert skip_guide(app).view.text[2] == "Green"


def test_a_tile_is_turned_only_where_both_ways_are_legal() -> None:
    app = play_moves(start_match(), "1/1E 3|5", "2/2N 5|6").press(OK, *[RIGHT] * 3, OK, *[RIGHT] * 4, OK)
    turns = {app.press(RIGHT).view.text: labelled_buttons(app.model)[BACK].do is not None for _ in range(20)}
    assert set(turns.values()) == {True, False}
    while labelled_buttons(app.model)[BACK].do is None:
        app.press(RIGHT)
    text = web_texts(app.model)[1]
    turned = web_texts(app.press(BACK).model)[1]
    assert (text[:3], text[3:]) == (turned[2::-1], turned[3:])


def test_the_effect_of_each_end_of_a_tile_is_described() -> None:
    app = play_moves(start_match(), "1/1W 3|0", "1/1S 3|1", "1/1N 3|4", "2/1S 5|0", "3/3E 3|5")
    app.press(OK, *[RIGHT] * 2, OK, *[RIGHT] * 3, OK)
    while "1/1E" not in app.view.text:
        app.press(RIGHT)
    assert web_texts(app.model)[:5] == [
        "Place a tile",
        "3·2 on 1/1, right side",
        "Wins claim 1/1: 1 chip",
        "Spoils claim 2/1, which needs a 5",
        "One right end is enough: 3·5 is on 3/3, right side",
    ]


def test_won_chips_are_shown_in_the_guide_and_announced() -> None:
    app = play_moves(play_moves(start_match(), *FOUR[:3]), FOUR[3], skipping=False)
    assert (app.page, app.tones) == ("klondike_guide", BANK)
    assert app.view.text[:3] == ("Blue", "1 of 1", "chips off 1/1: 1")
    assert app.captions[-1] == "Blue: 1 chip!"
    assert app.press(OK).captions[-2:] == ["Blue: 1 chip!", "Green, place a tile!"]


def test_an_undo_removes_only_the_last_tile_of_a_round() -> None:
    app = play_moves(start_match(("Green", "Blue", "Orange")), *ROUND, skipping=True)
    assert session_of(app.model).state.round == 2
    shown = undo_turn(app).view.text
    assert (shown[:2], "take it off" in shown, "3/1N" in shown) == (("Orange", "1 of 1"), True, True)
    assert app.press(OK).page == "klondike_turn"


def test_a_new_round_does_not_repeat_the_last_move() -> None:
    app = play_moves(start_match(("Green", "Blue", "Orange")), *ROUND[:-1], skipping=True)
    assert any(text.startswith("Blue: ") for text in web_texts(app.model))
    assert not any(text.startswith("Orange: ") for text in web_texts(play_moves(app, ROUND[-1], skipping=True).model))


def test_scores_and_new_chips_are_shown_between_rounds() -> None:
    app = play_moves(start_match(), *FOUR, "pass")
    play_moves(app, "pass", skipping=False)
    assert (app.page, app.tones) == ("klondike_round_over", ALL_PASSED)
    assert app.view.text[:3] == ("All passed", "1", "total")
    assert app.captions[-2:] == ["All have passed: the round is over.", "Round 2 of 4"]
    shown = [app.press(OK).view.text[2] for _ in range(3)]
    assert shown == ["clear all the tiles away", "a chip on each claim", "shuffle, deal 14 tiles each"]
    assert app.press(OK).view.text[:3] == ("Round 2/4", "1 chip", "Blue")
    assert app.captions[-2:] == ["Round 2 of 4", "Blue, place a tile!"]


def test_the_winner_is_named_and_the_match_ends() -> None:
    app = play_moves(start_match(), *FOUR, *["pass"] * 7)
    play_moves(app, "pass", skipping=False)
    assert (app.page, app.tones) == ("klondike_winner", WIN)
    assert app.view.text[:3] == ("Blue", "wins!", "1 chip")
    assert app.press(OK).page == "attract"
    (ended,) = app.endings
    assert isinstance(ended, FinishGame)
    assert ended.summary["standings"] == [{"chips": 0}, {"chips": 1}]


def test_the_same_players_play_again_with_one_press() -> None:
    app = play_moves(start_match(), *FOUR, *["pass"] * 8)
    before = app.model.session.lineup
    assert app.press(Button.BANK).page == "klondike_begins"
    assert [type(effect) for effect in app.endings] == [FinishGame]
    after = app.model.session.lineup
    assert (after.players, after.colours, after.options) == (before.players, before.colours, before.options)
    assert (after.first, app.saved_events, app.is_game_over) == (None, [], False)


def test_the_box_draws_the_first_player_unless_the_players_choose() -> None:
    app = start_match(first=None)
    name = app.view.text[1]
    assert app.page == "klondike_begins"
    assert app.press(RIGHT).view.text[1] != name == app.press(RIGHT).view.text[1]
    assert app.press(OK).captions == [f"{name} starts"]


def test_each_seat_is_drawn_as_often_as_the_others() -> None:
    for players in [2, 3, 4]:
        lineup = LineUp("klondike", ("a", "b", "c", "d")[:players], dict(game.options), colours=tuple(range(players)))
        seats = Counter(first_seat(GameSession(lineup, seed.to_bytes(32, "big"))) for seed in range(1200))
        assert min(seats[Seat(seat)] for seat in range(players)) > 0.85 * 1200 / players


def test_the_same_page_is_open_after_a_power_cut() -> None:
    for moves in [0, 1, 3, 4, 5, 6]:
        app = start_match(guide=True)
        for move in (*FOUR, "pass", "pass")[:moves]:
            play_moves(skip_guide(app), move, skipping=False)
        before = app.view
        assert app.restart().page == "resume", moves
        assert app.press(OK).view.text == before.text, moves


def choose(app: App, tile: str) -> App:
    app.send(Chosen("tile", tile, app.now))
    return app


def point(app: App, slot: str) -> App:
    app.send(Pointed(slot, app.now))
    return app


def test_a_slot_is_pointed_at_and_the_tile_named() -> None:
    app = point(start_match(), "2/2E")
    assert (app.model.page.name, place_under_cursor(app.model)) == ("klondike_by_hand", "2/2E")
    app = choose(app, "1|3")
    assert place_under_cursor(app.model) == "2/2E"
    point(app, "2/2E")
    assert game.to_json(session_of(app.model).state)["slots"] == {"2/2E": [1, 3]}
    assert app.model.page.name == "klondike_turn"


def test_selecting_a_tile_again_turns_it() -> None:
    app = choose(point(start_match(), "2/2E"), "1|3")
    turned = [web_texts(choose(app, "1|3").model)[1][:3] for _ in range(2)]
    assert turned == ["3·1", "1·3"]
    assert web_texts(point(choose(app, "1|3"), "1/1E").model)[1].startswith("3·1 on 1/1")
    double = choose(choose(app, "6|6"), "6|6")
    assert double.model.rejected_at is not None


def test_selecting_another_tile_keeps_the_slot_if_it_fits() -> None:
    app = point(play_moves(start_match(), "1/1E 3|5"), "1/1N")
    app = choose(app, "3|4")
    assert place_under_cursor(app.model) == "1/1N"
    assert place_under_cursor(choose(app, "3|6").model) == "1/1N"
    assert place_under_cursor(choose(app, "0|0").model) != "1/1N"
    before = app.model.page
    choose(app, "3|5")
    assert (app.model.page, app.model.rejected_at is not None) == (before, True)


def test_the_layout_is_described_with_the_remaining_tiles() -> None:
    app = point(play_moves(start_match(), "1/1E 3|5"), "1/1N")
    layout = snapshot(app.model).layout
    assert layout is not None
    tiles = {tile.value: tile.state for tile in layout.tiles}
    assert (len(tiles), tiles["3|5"], tiles["3|4"], tiles["0|0"]) == (28, "laid", "fits", "unfit")
    assert "0·0: does not fit; 1/1, top side: claim 1/1 needs a 3" in {tile.why for tile in layout.tiles}
    spots = {spot.name: spot for spot in layout.spots}
    assert (spots["1/1"].label, spots["1/1"].right, spots["2/2"].chips, spots["3/3"].label) == ("3", 1, 2, "")
    assert (spots["1/1"].ring, spots["3/3"].ring, spots["1/1"].owner) == (hex_colour(DIGITS[3]), "", "")
    slots = {slot.name: slot for slot in layout.slots}
    assert (len(slots), slots["1/1E"].ends, slots["1/1E"].usable, slots["1/1N"].usable) == (24, (3, 5), False, True)
    assert (layout.newest, slots["1/1N"].in_words) == ("1/1E", "1/1, top side")
    held = snapshot(choose(app, "3|4").model).layout
    assert held is not None
    assert {tile.value for tile in held.tiles if tile.state == "held"} == {"3|4"}
    assert next(slot for slot in held.slots if slot.name == "1/1N").ends == (3, 4)
