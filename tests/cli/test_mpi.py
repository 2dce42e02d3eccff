#!/usr/bin/env python3
"""mpirun maxq simulate, arena, analyze: the figures of one process.

usage: tests/cli/test_mpi.py MAXQ
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from process import PATIENCE

MAXQ = os.path.abspath(sys.argv.pop(1))
# What MPI itself doesn't give back is no leak of ours, nor are its locks.
LOCKS = pathlib.Path(__file__).resolve().with_name("mpi.tsan")
ENV = {**os.environ, "MAXQ_LANG": "en", "ASAN_OPTIONS": "detect_leaks=0",
       "TSAN_OPTIONS": f"suppressions={LOCKS}"}


def run(*words, ranks=0, code=0):
    mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np",
              str(ranks)] if ranks else []
    done = subprocess.run([*mpirun, MAXQ, *words], env=ENV, text=True,
                          capture_output=True, timeout=PATIENCE)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


class Mpi(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def test_simulate(self):
        words = ["simulate", "liftoff", "--games", "150", "--json"]
        one = run(*words, "--jobs", "1").stdout
        for ranks in 2, 3, 5:
            self.assertEqual(one, run(*words, ranks=ranks).stdout)
        self.assertEqual(one, run(*words, "--jobs", "2", ranks=2).stdout)
        words = ["simulate", "mlem", "--games", "20", "--bots",
                 "search@20,greedy", "--csv"]
        self.assertEqual(run(*words).stdout, run(*words, ranks=3).stdout)

    def figures(self, *words, ranks=0):
        out = json.loads(run("arena", "mlem", "--bots", "greedy,random,easy",
                             "--games", "30", "--json", *words,
                             ranks=ranks).stdout)
        for bot in out["bots"]:
            del bot["ms_per_move"]
        return out

    def test_arena(self):
        self.assertEqual(self.figures(), self.figures(ranks=3))
        one = self.figures("--sprt=50,70")
        self.assertEqual(one, self.figures("--sprt=50,70", ranks=4))
        file = str(self.folder / "games.jsonl")
        words = ["--sprt=50,70", "--resume", file]
        self.assertEqual(one, self.figures(*words, ranks=3))
        self.assertEqual(one, self.figures(*words))

    def test_analyze(self):
        match = str(self.folder / "m.mqm")
        run("play", "mlem", "--seats", "greedy,random", "--seed", "7",
            "--save", match)
        words = ["analyze", match, "--budget", "40", "--json"]
        self.assertEqual(run(*words).stdout, run(*words, ranks=3).stdout)

    def test_errors_are_said_once(self):
        file = str(self.folder / "no-such-folder" / "games.jsonl")
        for words in (["simulate", "chess"], ["arena", "mlem", "--resume",
                                              file]):
            err = run(*words, ranks=3, code=2).stderr
            self.assertEqual(len(re.findall("^maxq ", err, re.M)), 1, err)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
