"""`companion doctor`: the checks, and the facts about the machine that they look at."""
