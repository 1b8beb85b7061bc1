# `make` lists the targets. All of them work from nothing, with an empty environment.

VENV ?= .venv
PY := $(VENV)/bin/python
export PORT ?= 8000

.DEFAULT_GOAL := help
.SHELLFLAGS := -eu -c
MAKEFLAGS += --no-print-directory

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- set-up: done once, and again when a requirements file changes ---

$(PY):
	python3.11 -m venv $(VENV)

$(VENV)/installed: requirements.txt | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt requirements.txt | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/installed

.PHONY: install install-dev
install: $(VENV)/installed ## make the environment and install the pinned requirements
install-dev: $(VENV)/installed-dev
