"""Ways to skip, repeat, choose or drop what the box draws, in records and in proofs, and what must be found of each."""

# ruff: noqa: E501 - tables: one forgery a line

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.commands.referee import is_query
from companion.runtime.dice_proof import check_proof, dice_proof
from engine import piratenclaim
from engine.dice import Draws, commitment, dice_key, throw
from engine.fairness import Line, check_fairness
from engine.game import Finish, Illegal, Reveal, Seat, Start
from engine.piratenclaim import Discover, EndTurn, MovePirates
from engine.record import begin, decode, from_lines, to_lines
from tests.companion.program.played import SEED, played
from tests.engine.piratenclaim.positions import DISCS
from tests.engine.test_klondike_dealt import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.record import AnyRecord

Event = dict[str, Any]
Events = list[Event]
OTHER_SEED = bytes(range(1, 33))
UNDO: Event = {"event": "undo"}
WORDS = ("Zoë", "ünï🎲")
KEY = dice_key(SEED, WORDS)


class Forgery(NamedTuple):
    """A record, or a proof as it stands in a link, that is not fair."""

    name: str
    kind: str
    text: str
    finding: str
    """That of both; `syntax`: that it is no record and no proof."""


def judge_by_command(kind: str, text: str) -> str:
    """What `companion verify` finds; `syntax` where it is no record and no proof."""
    try:
        if kind == "proof":
            return check_proof(text).finding.value
        lines = enumerate(text.removesuffix("\n").split("\n"), 1)
        events = [Line(number, event) for number, line in lines if not is_query(event := decode(line))]
        return check_fairness(events).finding.value
    except Illegal:
        return "syntax"


def to_record(events: Iterable[Event]) -> str:
    """The text of a file."""
    return "".join(json.dumps(event) + "\n" for event in events)


def to_proof(proof: Event) -> str:
    """As it stands in a link."""
    return urlsafe_b64encode(json.dumps(proof).encode()).decode().rstrip("=")


def read_proof(text: str) -> Event:
    """What a link says."""
    found: Event = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return found


@cache
def dice() -> tuple[str, ...]:
    """A sealed game of Claim It!; the first two draws decide who begins."""
    return tuple(played(words=WORDS).lines)


@cache
def discs() -> tuple[str, ...]:
    """A sealed game of Piratenclaim of two turns with all that the box can draw: discs, six dice, three dice."""
    record: AnyRecord = begin(
        Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options, {"commitment": commitment(SEED)}, WORDS)
    )

    def drawn(record: AnyRecord) -> AnyRecord:
        return record.play(record.game.draw(record.state, Draws(KEY, record.drawn_count)))

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
    """A match of Klondike with dealt tiles and a stock."""
    return whole(3)


BASES: dict[str, Callable[[], tuple[str, ...]]] = {"dice": dice, "discs": discs, "tiles": tiles}


def _events(base: str) -> Events:
    return [json.loads(line) for line in BASES[base]()]


def _proof(base: str) -> Event:
    return read_proof(_proof_text(base))


@cache
def _proof_text(base: str) -> str:
    return dice_proof(from_lines(BASES[base]())) or ""


def sound_texts() -> Iterator[tuple[str, str]]:
    """Yields the sound records and proofs of which the forgeries were made; those of older versions too."""
    for base in BASES:
        yield "record", to_record(_events(base))
        yield "proof", to_proof(_proof(base))
        yield "proof", to_proof(without_novelties(_proof(base)))


def without_novelties(proof: Event) -> Event:
    """The proof as versions before this one wrote it: neither which rolls were for who begins nor where tiles lie."""
    if "laid" in proof:
        return proof | {"laid": "".join(letter for letter in proof["laid"] if not letter.isalpha())}
    found, after = [], 0
    for token in proof["draws"].split(" ") if proof["draws"] else ():
        counter, _, faces = token.rpartition(":")
        found.append(token if counter and int(counter) != after else faces)
        after = int(counter or after) + 1
    return proof | {"draws": " ".join(found)}


# Of records.


def _with(number: int, **keys: object) -> Callable[[Events], Events]:
    """Other values in the event of this number; without a key where its value is `...`."""

    def edit(events: Events) -> Events:
        changed = {key: value for key, value in {**events[number], **keys}.items() if value is not ...}
        return [*events[:number], changed, *events[number:][1:]]

    return edit


def _insert(number: int, *more: Event) -> Callable[[Events], Events]:
    return lambda events: [*events[:number], *more, *events[number:]]


def _rolls(events: Events) -> list[int]:
    """The numbers of the events that are rolls."""
    return [number for number, event in enumerate(events) if event["event"] == "roll"]


def _redrawn(events: Events, choose: Callable[[int], int], start: int = 0) -> Events:
    """The same game with other draws of the seed: that of counter k is what `choose` makes of it."""
    found, counter = list[Event](), 2
    for number, event in enumerate(events):
        if event["event"] == "roll":
            found.append({**event, "dice": list(throw(KEY, choose(counter), 3))} if number >= start else event)
            counter += 1
        else:
            found.append(event)
    return found


def _roll(counter: int, **keys: object) -> Event:
    return {"event": "roll", "dice": list(throw(KEY, counter, 3)), **keys}


def _begins(*more: Event, seats: tuple[int, ...] | None = None) -> Callable[[Events], Events]:
    """More rolls for who begins; or other seats that rolled."""

    def edit(events: Events) -> Events:
        begins = [*events[0]["begins"], *more]
        if seats is not None:
            begins = [{**roll, "seat": seat} for roll, seat in zip(begins, seats, strict=False)]
        return [{**events[0], "begins": begins}, *events[1:]]

    return edit


def _reopened(events: Events) -> Events:
    """The last roll again, once the seed was told."""
    last = _rolls(events)[-1]
    return [*events, *[UNDO] * (len(events) - last), *events[last:]]


_SURPLUS = {"seat": 0, "dice": list(throw(KEY, 2, 3))}
_DICE: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("a skipped draw as a roll without dice", _insert(1, {"event": "roll", "dice": []}), "syntax"),
    ("a skipped draw as a roll of one die", _insert(1, {"event": "roll", "dice": [6]}), "syntax"),
    ("a roll of two dice", lambda e: _with(1, dice=e[1]["dice"][:2])(e), "syntax"),
    ("a roll of four dice", _with(1, dice=list(throw(KEY, 2, 4))), "syntax"),
    ("a face of 0", _with(1, dice=[0, 6, 6]), "syntax"),
    ("a face of 7", _with(1, dice=[6, 6, 7]), "syntax"),
    ("faces as texts", _with(1, dice=["6", "6", "6"]), "syntax"),
    ("dice as one text", _with(1, dice="666"), "syntax"),
    ("a roll of one `die`", _insert(1, {"event": "roll", "die": 6}), "syntax"),
    ("a roll by a number", _with(1, by=1), "syntax"),
    ("a skipped draw under an invented name", _insert(1, {**_roll(2), "event": "practice"}), "syntax"),
    ("a skipped draw under the name of another game", _insert(1, {"event": "discs", "fields": list(DISCS)}), "syntax"),
    ("a skipped draw without a name", _insert(1, {"dice": [6, 6, 6]}), "syntax"),
    ("a draw that a placement carries along", lambda e: _redrawn(_with(2, dice=[1, 1, 1])(e), lambda k: k + 1, 3), "roll"),
    ("a draw that an undo carries along", lambda e: _redrawn(_insert(2, UNDO | {"dice": [1, 1, 1]}, e[1])(e), lambda k: k, 3), "roll"),
    ("a skipped draw as a surplus roll for who begins", lambda e: _begins(_SURPLUS)(_redrawn(e, lambda k: k + 1)), "first"),
    ("two skipped draws as surplus rolls for who begins", _begins(_SURPLUS, {**_SURPLUS, "seat": 1}), "roll"),
    ("rolls for who begins that go on with the right draws", _begins(_SURPLUS, {"seat": 1, "dice": list(throw(KEY, 3, 3))}), "roll"),
    ("surplus rolls by hand for who begins", _begins(*[{**_SURPLUS, "by": "hand"}] * 3), "first"),
    ("a surplus roll without dice for who begins", _begins({"seat": 0, "dice": []}), "syntax"),
    ("rolls for who begins that decide nothing", lambda e: [{**e[0], "begins": [{**r, "by": "hand", "dice": [1, 2, 3]} for r in e[0]["begins"]]}, *_redrawn(e, lambda k: k - 2)[1:]], "first"),
    ("rolls for who begins in another order", _begins(seats=(1, 0)), "first"),
    ("one seat rolls twice for who begins", _begins(seats=(0, 0)), "first"),
    ("another seat begins", lambda e: _with(0, first=1 - e[0]["first"])(e), "first"),
    ("a chosen roll for who begins", lambda e: _with(0, begins=[{"seat": 0, "dice": [6, 6, 6]}, *e[0]["begins"][1:]])(e), "roll"),
    ("rolls for who begins that are no list", _with(0, begins={"seat": 0}), "syntax"),
    ("a chosen roll", _with(1, dice=[6, 6, 6]), "roll"),
    ("the dice of a roll in another order", lambda e: _with(1, dice=sorted(e[1]["dice"]))(e) if sorted(e[1]["dice"]) != e[1]["dice"] else _with(1, dice=sorted(e[1]["dice"], reverse=True))(e), "roll"),
    ("every roll one draw later", lambda e: _redrawn(e, lambda k: k + 1), "roll"),
    ("every roll one draw earlier", lambda e: _redrawn(e, lambda k: k - 1), "roll"),
    ("one draw for every roll", lambda e: _redrawn(e, lambda _: 7), "roll"),
    ("one draw skipped from the middle on", lambda e: _redrawn(e, lambda k: k + 1, len(e) // 2), "roll"),
    ("a roll again until it is liked", lambda e: [e[0], {**e[1], "dice": [6, 6, 6]}, UNDO, *e[1:]], "roll"),
    ("a roll taken back, and the next draw in its place", lambda e: [*e[:2], UNDO, *_redrawn(e[1:], lambda k: k + 1)], "roll"),
    ("a roll taken back twice", lambda e: [*e[:2], UNDO, UNDO, *e[1:]], "broken"),
    ("a bust that was none, to skip a draw", lambda e: _redrawn(_insert(2, _roll(3))(e), lambda k: k), "broken"),
    ("two busts that were none: the same seat rolls again", lambda e: _redrawn(_insert(2, _roll(3), _roll(4))(e), lambda k: k), "broken"),
    ("a roll of a game that is over", lambda e: [*e[:-1], _roll(len(_rolls(e)) + 2), e[-1]], "broken"),
    ("a draw dropped with its turn", lambda e: [e[0], *e[_rolls(e)[1] :]], "roll"),
    ("two draws in each other's place", lambda e: _redrawn(e, lambda k: {2: 3, 3: 2}.get(k, k)), "roll"),
    ("a draw after the seed was told", _reopened, "told"),
    ("a second seed", lambda e: [*e, UNDO, {**e[-1], "seed": OTHER_SEED.hex()}], "commitment"),
    ("another commitment", _with(0, commitment=commitment(OTHER_SEED)), "commitment"),
    ("a commitment in capitals", _with(0, commitment=commitment(SEED).upper()), "commitment"),
    ("no commitment", _with(0, commitment=...), "uncommitted"),
    ("another seed, and its commitment", lambda e: _with(-1, seed=OTHER_SEED.hex())(_with(0, commitment=commitment(OTHER_SEED))(e)), "roll"),
    ("dice fixed for a test", _with(0, fair=False), "fixed"),
    ("another word", _with(0, words=["Zoe", WORDS[1]]), "roll"),
    ("the words of other seats", _with(0, words=list(reversed(WORDS))), "roll"),
    ("no words", _with(0, words=...), "roll"),
    ("words that are none", _with(0, words=None), "syntax"),
    ("a seed that is none", _with(-1, seed="00"), "syntax"),
    ("no seed", lambda e: e[:-1], "secret"),
    ("no end", lambda e: e[:-2], "open"),
    ("a game that nobody knows", _with(0, game="chess"), "syntax"),
    ("no start", lambda e: e[1:], "syntax"),
    ("the table's word in a game that finds its end", lambda e: [e[0], {"event": "finish", "winners": [0]}, e[-1]], "broken"),
)  # fmt: skip


def _disc_dice(events: Events, place: int, **faces: int) -> Event:
    return {**events[place], "dice": {**events[place]["dice"], **faces}}


def _six(counter: int) -> Event:
    return {"event": "roll", "dice": dict(zip(piratenclaim.Dice._fields, throw(KEY, counter, 6), strict=True))}


def _three(counter: int) -> Event:
    return {"event": "roll", "dice": dict(zip(piratenclaim.DiscoveryDice._fields, throw(KEY, counter, 3), strict=True))}


_DISCS: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("chosen discs", _with(1, fields=list(DISCS)), "roll"),
    ("discs in another order", lambda e: _with(1, fields=e[1]["fields"][::-1])(e), "roll"),
    ("a disc left out", lambda e: _with(1, fields=e[1]["fields"][:-1])(e), "syntax"),
    ("no discs", _with(1, fields=[]), "syntax"),
    ("discs of the next draw", _with(1, fields=[piratenclaim.FIELD_NAMES[f] for f in piratenclaim.discs.draw_discs(piratenclaim.position.FLOWER, Draws(KEY, 1))]), "roll"),
    ("discs drawn again until they are liked", lambda e: [e[0], {**e[1], "fields": list(DISCS)}, UNDO, *e[1:]], "roll"),
    ("discs drawn twice", lambda e: _insert(2, e[1])(e), "roll"),
    ("a draw skipped before the discs", lambda e: [{**e[0], "begins": [{"seat": 0, **_six(0)}]}, *e[1:]], "roll"),
    ("a layout whose segments overlap", _with(0, options={"layout": [[0, 0], [1, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-5, 1]]}), "syntax"),
    ("a layout whose segments hang loose", _with(0, options={"layout": [[0, 0], [2, 1], [-1, 3], [-3, 2], [-2, -1], [1, -3], [3, -2], [-9, 1]]}), "syntax"),
    ("a turned die of six", lambda e: [*e[:2], _disc_dice(e, 2, white=7 - e[2]["dice"]["white"]), *e[3:]], "roll"),
    ("five dice", lambda e: [*e[:2], {"event": "roll", "dice": {k: v for k, v in e[2]["dice"].items() if k != "brown"}}, *e[3:]], "syntax"),
    ("no dice by colour", _with(2, dice={}), "syntax"),
    ("three dice in the place of six", lambda e: [*e[:2], _three(1), *e[3:]], "roll"),
    ("six dice in the place of three", lambda e: [*e[:4], _six(2), *e[5:]], "roll"),
    ("three dice that no discovery has used, to skip a draw", lambda e: [*e[:3], _three(2), e[3], _three(3), *e[5:]], "broken"),
    ("six dice twice, to skip a draw", lambda e: [*e[:3], _six(2), e[3], _three(3), *e[5:]], "broken"),
    ("a list of dice", _with(2, dice=[6, 6, 6]), "syntax"),
    ("a ship that nobody has", _insert(2, {"event": "ship", "player": 0, "ship": 9, "field": "0/0"}), "broken"),
    ("a winner who does not play", _with(-2, winners=[7]), "broken"),
    ("a discovery where a disc lies, to roll again", lambda e: _insert(3, {"event": "discover", "field": e[1]["fields"][0]}, _three(2))(e), "broken"),
)  # fmt: skip


def _placed(events: Events) -> list[int]:
    return [number for number, event in enumerate(events) if event["event"] == "place"]


def _other_tile(events: Events) -> Events:
    """A double in the place of the first tile; the match ends there."""
    first = next(tile for tile in ([n, n] for n in count()) if tile not in [e.get("tile") for e in events[1:4]])
    return [events[0], {**events[1], "tile": first}, *events[2:]]


_TILES: tuple[tuple[str, Callable[[Events], Events], str], ...] = (
    ("a pass with a tile that fits", _insert(1, {"event": "pass"}), "hand"),
    ("passes of all, to be dealt other tiles", _insert(1, *[{"event": "pass"}] * 3), "hand"),
    ("a tile twice", lambda e: _insert(4, e[1])(e), "hand"),
    ("a turn left out", lambda e: [e[0], *e[2:]], "hand"),
    ("two tiles in each other's place", lambda e: [e[0], e[2], e[1], *e[3:]], "hand"),
    ("a tile in a filled slot", lambda e: _with(2, slot=e[1]["slot"])(e), "broken"),
    ("a tile that there is not", _with(1, tile=[6, 7]), "syntax"),
    ("half a tile", _with(1, tile=[6]), "syntax"),
    ("no tile", _with(1, tile=...), "syntax"),
    ("a tile under an invented name", _with(1, event="lay"), "syntax"),
    ("another form of dealing", _with(0, options={"deal": "basic"}), "hand"),
    ("another seat begins the deal", _with(0, first=1), "hand"),
    ("another word in a deal", _with(0, words=["a", "b", "c"]), "hand"),
    ("tiles that nobody dealt", _with(0, dealt=...), "by_hand"),
    ("tiles that were dealt in another way", _with(0, dealt="yes"), "by_hand"),
    ("rolls for who begins a deal", _with(0, begins=[{"seat": 0, "dice": [6, 6, 6]}]), "syntax"),
    ("a match cut short", lambda e: [*e[:40], e[-1]], "broken"),
    ("a tile once the seed was told", lambda e: [*e, UNDO, UNDO, *e[-2:]], "told"),
)  # fmt: skip


# Of proofs.


def _tokens(change: Callable[[list[str]], list[str]], **keys: object) -> Callable[[Event], Event]:
    return lambda proof: _key(draws=" ".join(change(proof["draws"].split(" "))), **keys)(proof)


def _key(**keys: object) -> Callable[[Event], Event]:
    return lambda proof: {key: value for key, value in {**proof, **keys}.items() if value is not ...}


def _spelt(counter: int, dice: int = 3) -> str:
    return "".join(map(str, throw(KEY, counter, dice)))


def _chosen(rolls: int, face: int) -> list[str]:
    """So many rolls of this face only, with the counters that the seed gives them."""
    found = (n for n in count(2) if throw(KEY, n, 3) == (face,) * 3)
    return [f"{n}:{face}{face}{face}" for _, n in zip(range(rolls), found, strict=False)]


def _laid(change: Callable[[list[str]], list[str]]) -> Callable[[Event], Event]:
    """Other rounds."""
    return lambda proof: {**proof, "laid": " ".join(change(proof["laid"].split(" ")))}


_PROOFS: tuple[tuple[str, str, Callable[[Event], Event], str], ...] = (
    ("dice", "forty rolls, all 6 6 6", _tokens(lambda t: [*t[:2], *_chosen(40, 6)]), "counter"),
    ("dice", "one roll of 6 6 6, and on from there", _tokens(lambda t: [*t[:2], *_chosen(1, 6)]), "counter"),
    ("dice", "one draw skipped", _tokens(lambda t: [*t[:9], f"10:{_spelt(10)}", *t[11:]]), "counter"),
    ("dice", "the first draw skipped", _tokens(lambda t: [f"1:{t[1]}", *t[2:]]), "counter"),
    ("dice", "the last draw skipped", _tokens(lambda t: [*t[:-1], f"{len(t)}:{_spelt(len(t))}"]), "counter"),
    ("dice", "one draw skipped and come back to", _tokens(lambda t: [*t[:9], f"10:{_spelt(10)}", f"9:{t[9]}", *t[10:]], back=1), "counter"),
    ("dice", "every other draw, with its counter", _tokens(lambda t: [*t[:2], *(f"{n}:{t[n]}" for n in range(3, len(t), 2))]), "counter"),
    ("dice", "every other draw", _tokens(lambda t: t[::2]), "roll"),
    ("dice", "a draw again that nobody took back", _tokens(lambda t: [*t[:9], f"8:{t[8]}", *t[9:]]), "counter"),
    ("dice", "back to the third draw, with one taken back", _tokens(lambda t: [*t, t[2]], back=1), "counter"),
    ("old dice", "back to the third draw, with one taken back", _tokens(lambda t: [*t, f"2:{t[2]}"], back=1), "counter"),
    ("dice", "who begins drawn again", _tokens(lambda t: [*t, f"1:{t[1]}"], back=200), "counter"),
    ("dice", "more taken back than was drawn", _key(back=1000), "counter"),
    ("dice", "more taken back than stands", lambda p: _key(back=len(p["draws"].split(" ")))(p), "counter"),
    ("dice", "less than nothing taken back", _key(back=-1), "syntax"),
    ("dice", "half a draw taken back", _key(back=0.5), "syntax"),
    ("dice", "taken back as a text", _key(back="1"), "syntax"),
    ("dice", "less than nothing by hand", _key(hand=-1), "syntax"),
    ("dice", "a chosen roll", _tokens(lambda t: [*t[:9], "666", *t[10:]]), "roll"),
    ("dice", "a draw left out", _tokens(lambda t: [*t[:9], *t[10:]]), "roll"),
    ("dice", "a draw left out as one by hand", _tokens(lambda t: [*t[:9], *t[10:]], hand=1), "roll"),
    ("dice", "a draw twice", _tokens(lambda t: [*t[:9], t[9], *t[9:]]), "roll"),
    ("dice", "two draws in each other's place", _tokens(lambda t: [*t[:8], t[9], t[8], *t[10:]]), "roll"),
    ("dice", "dice in another order", _tokens(lambda t: [*t[:9], t[9][1:] + t[9][0], *t[10:]]), "roll"),
    ("dice", "two dice", _tokens(lambda t: [*t[:9], t[9][:2], *t[10:]]), "roll"),
    ("dice", "one die", _tokens(lambda t: [*t[:9], t[9][:1], *t[10:]]), "roll"),
    ("dice", "four dice that follow from the seed", _tokens(lambda t: [*t[:9], _spelt(9, 4), *t[10:]]), "roll"),
    ("dice", "a roll without dice", _tokens(lambda t: [*t[:9], "", *t[9:]]), "syntax"),
    ("dice", "a counter without dice", _tokens(lambda t: [*t[:9], "9:", *t[10:]]), "syntax"),
    ("dice", "a face of 0", _tokens(lambda t: [*t[:9], "066", *t[10:]]), "roll"),
    ("dice", "a counter below 0", _tokens(lambda t: [*t[:9], f"-1:{t[9]}", *t[10:]]), "syntax"),
    ("dice", "a counter too large to be counted", _tokens(lambda t: [*t[:9], "9007199254740993:666", *t[10:]]), "syntax"),
    ("dice", "discs in a game without", _tokens(lambda t: [*t, "d" + "11" * 21]), "syntax"),
    ("dice", "no draws", _key(draws=""), "by_hand"),
    ("dice", "draws that are no text", _key(draws=["666"]), "syntax"),
    ("dice", "a draw after the seed was told", _key(told=True), "told"),
    ("dice", "dice fixed for a test", _key(fair=False), "fixed"),
    ("dice", "another commitment", _key(commitment=commitment(OTHER_SEED)), "commitment"),
    ("dice", "no commitment", _key(commitment=...), "uncommitted"),
    ("dice", "another seed, and its commitment", _key(seed=OTHER_SEED.hex(), commitment=commitment(OTHER_SEED)), "roll"),
    ("dice", "a seed that is none", _key(seed="00"), "syntax"),
    ("dice", "another word", _key(words=["Zoe", WORDS[1]]), "roll"),
    ("dice", "no words", _key(words=...), "roll"),
    ("dice", "a word too few", _key(words=[WORDS[0]]), "syntax"),
    ("dice", "surplus rolls for who begins", _tokens(lambda t: [*t[:2], t[2][2:], t[3], f"4:{t[4]}", *t[5:]]), "first"),
    ("dice", "one roll for who begins", _tokens(lambda t: [t[0], f"1:{t[1]}", t[2][2:], *t[3:]]), "first"),
    ("dice", "no roll for who begins", _tokens(lambda t: [f"0:{t[0]}", t[1], t[2][2:], *t[3:]]), "first"),
    ("dice", "rolls for who begins drawn twice", _tokens(lambda t: [t[0], t[1], f"1:{t[1]}", *t[2:]], back=1), "first"),
    ("dice", "rolls for who begins marked twice", _tokens(lambda t: [*t[:5], f"5:{t[5]}", *t[6:]]), "syntax"),
    ("discs", "rolls for who begins in a game without", _tokens(lambda t: [t[0], f"1:{t[1]}", *t[2:]]), "syntax"),
    ("dice", "a game that nobody knows", _key(game="chess"), "syntax"),
    ("dice", "a game that draws nothing", _key(game="klondike"), "syntax"),
    ("old dice", "a game that draws discs", _key(game="piratenclaim"), "roll"),
    ("discs", "chosen discs", _tokens(lambda t: ["d" + "".join(DISCS).replace("/", ""), *t[1:]]), "roll"),
    ("discs", "a disc left out", _tokens(lambda t: [t[0][:-2], *t[1:]]), "syntax"),
    ("discs", "discs drawn again until they are liked", _tokens(lambda t: ["d" + "".join(DISCS).replace("/", ""), f"0:{t[0]}", *t[1:]], back=1), "roll"),
    ("discs", "discs after the first roll", _tokens(lambda t: [t[1], t[0], *t[2:]]), "roll"),
    ("discs", "no discs", _tokens(lambda t: [_spelt(0, 6), *t[1:]]), "roll"),
    ("discs", "the first draw skipped", _tokens(lambda t: [f"1:{t[1]}", *t[2:]]), "counter"),
    ("discs", "a draw skipped", _tokens(lambda t: [*t[:3], f"4:{t[4]}"]), "counter"),
    ("discs", "three dice before any six", _tokens(lambda t: [t[0], _spelt(1), *t[2:]]), "roll"),
    ("discs", "five dice", _tokens(lambda t: [t[0], t[1][:5], *t[2:]]), "roll"),
    ("discs", "a chosen roll", _tokens(lambda t: [t[0], "666666", *t[2:]]), "roll"),
    ("discs", "a layout that is none", _key(layout=[[0, 0]]), "syntax"),
    ("tiles", "a tile that another hand holds", _laid(lambda r: [r[0][3:6] + r[0][:3] + r[0][6:], *r[1:]]), "hand"),
    ("tiles", "a tile left out", _laid(lambda r: [r[0][3:], *r[1:]]), "hand"),
    ("tiles", "a tile twice", _laid(lambda r: [r[0][:9] + r[0], *r[1:]]), "hand"),
    ("tiles", "a pass in the place of a tile", _laid(lambda r: ["-" + r[0][3:], *r[1:]]), "hand"),
    ("tiles", "passes of all, to be dealt other tiles", _laid(lambda r: ["---", *r]), "hand"),
    ("tiles", "a tile in another slot", _laid(lambda r: [r[0][:5] + r[0][2] + r[0][6:], *r[1:]]), "broken"),
    ("tiles", "a round that ends early", _laid(lambda r: [r[0][:3], r[0][3:], *r[1:]]), "broken"),
    ("tiles", "two rounds as one", _laid(lambda r: [r[0] + r[1], *r[2:]]), "broken"),
    ("tiles", "a round too many", _laid(lambda r: [*r, r[-1]]), "broken"),
    ("tiles", "a round left out", _laid(lambda r: r[1:]), "hand"),
    ("tiles", "the last round left out", _laid(lambda r: r[:-1]), "open"),
    ("tiles", "no tiles", _key(laid=""), "open"),
    ("tiles", "letters between the tiles", _laid(lambda r: ["zz" + r[0], *r[1:]]), "syntax"),
    ("tiles", "a slot for some tiles only", _laid(lambda r: [r[0][:2] + r[0][3:], *r[1:]]), "syntax"),
    ("tiles", "another form of dealing", _key(deal="basic"), "hand"),
    ("tiles", "a form of dealing that is none", _key(deal=""), "syntax"),
    ("tiles", "another seat begins", _key(first=1), "hand"),
    ("tiles", "dice in a game without", _key(draws="666"), "syntax"),
    ("old tiles", "a tile that another hand holds", _laid(lambda r: [r[0][2:4] + r[0][:2] + r[0][4:], *r[1:]]), "hand"),
    ("old tiles", "a tile left out", _laid(lambda r: [r[0][2:], *r[1:]]), "hand"),
    ("old tiles", "a tile twice", _laid(lambda r: [r[0][:6] + r[0], *r[1:]]), "hand"),
    ("old tiles", "a round that ends early", _laid(lambda r: [r[0][:2], r[0][2:], *r[1:]]), "broken"),
    ("old tiles", "two rounds as one", _laid(lambda r: [r[0] + r[1], *r[2:]]), "broken"),
    ("old tiles", "the last round left out", _laid(lambda r: r[:-1]), "open"),
    ("old tiles", "letters between the tiles", _laid(lambda r: ["xx" + r[0], *r[1:]]), "syntax"),
    ("old dice", "forty rolls, all 6 6 6", _tokens(lambda t: [*t[:2], *_chosen(40, 6)]), "counter"),
    ("old dice", "all draws taken back, those for who begins too", _tokens(lambda t: [*t, f"0:{t[0]}"], back=3), "counter"),
)  # fmt: skip


def forgeries() -> Iterator[Forgery]:
    """Yields all of them; each is made of a sound record or proof."""
    for base, table in (("dice", _DICE), ("discs", _DISCS), ("tiles", _TILES)):
        for name, edit, finding in table:
            yield Forgery(f"{base}, record: {name}", "record", to_record(edit(_events(base))), finding)
    whole = to_record(_events("dice"))
    for name, text in (
        ("an empty line", "\n" + whole),
        ("a list", "[]\n" + whole),
        ("rubbish", "rubbish"),
        ("nothing", ""),
    ):
        yield Forgery(f"dice, record: {name}", "record", text, "syntax")
    for base, name, change, finding in _PROOFS:
        age, _, of = base.rpartition(" ")
        proof = without_novelties(_proof(of)) if age else _proof(of)
        yield Forgery(f"{base}, proof: {name}", "proof", to_proof(change(proof)), finding)
    for name, text in (
        ("rubbish", "rubbish"),
        ("no base64", "#?"),
        ("a list", urlsafe_b64encode(b"[]").decode().rstrip("=")),
    ):
        yield Forgery(f"dice, proof: {name}", "proof", text, "syntax")
