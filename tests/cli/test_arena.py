#!/usr/bin/env python3
"""maxq arena: figures, files to go on with, Ctrl-C.

usage: tests/cli/test_arena.py MAXQ
"""
import csv
import html
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from process import PATIENCE, pace

MAXQ = os.path.abspath(sys.argv.pop(1))


def start(*words):
    env = {**os.environ, "MAXQ_LANG": "en"}
    return subprocess.Popen(
        [MAXQ, "arena", "mlem", *words], env=env, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )


class Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.file = pathlib.Path(scratch.name, "games.jsonl")

    def run_arena(self, *words, code=0):
        process = start(*words)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, (words, err))
        return out, err

    def figures(self, *words):
        """The JSON object without what the clock says."""
        out = json.loads(self.run_arena(*words, "--json")[0])
        for bot in out["bots"]:
            self.assertGreaterEqual(bot.pop("ms_per_move"), 0)
        return out

    def bad(self, *words, says):
        out, err = self.run_arena(*words, code=2)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Amaxq arena: [^\n]+\n\Z")
        self.assertIn(says, err)


class Figures(Case):
    WORDS = ["--bots", "greedy,random,search@20", "--games", "7"]

    def test_round_robin(self):
        one = self.figures(*self.WORDS)
        self.assertEqual(one, self.figures(*self.WORDS))
        self.assertEqual((one["games"], one["finished"]), (24, True))
        self.assertEqual(sum(bot["games"] for bot in one["bots"]), 48)
        shares = sum(b["games"] * b["win_rate"] for b in one["bots"])
        self.assertAlmostEqual(shares, 24)
        self.assertEqual(one["bots"][-1]["name"], "random")
        self.assertAlmostEqual(sum(b["elo"] for b in one["bots"]), 0, 5)
        for bot in one["bots"]:
            self.assertLess(bot["low"], bot["win_rate"])
            self.assertLess(bot["elo_low"], bot["elo"])
            self.assertLess(bot["elo"], bot["elo_high"])
        for i in range(3):
            for j in range(i):
                both = one["matrix"][i][j] + one["matrix"][j][i]
                self.assertAlmostEqual(both, 1)
        other = self.figures(*self.WORDS, "--seed", "2")
        self.assertNotEqual(one, other)

    def test_more_players(self):
        out = self.figures("--bots", "greedy,random", "-p", "4", "-n", "8")
        self.assertEqual(out["games"], 16)
        self.assertEqual(out["bots"][0]["name"], "greedy")

    def test_text_and_csv(self):
        text = self.run_arena(*self.WORDS)[0]
        self.assertIn("search@20", text)
        self.assertIn("Won by the bot of the row", text)
        for lang in "en", "de":
            table = self.run_arena(*self.WORDS, "--lang", lang)[0].split("\n")
            self.assertEqual({len(line) for line in table[:4]}, {81})
        rows = list(csv.DictReader(
            io.StringIO(self.run_arena(*self.WORDS, "--csv")[0])))
        self.assertEqual(len(rows), 3)
        self.assertEqual(rows[2]["name"], "random")
        self.assertLess(float(rows[2]["elo"]), 0)

    def test_time_and_threads(self):
        words = ["--bots", "search,random", "--games", "2"]
        out = self.run_arena(*words, "--ms", "2", "--json")[0]
        by_name = {b["name"]: b for b in json.loads(out)["bots"]}
        self.assertGreater(by_name["search"]["ms_per_move"], 1)
        words += ["--iterations", "20", "--threads", "2"]
        self.assertEqual(self.figures(*words), self.figures(*words))

    def test_jobs_change_nothing(self):
        words = [*self.WORDS, "--games", "30", "--sprt=50,75"]
        one = self.figures(*words)
        self.assertEqual(one, self.figures(*words, "--jobs", "4"))
        words += ["--resume", str(self.file)]
        self.assertEqual(one, self.figures(*words, "--jobs", "3"))
        self.assertEqual(one, self.figures(*words, "--jobs", "2"))

    def test_html(self):
        page = self.file.with_suffix(".html")
        self.run_arena(*self.WORDS, "--sprt", "--html", str(page))
        text = page.read_text()
        self.assertEqual(text.count("<circle"), 3)
        self.assertIn("search@20", text)
        self.assertIn("Sequential tests", text)
        self.assertIn("<pre>maxq arena ", text)
        self.assertIsNone(re.search(r"https?:|src=|@import|url\(", text))

    def test_bad(self):
        self.bad("--bots", "greedy", says="at least 2")
        self.bad("--bots", "greedy,greedy", says="twice")
        self.bad("--bots", "greedy,,random", says="1 to")
        self.bad("--bots", "greedy,hal", says="random")
        self.bad("--bots", "greedy,search@x", says="“x”")
        self.bad("--bot", "x=/nonexistent", says="no program")
        self.bad("--bot", "x=no-such-program 1", says="no program")
        self.bad("--players", "1", says="2 to 5")
        self.bad("players=3", says="--players")
        many = ",".join(f"search@{i}" for i in range(1, 18))
        self.bad("--bots", many, says="at most 16")


class GoingOn(Case):
    WORDS = ["--bots", "greedy,random", "--games"]

    def test_more_games_later(self):
        words = ["--resume", str(self.file)]
        self.figures(*self.WORDS, "4", *words)
        first = self.file.read_bytes()
        late = self.figures(*self.WORDS, "10", *words)
        self.assertTrue(self.file.read_bytes().startswith(first))
        self.assertEqual(late, self.figures(*self.WORDS, "10"))

    def test_damaged_end(self):
        words = [*self.WORDS, "6", "--resume", str(self.file)]
        whole = self.figures(*words)
        self.file.write_bytes(self.file.read_bytes()[:-20])
        out, err = self.run_arena(*words, "--json")
        self.assertIn("line 7 is damaged", err)
        self.assertEqual(json.loads(out)["matrix"], whole["matrix"])
        self.assertEqual(whole, self.figures(*words))

    def test_another_arena(self):
        words = ["--resume", str(self.file)]
        self.figures(*self.WORDS, "2", *words)
        self.bad(*self.WORDS, "2", "--seed", "9", *words, says="another")

    def test_interrupt_loses_nothing(self):
        words = ["--bots", "search@300,greedy", "--games", "12",
                 "--resume", str(self.file)]
        process = start(*words)
        while process.poll() is None:
            if self.file.exists() and self.file.read_text().count("\n") > 2:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn("the same command goes on", err)
        self.assertIn("search@300", out)
        kept = self.file.read_text()
        self.assertTrue(kept.endswith("\n"))
        done = self.figures(*words)
        self.assertTrue(self.file.read_text().startswith(kept))
        self.assertEqual(done, self.figures(*words[:4]))


class Claims(Case):
    WORDS = ["--bots", "greedy,random", "--games", "200"]

    def claim(self, *words):
        out = self.figures(*self.WORDS, *words)
        self.assertTrue(out["finished"])
        (claim,) = out["sprt"]
        self.assertEqual(claim["games"], out["games"])
        return claim

    def test_it_stops_when_decided(self):
        high = self.claim("--sprt=50,70")
        self.assertEqual(high["verdict"], "high")
        self.assertGreaterEqual(high["ratio"], high["bound"])
        self.assertLess(high["games"], 60)
        low = self.claim("--sprt=95,99")
        self.assertEqual(low["verdict"], "low")
        self.assertLessEqual(low["ratio"], -low["bound"])
        usual = self.claim("--sprt")
        self.assertEqual((usual["low"], usual["high"]), (0.5, 0.55))
        few = self.claim("--sprt=50,51", "--games", "10")
        self.assertEqual((few["verdict"], few["games"]), ("open", 10))

    def test_every_pairing_has_its_own(self):
        words = ["--bots", "greedy,random,easy", "--sprt=50,70", "-n", "60"]
        out = self.figures(*words)
        games = [claim["games"] for claim in out["sprt"]]
        self.assertEqual(sum(games), out["games"])
        self.assertGreater(len(set(games)), 1)
        text = self.run_arena(*words)[0]
        self.assertIn("greedy wins at least 70 % against random", text)

    def test_going_on(self):
        words = [*self.WORDS, "--resume", str(self.file)]
        all_games = self.figures(*words)
        early = self.figures(*words, "--sprt=50,70")
        self.assertLess(early["games"], all_games["games"])
        self.assertEqual(early, self.figures(*self.WORDS, "--sprt=50,70"))

    def test_bad(self):
        for claim in "x", "50", "50,", "60,50", "0,50", "50,100", "50,60,70":
            self.bad(f"--sprt={claim}", says="LOW,HIGH")


class Programs(Case):
    BOT = pathlib.Path(__file__).resolve().parent / "bot.py"

    def words(self, trick=""):
        return ["--bots", "random", "--bot", f"first={self.BOT} {trick}",
                "--games", "4", "--limit", f"{pace.limit(10_000):.0f}"]

    def test_it_plays(self):
        one = self.figures(*self.words())
        self.assertEqual({bot["name"] for bot in one["bots"]},
                         {"random", "first"})
        self.assertEqual([bot["forfeits"] for bot in one["bots"]], [0, 0])
        self.assertEqual(one, self.figures(*self.words()))

    def test_three_seats(self):
        out = self.figures(*self.words(), "--players", "3")
        self.assertEqual(out["games"], 12)
        self.assertEqual([bot["forfeits"] for bot in out["bots"]], [0, 0])

    def forfeits(self, trick, reason):
        words = self.words(trick)
        if reason == "late":
            words[-1] = "700"
            words[5] = "2"
        out = self.figures(*words, "--resume", str(self.file))
        bots = {bot["name"]: bot for bot in out["bots"]}
        first = bots["first"]
        self.assertEqual(first["forfeits"], first["games"])
        self.assertEqual(first["forfeit_reason"], reason)
        self.assertEqual(bots["random"]["win_rate"], 1)
        lines = self.file.read_text().splitlines()[1:]
        for line in map(json.loads, lines):
            self.assertEqual(line["reason"], reason)
            seat = line["seats"][line["forfeit"]]
            self.assertEqual(seat["bot"], "first")
            self.assertEqual(line["winners"], 2 - line["forfeit"])
        return first

    def test_crash(self):
        self.forfeits("crash", "crash")
        self.forfeits_text("crash", "first forfeited 4 games; the last time "
                                    "its program ended")

    def forfeits_text(self, trick, says):
        page = self.file.with_suffix(".html")
        out, _ = self.run_arena(*self.words(trick), "--html", str(page))
        self.assertIn(says, out)
        self.assertIn(says, html.unescape(page.read_text()))

    def test_late(self):
        self.forfeits("late", "late")

    def test_nonsense(self):
        first = self.forfeits("nonsense", "nonsense")
        self.assertEqual(first["forfeit_answer"], "{}")
        self.forfeits_text("hello", "the last time it answered: hello")
        self.forfeits_text("'{\"action\": \"fly home\"}'", "fly home")

    def test_no_program(self):
        words = ["--bots", "random", "--games", "2", "--bot"]
        out, _ = self.run_arena(*words, "gone=exec ./no-such-program 2>&-")
        self.assertIn("its program ended", out)
        self.bad(*words, "first", says="NAME=COMMAND")
        self.bad(*words, "random=cat", says="twice")
        self.bad(*words, "a,b=cat", says="commas")


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
