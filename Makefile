PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m
# uv, where it is there; where the environment tells pip where to look, pip, since uv reads nothing of that.
UV := $(if $(PIP_FIND_LINKS)$(PIP_INDEX_URL)$(PIP_EXTRA_INDEX_URL),,$(shell command -v uv 2>/dev/null))
# Both check the hashes of what the lock has.
INSTALL := $(if $(UV),$(UV) pip install --python $(VENV)/bin/python,$(RUN) pip install --disable-pip-version-check --no-require-hashes) \
	--constraint requirements.lock --build-constraint requirements.lock
NPM := INSTALL='$(INSTALL)' .ci/npm $(VENV)

# The extras that go with a group of pyproject.toml. The name of an extra stands for itself.
EXTRAS_docs := gymnasium,openspiel,pettingzoo
EXTRAS_quick := arena,gymnasium,pettingzoo,png,postgres
EXTRAS_test := $(EXTRAS_quick),cluster,openspiel
EXTRAS_bench := openspiel
EXTRAS_peers := openspiel,pettingzoo
GROUPS := docs peers quick test
comma := ,

# What `make quick` leaves out: tests that need a browser, a database, a GPU simulator, OpenSpiel, PyTorch or Sphinx, and
# tests that take long.
SLOW := arena/test_cluster.py arena/test_running.py batch/gpu benchmarks browser docs examples server learning/test_openspiel.py \
	learning/test_openspiel_knowledge.py learning/test_gymnasium_vector.py engine/test_sources.py engine/test_compiled_cache.py \
	search/test_background_process.py test_deploy.py test_install.py test_interfaces.py test_lock.py test_publishing.py test_required_programs.py test_wheel.py
SLOW_TESTS := cli/test_cli.py::test_bench_reports_every_game contract/test_registry.py::test_adapters_leave_them_out \
	test_conformance.py::test_random_games \
	games/fog_quoridor/test_fog_quoridor_players.py::test_guesses_fit_what_is_known
QUICK := $(SLOW:%=--ignore=tests/%) $(SLOW_TESTS:%=--deselect=tests/%)

.PHONY: help play prompt test quick lint lint-python lint-page programs check check-quick test-newest docs check-page goldens bench load dist protocol-types entries lock pictures clean

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.server  ## set up, serve Boardwalk and open it in a browser
	@$(VENV)/bin/boardwalk serve --open

prompt: $(VENV)/.server  ## play at a plain prompt
	@$(VENV)/bin/boardwalk play

test: programs lint check test-newest  ## set up and run everything

quick: lint check-quick  ## what matters for most changes, in under a minute

lint: lint-python lint-page  ## what both of these check

lint-python: $(VENV)/.quick  ## ruff, mypy and the order of imports
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(VENV)/bin/lint-imports

lint-page: node_modules/.package-lock.json  ## Biome and tsc
	$(NPM) run --silent lint

programs: $(VENV)/.test  ## find PostgreSQL and Chromium, which the tests need, or fetch them
	$(VENV)/bin/python tests/programs.py

check: programs check-page $(VENV)/.connect_four  ## all tests
	$(RUN) pytest

check-quick: $(VENV)/.quick $(VENV)/.connect_four check-page  ## the tests of `make quick`
	$(RUN) pytest $(QUICK)

check-page: node_modules/.package-lock.json  ## the page's tests that need no browser
	$(NPM) test --silent

test-newest:  ## the quick tests on the newest Python that Numba supports, if one newer than PYTHON is found
	@newest=$$(.ci/newest-python $(PYTHON)); \
	if [ -n "$$newest" ]; then $(MAKE) --no-print-directory check-quick PYTHON="$$newest" VENV=.venv-newest; \
	else echo "No Python newer than $$($(PYTHON) -V 2>&1) was found: the tests ran on that one only."; fi

docs: $(VENV)/.docs $(VENV)/.connect_four  ## build the documentation into docs/_build/html; any warning is an error
	$(RUN) sphinx -b html -W --keep-going --quiet docs docs/_build/html
	@echo "docs/_build/html/index.html"

goldens: $(VENV)/.test $(VENV)/.connect_four  ## write the recorded playthroughs anew
	$(RUN) pytest tests/test_golden.py --write-goldens

bench: $(VENV)/.bench  ## measure random playouts, compile time and start-up
	$(VENV)/bin/boardwalk bench

load: $(VENV)/.postgres  ## measure the server with 500 rooms
	$(VENV)/bin/python benchmarks/load.py

dist: $(VENV)/.quick node_modules/.package-lock.json  ## build the sdist and the wheel into dist
	$(RUN) hatchling build

protocol-types: $(VENV)/.quick  ## write the page's types of the protocol and the routes anew
	$(VENV)/bin/python tools/protocol_types.py

entries: $(VENV)/.quick  ## write the functions that call compiled rules anew, from the table of rules
	$(VENV)/bin/python tools/entries.py

lock:  ## choose the versions in requirements.lock anew, with uv: those that stand there stay, unless UPGRADE=--upgrade
	uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --no-emit-package torch --custom-compile-command 'make lock' $(UPGRADE) \
		$(foreach extra,$(subst $(comma), ,$(EXTRAS_test)),--extra $(extra)) --group test --group node --output-file requirements.lock

pictures: $(VENV)/.test $(VENV)/.connect_four  ## draw the README's pictures anew, and screenshots of every page into build/pictures
	$(VENV)/bin/python examples/pictures.py docs/pictures
	$(VENV)/bin/python tests/browser/pictures.py build/pictures

$(VENV)/bin/python:
	$(if $(UV),$(UV) venv --quiet --python $(PYTHON),$(PYTHON) -m venv) $(VENV)

# A pip that takes hashes from constraints.
$(VENV)/.pip: requirements.lock | $(VENV)/bin/python
	$(if $(UV),,sed -n '/^pip==/,/ #/p' $< | $(RUN) pip install --quiet --disable-pip-version-check --requirement /dev/stdin)
	@touch $@

# .venv/.NAME is there when what NAME needs is installed. What the tests need includes what the quick ones need.
$(VENV)/.%: $(VENV)/.pip pyproject.toml requirements.lock
	@echo "Installing into $(VENV) what '$*' needs; the first time this takes minutes."
	$(INSTALL) --editable '.[$(or $(EXTRAS_$*),$*)]' $(addprefix --group ,$(filter $*,$(GROUPS)))
	@touch $@ $(if $(filter test,$*),$(VENV)/.quick)

# The tests play the example of a game in a package of its own like any other.
$(VENV)/.connect_four: $(VENV)/.pip examples/connect_four/pyproject.toml
	$(INSTALL) --quiet --no-deps --editable examples/connect_four
	@touch $@

# The checks of the page, and esbuild. Nobody who only runs Boardwalk needs them.
node_modules/.package-lock.json: package-lock.json | $(VENV)/.pip
	$(NPM) ci
	@touch $@

clean:  ## remove what was installed, built and cached here
	rm -rf .venv .venv-newest node_modules docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
