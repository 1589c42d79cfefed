# `make` alone lists what can be made. Everything is installed into .venv, from the locked set only.
#
#   make test ARGS="-k override -x"        hands ARGS on to pytest
#   make report PYTHON=/opt/py/bin/python  makes .venv with that Python
#   make lock UPGRADE=1                    takes the newest releases that pyproject.toml allows

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
# What the caller's own Python setup holds must not leak into .venv.
unexport PYTHONPATH PYTHONHOME

ARGS ?=
GAME ?= override
OUT ?= build/report

# All paths below are relative and without spaces, so the checkout's own path may hold some.
BIN := .venv/bin
# -qq: a pip that is set up for some other index warns about it at length; errors still show.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

# --- Python --------------------------------------------------------------------------------------

PYTHON ?=
# The newest Python first. Each candidate is run, not only looked up: a pyenv shim is on the PATH
# even where its version is not switched on, and Debian's python3 comes without venv.
CANDIDATES := $(if $(PYTHON),"$(PYTHON)",python3.13 python3.12 python3.11 python3 python)
PROBE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
TELL := import sys; print("is", ".".join(map(str, sys.version_info[:3])))
# Both are looked for only when something has to be installed.
find_python = $(shell for p in $(CANDIDATES); do \
    "$$p" -c '$(PROBE)' >/dev/null 2>&1 && { command -v "$$p"; exit; }; done)
found_instead = $(shell "$(or $(PYTHON),python3)" -c '$(TELL)' 2>/dev/null || echo "does not run")
NO_PYTHON = Python 3.11, 3.12 or 3.13 with its venv module is needed, \
but $(or $(PYTHON),python3) $(found_instead): install one, or name it with PYTHON=/path/to/python3
# An $(error) stops before the recipe's first line runs, and says only its own line.
python = $(or $(find_python),$(error $(NO_PYTHON)))

# --- the environment -----------------------------------------------------------------------------

# A checkout that was moved or copied, or whose Python has gone, needs a new environment: .locked
# holds the path that it was made for.
FRESH := $(shell [ -x $(BIN)/python ] && [ "$$(cat .venv/.locked 2>/dev/null)" = "$$(pwd -P)" ] \
    && echo yes)
.venv/.locked: requirements.lock $(if $(FRESH),,new-folder)
	$(eval py := $(python))
	@echo "Installing the locked packages into .venv (once, some minutes) ..."
	@"$(py)" -m venv --clear .venv
	@$(PIP) install --require-hashes -r requirements.lock
	@pwd -P > $@

# Only the project itself: a change in pyproject.toml does not install the packages again.
.venv/.installed: .venv/.locked pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.PHONY: new-folder
new-folder:

# --- targets -------------------------------------------------------------------------------------

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: report
report: .venv/.installed ## is the printed setup table fair? a page that opens in a browser
	@$(BIN)/balance report $(GAME) --out "$(OUT)" $(ARGS)
	@cd "$(OUT)" && for page in *.html; do echo "Open in a browser: $$(pwd -P)/$$page"; done

.PHONY: test
test: .venv/.installed ## run every test, the slow ones too
	@$(BIN)/python -m pytest -m "" -n auto --dist loadfile $(ARGS)

.PHONY: test-fast
test-fast: .venv/.installed ## run the quick tests only
	@$(BIN)/python -m pytest $(ARGS)

.PHONY: check
check: .venv/.installed ## check format, lint, types and floors; changes nothing
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q tests/test_floors.py

.PHONY: style
style: .venv/.installed ## format the code and mend what ruff can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: golden
golden: .venv/.installed ## write the golden files anew; read their diff before you commit
	@$(BIN)/python -m pytest --golden -m "" $(ARGS)

.PHONY: bench
bench: .venv/.installed ## measure games per second and the ratios to plain C and to one thread
	@$(BIN)/balance bench $(GAME) $(ARGS)

.PHONY: wheel
wheel: .venv/.installed ## build dist/hackbalance-*.whl
	@$(BIN)/python -m build -qq --wheel --no-isolation --outdir dist
	@ls dist/hackbalance-*.whl

# requirements.lock is what `make` installs; requirements-cluster.lock adds dask, at the same
# versions of everything else. uv works out one set for all of Python 3.11 to 3.13.
UV := build/uv/bin/uv pip compile pyproject.toml --quiet --python build/uv/bin/python \
    --no-python-downloads --universal --fork-strategy fewest --python-version 3.11 \
    --generate-hashes --no-annotate --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
.PHONY: lock
lock: ## work out requirements*.lock anew from pyproject.toml (UPGRADE=1: the newest releases)
	$(eval py := $(python))
	@"$(py)" -m venv build/uv
	@build/uv/bin/python -m pip -qq --disable-pip-version-check install uv==0.13.9
	@$(UV) --extra dev --output-file requirements.lock
	@$(UV) --extra cluster --constraint requirements.lock --output-file requirements-cluster.lock

.PHONY: clean
clean: ## remove everything that make made, .venv too
	@rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
