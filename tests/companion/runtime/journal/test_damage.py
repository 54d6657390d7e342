"""A closed journal, damaged at random: opened and told of, it never ends in a traceback, and nothing is silent."""

import random
import re
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.composition_root import open_simulated_box
from companion.core.effects import OpenJournal
from companion.core.journal_error import JournalError, Trouble
from companion.core.messages import JournalFailed, JournalOpened
from companion.core.saved_games import Finished, Unfinished
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal, salvage
from companion.settings.schema import Settings
from tests.companion.program.played import BEGUN, SEED, keep, played

DAMAGES = 150


@cache
def sound(folder: Path) -> tuple[bytes, tuple[Finished, ...], Unfinished | None]:
    """A closed journal with a finished and an unfinished game, and what it tells."""
    path = folder / "sound.sqlite"
    game = played()
    with Journal.open(path) as journal:
        keep(journal, game)
        open_game = journal.begin(game.running.lineup.to_json(), SEED, BEGUN)
        journal.append(open_game, game.events[:30], BEGUN)
        journal.note_acknowledged(open_game, 3)
    with Journal.open(path) as journal:
        told = journal.history(10), journal.unfinished()
    return path.read_bytes(), *told


def outcome(path: Path) -> str:
    """What becomes of a journal: `same`, `told`, or what differs silently."""
    whole, games, left = sound(path.parent)
    try:
        with Journal.open(path) as journal:
            found, history = journal.unfinished(), journal.history(10)
            events = [journal.events(game.game) for game in history]
    except JournalError:
        return "told"
    if found is not None and found.damaged is not None:
        return "told"
    del whole
    if (found, history) == (left, games) and all(events):
        return "same"
    return "told" if found is not None and left is not None and found.seen == 0 != left.seen else f"{found} {history}"


def flipped(content: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(content)
    changed[place] ^= 1 << bit
    return bytes(changed)


@pytest.mark.slow
def test_every_flipped_bit_in_the_schema_is_told(tmp_path: Path) -> None:
    content, _, _ = sound(tmp_path)
    first, last = sorted(content.index(statement) for statement in (b"CREATE TABLE checksums", b"CREATE TABLE games"))
    path, chance = tmp_path / "journal.sqlite", random.Random(11)
    for place in chance.sample(range(first - 60, last + 150), 150):
        path.write_bytes(flipped(content, place, chance.randrange(8)))
        assert outcome(path) in {"told", "same"}


def test_a_letter_of_the_schema_that_has_changed_is_told(tmp_path: Path) -> None:
    content, _, _ = sound(tmp_path)
    path = tmp_path / "journal.sqlite"
    path.write_bytes(content.replace(b"lineup TEXT", b"lineuq TEXT"))
    assert outcome(path) == "told"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_damage_anywhere_is_told(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    content, _, _ = sound(tmp_path)
    path, chance = tmp_path / "journal.sqlite", random.Random(seed)
    for _ in range(DAMAGES):
        path.write_bytes(damaged(content, chance))
        assert outcome(path) in {"told", "same"}
        path.write_bytes(damaged(content, chance))
        for command in (["history"], ["history", "1"], ["history", "--dice"], ["export", "1"]):
            status = main([*command, "--journal", str(path)])
            said = capsys.readouterr()
            assert (status, said.err.count("\n")) in {(0, 0), (1, 1), (2, 1)}


@pytest.mark.slow
def test_a_damaged_journal_can_always_be_kept_aside(tmp_path: Path) -> None:
    content, _, _ = sound(tmp_path)
    chance = random.Random(3)
    for number in range(40):
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        path.write_bytes(damaged(content, chance))
        with (
            closing(open_simulated_box(Settings())) as device,
            closing(EffectRunner(path, device, None, ())) as errands,
        ):
            opened = errands(OpenJournal())
            if isinstance(opened, JournalFailed) and opened.error.trouble.name == "DAMAGED":
                assert isinstance(errands(OpenJournal(quarantine=True)), JournalOpened)
                assert list(path.parent.glob("*.damaged-*"))


def damaged(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content))
    kind = chance.randrange(4)
    if kind == 0:
        return flipped(content, place, chance.randrange(8))
    length = chance.choice((2, 16, 200, 1024))
    if kind == 1:
        return content[:place] + chance.randbytes(length) + content[place + length :]
    if kind == 2:
        other = chance.randrange(len(content))
        return content[:place] + content[other : other + length] + content[place + length :]
    return content[:place]


@cache
def large(folder: Path) -> tuple[bytes, tuple[Finished, ...], Unfinished | None]:
    """As `sound`, but larger than what is checked whole at a start."""
    path = folder / "sound.sqlite"
    lineup, long = played().running.lineup.to_json(), {"event": "undo", "note": "x" * 900}
    with Journal.open(path) as journal:
        for _ in range(40):
            game = journal.begin(lineup, SEED, BEGUN)
            journal.append(game, [long] * 40, BEGUN)
            journal.finish(game, BEGUN, {"winners": [0]})
        game = journal.begin(lineup, SEED, BEGUN)
        journal.append(game, played().events[:30], BEGUN)
        told = journal.history(100), journal.unfinished()
    assert path.stat().st_size > 1 << 20
    return path.read_bytes(), *told


def places_of(word: bytes, content: bytes) -> list[int]:
    return [found.start() for found in re.finditer(word, content)]


@pytest.mark.parametrize("status", [b"open", b"finished"])
def test_a_bit_that_would_hide_a_game_is_told_in_a_large_journal_too(tmp_path: Path, status: bytes) -> None:
    content, _, left = large(tmp_path)
    path, places = tmp_path / "journal.sqlite", places_of(status, content)
    assert left is not None
    for place in (*places[:3], *places[-3:]):
        path.write_bytes(flipped(content, place, 3))
        with pytest.raises(JournalError) as caught:
            Journal.open(path)
        assert caught.value.trouble is Trouble.DAMAGED
        found = salvage(path)
        assert found is not None
        assert found.events == left.events


@pytest.mark.slow
def test_no_flipped_bit_changes_the_games_of_a_large_journal_in_silence(tmp_path: Path) -> None:
    content, games, left = large(tmp_path)
    pages = [place // 512 for place in (*places_of(b"open", content), *places_of(b"finished", content))]
    path, chance, told = tmp_path / "journal.sqlite", random.Random(7), 0
    for _ in range(DAMAGES):
        place = 512 * chance.choice(pages) + chance.randrange(512)
        path.write_bytes(flipped(content, place, chance.randrange(8)))
        try:
            with Journal.open(path) as journal:
                assert journal.history(100) == games
                found = journal.unfinished()
                assert found == left or (found is not None and found.damaged is not None)
        except JournalError:
            told += 1
    assert told > DAMAGES // 4
