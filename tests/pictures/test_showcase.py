from tests.pictures.golden import is_as_kept
from tests.pictures.showcase import pictures


def test_the_readme_shows_what_the_program_draws() -> None:
    assert [path.name for path, drawn in pictures().items() if not is_as_kept(drawn, path)] == []
