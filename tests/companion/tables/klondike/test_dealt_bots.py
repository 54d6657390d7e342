import pytest
from msgspec.structs import replace

from companion.core.bot_seat import change_players
from companion.core.game_session import DEALT
from companion.core.lineup import LineUp
from companion.core.table_registry import shown_snapshot
from companion.core.viewer_kind import BOX, HOST, SPECTATOR, seat_viewer
from companion.tables.klondike.session import session_of
from engine import klondike as game
from engine.fairness import Finding, Line, check_fairness
from engine.game import Seat
from engine.klondike import Place
from hardware.device import Button
from tests.companion.games.shell import Shell
from tests.companion.tables.klondike.test_dealt import hand, may, seen_by, spelt

LEFT, RIGHT, OK, BANK, UNDO = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
SOLO = LineUp(
    "klondike",
    ("Green", "Prospector"),
    dict(game.options),
    first=Seat(0),
    colours=(0, 1),
    table_options={DEALT: True},
    bots={"1": "prospector"},
)
THREE = replace(
    SOLO, players=("Green", "Greenhorn", "Prospector"), colours=(0, 1, 2), bots={"1": "greenhorn", "2": "prospector"}
)


def sit(lineup: LineUp = SOLO) -> Shell:
    shell = Shell(lineup).open()
    return shell.press(OK) if shell.page == "klondike_begins" else shell


def let_act(shell: Shell) -> Shell:
    turn = shell.model.bot_turn
    assert turn is not None
    assert turn.acts_at is not None
    shell.now = turn.acts_at
    return shell.tick()


def lay_by_buttons(shell: Shell) -> None:
    if not isinstance(may(shell)[0], Place):
        shell.press(BANK)
        return
    shell.press(OK)
    assert shell.page == "klondike_hand"
    shell.press(OK, OK)


def step(shell: Shell) -> None:
    if shell.model.bot_turn is not None:
        let_act(shell)
    elif shell.page == "klondike_turn":
        lay_by_buttons(shell)
    else:
        assert shell.page in {"klondike_round_over", "klondike_winner"}
        shell.press(OK)


@pytest.mark.slow
@pytest.mark.parametrize("lineup", [SOLO, THREE], ids=["two", "three"])
def test_a_match_with_bots_is_played_to_its_end_by_buttons(lineup: LineUp) -> None:
    shell = sit(lineup)
    for _ in range(2_000):
        if shell.over:
            break
        step(shell)
    assert shell.over
    assert shell.kept[0]["bots"] == lineup.bots
    assert shell.kept[0][DEALT] is True
    found = check_fairness([Line(number, event) for number, event in enumerate(shell.kept, 1)])
    assert found.finding is Finding.FAIR


def test_the_only_person_sees_the_hand_on_the_box_and_nobody_sees_the_bot_s() -> None:
    shell = sit()
    for _ in range(4):
        mine = spelt(hand(shell, 0))
        tiles = session_of(shell.model).state.slots
        placed = spelt(tuple((min(each), max(each)) for each in tiles if each))
        for viewer in (BOX, HOST, seat_viewer(Seat(0))):
            assert seen_by(shell.model, viewer) - placed == mine
        for viewer in (SPECTATOR, seat_viewer(Seat(1))):
            assert seen_by(shell.model, viewer) - placed == set()
        lay_by_buttons(shell)
        let_act(shell)


def test_the_box_shows_no_hand_where_somebody_has_left_a_seat_to_a_bot() -> None:
    shell = sit(replace(SOLO, players=("Green", "Blue"), bots={}))
    shell.model = change_players(shell.model, shell.model.session.lineup.with_bot(Seat(1), "prospector")).model
    assert [seen_by(shell.model, viewer) for viewer in (BOX, HOST, SPECTATOR)] == [set()] * 3
    assert seen_by(shell.model, seat_viewer(Seat(0))) == spelt(hand(shell, 0))
    alone = sit()
    alone.model = change_players(alone.model, alone.model.session.lineup.with_bot(Seat(0), "prospector")).model
    assert seen_by(alone.model, BOX) == set()


def test_a_bot_shows_its_tile_before_it_is_laid() -> None:
    shell = sit()
    lay_by_buttons(shell)
    assert (shell.page, len(shell.kept)) == ("klondike_place", 2)
    shown = shown_snapshot(shell.model, BOX)
    assert shown is not None
    assert shown.status.startswith("Prospector: ")
    assert " on " in shown.status
    let_act(shell)
    assert (shell.page, len(shell.kept)) == ("klondike_turn", 3)
    assert shell.model.session.state.turn == 0


def test_a_pulled_plug_finds_the_bot_at_its_turn() -> None:
    shell = sit()
    lay_by_buttons(shell)
    hands = shell.model.session.hands
    due = shell.model.bot_turn
    assert due is not None
    shell.restart().press(OK)
    assert shell.model.session.hands == hands
    let_act(shell)
    assert due.decision is not None
    assert shell.model.session.timeline[-1] == due.decision.event
