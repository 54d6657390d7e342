"""What acts on the world: the loop, the effect runner, clock, journal, speech, systemd."""
