from companion.core.button_words import button_words
from hardware.device import Button
from tests.companion.pages.scenes import SCENES
from tests.companion.pages.scenes import scene as play


def test_no_button_is_called_by_a_sign() -> None:
    labels = {each.label for name in SCENES for each in button_words(play(name)).values() if each.do}
    assert {label for label in labels if not any(map(str.isalnum, label))} == set()


def test_what_a_list_offers_is_what_ok_does() -> None:
    model = play("menu_middle")
    assert button_words(model)[Button.OK].label == "Rules"


def test_no_button_is_the_main_one_while_a_bot_acts_by_itself() -> None:
    for name, main in [("bot_turn", []), ("bot_roll", []), ("bot_tile", []), ("bot_waits", ["ok"])]:
        assert [button for button, option in button_words(play(name)).items() if option.main] == main, name
