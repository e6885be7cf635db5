# `make` alone lists the targets. Everything that is installed goes into .venv, nothing outside it.

# The first of these that is Python 3.11 or newer makes .venv; `make PYTHON=/path/to/python3` chooses.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11

# Passed on to what runs: make test ARGS="tests/game -x", make serve ARGS="--help".
ARGS ?=

VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/.ready

# The tests that alone must reach every branch of the rules and of the protocol; laws are extra.
LAWFUL := $(wildcard tests/game tests/protocol)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup serve test lint format coverage bench soak endurance mutation wheel ci clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

setup: $(READY) ## prepare .venv (the other targets do it by themselves)

$(READY): pyproject.toml
	@set -e; \
	if ! $(RUN) -c '' 2>/dev/null; then \
	    found=; \
	    for candidate in $(PYTHON); do \
	        if "$$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	        then found=$$candidate; break; fi; \
	    done; \
	    if [ -z "$$found" ]; then \
	        echo "Python 3.11 or newer, with its venv module, is needed; looked for: $(PYTHON)." >&2; \
	        echo "If yours has another name: make PYTHON=/path/to/python3" >&2; \
	        echo "If it is there and still not taken, its venv may be a package apart (on Debian: python3-venv)." >&2; \
	        exit 1; \
	    fi; \
	    echo "Preparing $(VENV) with $$("$$found" --version), once."; \
	    "$$found" -m venv --clear $(VENV); \
	fi; \
	$(RUN) -m pip install -qq --disable-pip-version-check --editable '.[dev]'; \
	touch $@

serve: $(READY) ## run the server
	@$(VENV)/bin/belote serve $(ARGS)

test: $(READY) ## run the tests, on every core
	$(RUN) -m pytest -n auto $(ARGS)

lint: $(READY) ## check style, format, types and the direction of imports
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports --no-logo

format: $(READY) ## rewrite the code in the project's format
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

coverage: $(READY) ## fail unless the rules and the protocol are covered to the last branch
	@if [ -z "$(LAWFUL)" ]; then echo "No tests/game or tests/protocol to measure." >&2; exit 1; fi
	$(RUN) -m pytest -n auto $(LAWFUL) --cov --cov-report= $(ARGS)
	$(RUN) -m coverage report --fail-under=100 --include='*/belote_server/game/*,*/belote_protocol/*'

bench: $(READY) ## measure
	$(RUN) -m tests.bench $(ARGS)

soak: $(READY) ## run the long tests: at most 15 minutes each, an hour together
	$(RUN) -m pytest -m soak --timeout=900 --session-timeout=3600 $(ARGS)

endurance: $(READY) ## run a server at half load for half an hour, and see that nothing grows
	$(RUN) -m tests.endurance $(ARGS)

mutation: $(READY) ## change the rules one by one and see whether a test notices (long)
	$(RUN) -m pip install -qq --disable-pip-version-check --editable '.[mutation]'
	rm -rf mutants
	mkdir mutants
	cp -R server/belote_server protocol/belote_protocol client_demo tests pyproject.toml mutants
	cd mutants && ../$(VENV)/bin/mutmut run $(ARGS)

wheel: $(READY) ## build the wheel into dist/
	$(RUN) -m build --wheel $(ARGS)

ci: ## all that a change has to pass
	.ci/run

clean: ## remove what was made, .venv included
	rm -rf $(VENV) dist mutants htmlcov .coverage .coverage.* .hypothesis
	rm -rf .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
