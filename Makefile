# Thin front door; CMakeLists.txt does the work.
#
#   make demo         install what is missing, build, judge the warnings of three analyzers
#   make check        install what is missing, build, run every test
#   make build        install what is missing, build into build/
#   make install      build, install below PREFIX=/usr/local (DESTDIR is honoured)
#   make uninstall    remove what was installed from here
#   make package      build Debian packages into build/package/
#   make conformance  C torture suite, random programs and replays against native
#                     runs; triage of many warnings; 3,000 generated concurrent
#                     programs against the oracle, with every search, as many with
#                     --steps=sync, and 1,000 by what the code alone says of them;
#                     500 programs with inputs against every value of them;
#                     50,000 litmus programs against the axioms of the C11 model
#   make bench        speed figures with their targets, and beside other tools
#                     (PEERS="--genmc=PATH --nidhugg=PATH --write": bench/README.md)
#   make check-debug  the tests with assertions on (build-debug/)
#   make check-asan   the tests with rbcheck under ASan and UBSan (build-asan/)
#   make check-asan-core  of these, what guards the core; part of .ci/run
#   make format       clang-format over our C++ sources
#   make clean        remove all build directories

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: demo check build conformance bench check-debug check-asan check-asan-core
.PHONY: format clean tools install uninstall package
.PHONY: setup configure configure-debug configure-asan

setup:
	@echo "== Set-up: packages of tools/dev/packages.txt"
	@tools/dev/setup.sh build

# Configure once; Ninja reconfigures by itself when a CMake file changes.
build/build.ninja build-debug/build.ninja build-asan/build.ninja: CMakePresets.json
	@cmake --preset $(PRESET) >/dev/null
	@touch $@
configure: PRESET = release
configure: build/build.ninja
configure-debug: PRESET = debug
configure-debug: build-debug/build.ninja
configure-asan: PRESET = asan
configure-asan: build-asan/build.ninja

build: setup
	@echo "== Build: rbcheck into build/"
	@$(MAKE) --no-print-directory -s configure
	@cmake --build build

demo: build
	@echo "== Demo: which warnings of three analyzers are true"
	@tools/dev/demo.sh build

check: build
	@tools/dev/setup.sh check package
	@echo "== Check: every test, on all cores"
	@cmake --build build --target check

PREFIX ?= /usr/local

# The tests are not built for it.
tools: setup
	@echo "== Build: the tools into build/"
	@$(MAKE) --no-print-directory -s configure
	@cmake --build build --target rb_installed

install: tools
	@echo "== Install: rbcheck into $(DESTDIR)$(PREFIX)"
	@DESTDIR="$(DESTDIR)" cmake --install build --strip --prefix "$(PREFIX)" >/dev/null
	@mv build/install_manifest.txt build/installed.txt # for uninstall

uninstall:
	@DESTDIR="$(DESTDIR)" tools/package/uninstall.sh build/installed.txt

# Configured again: the maintainer is in the environment.
package:
	@tools/dev/setup.sh build package
	@cmake --preset release >/dev/null
	@$(MAKE) --no-print-directory tools
	@echo "== Package: into build/package/"
	@cd build && cpack >/dev/null
	@ls build/package/*.deb

check-debug:
	@tools/dev/setup.sh build check
	@$(MAKE) --no-print-directory -s configure-debug
	@cmake --build build-debug
	@cmake --build build-debug --target check

check-asan:
	@tools/dev/setup.sh build check asan
	@$(MAKE) --no-print-directory -s configure-asan
	@cmake --build build-asan
	@cmake --build build-asan --target check

# What a wrong byte in the core would spoil; the rest is `make check-asan`.
ASAN_CORE = rbcheck-unit|search/agree|triage/agree|generate/|interp/

check-asan-core:
	@echo "== Check: the core under ASan and UBSan, assertions on"
	@tools/dev/setup.sh build check asan
	@$(MAKE) --no-print-directory -s configure-asan
	@LIT_FILTER='$(ASAN_CORE)' cmake --build build-asan --target check-core

conformance: build
	@echo "== Conformance: rbcheck --run against native execution"
	@tools/dev/setup.sh conformance
	@python3 test/conformance/run.py --build build $(ARGS)
	@echo "== Triage: 200 warnings over 20,000 lines, in a minute"
	@python3 test/triage/scale.py build/bin/rbcheck clang-19 build/conformance/triage 200 20000 60 2000 timed
	@echo "== Audit: the effects of all operations of 1,000 generated programs"
	@python3 test/effects/audit.py build/bin/rbcheck-reference clang-19 runtime/include \
	  build/conformance/audit 2000 --generated=1000
	@echo "== Oracle: 3,000 generated concurrent programs, every search"
	@python3 test/generate/compare.py --build build --count 3000 --searches all --keep build/conformance/generated
	@echo "== Oracle: 3,000 more with --steps=sync"
	@python3 test/generate/compare.py --build build --first 5001 --count 3000 --searches 3 \
	  --steps sync --keep build/conformance/steps
	@echo "== Inputs: 500 programs, symbolic against every value, every search"
	@python3 test/symbolic/compare.py --build build --count 500 --searches all --keep build/conformance/inputs
	@echo "== Static reasons: which lines of 1,000 programs cannot race, against the oracle"
	@python3 test/pairs/compare.py --build build --first 100000 --count 1000 --keep build/conformance/pairs
	@echo "== Memory model: 50,000 litmus programs against the axioms"
	@python3 test/memory-model/published.py --generated 2000
	@python3 test/memory-model/compare.py --build build --family systematic --first 2000 \
	  --count 25000 --keep build/conformance/litmus
	@python3 test/memory-model/compare.py --build build --family random --first 10000 \
	  --count 25000 --keep build/conformance/litmus

bench: build
	@echo "== Bench: figures and their targets"
	@cmake --build build --target benches
	@tools/dev/setup.sh bench || true # it says what is not measured without them
	@python3 bench/run.py --build build $(ARGS); missed=$$?; \
	python3 bench/performance.py --build build $(PEERS) && exit $$missed

format:
	@tools/dev/setup.sh format
	@find passes interp search tools runtime test/unit test/reference test/oracle bench \
	  \( -name '*.h' -o -name '*.cpp' \) -print0 2>/dev/null \
	  | xargs -0 -r clang-format-19 -i

clean:
	@rm -rf build build-debug build-asan
