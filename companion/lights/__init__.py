"""The 36 lights: colours, rhythms and compositions as pure functions of time. Knows no game."""
