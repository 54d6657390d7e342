"""Pixels dice: what their advertisement says."""

from __future__ import annotations

from typing import Any

from companion.core.dice_kinds import D6, DICE_KINDS, Die, DieKind, Motion, pixels
from engine.registry import find_breach
from tests.companion.pixels import COCKED, D20, FUDGE, HANDLED, LIES, RESTS, ROLLS, advertise


def test_an_advertisement_says_which_die_rests_on_which_face() -> None:
    said = advertise(0x1A2B3C4D, RESTS, 5, battery=0x80 | 77, rssi=-61, name="Ann's")
    assert said.companies == {0x0D39: bytes.fromhex("06230104cd")}
    assert next(iter(said.services.values()))[:4] == bytes.fromhex("4d3c2b1a")
    assert pixels.read(said) == Die("pixels-1a2b3c4d", "pixels", "Ann's", D6, Motion.RESTS, 5, 77, -61)


def test_a_face_is_told_only_where_a_six_sided_die_rests() -> None:
    rests = [(RESTS, 2), (LIES, 2), (HANDLED, None), (ROLLS, None), (COCKED, None), (0, None)]
    assert [(state, die.face) for state, _ in rests if (die := pixels.read(advertise(11, state, 2)))] == rests
    two: dict[str, Any] = {"shape": 8, "lights": 21}
    looks: list[tuple[dict[str, Any], str, int | None]] = [
        ({"shape": D20}, "d20", None),
        ({"shape": FUDGE}, "dF", None),
        (two, D6, 2),
    ]
    looks += [({"shape": 0}, D6, 2), ({"shape": 0, "lights": 21}, D6, 2), ({"shape": 0, "lights": 20}, "d20", None)]
    for look, shape, face in looks:
        die = pixels.read(advertise(11, RESTS, 2, **look))
        assert die is not None
        assert (die.type, die.face) == (shape, face), look


def test_the_first_firmware_numbers_the_faces_of_six_lights_otherwise() -> None:
    for built, lights, faces in ((1_700_000_000, 6, [1, 5, 4, 3, 2, 6]), (1_700_000_000, 21, [1, 2, 3, 4, 5, 6])):
        read = [pixels.read(advertise(11, RESTS, face, built=built, lights=lights)) for face in range(1, 7)]
        assert [die.face for die in read if die] == faces


def test_nonsense_is_no_die() -> None:
    good = advertise(11, RESTS)
    assert pixels.read(good) is not None
    for said in (
        advertise(11, 6), advertise(11, RESTS, 7), advertise(11, RESTS, battery=101), advertise(11, RESTS, shape=10),
        advertise(11, RESTS, shape=0, lights=5), advertise(0, RESTS), good._replace(companies={}),
        good._replace(services={}), good._replace(companies={0x0D39: b"1234"}),
        good._replace(services={"x": b"1234567"}),
    ):  # fmt: skip
        assert pixels.read(said) is None


def test_a_name_shows_its_letters_and_not_too_many() -> None:
    names = {"\x1b[2J\u202eevil": "[2Jevil", "x" * 200: "x" * 13, "\n": "0000000b"}
    assert {each: die.name for each in names if (die := pixels.read(advertise(11, RESTS, name=each)))} == names


def test_the_kinds_are_plug_ins_and_pixels_keeps_their_contract() -> None:
    assert tuple(DICE_KINDS) == ("pixels",)
    assert find_breach(DICE_KINDS["pixels"], DieKind) is None
