# `make` lists the targets. Each works from nothing, also with an empty environment, and installs what it needs once,
# and again when a requirements file changes.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Where the environment goes, and for `make run` the port; the Python to make it with is the newest found.
VENV ?= .venv
PORT ?= 8000
PYTHON ?=
export PORT

PY := $(VENV)/bin/python
PIP := $(PY) .ci/install
BENCH_VENV := benchmarks/.venv

# The tests read no settings from outside but those that they set themselves.
CLEAN := env -u DATABASE_URL -u JASSREF_VAR_DIR -u JASSREF_SECRET_KEY -u JASSREF_DEBUG -u JASSREF_ALLOWED_HOSTS \
         -u JASSREF_HTTPS -u JASSREF_CORS_ORIGINS -u JASSREF_RATE_TOKEN -u JASSREF_RATE_ADDRESS -u JASSREF_RATE_DEAR -u JASSREF_PROXIES \
         -u JASSREF_BODY_SECONDS \
         -u JASSREF_LOG -u JASSREF_DB_PREPARE -u JASSREF_DB_POOL_MIN -u JASSREF_DB_POOL_MAX -u JASSREF_DB_POOL_TIMEOUT
PYTEST := $(CLEAN) $(PY) -m pytest
ifdef COVER
COVERED := --cov --cov-report=
endif

.PHONY: help install install-dev run test test-sqlite test-postgresql prove attack check verify lint format types layers rooms picture figures \
        migrations schema schema-check audit bench evening clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

##### set-up

install: $(VENV)/installed ## make the environment and install what the service needs

install-dev: $(VENV)/installed-dev ## install what tests and checks need as well

$(VENV)/bin/pip:
	@echo "==> Making a Python environment in $(VENV) (about 10 seconds)"
	@PYTHON="$(PYTHON)" sh .ci/venv "$(VENV)"

$(VENV)/installed: requirements.txt | $(VENV)/bin/pip
	@$(PIP) requirements.txt
	@touch $@

$(VENV)/installed-dev: requirements.txt requirements-dev.txt | $(VENV)/bin/pip
	@$(PIP) requirements-dev.txt
	@touch $(VENV)/installed $@

##### the service

run: install ## migrate, play the demo and serve on http://127.0.0.1:8000 (PORT=8080 for another port)
	@echo "==> Bringing the database up to date (a few seconds)"
	@$(PY) manage.py migrate --verbosity 0
	@echo "==> Starting the server on http://127.0.0.1:$(PORT) and playing four demo games there (about 5 seconds)"
	@echo
	@exec $(PY) manage.py serve --with-parent

##### tests

test: install-dev ## run all tests on SQLite, and those that touch rows on PostgreSQL, both at once
	@MAKE="$(MAKE)" PY="$(PY)" COVER="$(COVER)" sh .ci/both

# What is said in words, what a schema says and what a browser shows is the same whichever engine keeps the rows. The
# demo and the guides call nothing that other tests do not call; tests/commands/test_serve.py plays the demo on both.
SAME := --ignore=tests/api/test_wording.py --ignore=tests/api/test_codes_spoken.py --ignore=tests/api/test_pages.py \
        --ignore=tests/api/test_schemathesis.py --ignore=tests/api/test_problems.py --ignore=tests/e2e \
        --ignore=tests/client --ignore=tests/docs/test_guides.py --ignore=tests/commands/test_demo.py

test-postgresql: install-dev ## only those that touch rows, on PostgreSQL (TEST_DATABASE_URL or a private cluster)
	$(CLEAN) $(PY) -m tests.postgres $(PY) -m pytest -m rows $(SAME) $(COVERED) $(ARGS)

test-sqlite: install-dev ## all of them, on SQLite alone
	$(PYTEST) $(COVERED) $(ARGS)

prove: ## run all tests with the random proofs at full length
	@JASSREF_PROVE=1 $(MAKE) test

attack: install-dev ## attack a server on each engine for three minutes, and print the dearest requests
	$(CLEAN) JASSREF_PROVE=1 $(PY) -m pytest tests/attack tests/robust/test_bodies.py $(ARGS)
	$(CLEAN) JASSREF_PROVE=1 $(PY) -m tests.postgres $(PY) -m pytest tests/attack tests/robust/test_bodies.py $(ARGS)

##### checks

check: verify ## everything that must hold: `make verify`, then all tests with their coverage
	@$(MAKE) test COVER=1

verify: lint types layers rooms migrations schema-check ## the checks that run no tests

lint: install-dev ## style and format
	$(PY) -m ruff check
	$(PY) -m ruff format --check

format: install-dev ## put style and format right, as far as a machine can
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

types: install-dev ## types
	$(CLEAN) $(PY) -m mypy

layers: install-dev ## the direction of imports, and the picture of it
	$(VENV)/bin/lint-imports --no-logo
	$(PY) .ci/picture --check

rooms: install-dev ## no folder, module or function outgrows its name
	$(PY) .ci/rooms

figures: install ## draw the cards of docs/jass.md
	$(PY) .ci/figures

picture: install-dev ## draw docs/img/rooms.svg from the imports
	$(PY) .ci/picture

migrations: install-dev ## the migrations say what the models say
	$(CLEAN) DATABASE_URL=sqlite://:memory: $(PY) manage.py makemigrations --check --dry-run

schema: install ## write api/schema.yml anew
	$(CLEAN) $(PY) manage.py spectacular --file api/schema.yml --validate --fail-on-warn

schema-check: install-dev ## api/schema.yml is valid and says what the code says
	@made=$$(mktemp); trap 'rm -f "$$made"' EXIT; \
	$(CLEAN) $(PY) manage.py spectacular --file "$$made" --validate --fail-on-warn && \
	{ diff -u api/schema.yml "$$made" || { echo "api/schema.yml is stale: make schema writes it anew." >&2; exit 1; }; }
	$(PY) -m openapi_spec_validator api/schema.yml

audit: install-dev ## ask the package index for known weaknesses of what the service runs on
	@$(PY) .ci/audit requirements.txt

##### measuring

bench: $(BENCH_VENV)/installed ## measure, side by side in one run
	$(CLEAN) $(BENCH_VENV)/bin/python -m benchmarks $(if $(QUICK),--quick) $(if $(BASE),--base $(BASE)) $(ARGS)

evening: $(BENCH_VENV)/installed ## play an evening of fifty tables, and five at once: how long do phones wait?
	$(CLEAN) $(BENCH_VENV)/bin/python -m benchmarks.evening $(ARGS)

$(BENCH_VENV)/bin/pip:
	@PYTHON="$(PYTHON)" sh .ci/venv "$(BENCH_VENV)"

$(BENCH_VENV)/installed: requirements.txt benchmarks/requirements.txt | $(BENCH_VENV)/bin/pip
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r benchmarks/requirements.txt
	@touch $@

clean: ## remove the environments and everything that checks leave behind; never var/
	rm -rf $(VENV) $(BENCH_VENV) .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
