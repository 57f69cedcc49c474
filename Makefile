# `make` alone prints the targets. Each sets up what it needs in .venv, once.
# PYTHON=… names the interpreter to set up with: make lab PYTHON=python3.13
SHELL := /bin/sh
PYTHON ?=
SCENARIO ?=
export SAM_CLI_TELEMETRY := 0
export PYTHON

set_up := @sh tools/set-up.sh
python := .venv/bin/python

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help lab test test-quick check build lock clean

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' Makefile

lab: ## play the built-in scenario on a local AWS, or SCENARIO=file.yaml
	$(set_up) lab
	@.venv/bin/batchdesk lab run $(if $(SCENARIO),"$(SCENARIO)")

# Tracing branches doubles what everything else costs: it is on for the scheduler alone.
test: ## all tests, with the scheduler's branch coverage
	$(set_up) dev
	@$(python) -m pytest -n 2 -q --cov --cov-fail-under=95 tests/unit/scheduler
	@$(python) -m pytest -n 2 --ignore tests/unit/scheduler

test-quick: ## the unit tests only, under half a minute
	$(set_up) dev
	@$(python) -m pytest -n 2 -q tests/unit

check: ## format, lint, types, layers, the template and the policy
	$(set_up) dev
	$(set_up) sam
	@echo "· ruff format";   .venv/bin/ruff format --check --quiet . || { echo "Run .venv/bin/ruff format ." >&2; exit 1; }
	@echo "· ruff";          .venv/bin/ruff check --quiet .
	@echo "· mypy";          .venv/bin/mypy
	@echo "· import layers"; .venv/bin/lint-imports --no-logo
	@echo "· sam validate";  .venv/sam/bin/sam validate --lint
	@echo "· template";      $(python) -m tools.template_rules template.yaml
	@echo "· policy";        .venv/bin/batchdesk policy check layers/policy/policy.yaml
	@echo "check: all green"

build: ## sam build, and look at what came out
	$(set_up) desk
	$(set_up) sam
	@env -u MAKEFLAGS -u MAKELEVEL BATCHDESK_PYTHON="$(CURDIR)/$(python)" .venv/sam/bin/sam build
	@$(python) -m tools.build_rules .aws-sam/build

lock: ## resolve constraints.txt, constraints-sam.txt and the layer's requirements.txt anew
	$(set_up) check
	@sh tools/lock.sh

clean: ## remove what the targets made, .venv included
	rm -rf .venv .aws-sam build .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
