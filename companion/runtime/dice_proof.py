"""The proof of a finished game's dice, short enough for a link: `verify.html` checks it without this program.

It tells what the box drew, not the moves between: docs/protocol.md says to the letter what can be concluded from that.
Whatever this module calls fair, the script of `verify.html` calls fair, and the other way round.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import klondike
from engine.dice import Draws, commitment, dice_key
from engine.fairness import BrokenEvent, Finding, Line, Rolled, Verdict, check_fairness
from engine.game import Code, Face, Illegal, Json, Reveal, Start, StartRoll
from engine.klondike import Slot, dealt
from engine.klondike.placements import DEALT
from engine.record import begin, decode, format  # noqa: A004 - the notation's name; the built-in is not used here
from engine.starts import parse_start, parse_start_roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.record import AnyRecord

GAMES_OF_PAGE = ("claimit", "klondike", "piratenclaim")
"""The games whose rules `verify.html` knows."""
_DIE = range(1, 7)
_PROOF = re.compile("[A-Za-z0-9_-]+")
_SEED = re.compile("[0-9a-fA-F]{64}")
_DRAW = re.compile("(?:([0-9]{1,9}):)?(d?)([0-9]+)")
_LAID = {False: re.compile("-|[0-6]{2}"), True: re.compile("-|[0-6]{2}[a-x]")}
"""A pass or a tile; without its slot, as older versions wrote them, or with it."""
_FIRST_SLOT = ord("a")
_DISC_DIGITS = 42


def dice_proof(record: AnyRecord) -> str | None:
    """Returns the proof as it stands in a link: JSON in base64url.

    It holds the players, their words, the commitment, the seed, and in `draws` all that the box drew, a text each: the
    faces of six-sided dice, or `d` and the fields of Piratenclaim's discs; before it `k:`, where its counter k is not
    that after the last one, or where it is the first after the rolls for who begins. Where the box dealt hands, it
    holds what was laid from them, and where.

    Returns:
        The proof; None where the seed was not told, or `verify.html` does not know the game.
    """
    seed = next((event.seed for event in record.events if isinstance(event, Reveal)), None)
    start = record.start
    if seed is None or start.game not in GAMES_OF_PAGE:
        return None
    verdict = check_fairness([Line(n, format(event, record.game)) for n, event in enumerate(record.events, 1)])
    drawn = [roll for roll in verdict.rolls if roll.counter is not None]
    begins = [
        record.game.drawing(parse_start_roll(each, record.game).roll) for each in record.start.notes.get("begins", [])
    ]
    # How many of the first draws decided who begins, where the box drew all of them.
    opening = len(begins) if begins and all(each and each.by is None for each in begins) else None
    expected, spelt = 0, list[str]()
    for roll in drawn:
        faces = "".join(map(str, roll.dice))
        if not all(face in _DIE for face in roll.dice):
            faces = "d" + faces.replace("/", "")
        # The counter after the last one goes without saying; said all the same, it marks the end of the opening.
        spelt.append(faces if roll.counter == expected != opening else f"{roll.counter}:{faces}")
        expected = (roll.counter or 0) + 1
    layout = start.options.get("layout")
    proof = {
        "game": start.game,
        "players": list(start.players),
        **({} if start.words is None else {"words": list(start.words)}),
        "commitment": start.notes.get("commitment"),
        "seed": seed.hex(),
        **({"layout": layout} if isinstance(layout, list) else {}),
        **(record.game.deal.proof(record.timeline) if record.game.deal and start.notes.get("dealt") is True else {}),
        **({"fair": False} if start.notes.get("fair") is False else {}),
        **({"hand": by_hand} if (by_hand := len(verdict.rolls) - len(drawn)) else {}),
        **({"back": back} if (back := sum(roll.taken_back for roll in drawn)) else {}),
        **({"told": True} if verdict.finding is Finding.TOLD else {}),
        "draws": " ".join(spelt),
    }
    text = json.dumps(proof, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def check_proof(text: str) -> Verdict:
    """Checks a proof as it stands in a link.

    Returns:
        What came out; the `line` of a roll, or of the fault, is the place of the draw in the proof, from 1, or of what
        was laid.

    Raises:
        Illegal: `syntax`, `players`: this is no proof; the message says what is missing or wrong.
    """
    if not _PROOF.fullmatch(text):
        raise _wrong("#")
    try:
        # A link holds no padding: it would have to be escaped there.
        proof = decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError as problem:
        raise _wrong("#") from problem
    if proof.get("game") not in GAMES_OF_PAGE:
        raise _wrong("game")
    options = {key: proof.get(key) for key, reason in (("deal", "laid"), ("layout", "layout")) if reason in proof}
    noted = {key: proof[key] for key in ("game", "players", "first", "words") if key in proof}
    start = parse_start({"event": "start", **noted, "options": options}, recorded=True)
    record, seed = begin(start), _text(proof, "seed")
    if not _SEED.fullmatch(seed):
        raise _wrong("seed")
    key = dice_key(bytes.fromhex(seed), start.words)
    drawn = _read_draws(proof, record, key)
    laid = _check_laid(proof, start, key) if "laid" in proof else None
    findings = (
        (proof.get("fair") is False, Finding.FIXED),
        (proof.get("commitment") is None, Finding.UNCOMMITTED),
        (proof.get("commitment") != commitment(bytes.fromhex(seed)), Finding.COMMITMENT),
        (any(roll.differs for roll in drawn.rolls), Finding.ROLL),
        (drawn.fault is not None, Finding.COUNTER),
        (proof.get("told") is True, Finding.TOLD),
        (not drawn.decides, Finding.FIRST),
        (laid is None and not drawn.rolls, Finding.BY_HAND),
        (True, laid.finding if laid else Finding.FAIR),
    )
    finding = next(finding for is_true, finding in findings if is_true)
    fault = drawn.fault or (laid and laid.fault)
    checked = laid.checked if laid else 0
    return Verdict(finding, drawn.rolls, fault, start.players, start.words, checked, _whole(proof, "hand"))


class _Drawn(NamedTuple):
    """What a proof says of the draws."""

    rolls: tuple[Rolled, ...]
    fault: BrokenEvent | None
    """Of the counters."""
    decides: bool
    """Whether the rolls for who begins, where the proof tells which they are, decide it."""


class _Laid(NamedTuple):
    """What was found of dealt tiles."""

    finding: Finding
    fault: BrokenEvent | None
    checked: int
    """How many tiles and passes were looked at."""


def _read_draws(proof: Json, record: AnyRecord, key: bytes) -> _Drawn:  # noqa: C901 - one pass over the draws
    """Returns what the box drew, and whether its counters can be."""
    text, hand, back = _text(proof, "draws"), _whole(proof, "hand"), _whole(proof, "back")
    start, fault, decided = record.start, None, True
    if start.game == "klondike" and text:
        raise _wrong("draws")
    rolls: list[Rolled] = []
    opening: int | None = None
    """How many of the first draws decided who begins, where the proof tells it."""
    standing: list[int] = []
    """The places of the draws that are not taken back, as far as one knows."""
    following = explained = 0
    for place, token in enumerate(text.split(" ") if text else (), 1):
        match = _DRAW.fullmatch(token)
        discs = bool(match and match[2])
        if not match or (discs and (start.game != "piratenclaim" or len(match[3]) != _DISC_DIGITS)):
            raise _wrong("draws")
        counter = following if match[1] is None else int(match[1])
        digits = match[3]
        faces: tuple[Face, ...] = tuple(map(int, digits))
        if discs:
            faces = tuple("/".join(pair) for pair in zip(digits[::2], digits[1::2], strict=True))
        if match[1] is not None and counter == following:
            # A counter that goes without saying marks the first draw after those for who begins.
            if start.game != "claimit" or opening is not None:
                raise _wrong("draws")
            opening, decided = counter, len(rolls) == counter and _decides(record, rolls)
        if counter > following:
            message = f"After draw {following - 1}, counted from 0, comes draw {following} or an earlier one."
            fault = fault or BrokenEvent(place, message)
        elif counter < min(opening or 0, following):
            message = f"Draw {counter}, counted from 0, comes again, but nobody can take back who begins."
            fault = fault or BrokenEvent(place, message)
        explained += max(0, following - counter)
        for undone in standing[counter:]:
            rolls[undone] = rolls[undone]._replace(taken_back=True)
        del standing[counter:]
        following = counter + 1
        standing.append(len(rolls))
        rolls.append(Rolled(place, faces, counter, _due(record, Draws(key, counter), counter, faces, bool(hand))))
    most = explained + len(standing) - (opening or 0)
    if not explained <= back <= most:
        message = f"{back} draws are said to be taken back, but by the counters it is {explained} to {most}."
        fault = fault or BrokenEvent(len(rolls), message)
    else:
        for undone in standing[len(standing) - (back - explained) :]:
            rolls[undone] = rolls[undone]._replace(taken_back=True)
    return _Drawn(tuple(rolls), fault, decided)


def _due(record: AnyRecord, draws: Draws, counter: int, drawn: Sequence[Face], has_hand: bool) -> tuple[Face, ...]:  # noqa: FBT001 - its only flag
    """Returns what the box had to draw there."""
    if record.start.game == "claimit":
        return draws.dice(3)
    is_dice = all(isinstance(face, int) for face in drawn)
    # Discs come before all dice, and six dice before three; people may have laid or rolled the first by hand.
    if counter == 0 and not (is_dice and has_hand):
        drawing = record.game.drawing(record.game.draw(record.state, draws))
        return drawing.faces if drawing else ()
    return draws.dice(3 if is_dice and len(drawn) == 3 and (has_hand or counter > 1) else 6)


def _decides(record: AnyRecord, opening: Sequence[Rolled]) -> bool:
    """Returns whether these rolls decide who begins: the last of them, and not one before it."""
    rule, rolls = record.game.start_rule, list[StartRoll[Any]]()
    for roll in opening:
        seat = rule.opening(len(record.start.players), rolls).to_roll if rule else None
        if seat is None or roll.differs:
            return False
        rolls.append(StartRoll(seat, record.game.parse({"event": "roll", "dice": list(roll.dice)})))
    return rule is not None and rule.opening(len(record.start.players), rolls).first is not None


def _check_laid(proof: Json, start: Start, key: bytes) -> _Laid:  # noqa: C901 - one pass over what was laid
    """Returns what is found of the tiles: by all the rules where their slots are told, else by the hands alone."""
    text, seats = _text(proof, "laid"), len(start.players)
    has_slots = any(letter.isalpha() for letter in text)
    rounds = [_LAID[has_slots].findall(each) for each in text.split(" ")] if text else []
    if start.game != "klondike" or (seats, proof.get("deal")) not in DEALT:
        raise _wrong("deal")
    if not all(rounds) or " ".join(map("".join, rounds)) != text:
        raise _wrong("laid")
    steps: list[tuple[Any, klondike.State]] = list(begin(start).timeline)
    for number, each in enumerate(rounds, 1):
        for place, laid in enumerate(each, 1):
            state, count = steps[-1][1], len(steps)
            misplaced = BrokenEvent(count, f"Round {number} ends where the rules do not end it.")
            if state.round != number or klondike.is_over(state):
                return _Laid(Finding.BROKEN, misplaced, count)
            slot = ord(laid[-1]) - _FIRST_SLOT if has_slots else sum(tile is not None for tile in state.slots)
            event = klondike.Pass() if laid == "-" else klondike.Lay(Slot(slot), (int(laid[0]), int(laid[1])))
            if has_slots or isinstance(event, klondike.Lay):
                message = dealt.refute(state, dealt.hands(key, steps)[state.turn], event)
                if message is not None:
                    return _Laid(Finding.HAND, BrokenEvent(count, message), count)
            # Where nobody says where the tiles lie, they lie in one slot after the other, whatever fits.
            lying = state if has_slots else replace(state, claims=(klondike.Holding(0),) * len(state.claims))
            try:
                steps.append((event, klondike.apply(lying, event)))
            except Illegal as refusal:
                return _Laid(Finding.BROKEN, BrokenEvent(count, refusal.message), count)
            goes_on = steps[-1][1].round == number and not klondike.is_over(steps[-1][1])
            # The last round may be the one that is being played.
            if place == len(each) and goes_on and number < len(rounds):
                return _Laid(Finding.BROKEN, misplaced, count)
    return _Laid(Finding.FAIR if klondike.is_over(steps[-1][1]) else Finding.OPEN, None, len(steps) - 1)


def _text(proof: Json, key: str) -> str:
    value = proof.get(key)
    if not isinstance(value, str):
        raise _wrong(key)
    return value


def _whole(proof: Json, key: str) -> int:
    """Returns how many: 0 where the proof does not say."""
    value = proof.get(key, 0)
    if type(value) is not int or value < 0:  # true and false are instances of int
        raise _wrong(key)
    return value


def _wrong(key: str) -> Illegal:
    return Illegal(Code.SYNTAX, f"This is no proof of a game: “{key}” is missing or wrong.")
