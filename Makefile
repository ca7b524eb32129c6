PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m

.PHONY: play test lint check bench goldens clean

play: $(VENV)/.play  ## set up and play
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

bench: $(VENV)/.bench  ## measure speed
	$(VENV)/bin/boardwalk bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml constraints.txt
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.test: $(VENV)/.play
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	$(RUN) pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
