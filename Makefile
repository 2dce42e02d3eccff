# The everyday commands. The build itself is meson's: see meson.build, and
# tools/configure for the build folders. On Debian whatever is missing is
# installed first (tools/bootstrap).

GAME ?= mlem
PLAYERS ?= 4
SECONDS ?= 300
PORT ?= 8080
PREFIX ?= /usr/local

# Says nothing where there is nothing to do.
BUILD_PROGRAM = cd "$$(tools/configure release)" && \
    { ninja -n maxq | grep -q 'no work to do' || ninja maxq; }

.PHONY: all run play page test quick test-often test-crash chaos property bench bench-instructions strength fmt lint asan tsan \
        asan-server tsan-server \
        fuzz coverage mutants reproducible install uninstall python clean

# What a user needs; tests are built by make test.
all: need-run
	@tools/page
	@ninja -C "$$(tools/configure release)" user
	@echo "build/maxq is ready. Play: make run (browser) or build/maxq play mlem (terminal). Install: make install"

# The page on http://localhost:8080, or make run PORT=9000; for the phones on
# the local network: make run LAN=1
run: need-run
	@tools/page
	@$(BUILD_PROGRAM)
	@build/maxq serve --listen $(if $(LAN),0.0.0.0,127.0.0.1):$(PORT) --db build/maxq.db

# The page alone, into web/dist (and, with the next build, the program)
page:
	tools/page

# A game in the terminal: make play, make play GAME=liftoff
play: need-run
	@$(BUILD_PROGRAM)
	@build/maxq play $(GAME)

# All of it, or some parts: make test PARTS="unit style"
test: need-test
	tools/test $(PARTS)

# make test again and again, half of the runs on a busy machine: make test-often N=10
test-often: need-test
	@tools/test-often $(or $(N),10)

# The engine, the scenarios and the page's types: after a change of a rule
quick: need-test
	tools/quick

# Ten times as many matches as make test plays; the longest first
property: need-test
	ninja -C "$$(tools/configure check)" tests/property/property
	echo mlem apogee liftoff hazard | xargs -n 1 -P 2 \
	    build/check/tests/property/property --times $(or $(TIMES),10) --game

# A hundred times kill -9 under load
test-crash: need-test
	ninja --quiet -C "$$(tools/configure check)" maxq
	MAXQ_CRASHES=$(or $(CRASHES),100) tests/server/test_crash.py

# Three servers on one PostgreSQL in trouble, for an hour: make chaos MINUTES=10
chaos: need-test
	ninja --quiet -C "$$(tools/configure check)" maxq
	MAXQ_CHAOS=$$(($(or $(MINUTES),60) * 60)) tests/server/test_chaos.py

bench: need-run
	@$(BUILD_PROGRAM)
	build/maxq bench

bench-instructions: need-all
	@$(BUILD_PROGRAM)
	tools/bench-instructions $(GAME) $(PLAYERS)

# The table of docs/strength.md: hours, and it goes on where it was stopped.
# make strength [MINUTES=30]
strength: need-run
	@$(BUILD_PROGRAM)
	tools/strength $(if $(MINUTES),--minutes $(MINUTES)) build/maxq

fmt: need-test
	git ls-files '*.c' '*.h' | xargs clang-format-14 -i

lint: need-all
	tools/lint

asan: need-test
	tools/test unit-asan

# Matches that play themselves and the rules alone have no threads, and would
# take for ever
tsan: need-test
	ninja -C "$$(tools/configure tsan)"
	tools/run-tests build/tsan quick --without golden,alone

# The server's tests under a sanitizer
asan-server: need-test
	ninja -C "$$(tools/configure asan)"
	tools/run-tests build/asan server

tsan-server: need-test
	ninja -C "$$(tools/configure tsan)"
	tools/run-tests build/tsan server

# Each target SECONDS long, two at a time
fuzz: need-test
	ninja -C "$$(tools/configure fuzz)"
	tools/fuzz $(SECONDS)

coverage: need-all
	tools/coverage

# make mutants GAME=mlem [SAMPLE=100] [JOBS=1]
mutants: need-test
	tools/mutants $(GAME) $(if $(SAMPLE),--sample $(SAMPLE)) \
	    $(if $(JOBS),--jobs $(JOBS))

reproducible: need-run
	tools/reproducible

install: all
	meson configure build -Dprefix=$(PREFIX)
	ninja --quiet -C build user
	meson install --no-rebuild -C build

# A wheel of the Python package, with the library inside
python: need-run
	@ninja --quiet -C "$$(tools/configure release)" user
	@tools/wheel build/libmaxq.so.1

# Removes what make install put there
uninstall:
	ninja -C build uninstall

clean:
	rm -rf build web/dist web/node_modules

.PHONY: need-run need-test need-all
need-run need-test need-all:
	@tools/bootstrap $(@:need-%=%)
