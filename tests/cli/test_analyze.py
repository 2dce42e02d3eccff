#!/usr/bin/env python3
"""maxq analyze: figures, forms, Ctrl-C.

usage: tests/cli/test_analyze.py MAXQ
"""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from process import PATIENCE, interrupt_at_work

MAXQ = os.path.abspath(sys.argv.pop(1))
ENV = {**os.environ, "MAXQ_LANG": "en"}


def run(*words, code=0):
    done = subprocess.run([MAXQ, *words], env=ENV, text=True,
                          capture_output=True, timeout=PATIENCE)
    assert done.returncode == code, (words, done.stderr)
    return done


class Analyze(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.match = str(pathlib.Path(cls.scratch.name, "m.mqm"))
        run("play", "mlem", "--seats", "greedy,random", "--seed", "42",
            "--save", cls.match)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def analyze(self, *words, code=0):
        return run("analyze", self.match, "--budget", "100", *words, code=code)

    def test_json(self):
        text = self.analyze("--json", "--jobs", "1").stdout
        self.assertEqual(text, self.analyze("--json", "--jobs", "3").stdout)
        out = json.loads(text)
        self.assertTrue(out["finished"])
        self.assertEqual(len(out["events"]), out["length"])
        one, two = out["players"]
        self.assertAlmostEqual(one["luck"] + two["luck"], 0)
        self.assertAlmostEqual(one["luck_adjusted"],
                               one["result"] - one["luck"])
        self.assertLess(one["lost"], two["lost"])
        self.assertGreaterEqual(two["error"] + two["blunder"], 1)
        for event in out["events"]:
            self.assertAlmostEqual(sum(event["values"]), 1)
            if "chance" not in event and event["grade"] != "forced":
                self.assertGreater(event["choices"], 1)
                self.assertLessEqual(event["low"], event["high"])
        other = self.analyze("--json", "--seed", "2").stdout
        self.assertNotEqual(text, other)

    def test_bridge_gives_the_same(self):
        """Also the sums, and after a pause with other ops between."""
        for game, seats in [("mlem", "easy,random"), ("apogee", "greedy,random"),
                            ("liftoff", "random,greedy")]:
            path = pathlib.Path(self.scratch.name, game + ".mqm")
            run("play", game, "--seats", seats, "--seed", "3", "--save",
                str(path))
            text = path.read_text()
            if game != "mlem":  # their playouts take longer
                text = "".join(text.splitlines(True)[:20])
                path.write_text(text)
            out = json.loads(run("analyze", str(path), "--budget", "20",
                                 "--seed", "5", "--json").stdout)
            ops = [{"op": "open", "match": text},
                   {"op": "analyze", "iterations": 20, "seed": 5}]
            ops += [{"op": "judge"}] * 7 + [{"op": "score"}]
            ops += [{"op": "judge"}] * (out["length"] - 7)
            lines = "".join(json.dumps(op) + "\n" for op in ops)
            done = subprocess.run([MAXQ, "bridge"], input=lines, text=True,
                                  capture_output=True, timeout=PATIENCE)
            answers = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertTrue(all(answer["ok"] for answer in answers))
            for key in ("length", "budget", "seed", "first"):
                self.assertEqual(answers[1][key], out[key])
            judged = [answer for answer in answers if "event" in answer]
            self.assertEqual([answer["event"] for answer in judged],
                             out["events"])
            self.assertEqual(judged[-1]["players"], out["players"])
            self.assertEqual([answer["finished"] for answer in judged[-2:]],
                             [False, True])

    def test_text(self):
        text = self.analyze().stdout
        self.assertIn("Expected result", text)
        self.assertIn("█", text)
        self.assertRegex(text, r"Random played .*, worth .* more\.")
        text = run("analyze", self.match, "--budget", "1", "--lang",
                   "de").stdout
        self.assertIn("Erwartetes Ergebnis", text)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.analyze("--csv").stdout)))
        out = json.loads(self.analyze("--json").stdout)
        self.assertEqual(len(rows), out["length"])
        self.assertEqual([row["grade"] for row in rows],
                         [event.get("grade", "") for event in out["events"]])

    def test_html(self):
        page = pathlib.Path(self.scratch.name, "m.html")
        self.analyze("--html", str(page))
        text = page.read_text()
        self.assertIn('<path class="l l1"', text)
        self.assertIn("<button data-n=", text)
        self.assertIsNone(re.search(r"https?:|src=|@import|url\(", text))
        self.analyze("--html", self.scratch.name, code=2)

    def test_interrupt_keeps_what_is_done(self):
        process = subprocess.Popen(
            [MAXQ, "analyze", self.match, "--budget", "20000", "--json"],
            env=ENV, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        interrupt_at_work(process, 1)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertRegex(err, r"stopped after \d+ of \d+ events")
        out = json.loads(out)
        self.assertFalse(out["finished"])
        self.assertLess(len(out["events"]), out["length"])

    def test_a_match_under_way(self):
        lines = pathlib.Path(self.match).read_text().splitlines(True)
        part = pathlib.Path(self.scratch.name, "part.mqm")
        part.write_text("".join(lines[:20]))
        out = json.loads(run("analyze", str(part), "--budget", "40",
                             "--json").stdout)
        self.assertIsNone(out["players"][0]["result"])
        self.assertLess(out["length"], 20)

    def test_bad(self):
        self.assertIn("which file", run("analyze", code=2).stderr)
        self.assertIn("--budget", self.analyze("--budget", "x", code=2).stderr)
        run("analyze", "no-such-file.mqm", code=2)
        run("analyze", self.match, "second", code=2)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
