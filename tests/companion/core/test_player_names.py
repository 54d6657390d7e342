from companion.core.player_names import initials, join_names, short_name, short_names
from companion.core.players import SEAT_COLOUR_NAMES, canonical_name
from companion.locale.translator import translator_for
from companion.screen.font import THIN, text_width
from companion.screen.layout import wrapped

EN = translator_for("en")
WIDE = tuple(f"{letter * 12}" for letter in "WMÜÖÄ")


def test_a_colour_is_known_in_every_language() -> None:
    for name, means in [("blau", "Blue"), ("Groen", "Green"), (" RED ", "Red"), ("Kim", "Kim")]:
        assert canonical_name(name) == means


def test_an_ordinary_name_is_not_cut() -> None:
    for name in [*SEAT_COLOUR_NAMES, "Christopher"]:
        assert short_name(EN, name) == name


def test_a_wide_name_is_cut_to_its_room() -> None:
    cut = short_name(EN, "W" * 12, 40)
    assert text_width(THIN, cut) <= 40
    assert cut.endswith("…")


def test_names_that_would_be_cut_to_the_same_word_differ() -> None:
    for names, told in (
        (("Prospector", "Prospector 2", "Kim"), ("Prosp…", "Pros…2", "Kim")),
        (("Prospector", "Prospector 2", "Prospector 3"), ("Prosp…", "Pros…2", "Pros…3")),
        (("Maximiliana", "Maximiliane"), ("Maxi…a", "Maxi…e")),
        (("Annemarie Xaver", "Annemarie Xaviera", "Annemarie Yves"), None),
        (("W" * 64, "W" * 63 + "M", "W" * 62), None),
    ):
        for room_px in (22, 36, 66):
            cut = short_names(EN, names, room_px)
            assert told is None or room_px != 36 or cut == told
            assert len(set(cut)) == len(names)
            assert all(text_width(THIN, name) <= room_px for name in cut)


def test_all_names_together_take_two_lines_at_most() -> None:
    for count in range(2, 6):
        assert len(wrapped(THIN, join_names(EN, WIDE[:count]), 126)) <= 2


def test_the_seat_colours_together_are_not_cut() -> None:
    for count in range(2, 6):
        assert join_names(EN, SEAT_COLOUR_NAMES[:count]) == ", ".join(SEAT_COLOUR_NAMES[:count])


def test_the_letters_on_stones_tell_players_apart() -> None:
    assert initials(EN, ("Ann", "Adam", "Anton", "Blue")) == ("An", "Ad", "At", "B")
    assert initials(EN, ("A", "A.", "Bo")) == ("A1", "A2", "B")
