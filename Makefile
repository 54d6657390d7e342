# make run and make test do all the set-up by themselves; nothing else has to be prepared.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: run test setup lint bench catalogues pictures clean

PO = $(wildcard companion/locale/*/LC_MESSAGES/companion.po)

run: setup
	@$(BIN)/companion play

test: setup
	$(BIN)/pytest -n auto --cov --cov-report=term

setup: $(VENV)/ready $(PO:.po=.mo)

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[terminal,web,dev]'
	$(BIN)/python -m compileall -q engine hardware companion
	@touch $@

%.mo: %.po | $(VENV)/ready
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m tests.bench

# Brings the catalogues up to date with the program's texts; then translate what is new in them.
catalogues: setup
	$(BIN)/pybabel --quiet extract --mapping babel.cfg --no-default-keywords --keywords '_ mark words many:1,2' \
	    --add-location file --sort-by-file --output-file $(VENV)/companion.pot companion
	@for po in $(PO); do $(BIN)/pybabel --quiet update --input-file $(VENV)/companion.pot --output-file $$po \
	    --locale $$(basename $$(dirname $$(dirname $$po))) --ignore-obsolete --ignore-pot-creation-date; done

# Draws the golden pictures anew; look at what changed before you commit it.
pictures: setup
	$(BIN)/python -m tests.pictures

clean:
	rm -rf $(VENV)
