from tests.fairness.forgeries import forgeries, judge, sound_texts


def test_every_forgery_is_found() -> None:
    assert [each.name for each in forgeries() if judge(each.text) != each.finding] == []


def test_what_forgeries_are_made_of_is_fair() -> None:
    assert set(map(judge, sound_texts())) == {"fair"}
