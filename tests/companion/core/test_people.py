from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.lineup import canonical_name
from companion.core.people import (
    Best,
    BoldRoll,
    Fact,
    GameCount,
    People,
    count_people,
    is_person,
    luck_text,
    person_facts,
)
from companion.core.player_names import initials, join_names, short_names
from companion.core.saved_games import Finished, GameId
from companion.locale.translator import translator_for
from companion.ui.font import THIN, text_width
from companion.ui.layout import wrapped
from engine.game import Json

BEGUN_AT = "2026-11-21T19:00:00Z"
FIGURES = {"claimit": "mine"}
English = translator_for("en")


def game(
    number: int, players: Sequence[str], *winners: int, mines: Sequence[int] = (), name: str = "claimit",
    luck: Sequence[Json] = (),
) -> Finished:  # fmt: skip
    standings = [{"mine": mine} for mine in mines or [0] * len(players)]
    summary: dict[str, Any] = {"players": list(players), "winners": list(winners), "turns": 9, "standings": standings}
    return Finished(
        GameId(number),
        {"game": name, "players": list(players)},
        BEGUN_AT,
        0,
        {**summary, **({"luck": luck} if luck else {})},
    )


def seat_luck(busts: int, expected: float, boldest: list[int] | None = None) -> Json:
    return {"busts": busts, "expected_busts": expected, "boldest": boldest}


def people_of(*games: Finished) -> People:
    return count_people(reversed(games), FIGURES)


def test_people_are_sorted_by_their_number_of_games() -> None:
    people = people_of(game(1, ["Zoe", "Ann", "Bob"], 2), game(2, ["Zoe", "Ann", "Cy"], 1), game(3, ["Zoe", "Dan"], 0))
    assert [(each.name, each.games, each.wins) for each in people.persons] == [
        ("Zoe", 3, 1),
        ("Ann", 2, 1),
        ("Bob", 1, 1),
        ("Cy", 1, 0),
        ("Dan", 1, 0),
    ]


def test_games_are_counted_by_game_and_by_the_number_of_players() -> None:
    people = people_of(
        game(1, ["Ann", "Bob"], 0, 1), game(2, ["Ann", "Bob", "Cy"], 1), game(3, ["Ann", "Bob"], 0, name="klondike")
    )
    ann = people.find("Ann")
    assert ann is not None
    assert ann.by_game == (("claimit", GameCount(2, 1)), ("klondike", GameCount(1, 1)))
    assert ann.by_players == ((2, GameCount(2, 2)), (3, GameCount(1, 0)))


def test_a_seat_without_a_name_is_not_a_person() -> None:
    for name in ["Green", "blue", "Grün", "Oranje"]:
        assert not is_person(name)
        assert [each.name for each in people_of(game(1, ["Ann", name], 1)).persons] == ["Ann"]


def test_a_name_is_the_same_persons_in_capitals_or_not() -> None:
    people = people_of(game(1, ["KIM", "Bob"], 0), game(2, ["Kim  Lee", "kim"], 1), game(3, ["Kim Lee", "Kim"]))
    assert [(each.name, each.games, each.wins) for each in people.persons] == [
        ("Kim", 3, 2),
        ("Kim Lee", 2, 0),
        ("Bob", 1, 0),
    ]
    assert people.find("kIM") == people.persons[0]
    assert people.find("Nobody") is None


def test_two_seats_with_names_of_one_person_count_as_one_game() -> None:
    (kim,) = people_of(game(1, ["Kim", "KIM"], 1, mines=(3, 5))).persons
    assert (kim.games, kim.wins, kim.bests[0].value) == (1, 1, 5)


def test_the_highest_value_is_recorded_for_its_first_game() -> None:
    people = people_of(
        game(1, ["Ann", "Bob"], mines=(7, 2)),
        game(2, ["Ann", "Bob"], mines=(7, 3)),
        game(3, ["Ann", "Bob"], mines=(1, 30), name="gone"),
    )
    assert [each.bests for each in people.persons] == [
        (Best("claimit", "mine", 7, GameId(1)),),
        (Best("claimit", "mine", 3, GameId(2)),),
    ]


def test_the_boldest_roll_is_the_one_with_the_highest_odds_of_a_bust() -> None:
    games = [
        game(number, ["Ann", "Bob"], luck=[seat_luck(0, 1.0, bold), seat_luck(0, 0.0)])
        for number, bold in enumerate(([20, 216], [1, 6], [36, 216], None), 1)
    ]
    ann, bob = people_of(*games).persons
    assert ann.boldest == BoldRoll(1, 6, GameId(2))
    assert bob.boldest is None
    assert [fact for fact in person_facts(English, ann) if fact.label == "boldest roll"] == [
        Fact("boldest roll", "16.7%", "16.7% (1/6)", GameId(2))
    ]


def test_luck_is_summed_up() -> None:
    (ann,) = people_of(
        game(1, ["Ann"], luck=[seat_luck(2, 1.5)]), game(2, ["Ann"], 0, luck=[seat_luck(0, 1.25)]), game(3, ["Ann"], 0)
    ).persons
    assert (ann.busts, ann.expected_busts) == (2, 2.75)
    assert luck_text(English, ann) == "+0.8"
    assert luck_text(translator_for("de"), ann) == "+0,8"


def test_a_bot_is_not_a_person() -> None:
    played = game(1, ["Kim", "Sheriff", "Ann"], 1)
    played = replace(played, summary={**played.summary, "bots": {"1": "sheriff", "2": "prospector"}})
    assert [(each.name, each.games, each.wins) for each in people_of(played).persons] == [("Kim", 1, 0)]


EN = translator_for("en")
WIDE_NAMES = tuple(f"{letter * 12}" for letter in "WMÜÖÄ")


def test_a_colour_is_known_in_every_language() -> None:
    for name, means in [("blau", "Blue"), ("Groen", "Green"), (" RED ", "Red"), ("Kim", "Kim")]:
        assert canonical_name(name) == means


def test_names_that_would_be_cut_to_the_same_word_differ() -> None:
    for names, shown in (
        (("Prospector", "Prospector 2", "Kim"), ("Prosp…", "Pros…2", "Kim")),
        (("Prospector", "Prospector 2", "Prospector 3"), ("Prosp…", "Pros…2", "Pros…3")),
        (("Maximiliana", "Maximiliane"), ("Maxim…", "Maxi…e")),
        (("Annemarie Xaver", "Annemarie Xaviera", "Annemarie Yves"), None),
        (("W" * 64, "W" * 63 + "M", "W" * 62), None),
    ):
        for room_px in (22, 36, 66):
            cut = short_names(EN, names, room_px)
            assert shown is None or room_px != 36 or cut == shown
            assert len(set(cut)) == len(names)
            assert all(text_width(THIN, name) <= room_px for name in cut)


def test_all_names_together_take_two_lines_at_most() -> None:
    for count in range(2, 6):
        assert len(wrapped(THIN, join_names(EN, WIDE_NAMES[:count]), 126)) <= 2


def test_each_player_has_a_letter_on_the_stones() -> None:
    assert initials(EN, ("Ann", "Adam", "Anton", "Blue")) == ("An", "Ad", "At", "B")
    assert initials(EN, ("A", "A.", "Bo")) == ("A1", "A2", "B")
