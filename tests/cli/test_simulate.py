#!/usr/bin/env python3
"""maxq simulate: figures, forms, several jobs, Ctrl-C.

usage: tests/cli/test_simulate.py MAXQ
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


def run(*words):
    return subprocess.run([MAXQ, "simulate", *words], env=ENV, text=True,
                          capture_output=True, timeout=PATIENCE)


def simulate(*words, code=0):
    done = run(*words)
    assert done.returncode == code, (words, done.stderr)
    return done.stdout


class Simulate(unittest.TestCase):
    WORDS = ["liftoff", "--games", "100", "--bots", "greedy,random"]

    def test_jobs_change_nothing(self):
        one = simulate(*self.WORDS, "--json", "--jobs", "1")
        for jobs in "2", "5":
            self.assertEqual(one, simulate(*self.WORDS, "--json", "--jobs",
                                           jobs))
        thinking = ["mlem", "-n", "4", "--bots", "search@20,random", "--json"]
        self.assertEqual(simulate(*thinking, "--jobs", "1"),
                         simulate(*thinking, "--jobs", "3"))

    def test_json(self):
        out = json.loads(simulate(*self.WORDS, "--json"))
        self.assertEqual((out["games"], out["finished"]), (100, True))
        for kind in "entrants", "seats":
            self.assertAlmostEqual(sum(e["share"] for e in out[kind]), 1)
            for row in out[kind]:
                self.assertEqual(sum(row["scores"]["counts"]), 100)
                self.assertLessEqual(row["share_low"], row["share"])
        self.assertEqual(sum(out["events"]["counts"]), 100)
        self.assertEqual(out["winning_seats"] + out["losing_seats"], 200)
        usage = {(u.get("action"), u.get("word")): u for u in out["usage"]}
        played = usage["play", "biologist"]
        self.assertEqual(played["name"], "play Biologist")
        self.assertAlmostEqual(played["winners"],
                               played["used_by_winners"] /
                               out["winning_seats"])
        self.assertGreater(played["winners_low"], played["losers_high"])
        sources = [u for u in out["usage"] if "source" in u]
        self.assertGreater(len(sources), 2)
        total = sum(u["points_of_winners"] + u["points_of_losers"]
                    for u in sources)
        score = sum(e["score"] for e in out["entrants"]) * 100
        self.assertAlmostEqual(total, score, 6)

    def test_other_forms(self):
        rows = list(csv.DictReader(io.StringIO(
            simulate(*self.WORDS, "--csv"))))
        out = json.loads(simulate(*self.WORDS, "--json"))
        uses = [row for row in rows if row["kind"] in ("action", "points")]
        self.assertEqual(len(uses), len(out["usage"]))
        self.assertEqual(int(uses[0]["used_by_winners"]),
                         out["usage"][0]["used_by_winners"])
        results = [row for row in rows if row["kind"] in ("bot", "seat")]
        self.assertEqual([int(row["wins"]) for row in results],
                         [e["wins"] for e in out["entrants"] + out["seats"]])
        text = simulate(*self.WORDS)
        self.assertIn("Used by winners and by losers", text)
        self.assertIn("100 matches of", text)
        self.assertEqual({len(line) for line in text.split("\n")[:3]}, {86})
        text = simulate(*self.WORDS, "--lang", "de")
        self.assertEqual({len(line) for line in text.split("\n")[:3]}, {86})
        self.assertIn("Von Siegern und von Verlierern", text)

    def test_rows_of_matches(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.csv")
            words = ["mlem", "-n", "40", "--bots", "greedy,greedy,random"]
            out = json.loads(simulate(*words, "--json", "--matches", path))
            rows = list(csv.DictReader(path.open()))
        self.assertEqual([int(row["match"]) for row in rows],
                         [1 + i // 3 for i in range(120)])
        for entrant in out["entrants"]:
            mine = [r for r in rows if r["bot"] == entrant["label"]]
            self.assertAlmostEqual(
                sum(float(r["score"]) for r in mine) / 40, entrant["score"])
            self.assertAlmostEqual(
                sum(float(r["win_share"]) for r in mine) / 40,
                entrant["share"])
        labels = [e["label"] for e in out["entrants"]]
        self.assertEqual(labels, ["greedy 1", "greedy 2", "random"])

    def test_files_are_tried_first(self):
        for option in ("--html", "--matches"):
            words = ["mlem", "-n", "100000000", option, "/nonexistent/file"]
            done = run(*words)
            self.assertEqual(done.returncode, 2, option)
            self.assertIn("/nonexistent/file: cannot be written", done.stderr)
        done = run("mlem", "--json", "--csv")
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_html(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "r.html")
            simulate(*self.WORDS, "--html", str(page))
            text = page.read_text()
        self.assertEqual(text.count("<svg viewBox=\"0 0 900"), 3)
        self.assertIn("play Biologist", text)
        self.assertIsNone(re.search(r"https?:|src=|@import|url\(", text))

    def test_one_bot(self):
        out = json.loads(simulate("apogee", "--bot", "greedy", "--players",
                                  "3", "-n", "10", "--json"))
        self.assertEqual([e["bot"] for e in out["entrants"]], ["greedy"] * 3)
        kinds = {u.get("action") for u in out["usage"]}
        self.assertLessEqual({"assign", "directors", "build"}, kinds)

    def test_people_have_names(self):
        out = json.loads(simulate("apogee", "-n", "60", "--json"))
        names = {u["name"] for u in out["usage"]}
        self.assertIn("draw Florentina Coand\u0103", names)
        self.assertIn("assign Qian Tao", names)

    def test_alone(self):
        words = ["apogee", "--players", "1", "--bot", "greedy", "-n", "30"]
        out = json.loads(simulate(*words, "--json"))
        met = out["entrants"][0]["wins"]
        self.assertIn(f"was met in {met} of 30 matches", simulate(*words))

    def test_interrupt_keeps_what_is_done(self):
        process = subprocess.Popen(
            [MAXQ, "simulate", "mlem", "-n", "100000000", "--json"],
            env=ENV, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        interrupt_at_work(process, 0.5)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertRegex(err, r"stopped after \d+ of 100000000 matches")
        out = json.loads(out)
        self.assertFalse(out["finished"])
        self.assertGreater(out["games"], 0)

    def test_interrupt_gives_up_the_match_under_way(self):
        """One that would take hours."""
        process = subprocess.Popen(
            [MAXQ, "simulate", "apogee", "--bot", "search@20000", "-n", "50"],
            env=ENV, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        interrupt_at_work(process, 0.3)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertIn("stopped after 0 of 50 matches", err)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
