"""Claim It! in the notation of the protocol: events, states and queries as JSON; rows of a table; text."""

from collections.abc import Sequence
from typing import Any

from engine.claimit import position
from engine.claimit.position import SIDE, LastRound, Phase, State, Stone, format_field, legal, stacks, standings
from engine.claimit.rules import Bank, Event, JoinedPosition, Place, Roll
from engine.game import Code, Illegal, Json, Seat, syntax_error
from engine.queries import optional_value, random_for_query

MAX_PLAYOUTS = 100_000
"""More would keep the referee busy for hours."""


def parse(event: Json) -> Event:
    match event.get("event"):
        case "roll":
            dice = event.get("dice")
            # By type, because True is an int.
            if (
                not isinstance(dice, list)
                or not all(type(die) is int and 1 <= die <= 6 for die in dice)
                or len(dice) != 3
            ):
                raise syntax_error("The dice of a roll are a list of three whole numbers from 1 to 6.")
            first, second, third = dice
            return Roll((first, second, third), optional_value(event, "by", str))
        case "place":
            name = event.get("field")
            try:
                return Place(position.parse_field(name if isinstance(name, str) else ""))
            except ValueError as problem:
                raise syntax_error(f"The field of a placement is a string: {problem}.") from problem
        case "bank":
            return Bank()
        case "position":
            return parse_position(event)
        case _:
            raise syntax_error(
                "Claim It! has the events roll, place and bank, in addition to start, position, undo and reveal."
            )


def format(event: Event) -> dict[str, Any]:  # noqa: A001 - the interface's name
    match event:
        case Roll(dice, by):
            return {"event": "roll", "dice": list(dice), **({} if by is None else {"by": by})}
        case Place(field):
            return {"event": "place", "field": format_field(field)}
        case Bank():
            return {"event": "bank"}
        case JoinedPosition():
            return format_position(event)


def to_json(state: State) -> dict[str, Any]:
    """Returns the state in the notation, with the keys in the order of the documentation.

    `turn` is the seat of the active player, `turns` the number of finished turns.
    """
    return {
        "game": "claimit",
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "roll": state.roll and list(state.roll),
        "busted": state.busted,
        "legal": {format_field(field): stone.name for field, stone in legal(state).items()},
        # Sorted by name: the order of the placements is not part of the state.
        "board": dict(
            sorted((format_field(field), [stone.name for stone in stones]) for field, stones in stacks(state).items())
        ),
        "players": [{"name": name, **own._asdict()} for name, own in zip(state.players, standings(state), strict=True)],
        "supply": {
            "claims": [number for number, fields in enumerate(state.claims, 1) if not fields],
            "own": position.ownership_stones_left(state),
        },
        "last_round": state.last_round and state.last_round._asdict(),
        "winners": state.winners and list(state.winners),
    }


def query(state: State, query: Json) -> dict[str, Any]:
    """Returns the answer to one of `queries`. Raises Illegal: `syntax`, `phase`, or `bot` for damaged weights."""
    return _QUERIES[query["query"]](state, query)


def _answer_odds(state: State, _: Json) -> dict[str, Any]:
    if state.phase not in (Phase.ROLL, Phase.CHOOSE):
        raise Illegal(Code.PHASE, "Odds are available before a roll only: at the start of a turn, or in a choice.")
    return {"odds": {"bust": position.bust_count(state), "of": position.ROLL_COUNT}}


def _answer_winning(state: State, query: Json) -> dict[str, Any]:
    """Returns each seat's chance to win: the coach's estimate, or the share of wins in `games` played at random."""
    games = optional_value(query, "games", int)
    random = random_for_query(query, to_json(state))  # here, because a wrong `seed` is always rejected
    # These imports are slow and rarely needed.
    if games is None:
        from engine.claimit.coach import win_chances  # noqa: PLC0415
        from engine.claimit.value import WeightsError  # noqa: PLC0415

        try:
            return {"winning": list(win_chances(state))}
        except WeightsError as problem:
            raise Illegal(Code.BOT, str(problem)) from problem
    if not 1 <= games <= MAX_PLAYOUTS:
        raise syntax_error(f"The games of a winning query are a whole number from 1 to {MAX_PLAYOUTS:,}.")
    from engine.claimit.playouts import random_win_shares  # noqa: PLC0415

    return {"winning": list(random_win_shares(state, games, random))}


_QUERIES = {"odds": _answer_odds, "winning": _answer_winning}
queries = tuple(_QUERIES)


_ALL_STONES: tuple[Stone, ...] = (*position.PLAYER_STONES, position.OWNERSHIP_STONE, *position.CLAIM_STONES)
_STONES = {stone.name: stone for stone in _ALL_STONES}


def parse_position(event: Json) -> JoinedPosition:
    """Returns a position from the notation. Raises Illegal: `syntax`."""
    board, turn = event.get("board"), event.get("turn")
    if not isinstance(board, dict):
        raise syntax_error("The board of a position is an object: the fields that hold something, and their stones.")
    if type(turn) is not int:
        raise syntax_error("The turn of a position is a seat: a whole number, 0 the first.")
    stacks = []
    for name, stones in board.items():
        try:
            field = position.parse_field(name)
        except ValueError as problem:
            raise syntax_error(f"The board of a position names its fields: {problem}.") from problem
        known = isinstance(stones, list) and all(isinstance(stone, str) and stone in _STONES for stone in stones)
        if not stones or not known:
            raise syntax_error(f"The stones on {name} are a list from the bottom up, of: {', '.join(_STONES)}.")
        stacks.append((field, tuple(_STONES[stone] for stone in stones)))
    return JoinedPosition(tuple(sorted(stacks)), Seat(turn), _parse_last_round(event.get("last_round")))


def format_position(joined: JoinedPosition) -> dict[str, Any]:
    board = {format_field(field): [stone.name for stone in stack] for field, stack in joined.stacks}
    return {
        "event": "position",
        "board": dict(sorted(board.items())),
        "turn": joined.turn,
        "last_round": joined.last_round and joined.last_round._asdict(),
    }


def _parse_last_round(value: object) -> LastRound | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != set(LastRound._fields):
        raise syntax_error("The last_round of a position is null, or an object of called_by and turns_left.")
    if not all(type(number) is int for number in value.values()):
        raise syntax_error("The last_round of a position has whole numbers: the seat that called it, the turns left.")
    return LastRound(Seat(value["called_by"]), value["turns_left"])


columns = ("by", "die_1", "die_2", "die_3", "column", "row", "stone", "bust_rolls", "of_rolls", "busted")
"""`column` and `row` are those of the board, separate because a spreadsheet would read 5/2 as a date."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    """Returns the values of a roll or a placement. A roll also has the number of rolls that would have been a bust."""
    match event:
        case Roll(dice, by):
            faces = {f"die_{index}": die for index, die in enumerate(dice, 1)}
            risk = {"bust_rolls": position.bust_count(before), "of_rolls": position.ROLL_COUNT}
            return {**faces, **risk, "by": by or "", "busted": int(after.busted)}
        case Place(field):
            return {
                "column": position.column_of(field),
                "row": position.row_of(field),
                "stone": legal(before)[field].name,
            }
        case _:
            return {}


_SEAT_LETTERS = "abcde"
_LEGEND = "a: player stone, A: goldclaim of player a, 4: claim stone, #: ownership stone; the top stone is last"


def describe(state: State) -> str:
    """Returns the state as text: what is due, the board with row 6 on top, the standings."""
    cells = [_cell_text(position.stack(state, field)) for field in position.FIELDS]
    rows = [
        f"{row}  " + " ".join(f"{cell:4}" for cell in cells[SIDE * (row - 1) : SIDE * row])
        for row in range(SIDE, 0, -1)
    ]
    board = [*map(str.rstrip, rows), "   " + "    ".join(str(column) for column in range(1, SIDE + 1))]
    width = max(map(len, state.players))
    scores = [f"   {'':{width}}  mine  goldclaims  fields  stones"]
    for letter, name, own in zip(_SEAT_LETTERS, state.players, standings(state), strict=False):
        scores.append(f"{letter}  {name:{width}}  {own.mine:4}  {own.goldclaims:10}  {own.fields:6}  {own.stones:6}")
    return "\n".join([*_due_lines(state), "", *board, f"   ({_LEGEND})", "", *scores])


def _due_lines(state: State) -> list[str]:
    if state.winners is not None:
        names = " and ".join(state.players[seat] for seat in state.winners)
        lines = [
            f"Claim It!, over after {state.turns} turns. Won by {names} (decided by: {position.decided_by(state)})."
        ]
    else:
        due = {Phase.ROLL: "to roll", Phase.PLACE: "to place", Phase.CHOOSE: "to roll again or bank"}[state.phase]
        lines = [f"Claim It!, turn {state.turns + 1}: {state.players[state.turn]} {due}."]
    if state.busted:
        lines.append("The previous roll was a bust.")
    if state.roll is not None:
        available = ", ".join(f"{format_field(field)} {stone.name}" for field, stone in legal(state).items())
        lines.append(f"The roll {' '.join(map(str, state.roll))} allows: {available}.")
    if state.last_round is not None:
        caller, turns_left = state.last_round
        lines.append(f"Last round, called by {state.players[caller]}: turns left {turns_left}.")
    return lines


def _cell_text(stones: Sequence[Stone]) -> str:
    match stones:
        case [position.OwnershipStone(), player]:
            return _stone_sign(player).upper()
        case _:
            return "".join(map(_stone_sign, stones)) or "."


def _stone_sign(stone: Stone) -> str:
    match stone:
        case position.OwnershipStone():
            return "#"
        case position.PlayerStone(seat):
            return _SEAT_LETTERS[seat]
        case position.ClaimStone(number):
            return str(number)
