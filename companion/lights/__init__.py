"""The 36 lights: colours, rhythms and compositions as pure functions of time. They do not depend on a game."""
