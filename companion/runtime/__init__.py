"""What acts on the world: the composition root, the loop, the effect runner, clock, journal, speech, systemd."""
