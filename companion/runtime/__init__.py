"""The connections to the outside: loop, effect runner, clock, journal, speech, systemd."""
