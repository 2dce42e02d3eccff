#!/usr/bin/env python3
"""Shell completions know every command and every option of its help.

usage: tests/cli/test_completions.py MAXQ
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from process import PATIENCE

MAXQ = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "completions"
ENV = {**os.environ, "PATH": f"{MAXQ.parent}:{os.environ['PATH']}"}

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_maxq
printf '%s\n' "${COMPREPLY[@]}"
"""
# What zsh would be given, without its completion system around it.
ZSH = """
compdef() {}
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- ${(P)2} }
file=$1; shift
words=("$@"); CURRENT=$#
source $file
"""


def output(*words):
    done = subprocess.run(
        words, env=ENV, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=PATIENCE,
    )
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
    return done.stdout


def by_bash(*words):
    found = output("bash", "-c", BASH, "bash", FOLDER / "maxq.bash", *words)
    return set(found.split())


def by_zsh(*words):
    found = output("zsh", "-f", "-c", ZSH, "zsh", FOLDER / "_maxq", *words)
    return set(re.findall(r"^(?:\([^)]*\))?([\w-]+)", found, re.M))


def by_fish(*words):
    script = 'source $argv[1]; complete -C "$argv[2]"'
    found = output(
        "fish", "--no-config", "-c", script, FOLDER / "maxq.fish",
        " ".join(words),
    )
    return set(re.findall(r"^([\w-]+)", found, re.M))


SHELLS = (by_bash, by_zsh, by_fish)


def commands():
    return re.findall(r"^  ([a-z]+)  ", output(MAXQ, "help"), re.M)


def options(*words):
    found = output(MAXQ, *words, "--help")
    return set(re.findall(r"^ +(?:-., )?(--[a-z-]+)", found, re.M))


class Completions(unittest.TestCase):
    def test_commands(self):
        self.assertIn("play", commands())
        for complete in SHELLS:
            found = complete("maxq", "")
            self.assertLessEqual(set(commands()), found, complete)

    def test_options(self):
        for command in commands():
            known = options(command)
            self.assertIn("--help", known)
            for complete in SHELLS:
                found = complete("maxq", command, "--")
                self.assertEqual(known - found, set(), (complete, command))

    def test_parts_of_bench(self):
        for part in ("search", "estimate", "server"):
            for complete in SHELLS:
                found = complete("maxq", "bench", part, "--")
                self.assertEqual(options("bench", part) - found, set(), part)

    def test_games_and_values(self):
        self.assertIn("mlem", by_bash("maxq", "play", ""))
        self.assertIn("mlem", by_fish("maxq", "play", ""))
        for complete in (by_bash, by_fish):
            self.assertEqual(
                complete("maxq", "play", "--lang", ""), {"en", "de"}
            )
        self.assertEqual(by_bash("maxq", "sce"), {"scenario"})


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]
    )
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
