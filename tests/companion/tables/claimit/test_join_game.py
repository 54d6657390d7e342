import dataclasses

from msgspec.structs import replace

from companion.core.messages import Pointed
from companion.pages.menu import offered_entries
from companion.program.view import draw_page
from companion.screen.art import Icon
from companion.tables.claimit.join_game import JoinBoardPage, JoinTurnPage
from engine import claimit
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.pages.sitting import begin, pick

LEFT, RIGHT, OK, BANK, UNDO = Button


def joining(*, started: bool = False) -> Shell:
    shell = Shell(replace(TWO, first=Seat(1) if started else None)).open()
    shell.model = pick(shell.model, "Set up a position")
    return shell


def point(shell: Shell, place: str, times: int = 1) -> Shell:
    for _ in range(times):
        shell.take(Pointed(place, shell.now))
    return shell


def test_stones_are_laid_by_buttons_and_the_game_goes_on() -> None:
    shell = joining().press(OK, RIGHT, OK, OK, OK, OK, BANK, RIGHT, OK)
    assert shell.kept[-1] == {
        "event": "position",
        "board": {"1/1": ["p0"], "2/1": ["own", "p1"]},
        "turn": 1,
        "last_round": None,
    }
    assert (shell.page, shell.kept[-2]["event"]) == ("turn", "start")
    assert shell.press(OK).kept[-1]["event"] == "roll"


def test_stones_are_laid_by_pointing() -> None:
    shell = point(point(joining(), "5/2", 3), "2/1", 1).press(BANK, OK)
    assert shell.kept[-1]["board"] == {"5/2": ["own", "p0"]}


def test_a_game_that_has_just_started_can_be_joined_too() -> None:
    shell = point(joining(started=True), "5/2", 2).press(BANK, OK)
    assert [event["event"] for event in shell.kept] == ["start", "position"]


def test_a_joined_game_comes_back_after_the_plug() -> None:
    shell = point(joining(), "5/2", 2).press(BANK, RIGHT, OK)
    before = shell.view
    assert shell.restart().press(OK).view.text == before.text


def test_a_field_goes_round_through_everything_that_may_lie_there() -> None:
    shell = joining()
    seen = []
    for _ in range(5):
        page = shell.press(OK).model.page
        assert isinstance(page, JoinBoardPage)
        seen.append([stone.name for stone in claimit.stack(page.state, page.field)])
    assert seen == [["p0"], ["own", "p0"], ["p1"], ["own", "p1"], []]


def test_undo_takes_off_one_field_a_press_and_then_leads_back() -> None:
    shell = point(point(joining(), "5/2", 2), "6/6", 2).press(LEFT, UNDO)
    page = shell.model.page
    assert isinstance(page, JoinBoardPage)
    assert [claimit.format_field(field) for field in claimit.fields_in(page.state.fields[0])] == ["5/2"]
    assert shell.press(UNDO, UNDO).page == "menu"


def laid_lines(*golds: int) -> tuple[str, ...]:
    state = claimit.start(("Green", "Blue", "Orange"), Seat(0), {"recycle": False})
    fields, taken = [], 0
    for gold in golds:
        fields.append(((1 << gold) - 1) << taken)
        taken += gold
    page = JoinTurnPage(dataclasses.replace(state, fields=tuple(fields), gold=(1 << taken) - 1))
    lines = draw_page(begin(state.players).with_page_on_top(page)).lines
    return tuple(line for line in lines if not isinstance(line, Icon))


def test_enough_goldclaims_are_a_last_round() -> None:
    assert laid_lines(8, 8, 8) == ("Whose turn?", "Green", "Blue", "Orange")
    assert laid_lines(9, 0, 0) == ("Last round!", "Green", "Blue", "Orange")


def test_where_two_may_have_called_the_last_round_both_are_offered() -> None:
    calls = ("Green", "Green called it", "Blue", "Blue called it", "Orange", "Green called it")
    assert laid_lines(9, 9, 0) == ("Last round!", *calls)


def test_a_thirty_first_black_stone_is_not_offered() -> None:
    start = claimit.start(("Green", "Blue", "Orange", "Red", "Violet"), Seat(0), {"recycle": False})
    thirty = (1 << 30) - 1
    page = JoinBoardPage(dataclasses.replace(start, fields=(thirty, 0, 0, 0, 0), gold=thirty), claimit.FIELDS[35])
    model = begin(start.players).with_page_on_top(page)
    seen = set()
    for _ in range(6):
        model = page.press(model, OK).model
        assert isinstance(model.page, JoinBoardPage)
        page = model.page
        seen.add(tuple(stone.name for stone in claimit.stack(page.state, page.field)))
    assert seen == {(), ("p0",), ("p1",), ("p2",), ("p3",), ("p4",)}


def test_it_is_offered_only_before_the_first_event() -> None:
    before, after = Shell(TWO).open(), Shell(TWO).open().press(OK)
    offered = [[entry.label for entry in offered_entries(shell.model, locked=False)] for shell in (before, after)]
    assert ["Set up a position" in labels for labels in offered] == [True, False]
