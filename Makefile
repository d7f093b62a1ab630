PYTHON ?= python3.11
PY := .venv/bin/python
LOCK := requirements-dev.txt
INSTALLED := .venv/installed-$(shell cksum < $(LOCK) | cut -d ' ' -f 1)
LINT_LOCK := infra/e2e/requirements-lint.txt
LINT_INSTALLED := .venv-lint/installed-$(shell cksum < $(LINT_LOCK) | cut -d ' ' -f 1)
MUTANTS_LOCK := infra/mutants/requirements.txt
MUTANTS_INSTALLED := .venv-mutants/installed-$(shell cksum < $(MUTANTS_LOCK) | cut -d ' ' -f 1)
SDK := sdk/typescript
SDK_INSTALLED := $(SDK)/node_modules/.package-lock.json
PIP := -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes
JOBS ?= auto
PROCESSES ?= 1
STAGE ?= dev
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
RESOLVE := CUSTOM_COMPILE_COMMAND='make lock' .venv/bin/pip-compile --quiet --upgrade

.DEFAULT_GOAL := help
.PHONY: help setup run test check fmt fmt-check lint types imports decks docs demo package deploy e2e bench costs tenant bots-report soak mutants sdk lock clean

help: ## what can be done here
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F '|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: $(INSTALLED) ## install everything into .venv; does nothing when the lock has not changed

$(INSTALLED): # named after the lock's checksum, so a changed lock installs anew
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) $(PIP) -r $(LOCK)
	@rm -f .venv/installed-* && touch $@

$(LINT_INSTALLED):
	test -x .venv-lint/bin/python || $(PYTHON) -m venv .venv-lint
	.venv-lint/bin/python $(PIP) -r $(LINT_LOCK)
	@rm -f .venv-lint/installed-* && touch $@

$(MUTANTS_INSTALLED):
	test -x .venv-mutants/bin/python || $(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python $(PIP) -r $(MUTANTS_LOCK)
	@rm -f .venv-mutants/installed-* && touch $@

$(SDK_INSTALLED): $(SDK)/package-lock.json
	npm --prefix $(SDK) ci --ignore-scripts

run: setup ## the whole service on this machine: PORT, TIME_SCALE, STORE, DATA
	$(PY) -m infra.local

test: setup ## the tests, in their short form
	$(PY) -m pytest -n $(JOBS)

check: fmt-check lint types imports test ## everything a change must pass

fmt: setup ## format the code
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .

fmt-check: setup
	$(PY) -m ruff format --check .

lint: setup ## find faults and bad habits
	$(PY) -m ruff check .

types: setup ## check the types
	$(PY) -m mypy

imports: setup ## check that imports go downward only
	.venv/bin/lint-imports --no-logo --cache-dir .cache/imports

decks: setup ## build and lint the decks from their sources
	$(PY) -m chalicelib.decks.build

docs: setup ## write the OpenAPI and AsyncAPI documents and the pages about the API
	$(PY) -m infra.documents

demo: setup ## scripted phones, and one against bots, play over real connections
	$(PY) -m infra.demo

package: setup ## build what is deployed, into dist/: STAGE, ARCH
	$(PY) -m infra.package --stage $(STAGE) $(if $(ARCH),--architecture $(ARCH))

deploy: setup ## put it on AWS, by the credentials of the environment: STAGE (or account, pictures), STACK
	$(PY) -m infra.deploy $(STAGE) $(if $(STACK),--stack $(STACK))

e2e: setup $(LINT_INSTALLED) ## judge the package and play on it, on a local AWS with its policies enforced
	$(PY) -m infra.e2e

tenant: setup ## make tenants and their keys: DO='create acme --origin https://acme.example' (DO=--help)
	@$(PY) -m infra.tenants $(or $(DO),--help)

bots-report: setup ## how bots do among themselves: N words or rounds for each figure
	$(PY) -m infra.bots

bench: setup ## measure the engine, the document, the store traffic, cold starts and how late deadlines are told
	$(PY) -m infra.bench

costs: setup ## count what a played evening asks of AWS, and write what it costs: infra/costs.md
	$(PY) -m infra.costs

soak: setup ## the tests at full volume, from a printed seed: SEED
	$(PY) -m pytest -n $(JOBS) -m "not stack" --hypothesis-profile=soak --hypothesis-seed=$(SEED)

mutants: setup $(MUTANTS_INSTALLED) ## change the rules in small ways, and count what no test notices: ONLY, SAMPLE, SEED
	$(PY) -m infra.mutants --processes $(PROCESSES) --seed $(SEED) $(if $(SAMPLE),--sample $(SAMPLE)) $(ONLY)

sdk: setup $(SDK_INSTALLED) ## build the TypeScript client, and test it and its guide on the local server
	npm --prefix $(SDK) run --silent build
	npm --prefix $(SDK) --silent test

lock: setup ## resolve the locks anew, to the newest versions that work together
	$(RESOLVE) requirements.in
	$(RESOLVE) --generate-hashes requirements-dev.in
	$(RESOLVE) --generate-hashes infra/local/requirements-ministack.in
	$(RESOLVE) --generate-hashes infra/e2e/requirements-lint.in
	$(RESOLVE) --generate-hashes $(MUTANTS_LOCK:.txt=.in)

clean: ## remove what was installed, built and cached
	rm -rf .venv* .cache dist mutants .chalice/deployments infra/local/node_modules infra/local/.ministack
	rm -rf $(SDK)/node_modules $(SDK)/dist $(SDK)/.cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
