"""Every statement of the rules has a test: whoever renames or deletes one finds out here."""

from __future__ import annotations

import json
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from tests.engine.rule_statements import CLAIMIT, KLONDIKE

VECTORS = Path(__file__).parents[1] / "vectors"
PROOFS = sorted({proof for table in (CLAIMIT, KLONDIKE) for proofs in table.values() for proof in proofs})


def exists(proof: str) -> bool:
    """Whether there is such a test, or such an agreed case."""
    module, _, name = proof.partition("::")
    if name:
        try:
            return callable(attrgetter(name)(import_module(f"tests.engine.{module}")))
        except (ImportError, AttributeError):
            return False
    file, _, case = proof.partition(": ")
    lines = (VECTORS / f"{file}.jsonl").read_text("utf-8").splitlines()
    return case in {json.loads(line)["name"] for line in lines}


@pytest.mark.parametrize("proof", PROOFS)
def test_a_statement_of_the_rules_is_tested(proof: str) -> None:
    assert exists(proof)


@pytest.mark.parametrize("proof", ["test_board::test_nothing", "no_module::test", "claimit-examples: example 7"])
def test_a_proof_that_is_gone_is_found_out(proof: str) -> None:
    assert not exists(proof)


@pytest.mark.parametrize("table", [CLAIMIT, KLONDIKE])
def test_no_statement_is_without_a_proof(table: dict[str, tuple[str, ...]]) -> None:
    assert all(table.values())
