from companion.core.table_registry import TABLES
from companion.tables.claimit import TABLE as CLAIMIT
from companion.tables.claimit import ClaimItTable
from companion.tables.claimit import session as claimit_session
from companion.tables.klondike import session as klondike_session
from engine import claimit, klondike
from engine.game import Game, Seat
from tests.companion.pages.klondike import played
from tests.companion.pages.sitting import lay


def test_every_state_tells_who_plays_whose_turn_it_is_and_who_has_won() -> None:
    model = lay(claimit.start(["Anna", "Ben"], Seat(1), claimit.options))
    state = model.session.state
    assert (state.players, state.turn, state.turns, state.winners) == (("Anna", "Ben"), 1, 0, None)
    assert state.phase is claimit.Phase.ROLL  # type: ignore[attr-defined] # Claim It!'s own
    assert claimit_session.session_of(model).state.phase is claimit.Phase.ROLL


def test_the_registry_gives_the_object_of_a_tables_class() -> None:
    assert TABLES["claimit"] is CLAIMIT
    assert isinstance(CLAIMIT, ClaimItTable)
    assert CLAIMIT.end_game is None


def test_each_table_knows_its_own_states() -> None:
    model = played()
    assert klondike_session.session_of(model).state.round == 1
    assert model.session.state.round == 1  # type: ignore[attr-defined] # Klondike's own
    assert not klondike.is_over(model.session.state)  # type: ignore[arg-type] # any game's


def test_a_game_whose_state_lacks_them_is_none() -> None:
    class Bare:
        pass

    games: list[Game[Bare, str]] = []  # type: ignore[type-var]
    assert games == []
