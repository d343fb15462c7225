# Everything one does with the project. `make help` lists it.

PYTHON ?= python3
# Extra arguments for pytest, e.g. make test ARGS="-k undo"
ARGS ?=
# Processes for the tests: twice as many as a small machine has cores, since some tests mostly wait
JOBS ?= 4
COVERAGE ?=
UPGRADE ?=

VENV := .venv
PY := $(VENV)/bin/python
# The stamps say for which lock file the environment was filled. The development lock contains the runtime lock,
# so its stamp serves both.
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
UV_COMPILE := .venv-lock/bin/uv pip compile --quiet --generate-hashes --universal --custom-compile-command "make lock" --no-emit-index-url \
	--no-emit-find-links $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help run test lint format torture bench browser lock audit wheel translations screenshots clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | awk -F '\t' '{printf "  %-14s %s\n", $$1, $$2}'

run: $(RUN_STAMP) ## start the scorekeeper (PORT=8000)
	@$(PY) -m scorekeeper serve

test: $(DEV_STAMP) browser lint ## lint, then all tests but the long ones (ARGS=..., JOBS=4, COVERAGE=1)
	$(PY) -m pytest -n $(JOBS) --dist worksteal $(if $(COVERAGE),--cov --cov-report=term) $(ARGS)

lint: $(DEV_STAMP) ## check style, format and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(DEV_STAMP) ## put the code into the one format
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

torture: $(DEV_STAMP) browser ## the long runs
	$(PY) -m pytest -m torture $(ARGS)

bench: $(DEV_STAMP) ## measure speed
	$(PY) -m tools.bench $(ARGS)

browser: ## make sure that there is a Chromium for the browser tests
	@tools/browser.sh

lock: .venv-lock/bin/uv ## write the lock files anew from pyproject.toml (UPGRADE=--upgrade for new versions)
	$(UV_COMPILE) pyproject.toml -o requirements.txt
	$(UV_COMPILE) pyproject.toml --extra postgres --group dev -c requirements.txt -o requirements-dev.txt

audit: $(DEV_STAMP) ## look for known holes in the locked versions
	$(PY) -m pip_audit --require-hashes --disable-pip -r requirements.txt
	$(PY) -m pip_audit --require-hashes --disable-pip -r requirements-dev.txt

wheel: $(DEV_STAMP) ## build the wheel into dist/
	$(PY) -m build --wheel --no-isolation

translations: $(DEV_STAMP) ## collect the texts, update the catalogues, compile them
	$(PY) -m babel.messages.frontend -q extract -F babel.cfg -k lazy_gettext -k _l -k N_ --sort-output --no-location \
		--no-wrap --project=scorekeeper -o scorekeeper/translations/messages.pot .
	$(PY) -m babel.messages.frontend update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap \
		-i scorekeeper/translations/messages.pot -d scorekeeper/translations
	$(PY) -m babel.messages.frontend compile --statistics -d scorekeeper/translations

screenshots: $(DEV_STAMP) browser ## take the pictures for the documentation
	$(PY) -m tools.screenshots

clean: ## remove what was made, but never instance/
	rm -rf $(VENV) .venv-lock build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage htmlcov
	find scorekeeper tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv is missing (Debian: apt-get install python3-venv)"; exit 1; }

$(RUN_STAMP): requirements.txt | $(PY)
	@test -e $(DEV_STAMP) -a ! requirements.txt -nt $(DEV_STAMP) || $(INSTALL) -r requirements.txt
	@touch $@

$(DEV_STAMP): requirements-dev.txt requirements.txt | $(PY)
	$(INSTALL) -r requirements-dev.txt
	@touch $@ $(RUN_STAMP)

.venv-lock/bin/uv:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
