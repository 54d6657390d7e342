"""Writes engine/claimit/weights.json from what `train.py` made for each number of players.

    python docs/training/export.py seed-1/weights-2.npz seed-2/weights-2.npz weights-3.npz weights-4.npz weights-5.npz

    python docs/training/export.py --unpack shipped

A number of players of which no file is given keeps its network. Several networks for one number become one that has all
their patterns and whose scores are the mean of theirs: they err in different ways, so it errs less. `--unpack` is the
reverse: it writes the networks that are shipped into a folder, from which `train.py --start` goes on.
"""

import json
import sys
from pathlib import Path

import numpy as np
from network import PATTERNS, UNIT, network, sizes, views

from engine.claimit.position import FIELDS, format_field
from engine.claimit.value import STONE_KINDS, VERSION, Figures, feature_names, load_weights
from engine.claimit.value import UNIT as WHOLE

WEIGHTS = Path(__file__).parents[2] / "engine" / "claimit" / "weights.json"
COUNTED = {"last round, mine ahead", "last round, goldclaims ahead", "empty fields", "ownership stones left"}
"""Features that are numbers of something, besides the figures of a seat; the others are 0 or 1."""


def network_of(networks, seats):
    """Returns the mean of networks as the file has it; `networks` are the weights of each."""
    parts = zip(*(views(weights, seats) for weights in networks), strict=True)
    places, patterns, biases, outputs, direct = (np.concatenate(part, axis=-1) for part in parts)
    outputs, direct = outputs / len(networks), direct.reshape(len(networks), -1).mean(0)
    names = feature_names(seats)
    rows = np.hstack([direct[:, None], patterns]) * units_of(seats)[:, None]
    return {
        "biases": rounded(biases),
        "outputs": rounded(outputs),
        "features": {name: rounded(row) for name, row in zip(names, rows, strict=True)},
        "places": {
            kind: {format_field(field): rounded(row) for field, row in zip(FIELDS, fields, strict=True)}
            for kind, fields in zip(STONE_KINDS, places.reshape(4, len(FIELDS), -1), strict=True)
        },
    }


def units_of(seats):
    """Returns in which unit each feature is trained: numbers in eighths, so that all inputs are about as large."""
    names = feature_names(seats)
    return np.array([UNIT if name in COUNTED or name.rsplit(" ", 1)[-1] in Figures._fields else 1 for name in names])


def shipped(seats, weights=None):
    """Returns what the engine plays with: networks of as many patterns as are compiled in, whose scores add up."""
    found = (weights or load_weights())[seats]
    return tuple(
        network(part_of(found, seats, slice(first, first + PATTERNS)), seats)
        for first in range(0, len(found.biases), PATTERNS)
    )


def part_of(found, seats, patterns):
    """Returns the weights of these patterns of a shipped network as they are trained; the first has the direct ones."""
    flat = np.zeros(sizes(seats, len(found.biases[patterns]))[-1], dtype=np.float32)
    places, features, biases, outputs, direct = views(flat, seats)
    rows = np.array(found.features) * WHOLE / units_of(seats)[:, None]
    places[:] = np.array(found.places)[..., patterns].reshape(places.shape) * WHOLE
    features[:] = rows[:, 1:][:, patterns]
    biases[:], outputs[:] = np.array(found.biases)[patterns] * WHOLE, np.array(found.outputs)[patterns] * WHOLE
    if not patterns.start:
        direct[:] = rows[:, 0]
    return flat


def unpack(folder):
    """Writes what is shipped as `train.py` takes it, to go on from it; each network as one, of all its patterns."""
    networks = json.loads(WEIGHTS.read_text(encoding="utf-8"))["networks"]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for seats, found in load_weights().items():
        made = networks[str(seats)]["trained"]
        command = made[0] if len(made) == 1 else f"the mean of {'; '.join(made)}"
        flat = part_of(found, seats, slice(0, len(found.biases)))
        np.savez(Path(folder) / f"weights-{seats}.npz", weights=flat, seats=seats, command=command)


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
    if sys.argv[1] == "--unpack":
        unpack(sys.argv[2])
        return
    made = [np.load(path) for path in sys.argv[1:]]
    networks = json.loads(WEIGHTS.read_text(encoding="utf-8"))["networks"]
    for seats in sorted({int(each["seats"]) for each in made}):
        mine = [each for each in made if each["seats"] == seats]
        commands = [str(each["command"]) for each in mine]
        networks[str(seats)] = {"trained": commands, **network_of([each["weights"] for each in mine], seats)}
    content = {"version": VERSION, "networks": networks}
    WEIGHTS.write_text(text_of(content) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
