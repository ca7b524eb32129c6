PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m

.PHONY: play prompt test lint check bench load goldens pictures clean

play: $(VENV)/.play  ## set up, serve Boardwalk and open it in a browser
	@$(VENV)/bin/boardwalk compile
	@$(VENV)/bin/boardwalk serve --open

prompt: $(VENV)/.play  ## play at a plain prompt
	@$(VENV)/bin/boardwalk play

test: lint check  ## set up and run everything

lint: $(VENV)/.test
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

check: $(VENV)/.test
	$(RUN) pytest

goldens: $(VENV)/.test  ## write the recorded playthroughs anew
	$(RUN) pytest tests/test_golden.py --write-goldens

bench: $(VENV)/.bench  ## measure random playouts, compile time and start-up
	$(VENV)/bin/boardwalk bench

load: $(VENV)/.play  ## measure the server with 500 rooms
	$(VENV)/bin/python benchmarks/load.py

pictures: $(VENV)/.play  ## draw the README's pictures anew
	$(VENV)/bin/python examples/pictures.py docs/pictures

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml constraints.txt
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[server]'
	@touch $@

$(VENV)/.test: $(VENV)/.play
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
