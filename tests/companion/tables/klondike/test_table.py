from collections import Counter

import pytest

from companion.core.effects import ALL_PASSED, BANK, UNDO, WIN, WRONG, FinishGame
from companion.core.game_session import GameSession
from companion.core.lineup import BOX, LineUp
from companion.core.messages import Chosen, Pointed
from companion.core.model import Model, Table
from companion.core.shown import labelled_buttons
from companion.core.snapshot import Snapshot, hex_colour
from companion.lights.composition import WHITE
from companion.tables.klondike import TABLE as KLONDIKE
from companion.tables.klondike.lights import DIGITS, ENDS
from companion.tables.klondike.placing import PASSING
from companion.tables.klondike.session import session_of
from companion.tables.shared_pages import first_seat
from engine import klondike as game
from engine.game import AnyGame, LaterOption, Seat
from hardware.device import OFF, Button
from tests.companion.games.app import App
from tests.companion.pages.klondike import CROWDED, FOUR, ROUND, event
from tests.companion.pages.sitting import on_web, place_chosen

TABLE: Table = KLONDIKE
GAME: AnyGame = game
"""The type checker compares both with the protocols of a game and a table."""
LEFT, RIGHT, OK, BACK, UNDO_ = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.later_options, "checked_pass", LaterOption(default=False))


def snapshot(model: Model) -> Snapshot:
    return TABLE.snapshot(model, BOX)


def sit(players: tuple[str, ...] = ("Green", "Blue"), *, guide: bool = False, first: int | None = 0) -> App:
    colours = tuple(range(len(players)))
    seat = None if first is None else Seat(first)
    shell = App(LineUp("klondike", players, dict(game.options), first=seat, colours=colours)).start()
    return shell if guide else skip(shell)


def skip(shell: App) -> App:
    while shell.page in {"klondike_guide", "klondike_round_over"}:
        shell.press(BACK if shell.page == "klondike_guide" else OK)
    return shell


def play_moves(shell: App, *moves: str, skipping: bool = True) -> App:
    for move in moves:
        if move == "pass":
            _pass(shell)
        else:
            _lay(shell, move)
        if skipping:
            skip(shell)
    return shell


def _pass(shell: App) -> None:
    if shell.press(BACK).page == "klondike_no_pass":
        shell.press(OK)
        shell.model = shell.model.with_page_on_top(PASSING)
    shell.press(LEFT, OK)


def _lay(shell: App, move: str) -> None:
    shown = event(move)
    tile = tuple(shown["tile"])
    low, high = sorted(tile)
    shell.press(OK, *[RIGHT] * low, OK, *[RIGHT] * high, OK)
    ways = game.tile_placements(session_of(shell.model).state, tile)
    shell.press(*[RIGHT] * ways.index((game.SLOTS[shown["slot"]], tile)), OK)


def back_a_turn(shell: App) -> App:
    return shell.hold(UNDO_).press(RIGHT, OK, RIGHT, OK)


def test_a_tile_is_laid_by_its_ends_and_its_slot() -> None:
    shell = play_moves(sit(), "1/1E 3|5")
    assert shell.saved_events[-1] == {"event": "place", "slot": "1/1E", "tile": [3, 5]}
    assert (shell.page, shell.view.text[2]) == ("klondike_turn", "Blue")


def test_a_tile_that_is_already_on_the_table_is_refused() -> None:
    shell = play_moves(sit(), "1/1E 3|5").press(OK, *[RIGHT] * 3, OK, *[RIGHT] * 5)
    assert "already on 1/1E" in shell.view.text
    shell.press(OK)
    assert (shell.page, shell.tones) == ("klondike_by_hand", WRONG)


def test_undo_leads_back_step_by_step_and_changes_nothing() -> None:
    shell = sit().press(OK, OK, OK)
    pages = [shell.press(UNDO_).page for _ in range(3)]
    assert (pages, len(shell.saved_events)) == (["klondike_by_hand", "klondike_by_hand", "klondike_turn"], 1)


def test_a_pass_needs_a_yes() -> None:
    shell = play_moves(sit(("Green", "Blue", "Orange")), *CROWDED).press(BACK)
    assert shell.view.text[:2] == ("Pass?", "Would fit: 0·4 1·2 1·3 1·6 2·5 2·6")
    assert shell.press(OK).page == "klondike_turn"
    assert shell.press(BACK, LEFT, OK).saved_events[-1] == {"event": "pass"}


def test_a_pass_that_cannot_be_true_is_refused() -> None:
    shell = play_moves(sit(), "1/1E 3|5").press(BACK)
    assert (shell.page, shell.tones) == ("klondike_no_pass", WRONG)
    assert "every tile fits somewhere: 0·0 on 1/2E" in shell.view.text
    assert (shell.press(OK).page, len(shell.saved_events)) == ("klondike_turn", 2)


def test_a_tile_may_win_and_spoil_at_once() -> None:
    shell = play_moves(sit(), "1/1W 3|0", "1/1S 3|1", "1/1N 3|4", "2/1S 5|0", "3/3E 3|5").press(
        OK, RIGHT, RIGHT, OK, *[RIGHT] * 3, OK
    )
    assert {"3·5 is on 3/3E", "wins 1", "spoils 2/1"} <= set(shell.view.text)
    (light,) = ENDS[game.SLOTS["3/3E"]]
    seen = [shell.model.page.lights(shell.model, shell.model.shown_since + at).colours[light] for at in (0.1, 0.5)]
    assert seen == [WHITE, OFF]


def test_a_placement_is_taken_back_with_the_others_consent() -> None:
    shell = play_moves(sit(), "1/1E 3|5").press(UNDO_)
    assert (shell.tones, len(shell.saved_events)) == (WRONG, 2)
    back_a_turn(shell)
    assert (shell.tones, shell.saved_events[-1], shell.captions[-1]) == (UNDO, {"event": "undo"}, "Blue, place a tile!")
    assert skip(shell).view.text[2] == "Green"


def test_a_tile_is_turned_only_where_both_ways_are_legal() -> None:
    shell = play_moves(sit(), "1/1E 3|5", "2/2N 5|6").press(OK, *[RIGHT] * 3, OK, *[RIGHT] * 4, OK)
    turns = {shell.press(RIGHT).view.text: labelled_buttons(shell.model)[BACK].do is not None for _ in range(20)}
    assert set(turns.values()) == {True, False}
    while labelled_buttons(shell.model)[BACK].do is None:
        shell.press(RIGHT)
    said = on_web(shell.model)[1]
    turned = on_web(shell.press(BACK).model)[1]
    assert (said[:3], said[3:]) == (turned[2::-1], turned[3:])


def test_the_effect_of_each_end_of_a_tile_is_described() -> None:
    shell = play_moves(sit(), "1/1W 3|0", "1/1S 3|1", "1/1N 3|4", "2/1S 5|0", "3/3E 3|5")
    shell.press(OK, *[RIGHT] * 2, OK, *[RIGHT] * 3, OK)
    while "1/1E" not in shell.view.text:
        shell.press(RIGHT)
    assert on_web(shell.model)[:5] == [
        "Place a tile",
        "3·2 on 1/1, right side",
        "Wins claim 1/1: 1 chip",
        "Spoils claim 2/1, which needs a 5",
        "One right end is enough: 3·5 is on 3/3E",
    ]


def test_won_chips_are_guided_and_announced() -> None:
    shell = play_moves(play_moves(sit(), *FOUR[:3]), FOUR[3], skipping=False)
    assert (shell.page, shell.tones) == ("klondike_guide", BANK)
    assert shell.view.text[:3] == ("Blue", "1 of 1", "chips off 1/1: 1")
    assert shell.captions[-1] == "Blue: 1 chip!"
    assert shell.press(OK).captions[-2:] == ["Blue: 1 chip!", "Green, place a tile!"]


def test_the_tile_that_ended_a_round_comes_off_alone() -> None:
    shell = play_moves(sit(("Green", "Blue", "Orange")), *ROUND, skipping=True)
    assert session_of(shell.model).state.round == 2
    shown = back_a_turn(shell).view.text
    assert (shown[:2], "take it off" in shown, "3/1N" in shown) == (("Orange", "1 of 1"), True, True)
    assert shell.press(OK).page == "klondike_turn"


def test_between_rounds_come_the_scores_and_the_chips_to_put_down() -> None:
    shell = play_moves(sit(), *FOUR, "pass")
    play_moves(shell, "pass", skipping=False)
    assert (shell.page, shell.tones) == ("klondike_round_over", ALL_PASSED)
    assert shell.view.text[:3] == ("All passed", "1", "all")
    assert shell.captions[-2:] == ["All have passed: the round is over.", "Round 2 of 4"]
    shown = [shell.press(OK).view.text[2] for _ in range(3)]
    assert shown == ["clear all the tiles away", "a chip on each claim", "shuffle, deal 14 tiles each"]
    assert shell.press(OK).view.text[:3] == ("Round 2/4", "1 chip", "Blue")
    assert shell.captions[-2:] == ["Round 2 of 4", "Blue, place a tile!"]


def test_the_winner_is_named_and_the_match_ends() -> None:
    shell = play_moves(sit(), *FOUR, *["pass"] * 7)
    play_moves(shell, "pass", skipping=False)
    assert (shell.page, shell.tones) == ("klondike_winner", WIN)
    assert shell.view.text[:3] == ("Blue", "wins!", "1 chip")
    assert shell.press(OK).page == "attract"
    (ended,) = shell.endings
    assert isinstance(ended, FinishGame)
    assert ended.summary["standings"] == [{"chips": 0}, {"chips": 1}]


def test_the_same_players_play_again_with_one_press() -> None:
    shell = play_moves(sit(), *FOUR, *["pass"] * 8)
    before = shell.model.session.lineup
    assert shell.press(Button.BANK).page == "klondike_begins"
    assert [type(effect) for effect in shell.endings] == [FinishGame]
    after = shell.model.session.lineup
    assert (after.players, after.colours, after.options) == (before.players, before.colours, before.options)
    assert (after.first, shell.saved_events, shell.is_game_over) == (None, [], False)


def test_the_box_chooses_the_first_player_unless_the_players_do() -> None:
    shell = sit(first=None)
    name = shell.view.text[1]
    assert shell.page == "klondike_begins"
    assert shell.press(RIGHT).view.text[1] != name == shell.press(RIGHT).view.text[1]
    assert shell.press(OK).captions == [f"{name} starts"]


def test_each_seat_is_drawn_as_often_as_the_others() -> None:
    for players in [2, 3, 4]:
        lineup = LineUp("klondike", ("a", "b", "c", "d")[:players], dict(game.options), colours=tuple(range(players)))
        seats = Counter(first_seat(GameSession(lineup, seed.to_bytes(32, "big"))) for seed in range(1200))
        assert min(seats[Seat(seat)] for seat in range(players)) > 0.85 * 1200 / players


def test_a_pulled_plug_brings_back_the_same_page() -> None:
    for moves in [0, 1, 3, 4, 5, 6]:
        shell = sit(guide=True)
        for move in (*FOUR, "pass", "pass")[:moves]:
            play_moves(skip(shell), move, skipping=False)
        before = shell.view
        assert shell.restart().page == "resume", moves
        assert shell.press(OK).view.text == before.text, moves


def choose(shell: App, tile: str) -> App:
    shell.send(Chosen("tile", tile, shell.now))
    return shell


def point(shell: App, slot: str) -> App:
    shell.send(Pointed(slot, shell.now))
    return shell


def test_a_slot_is_pointed_at_and_the_tile_named() -> None:
    shell = point(sit(), "2/2E")
    assert (shell.model.page.name, place_chosen(shell.model)) == ("klondike_by_hand", "2/2E")
    shell = choose(shell, "1|3")
    assert place_chosen(shell.model) == "2/2E"
    point(shell, "2/2E")
    assert game.to_json(session_of(shell.model).state)["slots"] == {"2/2E": [1, 3]}
    assert shell.model.page.name == "klondike_turn"


def test_a_tile_in_hand_is_turned_by_naming_it_once_more() -> None:
    shell = choose(point(sit(), "2/2E"), "1|3")
    turned = [on_web(choose(shell, "1|3").model)[1][:3] for _ in range(2)]
    assert turned == ["3·1", "1·3"]
    double = choose(choose(shell, "6|6"), "6|6")
    assert double.model.rejected_at is not None


def test_another_tile_is_taken_in_hand_where_it_fits() -> None:
    shell = point(play_moves(sit(), "1/1E 3|5"), "1/1N")
    shell = choose(shell, "3|4")
    assert place_chosen(shell.model) == "1/1N"
    assert place_chosen(choose(shell, "3|6").model) == "1/1N"
    assert place_chosen(choose(shell, "0|0").model) != "1/1N"
    before = shell.model.page
    choose(shell, "3|5")
    assert (shell.model.page, shell.model.rejected_at is not None) == (before, True)


def test_the_layout_is_described_with_the_remaining_tiles() -> None:
    shell = point(play_moves(sit(), "1/1E 3|5"), "1/1N")
    layout = snapshot(shell.model).layout
    assert layout is not None
    tiles = {tile.value: tile.state for tile in layout.tiles}
    assert (len(tiles), tiles["3|5"], tiles["3|4"], tiles["0|0"]) == (28, "laid", "fits", "unfit")
    spots = {spot.name: spot for spot in layout.spots}
    assert (spots["1/1"].label, spots["1/1"].right, spots["2/2"].chips, spots["3/3"].label) == ("3", 1, 2, "")
    assert (spots["1/1"].ring, spots["3/3"].ring, spots["1/1"].owner) == (hex_colour(DIGITS[3]), "", "")
    slots = {slot.name: slot for slot in layout.slots}
    assert (len(slots), slots["1/1E"].ends, slots["1/1E"].usable, slots["1/1N"].usable) == (24, (3, 5), False, True)
    held = snapshot(choose(shell, "3|4").model).layout
    assert held is not None
    assert {tile.value for tile in held.tiles if tile.state == "held"} == {"3|4"}
    assert next(slot for slot in held.slots if slot.name == "1/1N").ends == (3, 4)
