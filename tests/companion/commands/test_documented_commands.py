import re
import shlex
from pathlib import Path

from companion.commands.cli import build_parser

ROOT = Path(__file__).parents[3]
PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def typed(text: str, program: str) -> set[str]:
    lines = (line for fenced, inline in CODE.findall(text) for line in (fenced or inline).splitlines())
    found = (re.match(rf"(?:sudo )?(?:\S+=\S+ )?(?:\.venv/bin/)?{program} (.+)", line.strip()) for line in lines)
    return {each[1].partition("  #")[0].strip() for each in found if each}


def documented(program: str) -> list[str]:
    return sorted(set().union(*(typed(page.read_text(), program) for page in PAGES)))


def status(command: str) -> int:
    arguments = shlex.split(command)
    try:
        build_parser().parse_args([*arguments, "--help"] if len(arguments) == 1 else arguments)
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_the_command_line_takes_what_is_documented() -> None:
    for command in documented("companion"):
        assert status(command) == 0


def test_the_installer_takes_what_is_documented() -> None:
    for options in documented(r"systemd/install\.sh"):
        script = (ROOT / "systemd/install.sh").read_text()
        handed = [each for each in shlex.split(options) if not re.search(rf"^ +.*{each}\b.*\)", script, re.MULTILINE)]
        assert status(shlex.join(["service", "install", *handed])) == 0, options


def test_the_makefile_has_what_is_documented() -> None:
    for command in documented("make"):
        makefile = (ROOT / "Makefile").read_text()
        target, *variables = command.split()
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
        assert all(f"$({each.split('=')[0]})" in makefile for each in variables), command
