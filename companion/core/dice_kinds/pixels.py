"""Pixels dice by their published protocol (GameWithPixels, doc/CommunicationsProtocol.md): what they advertise.

Manufacturer data, 5 bytes: the number of lights; type and colour, four bits each; the roll state; the index of the face
that is up; the battery, per cent, with the highest bit set while it charges. Service data, 8 bytes: the die's number
and when its firmware was built (seconds since 1970), both 32 bits, the lowest byte first. The second comes in the
answer to a scan, so that only an active scan gets it. While a die is connected to a phone it advertises nothing.
"""

from __future__ import annotations

from struct import unpack

from companion.core.dice_kinds import D6, Advertisement, Die, Motion

name = "pixels"

COMPANY = 0x0D39
"""Systemic Games, LLC."""
TYPES = ("", "d4", D6, "d8", "d10", "d00", "d12", "d20", D6, "dF")
"""By the number of the type; 8 has pips, 9 is a Fudge die without numbers. Older firmware sends 0: the lights tell."""
TYPES_BY_LIGHTS = {4: "d4", 6: D6, 8: "d8", 10: "d10", 12: "d12", 20: "d20", 21: D6}
MOTIONS = (Motion.UNKNOWN, Motion.RESTS, Motion.MOVES, Motion.MOVES, Motion.COCKED, Motion.RESTS)
"""By the roll state: unknown, rolled, handled, rolling, crooked; the last: on a face without a proper roll."""
FACES = (1, 2, 3, 4, 5, 6)
FORMER_FACES, FORMER_UNTIL = (1, 5, 4, 3, 2, 6), 1_704_150_000
"""Firmware that was built until then, the beginning of 2024, numbers the faces of a die with six lights otherwise."""


def read(advertisement: Advertisement) -> Die | None:
    """Returns the die that sent it; None: it is none, or says nonsense."""
    payload = advertisement.companies.get(COMPANY, b"")
    served = next((each for each in advertisement.services.values() if len(each) == 8), b"")
    if len(payload) != 5 or not served:
        return None
    lights, look, state, face, battery = payload
    number, built = unpack("<II", served)
    kind = look >> 4
    if state >= len(MOTIONS) or kind >= len(TYPES) or not number:
        return None
    die_type = TYPES[kind] or TYPES_BY_LIGHTS.get(lights, "")
    motion = MOTIONS[state]
    is_known = die_type == D6 and motion is Motion.RESTS
    if not die_type or battery & 0x7F > 100 or (is_known and face >= len(FACES)):
        return None
    faces = FORMER_FACES if lights == len(FACES) and built <= FORMER_UNTIL else FACES
    die_id = f"{number:08x}"
    # A name is what anybody may have typed: its letters, and not too many, are all that a screen shall get.
    shown = "".join(letter for letter in advertisement.name if letter.isprintable())[:13].strip()
    return Die(
        f"{name}-{die_id}", name, shown or die_id, die_type, motion, faces[face] if is_known else None,
        battery & 0x7F, advertisement.rssi,
    )  # fmt: skip
