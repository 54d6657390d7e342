"""Real dice that say what they show: a roll is heard, asked for where it is not whole, and taken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.dice_kinds import pixels
from companion.core.lineup import LineUp
from companion.core.messages import BluetoothChanged, DieHeard, JournalOpened, Pressed, Ticked
from companion.core.real_dice import BLUETOOTH, KNOWN, SOURCE, known_dice
from companion.program.actions import TAKEN_BLIND_S
from companion.program.update import update
from companion.program.view import view
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from companion.tables.piratenclaim.dice import DicePage
from engine.game import Seat
from engine.games import GAMES
from hardware.device import Button, Press
from tests.companion.games.shell import Shell
from tests.companion.pages.piratenclaim import FOUND, played
from tests.companion.pixels import COCKED, D20, FUDGE, HANDLED, LIES, RESTS, ROLLS, advertise

OK, BANK, RIGHT, UNDO = Button.OK, Button.BANK, Button.RIGHT, Button.UNDO
THREE, SIX = (11, 12, 13), (11, 12, 13, 14, 15, 16)


FIRST = Seat(0)


def ids(*numbers: int) -> list[str]:
    """Returns what dice with these numbers are known by."""
    return [f"pixels-{number:08x}" for number in numbers]


class Room(Shell):
    """A table with real dice on it."""

    def __init__(self, game: str = "claimit", known: tuple[int, ...] = (), first: Seat | None = FIRST) -> None:
        options = {SOURCE: BLUETOOTH}
        rules = GAMES[game].options
        lineup = LineUp(game, ("Green", "Blue"), rules, True, first, (0, 1), table_options=options)
        super().__init__(lineup)
        # As a game before this one has left it in the journal.
        before = replace(lineup, table_options={**options, KNOWN: ids(*known)}).to_json()
        self.take(JournalOpened(None, self.now, lineups=(json.loads(json.dumps(before)),) if known else ()))

    def hear(self, number: int, state: int, face: int = 1, *, after_s: float = 0.1, **look: Any) -> Room:  # noqa: ANN401 - as `advertise` has it
        self.now += after_s
        die = pixels.read(advertise(number, state, face, **look))
        assert die is not None
        self.take(DieHeard(die, self.now))
        return self

    def roll(self, *numbers_and_faces: tuple[int, int]) -> Room:
        for number, _ in numbers_and_faces:
            self.hear(number, ROLLS)
        for number, face in numbers_and_faces:
            self.hear(number, RESTS, face)
        return self

    def rest(self, seconds: float) -> Room:
        """Waits as the loop does: it sleeps until the picture says that it changes."""
        until = self.now + seconds
        while (change := self.view.frame.next_change) is not None and self.now < change <= until:
            self.now = change
            self.take(Ticked(self.now))
        self.now = until
        return self

    @property
    def says(self) -> str:
        return " ".join(self.view.text)


def test_three_dice_that_roll_and_rest_for_a_second_are_the_roll() -> None:
    room = Room(known=THREE).press(OK)
    assert (room.page, room.listens) == ("real_dice", [frozenset(ids(*THREE))])
    room.roll((11, 2), (12, 3), (13, 5)).rest(0.9)
    assert room.page == "real_dice"
    room.rest(0.2)
    assert (room.page, room.listens[-1]) == ("roll", None)
    assert room.kept[-1] == {"event": "roll", "dice": [2, 3, 5], "by": "hand", "kind": "pixels"}
    begins = Room(known=THREE, first=None).press(OK).roll((11, 6), (12, 6), (13, 5)).press(OK)
    assert begins.kept[-1] == {"event": "begin", "seat": 0, "dice": [6, 6, 5], "by": "hand", "kind": "pixels"}
    assert begins.resumed.start_rolls == begins.model.session.start_rolls


def test_a_die_that_lies_still_from_before_is_no_roll() -> None:
    room = Room(known=THREE).press(OK)
    for state in (RESTS, LIES, COCKED, RESTS):
        for number in THREE:
            room.hear(number, state, 4)
    assert room.rest(3).press(OK).page == "real_dice"
    room.roll((11, 1), (12, 2)).hear(13, RESTS, 4).rest(3)
    assert (room.page, "roll die 3, too" in room.says) == ("real_dice", True)
    room.hear(13, HANDLED).hear(13, LIES, 4).rest(1.1)
    assert room.kept[-1]["dice"] == [1, 2, 4]
    # The next roll asks anew: what moved for the last one lies still.
    room = room.press(OK).press(OK)
    assert room.page == "real_dice"
    for number in THREE:
        room.hear(number, RESTS, 6)
    assert room.rest(2).page == "real_dice"


def test_a_cocked_a_moved_and_a_missing_die_are_asked_for_by_name() -> None:
    room = Room(known=THREE).press(OK).roll((11, 1), (12, 2)).hear(13, ROLLS).hear(13, COCKED)
    assert "die 3 is cocked" in room.says
    room.roll((13, 3)).hear(12, HANDLED).rest(2)
    assert (room.page, "die 2 rolls" in room.says) == ("real_dice", True)
    room.hear(12, RESTS, 6).rest(0.5).hear(12, ROLLS)
    for _ in range(5):
        room.hear(11, RESTS, 1, after_s=1.1).hear(12, HANDLED)
    room.hear(12, RESTS, 6).rest(2)
    assert "die 3 is silent" in room.says
    assert room.page == "real_dice"
    room.hear(13, RESTS, 3).rest(1.1)
    assert room.kept[-1]["dice"] == [1, 6, 3]


def test_ok_takes_dice_at_once_and_the_hand_may_enter_them_instead() -> None:
    room = Room(known=THREE).press(OK).roll((11, 1), (12, 2), (13, 3)).press(OK)
    assert (room.page, room.kept[-1]["kind"]) == ("roll", "pixels")
    room = Room(known=THREE).press(OK, BANK)
    assert (room.page, room.listens[-1]) == ("by_hand", None)
    assert room.press(OK, OK, OK).kept[-1] == {"event": "roll", "dice": [1, 1, 1], "by": "hand"}


def test_without_bluetooth_a_sentence_says_so_and_the_roll_is_entered() -> None:
    room = Room(known=THREE).press(OK)
    room.take(BluetoothChanged("No Bluetooth here, or it is off. Enter the roll.", room.now))
    assert "No Bluetooth here" in room.says
    assert "No Bluetooth here" not in room.hear(11, LIES).says
    assert room.press(BANK).page == "by_hand"


def test_a_press_that_comes_as_the_dice_are_taken_means_nothing_on_the_next_page() -> None:
    for button in (OK, BANK, UNDO):
        room = Room(known=THREE)
        room.model = replace(room.model, guards_box=True)
        room.press(OK).roll((11, 1), (12, 2), (13, 3)).rest(1.0)
        kept = list(room.kept)
        assert (room.page, room.press(button).page, room.kept) == ("roll", "roll", kept)
        room.now += TAKEN_BLIND_S
        assert (room.press(OK).page, room.kept[-1]["event"]) == ("choose", "place")


def test_a_die_is_silent_only_as_long_as_the_box_listens() -> None:
    room = Room(known=THREE).press(OK).roll((11, 2))
    room.hold(UNDO).wait(30)
    assert "silent" not in " ".join(room.hold(UNDO).view.text)
    assert "silent" in room.rest(5.1).says
    room.model = replace(room.model, real_dice=room.model.real_dice._replace(listens_since=None, heard={}))
    assert "silent" not in room.rest(9).says
    room.take(BluetoothChanged("No Bluetooth here, or it is off. Enter the roll.", room.now))
    assert "No Bluetooth" in room.says
    room.take(BluetoothChanged("", room.now))
    assert "roll!" in room.says


def test_a_line_up_that_was_changed_in_the_journal_keeps_nobody_from_playing() -> None:
    games: tuple[Any, ...] = ([], {}, None, 7)
    for game in games:
        lineup = {"game": game, "table_options": {KNOWN: ids(11, 12, 13)}}
        shell = Shell()
        shell.take(JournalOpened(None, shell.now, lineups=(lineup,)))
        assert "claimit" not in shell.model.real_dice.known
    assert known_dice({"table_options": {KNOWN: ids(11, 11, 13)}}) == ()


def test_dice_are_learned_by_rolling_each_and_kept_for_the_next_game() -> None:
    for game, numbers, labels in (("claimit", THREE, ("die 1", "die 3")), ("piratenclaim", SIX, ("red", "brown"))):
        room = Room(game)
        while not room.listens:
            room.press(OK)
        assert room.listens == [frozenset()]
        for place, number in enumerate(numbers):
            for other in SIX:
                room.hear(other, LIES, 2)
            if place in {0, len(numbers) - 1}:
                assert f"Roll {labels[place > 0]} alone" in room.says
                assert "Heard: Pixel 11, Pixel 12" in room.says
            assert f"Pixel {number} shows 4" in room.roll((number, 4)).says
            room.press(OK)
        assert room.lineup["table_options"][KNOWN] == ids(*numbers)
        assert room.listens[-1] == frozenset(ids(*numbers))
        assert room.rest(3).page.endswith("real_dice"), "the rolls of learning are none of the game's"
        again = Room(game, numbers)
        while not again.listens:
            again.press(OK)
        assert again.listens == [frozenset(ids(*numbers))]
        assert again.lineup["table_options"][KNOWN] == ids(*numbers)


def test_what_has_no_six_faces_is_refused_by_name_and_two_at_once_are_rolled_again() -> None:
    for shape, word in ((D20, "d20"), (FUDGE, "dF")):
        room = Room().press(OK).hear(7, ROLLS, shape=shape, name="Big").hear(7, RESTS, 2, shape=shape, name="Big")
        assert f"Big is a {word}. Six sides" in room.says
        # `ok` lets it lie: the right one is rolled next.
        assert "Roll die 1 alone" in room.press(OK).says
        assert room.roll((11, 3)).press(OK).model.real_dice.known == {"claimit": tuple(ids(11))}
    room = Room().press(OK).roll((11, 1), (12, 2))
    assert "Several dice" in room.says
    room.press(OK)
    assert ("Roll die 1 alone" in room.says, room.model.real_dice.known.get("claimit", ())) == (True, ())


def test_the_page_of_the_dice_tells_batteries_and_signals_and_forgets_them() -> None:
    room = Room(known=THREE).press(OK).roll((11, 1), (12, 2)).hear(12, RESTS, 2, battery=7 | 0x80, rssi=-91)
    room.press(RIGHT)
    assert room.page == "heard_dice"
    assert all(word in room.says for word in ("1 2 3", "80 7 -", "-50 -91 -"))
    assert len(room.listens) == 1
    room.press(OK).roll((13, 3)).press(OK)
    assert room.kept[-1]["dice"] == [1, 2, 3]


def test_the_dice_are_forgotten_only_after_a_yes() -> None:
    room = Room(known=THREE).press(OK).roll((11, 1), (12, 2)).press(RIGHT, BANK)
    assert (room.page, "Forget these dice?" in room.says, len(room.listens)) == ("forget_dice", True, 1)
    room.press(OK).press(OK).roll((13, 3)).press(OK)
    assert room.kept[-1]["dice"] == [1, 2, 3]
    room = Room(known=THREE).press(OK, RIGHT, BANK, RIGHT, OK)
    assert (room.page, room.listens[-1], "Roll die 1 alone" in room.says) == ("real_dice", frozenset(), True)
    # Now there is nothing to forget.
    assert room.press(RIGHT, BANK).page == "heard_dice"


def test_a_name_in_letters_that_the_screen_lacks_can_be_told_apart() -> None:
    names = {
        "Кубик 1": "????? 1 shows",
        "Max \N{GAME DIE}": "Max ? shows",
        "\N{GAME DIE}": "0000000b shows",
        "é": "é shows",
    }
    for name, words in names.items():
        room = Room().press(OK).hear(11, ROLLS, name=name).hear(11, RESTS, 2, name=name)
        assert words in room.says


def test_six_colours_are_rolled_and_three_of_them_for_a_further_discovery() -> None:
    room = Room("piratenclaim", SIX)
    while not room.listens:
        room.press(OK)
    room.roll(*zip(SIX, (5, 3, 2, 6, 4, 1), strict=True)).rest(1.1)
    assert room.kept[-1]["dice"] == {"red": 5, "green": 3, "grey": 2, "white": 6, "black": 4, "brown": 1}
    assert room.kept[-1]["kind"] == "pixels"


def test_a_further_discovery_takes_the_first_three_dice() -> None:
    session = played(*FOUND, by_hand=True).session
    lineup = replace(session.lineup, table_options={SOURCE: BLUETOOTH})
    room = Room("piratenclaim", SIX)
    room.lineup = lineup.to_json()
    room.model = replace(room.model, game=replace(session, lineup=lineup)).with_only_page(DicePage())
    room.press(OK).roll((11, 4), (12, 2)).rest(2)
    assert (room.page, "roll grey, too" in room.says) == ("piratenclaim_real_dice", True)
    room.hear(12, RESTS, 2).hear(11, RESTS, 4).roll((13, 1)).rest(1.1)
    assert room.kept[-1] == {
        "event": "roll", "dice": {"red": 4, "green": 2, "grey": 1}, "by": "hand", "kind": "pixels"
    }  # fmt: skip


def test_in_a_further_discovery_only_its_three_dice_are_learned() -> None:
    session = played(*FOUND, by_hand=True).session
    lineup = replace(session.lineup, table_options={SOURCE: BLUETOOTH})
    room = Room("piratenclaim")
    room.lineup = lineup.to_json()
    room.model = replace(room.model, game=replace(session, lineup=lineup)).with_only_page(DicePage())
    room.press(OK)
    for number, colour in ((11, "red"), (12, "green"), (13, "grey")):
        assert f"Roll {colour} alone" in room.says
        room.roll((number, 4)).press(OK)
    assert room.lineup["table_options"][KNOWN] == ids(11, 12, 13)
    room.roll((11, 4), (12, 2), (13, 1)).rest(1.1)
    assert room.kept[-1]["dice"] == {"red": 4, "green": 2, "grey": 1}
    again = Room("piratenclaim", (11, 12, 13))
    while not again.listens:
        again.press(OK)
    assert (again.listens, "Roll white alone" in again.says) == ([frozenset()], True)


def test_without_the_extra_the_page_says_so_at_once() -> None:
    for can_hear, says in ((False, True), (True, False)):
        config = LaunchConfig(Settings(), Path("journal.sqlite"), can_hear_dice=can_hear)
        room = Room(known=THREE)
        before = replace(room.model, real_dice=initial_model(config).real_dice)
        asks = update(before, Pressed(Press(OK), room.now)).model
        assert asks.page.name == "real_dice"
        assert ("need the extra “dice”" in " ".join(view(asks, room.now).text)) == says


def test_fifty_strange_dice_do_not_roll_and_crowd_nobody_out() -> None:
    room = Room(known=THREE).press(OK)
    for number in range(100, 200):
        room.hear(number, ROLLS, after_s=0.001).hear(number, RESTS, 6, after_s=0.001)
    assert len(room.model.real_dice.heard) == 64
    assert room.roll((11, 1), (12, 2), (13, 3)).press(OK).kept[-1]["dice"] == [1, 2, 3]


def test_a_die_is_learned_in_a_room_full_of_strange_ones() -> None:
    room = Room("claimit", (11, 12)).press(OK)
    for number in (11, *range(100, 200)):
        room.hear(number, RESTS, 2, after_s=0.001)
    assert "Pixel 13 shows 4" in room.roll((13, 4)).says
    assert {*ids(11, 13)} <= room.model.real_dice.heard.keys()
    assert len(room.model.real_dice.heard) == 64
    assert room.press(OK).lineup["table_options"][KNOWN] == ids(11, 12, 13)


def test_a_die_that_is_heard_late_changes_nothing() -> None:
    room = Room(known=THREE)
    before = room.model
    room.hear(11, ROLLS)
    assert replace(room.model, now=before.now) == before


def test_a_lineup_with_nonsense_for_dice_has_none() -> None:
    for nonsense in ({}, {"table_options": 3}, {"table_options": {KNOWN: "abc"}}, {"table_options": {KNOWN: [1, "a"]}}):
        assert known_dice(nonsense) == ()
