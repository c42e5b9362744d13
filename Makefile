# Two commands do everything on a machine with Python 3.11 to 3.13 and make: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/.play
READY := $(VENV)/.ready
NODE_READY := node_modules/.ready
COMPILED := $(VENV)/.compiled
PRETTIER := $(BIN)/node node_modules/prettier/bin/prettier.cjs --log-level warn "src/bastide/web/**/*.{js,css}" "tests/web/**/*.js"
RAY_READY := $(VENV)/.ray
LEARN_READY := $(VENV)/.learn
# One more than there are cores: tests in a browser, of which there are many, mostly wait.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(1 + len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 3)')

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start many processes, which begin sooner if what was compiled is kept.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup play lint services test check fix long mutants bench pictures types screenshots clean

help:
	@echo "make play    set up and start the table server on http://localhost:8000"
	@echo "make test    set up and run all tests"
	@echo "make check   formatting, lint, types and the fast tests"
	@echo "make fix     repair formatting and what the linter can repair"
	@echo "make long    the exhaustive runs"
	@echo "make mutants   plant deliberate defects and check that the tests catch every one"
	@echo "make bench   measure the speed of the engine"
	@echo "make pictures   draw the pictures of the documentation, of the terminal and of the pages anew"
	@echo "make types   write the browser's types and docs/events.md from the declarations of the wire"
	@echo "make screenshots   take the pictures of the pages in the documentation anew"

setup: $(READY) $(NODE_READY)

# What playing needs. Python compiles modules on their first import, which is quicker than compiling all of them now.
$(PLAY_READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Bastide needs Python 3.11 or newer: set PYTHON=/path/to/python3.11")'
	@echo "Installing what the table needs into $(VENV)…"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --no-compile --editable '.[play]'
	@touch $@

# What developing needs besides.
$(READY): $(PLAY_READY)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# The browser client is plain files; Node, which comes as a wheel, only checks them.
$(NODE_READY): package.json package-lock.json .npmrc $(READY)
	$(BIN)/npm ci --silent
	@touch $@

# Ray is large, and only one of the exhaustive tests needs it.
$(RAY_READY): $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[ray]'
	@touch $@

# PyTorch is larger still; the examples that learn are tried out with the exhaustive tests, too.
$(LEARN_READY): $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[learn]'
	@touch $@

# Compiled and painted once, so that no test waits for it.
$(COMPILED): $(READY) $(wildcard src/bastide/fast/*.py src/bastide/fast/expansions/*.py src/bastide/rl/*.py src/bastide/draw/*.py)
	@echo "Compiling the simulator and painting the tiles, two to three minutes…"
	@$(BIN)/python -m bastide.server.art_folder
	@$(BIN)/python -m bastide.fast
	@$(BIN)/python -m bastide.rl
	@touch $@

# The server compiles the simulator in the background; until it has, bots search on the engine.
play: $(PLAY_READY)
	@echo "The table is on http://localhost:8000; stop it with Ctrl-C."
	@$(BIN)/bastide serve --log errors

lint: $(READY) $(NODE_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(PRETTIER) --check
	$(BIN)/mypy
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.worker.json

services: $(READY)
	@$(BIN)/python -m tests.install

# Checking, installing and compiling go side by side.
test: $(READY) $(NODE_READY)
	@$(MAKE) --no-print-directory -j 3 lint services $(COMPILED)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --timeout 300 -m "not long" --ignore=tests/bench
	$(BIN)/python -m pytest -q -m "not long" tests/bench

check: lint services $(COMPILED)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not long and not slow"

fix: $(READY) $(NODE_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(PRETTIER) --write

long: lint services $(COMPILED) $(RAY_READY) $(LEARN_READY)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --ignore=tests/bench
	$(BIN)/python -m pytest -q tests/bench

mutants: $(READY)
	$(BIN)/python -m tests.mutations

bench: $(PLAY_READY)
	$(BIN)/bastide bench

pictures: $(READY)
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_scenes.py
	$(BIN)/python docs/make_terminal.py

types: $(READY)
	$(BIN)/python docs/make_types.py
	$(BIN)/python docs/make_kinds.py
	$(BIN)/python docs/make_characters.py
	$(BIN)/python docs/make_words.py

screenshots: $(READY) services
	$(BIN)/python -m docs.make_screenshots

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .hypothesis build dist
