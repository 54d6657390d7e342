"""Ways to skip, repeat, choose or drop what the box draws, and what must be found of each."""

# ruff: noqa: E501 - tables: one forgery a line

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from companion.commands.referee import is_query
from engine import piratenclaim
from engine.dice import Draws, commitment
from engine.fairness import Line, check_fairness
from engine.game import Finish, Illegal, Reveal, Seat, Start
from engine.piratenclaim import Discover, EndTurn, MovePirates
from engine.record import AnyRecord, begin, decode, to_lines
from tests.companion.program.played import SEED, played
from tests.engine.piratenclaim.positions import DISCS
from tests.engine.test_klondike_dealt import whole

Event = dict[str, Any]
Events = list[Event]
OTHER_SEED = bytes(range(1, 33))
UNDO: Event = {"event": "undo"}


class Forgery(NamedTuple):
    name: str
    text: str
    finding: str
    """What is found; `syntax`: that it is not a record."""


def judge(text: str) -> str:
    try:
        lines = enumerate(text.removesuffix("\n").split("\n"), 1)
        events = [Line(number, event) for number, line in lines if not is_query(event := decode(line))]
        return check_fairness(events).finding.value
    except Illegal:
        return "syntax"


def to_record(events: Iterable[Event]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


@cache
def dice() -> tuple[str, ...]:
    """A game of Claim It!; the first two draws decide who begins."""
    return tuple(played().lines)


@cache
def discs() -> tuple[str, ...]:
    """A game of Piratenclaim of two turns with all that the box can draw: discs, six dice, three dice."""
    record: AnyRecord = begin(
        Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options, {"commitment": commitment(SEED)})
    )

    def drawn(record: AnyRecord) -> AnyRecord:
        return record.play(record.game.chance_event(record.state, Draws(SEED, record.drawn_count)))

    record = drawn(record)
    for _ in range(2):
        record = drawn(record)
        event = next(each for each in piratenclaim.legal_events(record.state) if isinstance(each, Discover))
        record = drawn(record.play(event)).play(MovePirates())
        while record.state.phase is piratenclaim.Phase.CONFLICT:
            record = record.play(piratenclaim.legal_events(record.state)[0])
        record = record.play(EndTurn())
    return tuple(to_lines(record.play(Finish((Seat(0),))).play(Reveal(SEED))).splitlines())


def tiles() -> tuple[str, ...]:
    return whole(3)


BASES: dict[str, Callable[[], tuple[str, ...]]] = {"dice": dice, "discs": discs, "tiles": tiles}


def _events(base: str) -> Events:
    return [json.loads(line) for line in BASES[base]()]


def sound_texts() -> Iterator[str]:
    return (to_record(_events(base)) for base in BASES)


def _with(number: int, **keys: object) -> Callable[[Events], Events]:
    """Other values in the event of this number; without a key where its value is `...`."""

    def edit(events: Events) -> Events:
        changed = {key: value for key, value in {**events[number], **keys}.items() if value is not ...}
        return [*events[:number], changed, *events[number:][1:]]

    return edit


def _insert(number: int, *more: Event) -> Callable[[Events], Events]:
    return lambda events: [*events[:number], *more, *events[number:]]


def _rolls(events: Events) -> list[int]:
    return [number for number, event in enumerate(events) if event["event"] == "roll"]


def _redrawn(events: Events, choose: Callable[[int], int], start: int = 0) -> Events:
    """The same game with other draws of the seed: that of counter k is what `choose` makes of it."""
    found, counter = list[Event](), 2
    for number, event in enumerate(events):
        if event["event"] == "roll":
            found.append({**event, "dice": list(Draws(SEED, choose(counter)).dice(3))} if number >= start else event)
            counter += 1
        else:
            found.append(event)
    return found


def _roll(counter: int, **keys: object) -> Event:
    return {"event": "roll", "dice": list(Draws(SEED, counter).dice(3)), **keys}


def _begins(*more: Event, seats: tuple[int, ...] | None = None) -> Callable[[Events], Events]:
    def edit(events: Events) -> Events:
        begins = [*events[0]["begins"], *more]
        if seats is not None:
            begins = [{**roll, "seat": seat} for roll, seat in zip(begins, seats, strict=False)]
        return [{**events[0], "begins": begins}, *events[1:]]

    return edit


def _reopened(events: Events) -> Events:
    last = _rolls(events)[-1]
    return [*events, *[UNDO] * (len(events) - last), *events[last:]]


_SURPLUS = {"seat": 0, "dice": list(Draws(SEED, 2).dice(3))}
_DICE: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("a skipped draw as a roll without dice", _insert(1, {"event": "roll", "dice": []}), "syntax"),
    ("a roll of two dice", lambda e: _with(1, dice=e[1]["dice"][:2])(e), "syntax"),
    ("a face of 0", _with(1, dice=[0, 6, 6]), "syntax"),
    ("faces as texts", _with(1, dice=["6", "6", "6"]), "syntax"),
    ("a roll by a number", _with(1, by=1), "syntax"),
    ("a skipped draw under an invented name", _insert(1, {**_roll(2), "event": "practice"}), "syntax"),
    ("a skipped draw under the name of another game", _insert(1, {"event": "discs", "fields": list(DISCS)}), "syntax"),
    ("a draw that a placement carries along", lambda e: _redrawn(_with(2, dice=[1, 1, 1])(e), lambda k: k + 1, 3), "roll"),
    ("a draw that an undo carries along", lambda e: _redrawn(_insert(2, UNDO | {"dice": [1, 1, 1]}, e[1])(e), lambda k: k, 3), "roll"),
    ("a skipped draw as a surplus roll for who begins", lambda e: _begins(_SURPLUS)(_redrawn(e, lambda k: k + 1)), "first"),
    ("rolls for who begins that go on with the right draws", _begins(_SURPLUS, {"seat": 1, "dice": list(Draws(SEED, 3).dice(3))}), "roll"),
    ("surplus rolls by hand for who begins", _begins(*[{**_SURPLUS, "by": "hand"}] * 3), "first"),
    ("rolls for who begins that decide nothing", lambda e: [{**e[0], "begins": [{**r, "by": "hand", "dice": [1, 2, 3]} for r in e[0]["begins"]]}, *_redrawn(e, lambda k: k - 2)[1:]], "first"),
    ("rolls for who begins in another order", _begins(seats=(1, 0)), "first"),
    ("another seat begins", lambda e: _with(0, first=1 - e[0]["first"])(e), "first"),
    ("a chosen roll for who begins", lambda e: _with(0, begins=[{"seat": 0, "dice": [6, 6, 6]}, *e[0]["begins"][1:]])(e), "roll"),
    ("rolls for who begins that are no list", _with(0, begins={"seat": 0}), "syntax"),
    ("a chosen roll", _with(1, dice=[6, 6, 6]), "roll"),
    ("the dice of a roll in another order", lambda e: _with(1, dice=sorted(e[1]["dice"]))(e) if sorted(e[1]["dice"]) != e[1]["dice"] else _with(1, dice=sorted(e[1]["dice"], reverse=True))(e), "roll"),
    ("every roll one draw later", lambda e: _redrawn(e, lambda k: k + 1), "roll"),
    ("one draw skipped from the middle on", lambda e: _redrawn(e, lambda k: k + 1, len(e) // 2), "roll"),
    ("a roll again until it is liked", lambda e: [e[0], {**e[1], "dice": [6, 6, 6]}, UNDO, *e[1:]], "roll"),
    ("a roll taken back, and the next draw in its place", lambda e: [*e[:2], UNDO, *_redrawn(e[1:], lambda k: k + 1)], "roll"),
    ("a roll taken back twice", lambda e: [*e[:2], UNDO, UNDO, *e[1:]], "broken"),
    ("a bust that was none, to skip a draw", lambda e: _redrawn(_insert(2, _roll(3))(e), lambda k: k), "broken"),
    ("a roll of a game that is over", lambda e: [*e[:-1], _roll(len(_rolls(e)) + 2), e[-1]], "broken"),
    ("a draw dropped with its turn", lambda e: [e[0], *e[_rolls(e)[1] :]], "roll"),
    ("a draw after the seed was told", _reopened, "told"),
    ("a second seed", lambda e: [*e, UNDO, {**e[-1], "seed": OTHER_SEED.hex()}], "commitment"),
    ("another commitment", _with(0, commitment=commitment(OTHER_SEED)), "commitment"),
    ("no commitment", _with(0, commitment=...), "uncommitted"),
    ("another seed, and its commitment", lambda e: _with(-1, seed=OTHER_SEED.hex())(_with(0, commitment=commitment(OTHER_SEED))(e)), "roll"),
    ("dice fixed for a test", _with(0, fair=False), "fixed"),
    ("a seed that is none", _with(-1, seed="00"), "syntax"),
    ("no seed", lambda e: e[:-1], "secret"),
    ("no end", lambda e: e[:-2], "open"),
    ("no start", lambda e: e[1:], "syntax"),
    ("the table's word in a game that finds its end", lambda e: [e[0], {"event": "finish", "winners": [0]}, e[-1]], "broken"),
)  # fmt: skip


def _disc_dice(events: Events, place: int, **faces: int) -> Event:
    return {**events[place], "dice": {**events[place]["dice"], **faces}}


def _six(counter: int) -> Event:
    return {"event": "roll", "dice": dict(zip(piratenclaim.Dice._fields, Draws(SEED, counter).dice(6), strict=True))}


def _three(counter: int) -> Event:
    return {
        "event": "roll",
        "dice": dict(zip(piratenclaim.DiscoveryDice._fields, Draws(SEED, counter).dice(3), strict=True)),
    }


_DISCS: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("chosen discs", _with(1, fields=list(DISCS)), "roll"),
    ("discs in another order", lambda e: _with(1, fields=e[1]["fields"][::-1])(e), "roll"),
    ("a disc left out", lambda e: _with(1, fields=e[1]["fields"][:-1])(e), "syntax"),
    ("discs drawn again until they are liked", lambda e: [e[0], {**e[1], "fields": list(DISCS)}, UNDO, *e[1:]], "roll"),
    ("a draw skipped before the discs", lambda e: [{**e[0], "begins": [{"seat": 0, **_six(0)}]}, *e[1:]], "roll"),
    ("a layout whose segments overlap", _with(0, options={"layout": [[0, 0], [1, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]}), "syntax"),
    ("a layout whose segments hang loose", _with(0, options={"layout": [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-9, 1]]}), "syntax"),
    ("a turned die of six", lambda e: [*e[:2], _disc_dice(e, 2, white=7 - e[2]["dice"]["white"]), *e[3:]], "roll"),
    ("five dice", lambda e: [*e[:2], {"event": "roll", "dice": {k: v for k, v in e[2]["dice"].items() if k != "brown"}}, *e[3:]], "syntax"),
    ("three dice in the place of six", lambda e: [*e[:2], _three(1), *e[3:]], "roll"),
    ("six dice in the place of three", lambda e: [*e[:4], _six(2), *e[5:]], "roll"),
    ("three dice that no discovery has used, to skip a draw", lambda e: [*e[:3], _three(2), e[3], _three(3), *e[5:]], "broken"),
    ("a list of dice", _with(2, dice=[6, 6, 6]), "syntax"),
    ("a ship that nobody has", _insert(2, {"event": "ship", "player": 0, "ship": 9, "field": "0/0"}), "broken"),
    ("a winner who does not play", _with(-2, winners=[7]), "broken"),
    ("a discovery where a disc lies, to roll again", lambda e: _insert(3, {"event": "discover", "field": e[1]["fields"][0]}, _three(2))(e), "broken"),
)  # fmt: skip


_TILES: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("a pass with a tile that fits", _insert(1, {"event": "pass"}), "hand"),
    ("passes of all, to be dealt other tiles", _insert(1, *[{"event": "pass"}] * 3), "hand"),
    ("a tile twice", lambda e: _insert(4, e[1])(e), "hand"),
    ("a turn left out", lambda e: [e[0], *e[2:]], "hand"),
    ("two tiles in each other's place", lambda e: [e[0], e[2], e[1], *e[3:]], "hand"),
    ("a tile in a filled slot", lambda e: _with(2, slot=e[1]["slot"])(e), "broken"),
    ("a tile that there is not", _with(1, tile=[6, 7]), "syntax"),
    ("no tile", _with(1, tile=...), "syntax"),
    ("another form of dealing", _with(0, options={"deal": "basic"}), "hand"),
    ("tiles that nobody dealt", _with(0, dealt=...), "by_hand"),
    ("rolls for who begins a deal", _with(0, begins=[{"seat": 0, "dice": [6, 6, 6]}]), "syntax"),
    ("a match cut short", lambda e: [*e[:40], e[-1]], "broken"),
    ("a tile once the seed was told", lambda e: [*e, UNDO, UNDO, *e[-2:]], "told"),
)  # fmt: skip


def forgeries() -> Iterator[Forgery]:
    """Yields all of them; each is made of a sound record."""
    for base, table in (("dice", _DICE), ("discs", _DISCS), ("tiles", _TILES)):
        for name, edit, finding in table:
            yield Forgery(f"{base}: {name}", to_record(edit(_events(base))), finding)
    whole = to_record(_events("dice"))
    for name, text in (
        ("an empty line", "\n" + whole),
        ("rubbish", "rubbish"),
    ):
        yield Forgery(f"dice: {name}", text, "syntax")
