# Two commands do everything on a machine with Python 3.11 and make: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= auto

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup play lint services test check fix long bench pictures clean

help:
	@echo "make play    set up and start the table server on http://localhost:8000"
	@echo "make test    set up and run all tests"
	@echo "make check   formatting, lint, types and the fast tests"
	@echo "make fix     repair formatting and what the linter can repair"
	@echo "make long    the exhaustive runs"
	@echo "make bench   measure the speed of the engine"
	@echo "make pictures   draw the contact sheets and the pictures of the documentation anew"

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Bastide needs Python 3.11 or newer: set PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

play: $(READY)
	@echo "The table is on http://localhost:8000; stop it with Ctrl-C."
	@$(BIN)/bastide serve --log errors

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

services: $(READY)
	@$(BIN)/python -m tests.server.install_services

test: lint services
	$(BIN)/python -m pytest -q -n $(WORKERS) -m "not long" --ignore=tests/bench
	$(BIN)/python -m pytest -q tests/bench

check: lint services
	$(BIN)/python -m pytest -q -n $(WORKERS) -m "not long and not slow"

fix: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

long: lint services
	$(BIN)/python -m pytest -q -n $(WORKERS) --ignore=tests/bench
	$(BIN)/python -m pytest -q tests/bench

bench: $(READY)
	$(BIN)/bastide bench

pictures: $(READY)
	$(BIN)/python docs/make_pictures.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build dist
