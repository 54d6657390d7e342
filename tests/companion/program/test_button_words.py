from companion.program.button_words import button_words
from hardware.device import Button
from tests.companion.pages.scenes import SCENES
from tests.companion.pages.scenes import scene as play


def test_no_button_is_called_by_a_sign() -> None:
    labels = {each.label for name in SCENES for each in button_words(play(name)).values() if each.do}
    assert {label for label in labels if not any(map(str.isalnum, label))} == set()


def told(scene: str, button: Button) -> tuple[str, str]:
    found = button_words(play(scene))[button]
    return found.label, found.detail


def test_the_table_says_what_follows() -> None:
    assert told("turn_first", Button.OK) == ("Roll", "three dice")
    assert told("turn_first", Button.BANK) == ("bank", "roll first")
    assert told("roll_opponent", Button.OK) == ("Place claim stone 3 on 5/6", "covers Blue")
    assert told("roll_own", Button.OK) == ("Place an ownership stone on 2/5", "a goldclaim once you bank")
    assert told("roll_opponent", Button.RIGHT) == ("Next", "5/3")
    assert told("choose_8", Button.OK) == ("Roll again", "7.9% bust")
    assert told("choose_8", Button.BANK) == ("Bank 2 fields, 1 goldclaim", "then Blue rolls")
    assert told("choose_100", Button.BANK) == ("Bank 6 fields", "calls the last round: 9/9 goldclaims")
    assert told("choose_8", Button.UNDO) == ("Take back", "3/5")
    assert told("roll_slot_wins_two", Button.OK) == ("Lay 0·4 on 1/3E", "wins 2")
    assert told("turn_tile", Button.BANK) == ("Pass", "only if nothing fits")


def test_what_a_list_offers_is_what_ok_does() -> None:
    model = play("menu_middle")
    assert button_words(model)[Button.OK].label == "Rules"


def test_no_button_is_the_main_one_while_a_bot_acts_by_itself() -> None:
    for name, main in [("bot_turn", []), ("bot_roll", []), ("bot_tile", []), ("bot_waits", ["ok"])]:
        assert [button for button, option in button_words(play(name)).items() if option.main] == main, name
