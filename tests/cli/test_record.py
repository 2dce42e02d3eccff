#!/usr/bin/env python3
"""maxq scenario, replay and bridge: output, errors and exit codes.

usage: tests/cli/test_record.py MAXQ CATALOGUE

CATALOGUE prints matches to replay.
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

MAXQ, CATALOGUE = (os.path.abspath(path) for path in sys.argv[1:3])
del sys.argv[1:3]

GOOD = "# ML-C1: all eight\ngame mlem players=2 start=P1\nturn = P1\n"
BAD = "# ML-C2: wrong\ngame mlem players=2 start=P1\n\nturn = P2\n"
NONE = "# ML-C3: nothing\ngame mlem players=2\nbogus line\n"


def more_ones(die):
    """Two sides with a 1 and one with a 2 instead of one and two."""
    return die.replace("\n1,1,", "\n1,2,").replace("\n2,2,", "\n2,1,")


def run(*words, text=None):
    return subprocess.run(
        [MAXQ, *map(str, words)],
        env={**os.environ, "MAXQ_LANG": "en"},
        input=text, capture_output=True, text=True, timeout=PATIENCE,
    )


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Scenario(Case):
    def test_all_pass(self):
        self.write("a/ML-C1-x.scn", GOOD)
        self.write("a/notes.txt", "not a scenario")
        done = run("scenario", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "1 passed, 0 failed\n")

    def test_failures(self):
        good = self.write("1.scn", GOOD)
        bad = self.write("2.scn", BAD)
        none = self.write("3.scn", NONE)
        done = run("scenario", bad, self.folder, good)
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], f"{bad}:4: differs from what was expected")
        self.assertEqual(lines[1].split(), ["expected:", "P2"])
        self.assertEqual(lines[2].split(), ["came:", "P1"])
        self.assertIn(f"{none}:3: a line cannot begin with “bogus”", lines)
        self.assertEqual(lines[-1], "2 passed, 3 failed")

    def test_stop(self):
        for name, text in (("1", GOOD), ("2", BAD), ("3", BAD)):
            self.write(f"{name}.scn", text)
        done = run("scenario", "--stop", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_json(self):
        self.write("1.scn", GOOD)
        bad = self.write("2.scn", BAD)
        done = run("scenario", "--json", self.folder)
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)
        self.assertEqual((report["passed"], report["failed"]), (1, 1))
        failure = report["failures"][0]
        self.assertEqual(failure["file"], str(bad))
        self.assertEqual(failure["line"], 4)
        self.assertEqual(failure["expected"], "P2")
        self.assertEqual(failure["came"], "P1")

    def test_no_files(self):
        for words in ([self.folder], [self.folder / "none"]):
            done = run("scenario", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"\Amaxq scenario: [^\n]+\n\Z")

    def test_own_tables(self):
        """Tables beside the scenario; a second one shares them."""
        done = run("data", "export", self.folder / "all")
        self.assertEqual(done.returncode, 0)
        die = (self.folder / "all/mlem/die.csv").read_text()
        self.write("tables/ones/die.csv", more_ones(die))
        text = (
            "# ML-C2: dice\ngame mlem players=2 start=P1 tables ones\n"
            "P1 board pip\nP2 board pip\n"
            "chance-of roll 1 1 1 1 1 1 = 64/46656\n"
        )
        a = self.write("1.scn", text)
        b = self.write("2.scn", text)
        done = run("scenario", a, b)
        self.assertIn("2 passed, 0 failed", done.stdout)
        wrong = self.write("3.scn", text.replace("tables ones", "tables other"))
        self.assertEqual(run("scenario", wrong).returncode, 1)

    def test_coverage(self):
        self.write("ML-C1-x.scn", "# ML-C2, ML-T7: several\ngame mlem\n")
        done = run("scenario", "--coverage", "mlem", self.folder)
        self.assertEqual(done.returncode, 1)
        *missing, last = done.stdout.splitlines()
        self.assertRegex(last, r"^3 of \d+ rules have a scenario$")
        self.assertNotIn("ML-C1", missing)
        self.assertNotIn("ML-C2", missing)
        self.assertNotIn("ML-T7", missing)
        self.assertIn("ML-T8", missing)
        report = json.loads(
            run("scenario", "--coverage", "--json", "mlem", self.folder).stdout
        )
        self.assertEqual(report["missing"], missing)
        self.assertEqual(report["rules"], len(missing) + 3)
        self.assertEqual(report["unknown"], [])

    def test_coverage_names_unknown_rules(self):
        self.write("ML-Q99-x.scn", GOOD)
        done = run("scenario", "-c", "mlem", self.folder)
        self.assertIn("ML-Q99 is no rule", done.stdout)


class Replay(Case):
    """Match 5 of the catalogue: three players, 153 events, with the UFO."""

    @classmethod
    def setUpClass(cls):
        cls.text = subprocess.run(
            [CATALOGUE, "match", "mlem", "5"],
            capture_output=True, text=True, check=True,
        ).stdout

    def test_account(self):
        path = self.write("m.mqm", self.text)
        done = run("replay", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        numbers = re.findall(r"(?m)^ *(\d+)  \S", done.stdout)
        events = self.text.count('"kind":"event"')
        self.assertEqual(numbers, [str(n + 1) for n in range(events)])
        self.assertRegex(done.stdout, r"P\d wins\.\n\Z")
        self.assertEqual(run("replay", "-", text=self.text).stdout, done.stdout)

    def test_german(self):
        path = self.write("m.mqm", self.text)
        done = run("--lang", "de", "replay", path)
        self.assertRegex(done.stdout, r"P\d gewinnt\.\n\Z")

    def test_json(self):
        done = run("replay", "--json", self.write("m.mqm", self.text))
        report = json.loads(done.stdout)
        self.assertEqual(len(report["log"]), self.text.count('"kind":"event"'))
        self.assertTrue(report["over"] and report["closed"])
        self.assertTrue(report["winners"])
        self.assertTrue(all(event["notes"] for event in report["log"]))

    def test_positions(self):
        path = self.write("m.mqm", self.text)
        first = json.loads(run("replay", "--at", 0, "--json", path).stdout)
        self.assertEqual(first["game"], "mlem")
        last = json.loads(run("replay", "--at", 153, "--json", path).stdout)
        self.assertNotEqual(first, last)
        view = run("replay", "--seat", "P1", "--json", path).stdout
        self.assertEqual(json.loads(view)["step"], last["step"])
        board = run("replay", "--at", 20, path).stdout
        self.assertGreater(len(board.splitlines()), 10)

    def test_refused(self):
        path = self.write("m.mqm", self.text)
        for words, says in [
            ([], "which file?"),
            ([path, path], "too much"),
            ([self.folder / "none"], "none"),
            (["--at", "154", path], "154"),
            (["--at", "x", path], "x"),
            (["--seat", "P4", path], "P4"),
            (["--seat", "me", path], "me"),
            ([self.write("x.mqm", "hello\n")], "no header"),
            ([self.write("v.mqm", self.text.replace('match":1', 'match":9'))],
             "format 9"),
        ]:
            done = run("replay", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertRegex(done.stderr, r"\Amaxq replay: [^\n]+\n\Z")
            self.assertIn(says, done.stderr)

    def test_verify(self):
        path = self.write("m.mqm", self.text)
        done = run("replay", "--verify", path)
        self.assertEqual(done.returncode, 0)
        self.assertIn("47 outcomes follow from the seed.", done.stdout)
        self.assertTrue(done.stdout.endswith("\nVerified.\n"))
        report = json.loads(run("replay", "--verify", "--json", path).stdout)
        self.assertTrue(report["verified"] and report["commitment"])
        self.assertEqual((report["followed"], report["supplied"]), (47, 0))

    def test_unfinished_is_not_verified(self):
        """Without its closing line nothing tells the seed."""
        lines = self.text.splitlines(keepends=True)
        path = self.write("m.mqm", "".join(lines[:-1]))
        done = run("replay", "-v", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no seed", done.stdout)
        self.assertTrue(done.stdout.endswith("Not verified.\n"))

    def test_damaged(self):
        path = self.write("m.mqm", self.text[:5000])
        line = self.text[:5000].count("\n") + 1
        done = run("replay", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"Line {line} is damaged", done.stderr)
        self.assertIn("The match is not over.", done.stdout)
        self.assertEqual(run("replay", "-v", path).returncode, 1)

    def test_diverges(self):
        for change, says in [
            (lambda s: s.replace("board ", "board x"), "do not allow it"),
            (lambda s: s.replace('"link":"', '"link":"0')[:-4] + '"}\n',
             "another position"),
        ]:
            lines = self.text.splitlines(keepends=True)
            lines[4] = change(lines[4])
            path = self.write("m.mqm", "".join(lines))
            done = run("replay", path)
            self.assertEqual(done.returncode, 1)
            self.assertIn("diverges at entry 3 (line 5)", done.stderr)
            self.assertIn(says, done.stderr)
            self.assertRegex(done.stdout, r"(?m)^ *3  ")
            self.assertNotRegex(done.stdout, r"(?m)^ *4  ")
            done = run("replay", "-v", path)
            self.assertEqual(done.returncode, 1)
            self.assertNotIn("\nVerified", done.stdout)


class Bridge(Case):
    def test_own_tables(self):
        done = run("data", "export", self.folder)
        self.assertEqual(done.returncode, 0)
        die = self.folder / "mlem/die.csv"
        die.write_text(more_ones(die.read_text()))
        lines = (
            '{"op":"new","game":"mlem","options":{"start":"P1"}}\n'
            '{"op":"apply","player":0,"action":"board pip"}\n'
            '{"op":"apply","player":1,"action":"board pip"}\n'
            '{"op":"chance"}\n'
        )
        done = run("bridge", "--data", self.folder, text=lines)
        answer = json.loads(done.stdout.splitlines()[-1])
        first = answer["outcomes"][0]
        self.assertEqual(first["text"], "roll 1 1 1 1 1 1")
        self.assertAlmostEqual(first["p"], 64 / 46656, 12)

    def test_too_many_words(self):
        self.assertEqual(run("bridge", "x").returncode, 2)


if __name__ == "__main__":
    unittest.main()
