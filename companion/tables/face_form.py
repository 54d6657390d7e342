"""Entering real dice where there is room for all faces of a die: a tap names the face, and the next die is asked."""

from __future__ import annotations

from companion.core.questions import Command, Form, command_form
from companion.locale.translator import N_
from hardware.device import Button

FACES = range(1, 7)


def face_form(die: int, face: int, title: str, entered: str) -> Form:
    """Returns the form that asks for one die.

    Args:
        die: its number, 0 the first.
        face: the one that it shows now.
        title: what the die is called, translated.
        entered: the dice before it, in words.
    """
    # A key names its die: a second tap on the same face must not answer for the next die as well.
    faces = (Command(_key(die, each), str(each)) for each in FACES)
    back = Command(Button.UNDO.value, N_("Back"))
    return command_form(title, *faces, back, cursor=_key(die, face), note=entered)


def chosen_face(name: str) -> int | None:
    """Returns the face that a command of the form names; None: it names a button."""
    return int(name.rpartition(" ")[2]) if name not in set(Button) else None


def _key(die: int, face: int) -> str:
    return f"die {die} {face}"
