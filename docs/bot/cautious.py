"""A bot for Claim It! as a program of its own: it builds beside its own fields, and banks three. See docs/bots.md."""

import json
import sys


def decide(seat: int, state: dict, legal: list[dict]) -> dict:
    """Returns one of the events that may be chosen now."""
    if {"event": "bank"} in legal:  # a field is marked where no player's stone lies on top
        marked = sum(not stones[-1].startswith("p") for stones in state["board"].values())
        return {"event": "bank" if marked >= 3 else "roll"}
    own = [point(field) for field, stones in state["board"].items() if f"p{seat}" in stones]
    return max(legal, key=lambda event: sum(abs(point(event.get("field", "9/9")) - field) == 1 for field in own))


def point(field: str) -> complex:
    """Returns a field as a point: two that share an edge are 1 apart."""
    return complex(*map(int, field.split("/")))


for line in sys.stdin:
    asked = json.loads(line)
    advises = asked.get("query") == "advise"
    print(json.dumps({"advice": decide(asked["seat"], asked["state"], asked["legal"])} if advises else {}), flush=True)
