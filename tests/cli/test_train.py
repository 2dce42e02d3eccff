#!/usr/bin/env python3
"""maxq train: a net in seconds, the report, kill -9 and --resume, refusals.

usage: tests/cli/test_train.py MAXQ
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from process import PATIENCE

MAXQ = os.path.abspath(sys.argv.pop(1))
ENV = {**os.environ, "MAXQ_LANG": "en"}


class Train(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def train(self, *words, code=0):
        done = subprocess.run([MAXQ, "train", *words], env=ENV, text=True,
                              capture_output=True, timeout=PATIENCE,
                              cwd=self.path)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_report(self):
        words = ["mlem", "--games", "12", "--json"]
        one = json.loads(self.train(*words, "--jobs", "1").stdout)
        self.assertEqual((one["game"], one["games"]), ("mlem", 12))
        self.assertEqual(len(one["course"][0]["brier"]), 5)
        self.assertGreater(one["course"][0]["loss"], 0)
        self.assertLessEqual(one["low"], one["over_greedy"])
        net = (self.path / "mlem.net").read_bytes()
        self.assertTrue(net.startswith(b"maxq-net 1\ngame mlem\n"))
        two = json.loads(self.train(*words, "--jobs", "3").stdout)
        self.assertEqual(one["net"], two["net"])
        self.assertEqual(net, (self.path / "mlem.net").read_bytes())

    def test_kill_and_resume(self):
        part = self.path / "mlem.net.part"
        words = ["mlem", "--every", "1", "--jobs", "1"]
        child = subprocess.Popen([MAXQ, "train", *words, "--minutes", "60"],
                                 env=ENV, cwd=self.path)
        until = time.monotonic() + PATIENCE
        while not part.exists() and time.monotonic() < until:
            time.sleep(0.05)
        child.send_signal(signal.SIGKILL)
        child.wait()
        self.assertTrue(part.exists())
        done = self.train(*words, "--resume", "--games", "1", "--json")
        report = json.loads(done.stdout)
        self.assertGreaterEqual(report["games"], 240)
        self.assertGreater(report["seconds"], 0)

    def test_refusals(self):
        self.assertIn("chess", self.train("chess", code=2).stderr)
        self.train("mlem", "--resume", code=2)
        (self.path / "mlem.net.part").write_bytes(b"x" * 1000)
        self.assertIn("checkpoint",
                      self.train("mlem", "--resume", code=2).stderr)
        self.assertIn("--players", self.train("liftoff", "--players", "9",
                                              code=2).stderr)
        self.assertIn("ufo", self.train("mlem", "ufo=perhaps", code=2).stderr)

    def test_inputs(self):
        for game in "apogee", "liftoff", "mlem":
            lines = self.train(game, "--inputs").stdout.splitlines()
            names = [line.split(" ", 1)[1] for line in lines]
            self.assertEqual(len(names), len(set(names)), game)
        self.assertIn("0 table step start", lines)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
