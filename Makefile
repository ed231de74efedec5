# StateHost: the front door. `make help` lists what there is.

SWIFT    ?= swift
PREFIX   ?= /usr/local
DESTDIR  ?=
BUILD    := .build/release
ARGS     ?=

# What would cost part of a millisecond at every start is left out: libraries that nothing here uses, a
# folder to be searched for C's, and types that the runtime finds by their names, and by a look through
# all conformances, when they are first used.
FRONTEND = -Xswiftc -Xfrontend -Xswiftc
LEAN = --disable-local-rpath \
	$(FRONTEND) -disable-concrete-type-metadata-mangled-name-accessors \
	$(foreach l,swift_Concurrency swift_StringProcessing swift_RegexParser, \
	$(FRONTEND) -disable-autolink-library $(FRONTEND) $(l))

# The program carries the Swift runtime, and the C++ library that it is written in, for loading these
# takes longer than all else at a start. The folder has libstdc++.a alone.
CARRIED  := .build/carried
CARRY    = --static-swift-stdlib -Xlinker -L$(CURDIR)/$(CARRIED) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc

# Only a debugger needs debug information; `make install` would strip it.
RELEASE  = $(SWIFT) build -c release -debug-info-format none $(LEAN) $(CARRY)

# The tests are compiled module by module, in a folder of their own: file by file, as `swift build` does for the
# sake of small changes, takes the compiler half as long again.
FOR_TESTS = --scratch-path .build/tests \
	-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 1 -Xswiftc -no-emit-module-separately-wmo -Xswiftc -disable-batch-mode

SOURCES  := Package.swift Sources Plugins Tests Benchmarks Examples Fuzz

.PHONY: help setup build generate simulator tests run test test-long mistakes test-asan test-tsan soak sim fuzzers fuzz benchmarks bench docs dependency install uninstall dist format lint clean picture

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  make run ARGS='-- du -a'   runs it on something of yours"

setup: ## install what the tests need besides Swift (tmux, curl, compilers for C, C++ and Rust, ncurses)
	@sh Scripts/setup.sh

build: $(CARRIED)/libstdc++.a ## the program and the three plugins, optimised
	@$(RELEASE) --product statehost
	@sh Scripts/build-plugins.sh "$(SWIFT)" $(BUILD)
	@mkdir -p $(BUILD)/../lib/statehost
	@ln -sfn "$$($(SWIFT) -print-target-info | \
		sed -n '/"runtimeLibraryPaths"/{n;s/.*"\(.*\)".*/\1/p;}')" $(BUILD)/../lib/statehost/runtime

$(CARRIED)/libstdc++.a:
	@mkdir -p $(@D)
	@ln -sf "$$($(CC) -print-file-name=libstdc++.a)" $@

run: build ## build, then show the demonstration (or ARGS='…')
	@$(BUILD)/statehost $(ARGS)

simulator: $(CARRIED)/libstdc++.a
	@$(RELEASE) --product Simulator

tests:
	@$(SWIFT) build --build-tests $(FOR_TESTS)

generate: ## what follows from childplugin.h or from the messages to workers: tables, codecs, raw Rust binding, docs
	@$(SWIFT) build --product ABIGenerator --scratch-path .build/generator
	@rm -rf .build/generated && mkdir -p .build/generated
	@.build/generator/debug/ABIGenerator . .build/generated
	@$(SWIFT) format --in-place --recursive .build/generated
	@cp -r .build/generated/. .

ONLY     ?=

test: $(if $(ONLY),setup,setup build tests simulator) ## every test: units, plugins, simulated worlds, the program in a real terminal (or ONLY=Surface: one module's)
	@$(if $(ONLY),sh Scripts/test-one.sh "$(ONLY)",sh Scripts/test.sh)
	@$(if $(ONLY),,$(MAKE) --no-print-directory sim SEEDS=500)

test-long: setup build tests simulator ## the same with a million random steps, plugins that crash for 20 seconds, and planted mistakes
	@STATEHOST_LONG_TESTS=1 sh Scripts/test.sh
	@$(MAKE) --no-print-directory sim SEEDS=100000
	@sh Scripts/test-mistakes.sh "$(SWIFT)"

mistakes: setup ## plant the mistakes of Tests/Mistakes, one at a time, and see that tests find them (or PATCH=FILE alone)
	@sh Scripts/test-mistakes.sh "$(SWIFT)" $(PATCH)

MINUTES  ?= 10

soak: setup tests ## let a plugin crash again and again for MINUTES, and see that nothing grows
	@STATEHOST_SOAK_SECONDS=$$(($(MINUTES) * 60)) .build/tests/debug/StateHostPackageTests.xctest \
		--testing-library swift-testing --filter SoakTests

SEEDS    ?= 1000
FIRST    ?= 1
SCRIPT   ?=
SITUATION ?=

sim: simulator ## play the program in SEEDS simulated worlds, from FIRST on (or SCRIPT=FILE in one), and the table of interruptions
	@rm -rf .build/simulated && mkdir -p .build/simulated/steady
	@for part in 1 2; do $(CC) -std=c11 -O1 -shared -fPIC -I Sources/ChildPluginAPI/include \
		-DPART=$$part -o .build/simulated/part-$$part.so Tests/Simulation/simulated.c; \
		$(CC) -std=c11 -O1 -shared -fPIC -I Sources/ChildPluginAPI/include \
		-DPART=$$part -o .build/simulated/steady/part-$$part.so Tests/Simulation/steady.c; done
	@$(BUILD)/Simulator --plugins .build/simulated --seeds $(SEEDS) --first $(FIRST) \
		$(if $(SCRIPT),--script $(SCRIPT))
	@$(if $(SCRIPT),,$(BUILD)/Simulator --plugins .build/simulated/steady --interrupt "$(or $(SITUATION),all)")

test-asan: setup ## the tests under the address sanitizer, in a build of their own
	@sh Scripts/test-sanitized.sh "$(SWIFT)" address

test-tsan: setup ## the tests under the thread sanitizer, in a build of their own
	@sh Scripts/test-sanitized.sh "$(SWIFT)" thread

SECONDS  ?= 60
TARGET   ?=
INPUT    ?=

fuzzers: ## build what make fuzz feeds
	@STATEHOST_FUZZ=build $(SWIFT) build -c release --scratch-path .build/fuzz --product Fuzz \
		-Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld -Xlinker --gc-sections

fuzz: fuzzers ## feed every fuzzer for SECONDS (or TARGET=NAME alone; with INPUT=FILE: that once)
	@sh Scripts/fuzz.sh .build/fuzz/release/Fuzz $(SECONDS) $(TARGET) $(INPUT)

benchmarks: build
	@$(RELEASE) --product Benchmarks

bench: setup benchmarks ## measure, print a table, write bench.json (BEFORE=REVISION: beside that one; ONLY=PART)
	@$(if $(BEFORE),sh Scripts/build-before.sh $(BEFORE))
	@$(BUILD)/Benchmarks --json bench.json $(if $(ONLY),--only "$(ONLY)") \
		$(if $(BEFORE),--beside .build/before/.build/release/Benchmarks)

dependency: ## build and run programs on the engine alone, as somebody else's package would
	@sh Scripts/dependency.sh "$(SWIFT)"

docs: ## the engine's documentation as DocC archives in .build/docs; a warning is an error
	@$(SWIFT) build --target StateContainerTesting $(FOR_TESTS)
	@sh Scripts/docs.sh "$(SWIFT)"

install: build ## copy to PREFIX (default /usr/local), under DESTDIR if given
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BUILD="$(BUILD)" sh Scripts/install.sh

uninstall: ## remove what install put there
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh Scripts/install.sh --remove

dist: build ## a Debian package and a plain archive of what install installs, in dist
	@BUILD="$(BUILD)" sh Scripts/dist.sh dist

format: ## rewrite every Swift file in the house format
	@$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint: ## fail on any Swift file that is not in the house format
	@$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

picture: build ## draw the pictures of the README anew from real frames
	@sh Scripts/pictures.sh $(BUILD)/statehost

clean: ## remove what was built
	@rm -rf .build dist bench.json
