from datetime import UTC, datetime, timedelta

from companion.runtime.clock import monotonic_s, utc_now


def test_the_time_of_day_is_utc_to_the_second() -> None:
    told = datetime.strptime(utc_now(), "%Y-%m-%dT%H:%M:%S%z")
    assert abs(datetime.now(UTC) - told) < timedelta(seconds=5)


def test_the_loops_time_never_goes_back() -> None:
    assert monotonic_s() <= monotonic_s()
