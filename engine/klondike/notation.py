"""Klondike in the notation of the protocol: events, states and a query as JSON; rows of a table; states as text."""

from typing import Any

from engine.game import Code, Illegal, Json, syntax_error
from engine.klondike import rules
from engine.klondike.rules import CLAIMS, SLOT_POSITIONS, SLOTS, Event, Pass, Place, State, claim_name, tile_placements

queries = ("legal",)
CLAIM_KEYS = ("digit", "right", "spoiled", "chips", "won_by")
"""The keys of a claim in the notation, in their order."""


def parse(event: Json) -> Event:
    match event.get("event"):
        case "place":
            value = event.get("slot")
            if not isinstance(value, str) or value not in SLOTS:
                raise syntax_error(f"The slot of a placement is one of: {', '.join(SLOTS)}.")
            return Place(SLOTS[value], _parse_tile(event))
        case "pass":
            return Pass()
        case _:
            raise syntax_error("Klondike has the events place and pass, in addition to start, undo and reveal.")


def format(event: Event) -> dict[str, Any]:  # noqa: A001 - the interface's name
    match event:
        case Place(slot, tile):
            return {"event": "place", "slot": SLOT_POSITIONS[slot].name, "tile": list(tile)}
        case Pass():
            return {"event": "pass"}


def to_json(state: State) -> dict[str, Any]:
    return {
        "game": "klondike",
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "round": state.round,
        "rounds": state.rounds,
        "starter": state.starter,
        "claims": {
            claim_name(claim): {key: getattr(state.claims[claim], key) for key in CLAIM_KEYS} for claim in CLAIMS
        },
        "slots": {slot.name: list(tile) for slot, tile in zip(SLOT_POSITIONS, state.slots, strict=True) if tile},
        "players": [{"name": name, "chips": chips} for name, chips in zip(state.players, state.chips, strict=True)],
        "tiles_left": [list(tile) for tile in rules.tiles_left(state)],
        "winners": state.winners and list(state.winners),
    }


def query(state: State, query: Json) -> dict[str, Any]:
    """Returns the placements of a tile that are available now. Raises Illegal: `syntax`, or `phase` after the end."""
    tile = _parse_tile(query)
    if state.phase is rules.Phase.OVER:
        raise Illegal(Code.PHASE, "The match is over: no tile can be placed.")
    placements = tile_placements(state, tile)
    return {"legal": [{"slot": SLOT_POSITIONS[slot].name, "tile": list(turned)} for slot, turned in placements]}


def _parse_tile(event: Json) -> rules.Tile:
    tile = rules.tile_of(event.get("tile"))
    if tile is None:
        raise syntax_error("A tile is a list of two whole numbers from 0 to 6.")
    return tile


columns = ("round", "slot", "near", "far", "rule", "won")
"""`near` is the end at the claim that names the slot, `won` the number of chips."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    if not isinstance(event, Place):
        return {"round": before.round}
    near, far = event.tile
    won = after.chips[before.turn] - before.chips[before.turn]
    rule = rules.check_placement(before, event.slot, event.tile).value
    return {
        "round": before.round,
        "slot": SLOT_POSITIONS[event.slot].name,
        "near": near,
        "far": far,
        "rule": rule,
        "won": won,
    }


def describe(state: State) -> str:
    """Returns the state as text: what is due, the claims with row 3 on top, the tiles, the chips."""
    claims = "(digit, right ends, chips; ! spoiled, * won in this round)"
    board = [
        "  ".join([str(number), *(_claim_text(state, column, number) for column in range(1, rules.SIDE + 1))])
        for number in range(rules.SIDE, 0, -1)
    ]
    footer = "       ".join(["   1", "2", "3"])
    placed = zip(SLOT_POSITIONS, state.slots, strict=True)
    tiles = ", ".join(f"{slot.name} {tile[0]}|{tile[1]}" for slot, tile in placed if tile is not None)
    width = max(map(len, state.players))
    chips = [f"   {name:{width}}  {won}" for name, won in zip(state.players, state.chips, strict=True)]
    due = f"round {state.round} of {state.rounds}: {state.players[state.turn]} to place a tile"
    if state.winners is not None:
        names = " and ".join(state.players[seat] for seat in state.winners)
        due = f"over after {state.rounds} rounds. Won by {names}"
    return "\n".join(
        [f"Klondike, {due}.", "", *board, footer, f"   {claims}", "", f"Tiles: {tiles or 'none'}.", "", *chips]
    )


def _claim_text(state: State, column: int, row: int) -> str:
    claim = state.claims[CLAIMS[(row - 1) * rules.SIDE + column - 1]]
    digit = "-" if claim.digit is None else claim.digit
    mark = "!" if claim.spoiled else "*" if claim.won_by is not None else " "
    return f"{digit} {claim.right} {claim.chips}{mark}"
