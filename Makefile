# The everyday commands. The build itself is meson's (meson.build).
#   build/        release: -O2, LTO, no asserts
#   build/check   what the tests run: -O1, asserts, no LTO

.PHONY: all test fmt clean

all: build/build.ninja
	ninja -C build

build/build.ninja:
	meson setup build

build/check/build.ninja:
	meson setup build/check -Doptimization=1 -Ddebug=true \
	    -Db_ndebug=false -Db_lto=false

test: build/check/build.ninja
	ninja -C build/check
	meson test -C build/check --print-errorlogs

fmt:
	git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	rm -rf build
