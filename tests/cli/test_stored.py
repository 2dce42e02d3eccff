#!/usr/bin/env python3
"""Matches that an earlier version wrote replay, verify and stay as they are.

usage: tests/cli/test_stored.py MAXQ

tests/stored/ has them: two of each game, one of them with all its variants
and with every kind of entry (supplied outcomes, undo by a seat and by the
table, redo, concession, seats handed over, clock), and one that still runs.
They were written by commit cd4cc1a and are never written anew: where one of
them fails, people's matches fail too.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from process import PATIENCE

MAXQ = os.path.abspath(sys.argv.pop(1))
FILES = sorted((pathlib.Path(__file__).parents[1] / "stored").glob("*.mqm"))
KINDS = {"event", "undo", "concede", "bot", "clock", "close"}


def run(*words, text=None):
    return subprocess.run(
        [MAXQ, *map(str, words)],
        env={**os.environ, "MAXQ_LANG": "en"},
        input=text, capture_output=True, text=True, timeout=PATIENCE,
    )


def entries(path):
    """The header and the entries of a record, without its secret line."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return lines[0], [line for line in lines[1:] if "kind" in line]


class Stored(unittest.TestCase):
    def test_every_game_and_kind_is_there(self):
        for game in ("apogee", "liftoff", "mlem"):
            path = next(p for p in FILES if p.name == f"{game}-variants.mqm")
            header, body = entries(path)
            self.assertEqual(header["game"], game)
            self.assertEqual({entry["kind"] for entry in body}, KINDS)
            self.assertTrue(any(entry.get("supplied") for entry in body))
            self.assertTrue(any(p.name == f"{game}.mqm" for p in FILES))

    def test_verified(self):
        for path in FILES:
            with self.subTest(path.name):
                done = run("replay", "--verify", path)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout.endswith("\nVerified.\n"))

    def test_replayed(self):
        for path in FILES:
            with self.subTest(path.name):
                undone = sum(len(e.get("undone", [])) for e in entries(path)[1])
                events = [e for e in entries(path)[1] if e["kind"] == "event"]
                done = run("replay", "--json", path)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                told = json.loads(done.stdout)["log"]
                self.assertEqual(len(told), len(events) - undone)
                self.assertTrue(all(event["notes"] for event in told))

    def test_written_as_they_were(self):
        for path in FILES:
            with self.subTest(path.name):
                lines = path.read_text().splitlines(keepends=True)
                ops = [{"op": "open", "match": "".join(lines)}, {"op": "save"}]
                done = run("bridge", text="".join(json.dumps(op) + "\n" for op in ops))
                saved = json.loads(done.stdout.splitlines()[-1])
                if '"kind":"close"' in lines[-1]:  # it has the seed now
                    lines = [line for line in lines if "secret_seed" not in line]
                self.assertEqual(saved["match"], "".join(lines))

    def test_a_change_is_noticed(self):
        for path in FILES:
            with self.subTest(path.name):
                lines = path.read_text().splitlines(keepends=True)
                link = lines[-2].rindex('"link":"') + len('"link":"')
                other = "1" if lines[-2][link] == "0" else "0"
                lines[-2] = lines[-2][:link] + other + lines[-2][link + 1 :]
                done = run("replay", "--verify", "-", text="".join(lines))
                self.assertEqual(done.returncode, 1)
                self.assertIn("Not verified", done.stdout)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]
    )
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
