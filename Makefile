# `make` is what to run before a commit. The steps are those of .ci/run; here a
# test whose server is missing is skipped, not failed.
.PHONY: all format lint test docs demo race nested bench judge ablate fuzz lines site release ci help

step = ERRAND_REQUIRE=$(ERRAND_REQUIRE) .ci/run
tool = GOWORK=off go tool -modfile=$(CURDIR)/tools/tools.mod

all: format lint test docs ## format, lint, test and docs check

format: ## rewrite the Go files with gofumpt
	$(tool) gofumpt -l -w .

lint: ## golangci-lint in every module, with go vet's checks
	@$(step) lint

test: ## every package of every module
	@$(step) test

docs: ## the programs and commands of the pages
	@$(step) docs

demo: ## real failures become answers an agent can act on
	go run ./cmd/errand demo

race: ## the library's packages under the race detector
	@$(step) race

nested: ## every module alone, without the workspace
	@$(step) alone

# Which benchmarks, how often, and where: make bench BENCH=Wrap COUNT=5
BENCH ?= .
COUNT ?= 10
PACKAGES ?= work

bench: ## benchmarks, summed up by benchstat
	@mkdir -p bin
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PACKAGES) | tee bin/bench.txt
	$(tool) benchstat bin/bench.txt

judge: ## what a model reads of the refusals of conformance/refusals, and where that is not enough
	@go test -count=1 -v -run ModelsRead ./proof/vendorproof/refusals

ablate: ## what each reader of internal/refusal is worth: cases of each corpus that are lost without it
	@go test -count=1 -v -run ReadersHaveSwitches ./proof/vendorproof/refusals -ablate

# How long for each fuzz target: make fuzz FUZZTIME=1m
FUZZTIME ?= 15s

fuzz: ## every fuzz target for FUZZTIME
	@FUZZTIME=$(FUZZTIME) $(step) fuzz

site: ## the pages as a site, in bin/site, with the playground
	@$(step) site

release: ## commit and tag all modules: make release VERSION=v0.1.0
	.ci/run
	tools/release $(VERSION)

lines: ## lines of code and of tests
	@go run ./internal/lines

ci: ## everything CI runs, with nothing skipped
	.ci/run

help: ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "%-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
