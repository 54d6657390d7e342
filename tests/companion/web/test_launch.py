import subprocess
from pathlib import Path

from companion.locale.translator import translator_for
from companion.runtime.launch_config import COMMAND, MAKE, SERVICE, VARIABLE, detect_launch
from companion.web.texts import page_texts

ROOT = Path(__file__).parents[3]
WAYS = {
    "by its command": ({}, COMMAND, "Start it again: companion play."),
    "by make": ({VARIABLE: "make"}, MAKE, "Start it again: make run."),
    "as a service": ({"NOTIFY_SOCKET": "/run/systemd/notify"}, SERVICE, "ask whoever looks after it"),
    "as a service of a Makefile": ({"NOTIFY_SOCKET": "@notify", VARIABLE: "make"}, SERVICE, "The box was switched off"),
    "by something unknown": ({VARIABLE: "<script>"}, COMMAND, "companion play"),
}


def test_a_page_says_how_the_companion_is_started_again() -> None:
    for environ, started, said in WAYS.values():
        assert detect_launch(environ) is started
        assert said in page_texts(translator_for("en"), detect_launch(environ))["closed"]


def test_the_files_of_this_table_are_named_in_the_command() -> None:
    started = detect_launch({}, ("--journal", "my games/journal", "--config", "box.toml"))
    files = " --journal 'my games/journal' --config box.toml"
    assert started.again == f"companion play{files}"


def test_make_says_that_it_has_started_the_companion() -> None:
    recipe = subprocess.run(["make", "--dry-run", "run"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607 (the PATH's make)
    (play,) = [line for line in recipe.stdout.splitlines() if line.endswith("companion play")]
    assert f"{VARIABLE}=make " in play
