import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.runtime.export_formats import rules_pictures


def test_each_moment_of_a_section_is_a_picture() -> None:
    moments = [len(section.moments()) if section.moments else 0 for section in TABLES["claimit"].rules]
    assert [len(rules_pictures("claimit", number)) for number in range(len(moments))] == moments
    assert rules_pictures("claimit", 99) == rules_pictures("chess", 0) == ()


def test_an_unknown_game_or_language_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["chess"], ["claimit", "--language", "xx"]):
        assert main(["rules", *arguments]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
    assert main(["rules", "claimit", "--language", "de"]) == 0
    assert "Fehlwurf" in capsys.readouterr().out
