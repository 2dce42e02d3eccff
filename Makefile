# The everyday commands. The build itself is meson's: see meson.build, and
# tools/configure for the build folders.

.PHONY: all test fmt lint clean

all:
	@tools/bootstrap run
	ninja -C "$$(tools/configure release)"

test:
	@tools/bootstrap test
	tools/test $(PARTS)

fmt:
	git ls-files '*.c' '*.h' | xargs clang-format-14 -i

clean:
	rm -rf build
