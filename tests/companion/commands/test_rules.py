from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.locale.translator import languages, translator_for
from companion.runtime.export_formats import rules_pictures

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
def test_each_section_is_a_picture_with_its_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game, table in TABLES.items():
        for language in languages():
            assert main(["rules", game, "--svg", str(tmp_path / game), "--language", language]) == 0
            written = capsys.readouterr().out.split()
            assert len(written) == len(table.rules)
            for section, path in zip(table.rules, written, strict=True):
                drawn = ET.parse(path)  # noqa: S314 - it is our own
                words = " ".join(text.text or "" for text in drawn.iter(f"{SVG}text"))
                _ = translator_for(language)
                assert words.startswith(_(section.heading))
                assert words.endswith(_(section.text))
                assert (len(list(drawn.iter(f"{SVG}g"))) > 1) == (section.moments is not None)


def test_each_moment_of_a_section_is_a_picture() -> None:
    moments = [len(section.moments()) if section.moments else 0 for section in TABLES["claimit"].rules]
    assert [len(rules_pictures("claimit", number)) for number in range(len(moments))] == moments
    assert rules_pictures("claimit", 99) == rules_pictures("chess", 0) == ()


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    wrong = (["chess"], ["claimit", "--language", "xx"], ["claimit", "--svg", str(file)])
    for arguments in wrong:
        assert main(["rules", *arguments]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
    assert main(["rules", "claimit", "--language", "de"]) == 0
    assert "Fehlwurf" in capsys.readouterr().out
