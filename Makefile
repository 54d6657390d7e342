# make run and make test do all the set-up by themselves; nothing else has to be prepared.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

# Where it is set, every process of the tests compiles all of them again: 3 s for each of pytest's, at each run.
unexport PYTHONDONTWRITEBYTECODE

# A Raspberry Pi works its pins with lgpio. Python 3.11 and 3.12 have a wheel of it; for 3.13 (Trixie) there is none, and
# the system's python3-lgpio is used: so the environment sees the system's packages there.
ON_PI := $(shell grep -qs '^Raspberry Pi' /proc/device-tree/model && echo yes)
ifdef ON_PI
PROJECT = .[pi]
VENV_OPTIONS = --system-site-packages
else
PROJECT = .
endif
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run help check test test-all vm setup pins lint lint-page api docs release hashes bench catalogues pictures deb \
    body body-drawings clean

PO = $(wildcard companion/locale/*/LC_MESSAGES/companion.po)
PIG = $(wildcard docs/pig/companion_pig/locale/*/LC_MESSAGES/*.po)  # the plug-in of the docs, for its tests

# Play, on a page that opens in the browser; on a Raspberry Pi on the box.
run: $(VENV)/ready $(PO:.po=.mo) pins
	@COMPANION_LAUNCHER=make $(BIN)/companion play

# This list: of each target the comment above it.
help:
	@awk '/^$$/ { said = "" } /^# / { said = said "\n    " substr($$0, 3) } \
	    /^[a-z-]+:/ && said { sub(/:.*/, ""); print "make " $$0 said; said = "" }' $(firstword $(MAKEFILE_LIST))

PYTEST = $(BIN)/pytest -n auto --dist loadgroup

# While you work: `make test` without the browser.
check: setup
	$(PYTEST) --ignore tests/browser

# Before you push, at most three minutes: rules, pages, wires, a whole game of each kind, a kill, a browser, the units.
test: setup
	$(PYTEST)
	@echo 'Not tested: games by each kind of input, each page in the browser, statistics of bots, long comparisons'
	@echo '(make test-all, before a release), and the service in virtual machines (make vm).'

# Before a release, an hour: everything but the virtual machines.
test-all: setup
	$(PYTEST) -m 'not vm'

# Before a release: installs the service on Debians in virtual machines, updates it, pulls the plug; needs root, and hours.
vm: setup
	$(BIN)/pytest -m vm tests/vm

# The environment .venv, with all that the tests need. Nobody has to call it.
setup: $(VENV)/ready-for-tests $(PO:.po=.mo) $(PIG:.po=.mo) pins

# An environment works only in the folder where it was made, and only with that Python: after the checkout was moved, or
# Python was upgraded, it is made again.
MADE_FOR = echo "$$(cd $(VENV) && pwd -P) $$($(BIN)/python -V | cut -d. -f-2)"
ifneq ($(shell cat $(VENV)/ready 2>&1),$(shell { $(MADE_FOR); } 2>&1))
.PHONY: $(VENV)/ready
endif

# What playing needs; Babel compiles the catalogues.
$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'companion: needs Python 3.11 or newer; $(PYTHON) is older, or missing: make PYTHON=python3.12 names another' >&2; \
	    exit 1; }
	@echo "Installing $$(grep -c == tools/requirements/base.txt) packages into $(VENV); this takes a minute or two"
	@$(PYTHON) -m venv --clear $(VENV_OPTIONS) $(VENV)
	@$(PIP) --editable '$(PROJECT)' babel
	@$(BIN)/python -m compileall -q engine hardware companion
	@$(MADE_FOR) > $@

$(VENV)/ready-for-tests: $(VENV)/ready
	@echo 'Installing what the tests need'
	@$(PIP) --editable '.[dev]'
	@touch $@

pins: $(VENV)/ready
ifdef ON_PI
	@$(BIN)/python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)' || { \
	    echo 'The pins of a Raspberry Pi need lgpio. Do this, then try again: sudo apt install python3-lgpio' >&2; exit 1; }
endif

%.mo: %.po | $(VENV)/ready
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

# Style, types, the layers between the packages, and the size.
lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/ruff check --preview --select DOC102 .  # a docstring explains no parameter that there is not
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.budget
	@$(MAKE) --no-print-directory lint-page

# The page's JavaScript, by TypeScript's checker. It is needed here only: nothing is built.
TYPESCRIPT = typescript@5.9.3
lint-page:
	@if command -v npm >/dev/null; then \
	    npm exec --yes --package=$(TYPESCRIPT) -- tsc --project companion/web/tsconfig.json; \
	else echo 'There is no npm here: the JavaScript of the page has not been checked (CI does it).'; fi

# Measures what was promised: how long a press, a picture, a search take.
bench: setup
	$(BIN)/python -m tests.bench

# Brings the catalogues up to date with the program's texts; then translate what is new in them.
catalogues: setup
	$(BIN)/pybabel --quiet extract --no-default-keywords --keywords '_ N_ translate many:1,2' \
	    --add-location file --sort-by-file --output-file $(VENV)/companion.pot companion engine
	@for po in $(PO); do $(BIN)/pybabel --quiet update --input-file $(VENV)/companion.pot --output-file $$po \
	    --locale $$(basename $$(dirname $$(dirname $$po))) --ignore-obsolete --ignore-pot-creation-date; done

# Writes the files in tools/requirements/ after a change of constraints.txt or pyproject.toml; takes minutes.
hashes: setup
	$(BIN)/python -m tools.requirements

# The pages of the engine as a library, made of its docstrings; fails where one is broken.
api: setup
	$(BIN)/python -m tests.library build/api

# The site of the docs, with the rules and the library's reference: build/site. Fails where a link leads nowhere.
docs: $(VENV)/ready-for-docs $(PO:.po=.mo)
	$(BIN)/python -m tools.site build/site

$(VENV)/ready-for-docs: $(VENV)/ready-for-tests
	$(PIP) --editable '.[dev,docs]'
	@touch $@

# A version to give away, in dist/VERSION: sdist, wheel, packages, solids, site, checksums, notes, and the tag.
release: setup
	BIN=$(BIN) tools/debian/release.sh '$(VERSION)'

# Draws the golden pictures, or those of the plug-in in the folder PLUGIN; view what changed before you commit it.
pictures: setup
	$(BIN)/python -m $(if $(PLUGIN),tests.pictures.plug_in $(PLUGIN),tests.pictures)

BODY_VENV ?= .venv-body

# A body for a 3D printer: solids as STL and 3MF in dist/body. Its environment is its own: the CAD kernel takes 1 GB.
body: $(BODY_VENV)/ready
	$(BODY_VENV)/bin/python -m tools.body dist/body

# Draws its drawings and pictures in docs/building; view what changed before you commit it.
body-drawings: $(BODY_VENV)/ready
	$(BODY_VENV)/bin/python -m tools.body --drawings docs/building

$(BODY_VENV)/ready: tools/body/constraints.txt
	$(PYTHON) -m venv --clear $(BODY_VENV)
	$(BODY_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $< build123d luma.core
	@touch $@

# Four Debian packages in dist/: of Bookworm and Trixie, for amd64 and arm64. Needs dpkg-deb, python3.11 and python3.13.
deb: setup
	@$(BIN)/python -m tools.debian.deb $(if $(NUMBER),--number '$(NUMBER)')

# Removes the environments.
clean:
	rm -rf $(VENV) $(BODY_VENV)
