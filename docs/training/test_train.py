"""Training gives the same weights, however many processes play and however often it is killed.

python -m pip install numba pytest
python -m pytest --import-mode=prepend docs/training
"""

import multiprocessing
import time
from argparse import Namespace

import numpy as np
from train import LATER, train

ASKED = {"games": 300, "prospectors": 200, "seed": 1, "batch": 100, "every": 1, "check": 4, "rate": 2e-3, "start": None}


def weights_after(folder, workers, killed=False):
    """Returns the weights of 500 games of three players in five batches; `killed`: the run was killed, and went on."""
    asked = Namespace(**ASKED, **LATER, workers=workers, out=folder)
    if killed:
        run = multiprocessing.get_context("fork").Process(target=train, args=(3, asked))
        run.start()
        while not (folder / "weights-3.npz").exists():
            time.sleep(0.01)
        run.kill()
        run.join()
        with np.load(folder / "training-3.npz") as kept:
            assert 1 <= kept["batches"] < 5
    train(3, asked)
    with np.load(folder / "weights-3.npz") as made:
        return made["weights"].tobytes()


def test_workers_and_kills_change_no_weight(tmp_path):
    """One, two and four workers, and a run that is killed after its first batch, agree to the last bit."""
    found = set()
    for number, (workers, killed) in enumerate([(1, False), (2, False), (4, False), (2, True)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        found.add(weights_after(folder, workers, killed))
    assert len(found) == 1
