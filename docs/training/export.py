"""Writes engine/claimit/weights.json from what `train.py` made for each number of players.

python docs/training/export.py /tmp/weights-2.npz /tmp/weights-3.npz /tmp/weights-4.npz /tmp/weights-5.npz
"""

import json
import sys
from pathlib import Path

import numpy as np
from network import PATTERNS, UNIT, views

from engine.claimit.board import FIELDS, format_field
from engine.claimit.figures import Figures
from engine.claimit.weights import PLACES, VERSION, feature_names

WEIGHTS = Path(__file__).parents[2] / "engine" / "claimit" / "weights.json"
COUNTED = {"last round, mine ahead", "last round, goldclaims ahead", "empty fields", "ownership stones left"}
"""Features that are numbers of something, besides the figures of a seat; the others are 0 or 1."""


def network_of(weights, seats):
    """Returns a network as the file has it."""
    places, patterns, biases, outputs, direct = views(weights, seats)
    names = feature_names(seats)
    rows = np.hstack([direct[:, None], patterns]) * units_of(seats)[:, None]
    return {
        "biases": rounded(biases),
        "outputs": rounded(outputs),
        "features": {name: rounded(row) for name, row in zip(names, rows, strict=True)},
        "places": {
            kind: {format_field(field): rounded(row) for field, row in zip(FIELDS, fields, strict=True)}
            for kind, fields in zip(PLACES, places.reshape(4, 36, PATTERNS), strict=True)
        },
    }


def units_of(seats):
    """Returns in which unit each feature is trained: numbers in eighths, so that all inputs are about as large."""
    names = feature_names(seats)
    return np.array([UNIT if name in COUNTED or name.rsplit(" ", 1)[-1] in Figures._fields else 1 for name in names])


def rounded(weights):
    """Returns weights with four digits behind the point."""
    return [round(float(weight), 4) for weight in weights]


def text_of(content, indent=0):
    """Returns JSON with one list of numbers a line."""
    if not isinstance(content, dict):
        return json.dumps(content)
    space = " " * (indent + 1)
    lines = [f"{space}{json.dumps(key)}: {text_of(value, indent + 1)}" for key, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"


def main():
    """Writes the file."""
    networks = {}
    for path in sys.argv[1:]:
        made = np.load(path)
        seats = int(made["seats"])
        networks[str(seats)] = {"trained": str(made.get("command", "")), **network_of(made["weights"], seats)}
    content = {"version": VERSION, "networks": dict(sorted(networks.items()))}
    WEIGHTS.write_text(text_of(content) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
