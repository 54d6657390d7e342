import pytest
from msgspec.structs import replace

from companion.core.game_session import AnySession, GameSession, resume_session
from companion.core.lineup import LineUp
from companion.core.messages import SeedCreated
from companion.program.update import update
from engine.game import Illegal, Json, Seat
from tests.companion.games.app import SEED, TWO_PLAYERS, App

START: Json = {"event": "start", "game": "claimit", "players": ["Green", "Blue"]}
WITH_UNDOS: list[Json] = [
    {"event": "roll", "dice": [2, 3, 5]},
    {"event": "place", "field": "3/5"},
    {"event": "undo"},
    {"event": "undo"},
]


def test_players_who_play_again_keep_their_group() -> None:
    model = replace(App().model, requested_lineup=TWO_PLAYERS)
    first, other = (update(model, SeedCreated(seed, 0.0)).model.session.lineup for seed in (SEED, bytes(32)))
    again = update(
        replace(model, requested_lineup=replace(first, first=None)), SeedCreated(bytes(32), 0.0)
    ).model.session.lineup
    assert first.group
    assert (again.group, again.players) == (first.group, other.players)
    assert other.group != first.group
    at_game = replace(update(model, SeedCreated(SEED, 0.0)).model, requested_lineup=TWO_PLAYERS)
    assert update(at_game, SeedCreated(bytes(32), 0.0)).model.session.lineup.group == first.group


def test_the_group_is_restored_with_the_game() -> None:
    assert LineUp.from_json(replace(TWO_PLAYERS, group="g").to_json()).group == "g"
    with pytest.raises(Illegal):
        LineUp.from_json({**TWO_PLAYERS.to_json(), "group": 5})


def test_the_number_of_acknowledged_outcomes_is_restored() -> None:
    for seen in [0, 1, 1000]:
        session = resume_session(TWO_PLAYERS.to_json(), SEED, [START, *WITH_UNDOS], 0)
        mark, lineup = replace(session, acknowledged_count=seen).ack_cursor, TWO_PLAYERS.to_json()
        assert resume_session(lineup, SEED, [START, *WITH_UNDOS], mark).acknowledged_count == seen
        assert resume_session(lineup, SEED, [START, *WITH_UNDOS[:-1]], mark).acknowledged_count == 0, seen


def test_a_new_match_of_klondike_has_its_passes_checked() -> None:
    for game, options in (("klondike", {"deal": "", "centre_each_round": False}), ("claimit", {"recycle": False})):
        session: AnySession = GameSession(LineUp(game, ("Green", "Blue"), options), bytes(32))
        written = session.start_event(Seat(0)).options
        assert written == {**options, **({"checked_pass": True} if game == "klondike" else {})}
