import sys

import pytest

from companion.commands.cli import build_parser
from companion.commands.play import requested_bot_programs, requested_bots, requested_lineup
from companion.core.game_session import DEALT
from companion.settings.schema import Settings, SettingsError


def test_a_command_is_split_into_words_as_a_shell_would() -> None:
    asked = [f"mine={sys.executable} 'my bot.py' $HOME; x", f"other-1={sys.executable}"]
    assert requested_bot_programs(asked) == {
        "mine": (sys.executable, "my bot.py", "$HOME;", "x"),
        "other-1": (sys.executable,),
    }


def test_a_command_that_cannot_be_is_refused_in_a_line() -> None:
    for asked, reason in [
        (["mine"], "names no bot"),
        (["=python3"], "names no bot"),
        (["My bot=python3"], "names no bot"),
        (["m" * 25 + "=python3"], "names no bot"),
        (["greenhorn=python3"], "there is a bot greenhorn already"),
        ([f"mine={sys.executable}", f"mine={sys.executable}"], "there is a bot mine already"),
        (["mine="], "there is no such program"),
        (["mine='python3"], "a quotation mark is missing"),
        (["mine=/no/such/program"], "there is no such program"),
        (["mine=no-such-program-\x1b[31m"], r"no-such-program-\\x1b\[31m: there is no such program"),
    ]:
        with pytest.raises(SettingsError, match=reason) as caught:
            requested_bot_programs(asked)
        assert str(caught.value).startswith("--bot-command: "), (asked, reason)
        assert "\n" not in str(caught.value), (asked, reason)


def test_a_seat_takes_a_bot_that_is_a_program() -> None:
    assert requested_bots(["2=mine"], "claimit", 2, {"mine"}) == {"1": "mine"}
    with pytest.raises(SettingsError, match="--bot: 2=mine: There is no such bot"):
        requested_bots(["2=mine"], "claimit", 2)


def test_a_bot_that_plays_klondike_is_dealt_tiles() -> None:
    for options in ([], ["--option", "dealt=false"]):
        asked = ["play", "--game", "klondike", "--players", "2", "--bot", "2=prospector", *options]
        lineup = requested_lineup(build_parser().parse_args(asked), Settings().table)
        assert lineup is not None
        assert (lineup.bots, lineup.table_options[DEALT]) == ({"1": "prospector"}, True)


def test_a_bot_plays_no_game_that_it_does_not_know() -> None:
    with pytest.raises(SettingsError, match="--bot: 2=marshal"):
        requested_bots(["2=marshal"], "klondike", 2)
