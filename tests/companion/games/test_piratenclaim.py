import json
from itertools import count
from typing import Any

from msgspec.structs import replace

from companion.core.lineup import LineUp
from companion.pages.menu import offered_entries
from engine.game import Seat
from engine.games import GAMES
from engine.record import from_lines
from hardware.device import Button
from tests.companion.games.shell_table import ShellTable
from tests.companion.games.table import Frame
from tests.companion.pages.piratenclaim import DISCS

LEFT, RIGHT, OK, NEXT, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
BEGUN = LineUp(
    "piratenclaim", ("Green", "Blue"), GAMES["piratenclaim"].options, by_hand=True, first=Seat(0), colours=(0, 1)
)
ACKNOWLEDGED = {"piratenclaim_guide", "piratenclaim_found"}


class Hands:
    def __init__(self) -> None:
        self._table = ShellTable(BEGUN)
        self.killed = 0
        self._faces = [1] * 6

    @property
    def frame(self) -> Frame:
        return self._table.frame

    @property
    def state(self) -> dict[str, Any]:
        assert self.frame.state is not None
        return self.frame.state

    def press(self, *buttons: Button) -> "Hands":
        self._table.touch(*buttons)
        return self

    def walk(self, field: str, button: Button = RIGHT) -> "Hands":
        for steps in count():
            assert steps < 60, f"no way to {field}"
            if field in self.frame.text:
                return self
            self.press(button)
        raise AssertionError

    def roll(self, *faces: int) -> "Hands":
        for die, face in enumerate(faces):
            self.press(*[RIGHT] * ((face - self._faces[die]) % 6), OK)
            self._faces[die] = face
        return self.plug()

    def acknowledge(self) -> list[tuple[str, ...]]:
        shown = []
        while self.frame.page in ACKNOWLEDGED:
            shown.append(self.frame.text)
            self.press(OK)
        return shown

    def plug(self) -> "Hands":
        last = self._table.kill()
        assert self.frame.page == "resume"
        self.press(OK)
        assert self.frame == last._replace(tones=())
        self.killed += 1
        return self

    def choose_in_menu(self, label: str) -> "Hands":
        self._table.shell.hold(BACK)
        lines = [line.label for line in offered_entries(self._table.shell.model, locked=False)]
        return self.press(*[RIGHT] * lines.index(label), OK)

    @property
    def record(self) -> str:
        return "".join(f"{json.dumps(event)}\n" for event in self._table.shell.kept)


def lay_discs(hands: Hands) -> None:
    hands.press(NEXT)
    for field in DISCS:
        while hands.frame.text[0][0] != field[0]:
            hands.press(NEXT)
        hands.walk(field).press(OK)
    hands.press(NEXT).plug()


def discover(hands: Hands, field: str, *choice: Button) -> None:
    assert hands.frame.page == "piratenclaim_dice"
    hands.press(OK).walk(field, RIGHT).press(OK, *choice).plug()
    hands.acknowledge()


def test_a_game_is_played_by_buttons_until_the_players_end_it() -> None:
    hands = Hands()
    lay_discs(hands)
    hands.press(OK).roll(5, 3, 2, 1, 4, 3)
    discover(hands, "1/1", OK)
    hands.press(OK).roll(1, 1, 5)
    discover(hands, "1/3", RIGHT, OK)
    hands.press(OK).roll(1, 1, 3)
    discover(hands, "2/2", OK)
    hands.press(OK).roll(5, 3, 3)
    hands.press(OK).walk("3/0").press(OK).plug()
    assert "pay 5 yellow, get 3 blue" in hands.frame.text
    hands.acknowledge()
    assert hands.state["pirates"] == {"1/2": ["black"], "1/5": ["brown"], "2/3": ["black"]}
    hands.press(NEXT, OK, RIGHT, RIGHT, OK, OK, OK).plug()
    shown = [" ".join(text) for text in hands.acknowledge()]
    assert [each.split(" of 3 ")[1].split(" left")[0].split(" right")[0] for each in shown[:3]] == [
        "1/2 → 1/3 black moves",
        "1/5 → 1/4 brown moves",
        "2/3 black stays: the edge",
    ]
    assert "1 of 1 brown robs Blue" in shown[3]
    assert hands.state["robbed"] == [{"field": "1/4", "pirate": "brown", "player": 1, "ship": 0, "loot": "highest"}]
    assert hands.state["systems"] == {"0/0": ["red", "red"], "3/3": ["yellow", "blue"]}
    hands.plug().press(OK).plug()
    assert (hands.frame.page, hands.state["turn"], hands.state["ships"]) == ("piratenclaim_turn", 1, [])
    assert hands.killed > 10
    hands.choose_in_menu("End the game").press(OK, NEXT)
    assert hands.frame.page == "piratenclaim_winner"
    assert hands.state["winners"] == [0]
    replayed = from_lines(hands.record.splitlines())
    assert json.loads(json.dumps(replayed.game.to_json(replayed.state))) == hands.state


def test_discs_and_dice_of_the_box_stay_as_they_fell() -> None:
    table = ShellTable(replace(BEGUN, by_hand=False))
    discs = table.touch(OK).state
    table.kill()
    assert table.touch(OK).state == discs
    rolled = table.touch(NEXT, OK).state
    table.kill()
    assert table.touch(OK).state == rolled
    assert discs is not None
    assert rolled is not None
    assert (len(discs["discs"]), discs["dice"]) == (21, None)
    assert set(rolled["dice"]) == {"red", "green", "grey", "white", "black", "brown"}
