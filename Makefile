# make run and make test do all the set-up by themselves; nothing else has to be prepared.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test setup lint bench pictures clean

run: setup
	@$(BIN)/companion play

test: setup
	$(BIN)/pytest -n auto --cov --cov-report=term

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[terminal,dev]'
	@touch $@

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m tests.bench

# Draws the golden pictures anew; look at what changed before you commit it.
pictures: setup
	$(BIN)/python -m tests.pictures

clean:
	rm -rf .venv
