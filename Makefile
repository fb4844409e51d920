# Bare `make` lists the targets. Everything is installed into .venv.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
QUIETLY := --disable-pip-version-check --constraint constraints.txt
PIP := $(BIN)/pip install $(QUIETLY)
# One more than there are cores: tests also wait, for boards, brokers and browsers.
WORKERS = $$($(BIN)/python -c 'import os; print(1 + os.cpu_count())')

help:  ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# What running needs. Nothing is built apart from the package itself, so no build environment.
.venv/run: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Wondertable needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@echo "Installing what a table needs into .venv: about 40 packages, 130 MB, half a minute."
	@$(PYTHON) -m venv .venv
	@$(PIP) --quiet 'setuptools>=77'
	@$(PIP) --no-build-isolation --editable '.[virtual]'
	@touch $@

.venv/ready: .venv/run
	@echo "Installing what the checks need into .venv: browsers' driver, linters, fuzzers."
	@$(PIP) --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

# The compiler has an environment of its own, so that it can work while a table starts from .venv.
build/compiler/ready: constraints.txt
	@$(PYTHON) -m venv build/compiler
	@build/compiler/bin/pip install $(QUIETLY) --quiet mypy 'setuptools>=77'
	@touch $@

engine: build/compiler/ready  ## Compile the rules for this source tree, where a C compiler is there.
	@build/compiler/bin/python setup.py --quiet engine

pure:  ## Throw the compiled rules away: the plain sources run.
	rm -rf build/engine

run: .venv/run  ## Try a whole table without hardware: virtual seats, bots, and all pages.
	@mkdir -p build
	@echo "The rules are being compiled in the background, for the next start; this one does not wait."
	@nohup nice $(MAKE) --no-print-directory engine >build/engine.log 2>&1 </dev/null &
	$(BIN)/wondertable demo

quick: lint  ## Run lint, format, types and most tests, in a minute.
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not soak and not slow'

test: engine lint  ## Run every check: lint, format, types, and all tests.
	@$(BIN)/python -m tests.web.browser
	@$(BIN)/python -m tests.venue.broker
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not soak'

lint: .venv/ready  ## Check style, format and types.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.board_types
	$(BIN)/python -m tests.web.scripts

bench: engine  ## Measure engine, seats, table, turns and pages, and print tables.
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_firmware
	$(BIN)/python -m tests.bench_table
	$(BIN)/python -m tests.bench_pace
	$(BIN)/python -m tests.bench_web
	$(BIN)/python -m tests.bench_paint
	$(BIN)/python -m tests.bench_venue
	$(BIN)/python -m tests.bench_coach

build/tools/ready: constraints.txt
	$(PYTHON) -m venv build/tools
	build/tools/bin/pip install --quiet $(QUIETLY) uv pip-audit
	@touch $@

hashes: .venv/ready build/tools/ready  ## Write requirements.txt: what runs, with the hash of every file.
	$(BIN)/python -m tests.packages.pinned

install:  ## Install to play only, into build/play; every download must have its hash.
	$(PYTHON) -m venv --clear build/play
	build/play/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	build/play/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index .
	build/play/bin/wondertable --version

release: test sbom  ## Check everything, then write wheel, source archive, sums and notes into build/release.
	$(BIN)/pytest -n $(WORKERS) -m 'soak or not soak' tests/packages
	$(BIN)/python -m tests.packages.release

sbom: .venv/ready  ## Write the software bill of materials, build/wondertable.cdx.json (CycloneDX).
	$(BIN)/python -m tests.packages.bill build/wondertable.cdx.json

audit: .venv/ready build/tools/ready  ## Look for known vulnerabilities of what runs, where the network allows it.
	$(BIN)/python -m tests.packages.audit

site: .venv/ready  ## Make pages to browse from README.md and docs/, into build/site.
	$(BIN)/python -m tests.docs.site_pages build/site
	@echo "Open build/site/index.html."

screenshots: .venv/ready  ## Make the pictures of every scene in docs/img.
	$(BIN)/python -m tests.web.screenshots

pictures: .venv/ready  ## Take pictures of every scene and page, to look at, into build/pictures.
	$(BIN)/python -m tests.web.pictures

drawings: .venv/ready  ## Draw the wiring and the tray of docs/build anew from board.py and tray.scad.
	$(BIN)/python -m tests.docs.drawings

rules: .venv/ready  ## Write docs/rules.md from card_db/rules.jsonl.
	$(BIN)/python -m tests.docs.rules

schema: .venv/ready  ## Write docs/house.schema.json from card_db.
	$(BIN)/python -m tests.docs.house_schema

soak: .venv/ready  ## Run the long tests: thousands of games, minutes to hours.
	$(BIN)/pytest -n auto -m 'not soak' --hypothesis-profile wild
	$(BIN)/pytest -n auto -m soak --hypothesis-profile wild --timeout 7200

clean:  ## Remove everything that the other targets made.
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help engine pure run quick test lint bench hashes install sbom audit screenshots pictures drawings rules schema soak clean
