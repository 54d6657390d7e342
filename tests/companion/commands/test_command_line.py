import errno
import re
import runpy
import shlex
import sys
import tomllib
from io import BytesIO
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands.cli import INTERRUPTED, build_parser, main
from companion.commands.play import requested_bot_programs, requested_bots, requested_lineup
from companion.core.game_session import DEALT
from companion.runtime.journal import Journal
from companion.runtime.launch_config import LaunchConfig
from companion.settings.schema import Defaults, Settings, SettingsError
from tests.companion.program.recorded_games import played, save_game

PROJECT = Path(__file__).parents[3]
OVERLAP = "[[0,0],[1,0],[-1,3],[-3,2],[-2,-1],[1,-3],[3,-2],[-5,1]]"
"""Centres of segments with typical typing errors."""
HEADLESS = ("play", "--device", "headless")


def test_game_options_without_players_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    for option in [
        ("--game", "klondike"),
        ("--option", "recycle=true"),
        ("--dice", "hand"),
        ("--first", "1"),
    ]:
        assert main([*HEADLESS, *option]) == 2
        assert f"companion: {option[0]}: the players are missing" in capsys.readouterr().err


def test_an_impossible_option_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    for options, shown in [
        (("--option", "recycle"), "companion: --option: 'recycle' has no value; allowed: NAME=VALUE"),
        (
            ("--option", "recycel=true"),
            "companion: --option: Claim It! has no option recycel; allowed: recycle, light\n",
        ),
        (("--option", "recycle=maybe"), "companion: --option: 'recycle=maybe'; allowed: recycle= with true or false\n"),
        (("--game", "piratenclaim", "--option", "spare_ships=99"), "a whole number from 0 to 8"),
        (("--option", "light=dim"), 'companion: --option: light is one of "on", "chosen", "off".\n'),
        (
            ("--game", "klondike", "--option", "recycle=true"),
            "Klondike has no option recycle; allowed: deal, centre_each_round, dealt\n",
        ),
        (("--game", "klondike", "--option", "deal=[1]"), "The options of Klondike are: deal (a word)"),
        (("--game", "piratenclaim", "--option", f"layout={OVERLAP}"), "The segments 0 and 1 of the layout overlap"),
    ]:
        assert main([*HEADLESS, "--players", "2", *options]) == 2
        assert shown in capsys.readouterr().err


def test_an_option_becomes_a_variant_of_the_game() -> None:
    for options, expected in [
        (("--option", "recycle=true"), {"recycle": True}),
        ((), {"recycle": False}),
        (("--game", "klondike", "--option", "deal=draw"), {"deal": "draw", "centre_each_round": False}),
    ]:
        requested = build_parser().parse_args(["play", "--players", "2", *options])
        line_up = requested_lineup(requested, Settings().table)
        assert line_up is not None, (options, expected)
        assert line_up.options == expected


def test_an_option_without_a_value_is_that_of_the_settings() -> None:
    for settings, options, expected in [
        (Defaults(options={"klondike": {"deal": "draw"}}), ("--game", "klondike"), "draw"),
        (Defaults(options={"klondike": {"deal": "draw"}}), ("--game", "klondike", "--option", "deal=basic"), "basic"),
        (Defaults(options={"claimit": {"recycle": True}}), ("--game", "klondike"), ""),
    ]:
        line_up = requested_lineup(build_parser().parse_args(["play", "--players", "2", *options]), settings)
        assert line_up is not None, (settings, options, expected)
        assert line_up.options["deal"] == expected


def test_invalid_players_give_a_one_line_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "journals" / "journal.sqlite"
    for wrong, arguments in (
        ("--players: Claim It! is for 2 to 5 players, not 0", ("--players", "0")),
        ("is for 2 to 5 players, not 99999999999999999999", ("--players", "9" * 20)),
        ("players: 3, names: 2", ("--players", "3", "--names", "Ann,Ben")),
        ("--names: The players' names must be distinct", ("--names", "Ann,Ann")),
        ("look distinct", ("--names", "Ann,A\u200bnn")),
        ("recycle", ("--players", "2", "--option", f"recycle={'[' * 20_000}")),
        ("--first: unknown seat 3; allowed: 1 to 2", ("--players", "2", "--first", "3")),
        ("claimit", ("--players", "2", "--game", "chess")),
        ("64 hex digits", ("--seed", "1234")),
        ("buttons.ok", ("--set", "buttons.ok=5")),
        ("no/such/file.toml", ("--config", "no/such/file.toml")),
    ):
        assert main([*HEADLESS, "--journal", str(journal), *arguments]) == 2, arguments
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n"), wrong in printed.err) == ("", 1, True), (arguments, printed.err)
        assert printed.err.startswith("companion: "), arguments
        assert not journal.parent.exists(), arguments


def test_an_invalid_number_on_the_command_line_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ["0", "2147483648", "9" * 5000, "1x"]:
        for words in [("history",), ("history", "--limit")]:
            with pytest.raises(SystemExit) as ended:
                main([*words, number])
            assert ended.value.code == 2, (number, words)
            shown = capsys.readouterr().err.splitlines()[-1]
            assert "is not a whole number from 1 to 2147483647" in shown, (number, words)
            assert len(shown) < 200, (number, words)


class Output:
    def __init__(self, error: BaseException) -> None:
        self._error = error
        self.buffer = self

    def write(self, _: object) -> None:
        raise self._error

    def flush(self) -> None:
        pass

    def close(self) -> None:
        raise self._error


FULL = OSError(errno.ENOSPC, "No space left on device")
NO_UTF8 = "companion: the standard output supports only ascii: choose UTF-8, as in LC_ALL=C.UTF-8\n"
OUTPUTS = {
    "nobody reads on": (Output(BrokenPipeError()), 0, ""),
    "Ctrl-C": (Output(KeyboardInterrupt()), INTERRUPTED, ""),
    "a full disk": (Output(FULL), 2, "companion: No space left on device\n"),
    "no UTF-8": (Output(UnicodeEncodeError("ascii", "ü", 0, 1, "")), 2, NO_UTF8),
    "closed": (None, 2, "companion: the standard output is closed\n"),
}
PRINTING = (("settings",), ("replay", "-"), ("history",))


def test_unwritable_output_is_reported_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        save_game(journal, played())
    for words, (output, (stdout, status, printed)) in product(PRINTING, OUTPUTS.items()):
        journalled = ("--journal", str(tmp_path / "journal")) if "history" in words else ()
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO("\n".join(played().lines).encode())))
            patched.setattr("sys.stdout", stdout)
            assert main([*words, *journalled]) == status, (words, output)
        assert capsys.readouterr().err == printed, (words, output)


def test_the_version_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    number = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    for folders in (sys.path, [str(PROJECT)]):
        monkeypatch.setattr(sys, "path", folders)
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["--version"])
        assert capsys.readouterr().out == f"companion {number}\n"


def test_an_old_python_is_rejected_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 4, "final", 0))
    with pytest.raises(SystemExit, match=r"^companion: Python 3\.11 or newer is needed; this is 3\.10$"):
        runpy.run_module("companion", run_name="__main__")


def test_after_a_failure_the_service_resumes_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    resumes: list[bool] = []

    def run(config: LaunchConfig) -> None:
        resumes.append(config.resumes)
        if len(resumes) == 1:
            raise RuntimeError("as a bug in the program")

    monkeypatch.setattr("companion.commands.play.run", run)
    start = [*HEADLESS, "--journal", str(tmp_path / "journal.sqlite")]
    with pytest.raises(RuntimeError):
        main(start)
    assert (main(start), main(start)) == (0, 0)
    assert resumes == [False, True, False]


def test_a_command_is_split_into_words_as_a_shell_would() -> None:
    requested = [f"mine={sys.executable} 'my bot.py' $HOME; x", f"other-1={sys.executable}"]
    assert requested_bot_programs(requested) == {
        "mine": (sys.executable, "my bot.py", "$HOME;", "x"),
        "other-1": (sys.executable,),
    }


def test_an_invalid_command_is_rejected_in_one_line() -> None:
    for requested, reason in [
        (["mine"], "has no valid name"),
        (["My bot=python3"], "has no valid name"),
        (["greenhorn=python3"], "duplicate bot greenhorn"),
        ([f"mine={sys.executable}", f"mine={sys.executable}"], "duplicate bot mine"),
        (["mine='python3"], "a quotation mark is missing"),
        (["mine=/no/such/program"], "program not found"),
        (["mine=no-such-program-\x1b[31m"], r"no-such-program-\\x1b\[31m: program not found"),
    ]:
        with pytest.raises(SettingsError, match=reason) as caught:
            requested_bot_programs(requested)
        assert str(caught.value).startswith("--bot-command: "), (requested, reason)
        assert "\n" not in str(caught.value), (requested, reason)


def test_a_seat_can_be_played_by_a_bot_program() -> None:
    assert requested_bots(["2=mine"], "claimit", 2, {"mine"}) == {"1": "mine"}
    with pytest.raises(SettingsError, match="--bot: 2=mine: "):
        requested_bots(["2=mine"], "claimit", 2)


def test_without_an_option_the_ledger_has_the_default_of_the_setup() -> None:
    words = ["play", "--game", "piratenclaim", "--players", "2"]
    lineup = requested_lineup(build_parser().parse_args(words), Settings().table)
    assert lineup is not None
    assert lineup.options["ledger"] is True


def test_a_check_of_the_settings_ends_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[lights]\nbrightness = 0.3\n", encoding="utf-8")
    assert main(["settings", "--check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: the settings are valid\n"


def test_a_bot_that_plays_klondike_is_dealt_tiles() -> None:
    for options in ([], ["--option", "dealt=false"]):
        requested = ["play", "--game", "klondike", "--players", "2", "--bot", "2=prospector", *options]
        lineup = requested_lineup(build_parser().parse_args(requested), Settings().table)
        assert lineup is not None
        assert (lineup.bots, lineup.table_options[DEALT]) == ({"1": "prospector"}, True)


def test_a_bot_is_rejected_for_an_unsupported_game() -> None:
    with pytest.raises(SettingsError, match="--bot: 2=marshal"):
        requested_bots(["2=marshal"], "klondike", 2)


ROOT = Path(__file__).parents[3]
PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def commands_in(text: str, program: str) -> set[str]:
    lines = (line for fenced, inline in CODE.findall(text) for line in (fenced or inline).splitlines())
    found = (re.match(rf"(?:sudo )?(?:\S+=\S+ )?(?:\.venv/bin/)?{program} (.+)", line.strip()) for line in lines)
    return {each[1].partition("  #")[0].strip() for each in found if each}


def documented(program: str) -> list[str]:
    return sorted(set().union(*(commands_in(page.read_text(), program) for page in PAGES)))


def status(command: str) -> int:
    arguments = shlex.split(command)
    try:
        build_parser().parse_args([*arguments, "--help"] if len(arguments) == 1 else arguments)
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_the_documented_command_lines_are_valid() -> None:
    for command in documented("companion"):
        assert status(command) == 0


def test_the_documented_installer_options_are_valid() -> None:
    for options in documented(r"systemd/install\.sh"):
        script = (ROOT / "systemd/install.sh").read_text()
        handed = [each for each in shlex.split(options) if not re.search(rf"^ +.*{each}\b.*\)", script, re.MULTILINE)]
        assert status(shlex.join(["service", "install", *handed])) == 0, options


def test_the_documented_make_targets_exist() -> None:
    for command in documented("make"):
        makefile = (ROOT / "Makefile").read_text()
        target, *variables = command.split()
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
        assert all(f"$({each.split('=')[0]})" in makefile for each in variables), command
