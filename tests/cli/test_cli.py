#!/usr/bin/env python3
"""Commands for people: what they print, their errors and exit codes.

usage: tests/cli/test_cli.py MAXQ
"""
import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from process import PATIENCE, interrupt_at_work

MAXQ = os.path.abspath(sys.argv.pop(1))
COMMANDS = ["analyze", "arena", "bench", "data", "odds", "play", "rules", "simulate"]


def run(*words, **more):
    env = {**os.environ, "MAXQ_LANG": "en", **more.pop("env", {})}
    if "input" not in more:
        more["stdin"] = subprocess.DEVNULL
    return subprocess.run(
        [MAXQ, *words], env=env, capture_output=True, text=True,
        timeout=PATIENCE, **more
    )


class Case(unittest.TestCase):
    def good(self, *words, **more):
        done = run(*words, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def bad(self, *words, says, code=2, **more):
        """Refused with one line that begins with the command."""
        done = run(*words, **more)
        self.assertEqual(done.returncode, code, (words, done.stderr))
        self.assertRegex(done.stderr, r"\Amaxq[^\n]*: [^\n]+\n\Z")
        self.assertIn(says, done.stderr)
        self.assertEqual(done.stdout, "")


class Usage(Case):
    def test_help_has_examples(self):
        for command in COMMANDS:
            text = self.good(command, "--help")
            self.assertIn("Examples:", text)
            self.assertIn(f"  maxq {command}", text)
            self.assertTrue(text.endswith("\n"))
            self.assertTrue(
                all(len(line) <= 80 for line in text.splitlines()), command
            )

    def test_short_help(self):
        self.assertIn("maxq play mlem", self.good())
        listed = self.good("help")
        for command in COMMANDS:
            self.assertRegex(listed, rf"(?m)^  {command} ")

    def test_ways_to_help(self):
        for words in (["help", "play"], ["play", "-h"], ["play", "--help"]):
            self.assertEqual(self.good(*words), self.good("play", "-?"))
        self.assertEqual(self.good("-h"), self.good("help"))
        self.assertEqual(
            self.good("help", "bench", "search"),
            self.good("bench", "search", "--help"),
        )
        self.bad("help", "nothing", says="nothing")
        self.bad("admin", says="which action?")

    def test_help_lists_options_of_a_game(self):
        for command in ("play", "simulate", "arena", "bench"):
            text = self.good(command, "mlem", "--help")
            self.assertIn("  ufo=false|true (false)\n", text)
            text = self.good(command, "apogee", "--help")
            self.assertRegex(text, r"  mission=1\u201312 \(\d+\)\n")

    def test_a_full_disk_is_an_error(self):
        commands = (
            ["help"], ["--version"], ["odds", "mlem"], ["rules", "mlem"],
            ["data", "show", "mlem"], ["play", "--help"],
            ["odds", "mlem", "--csv"],
        )
        for words in commands:
            with open("/dev/full", "w") as full:
                done = subprocess.run(
                    [MAXQ, *words], stdout=full, stderr=subprocess.PIPE,
                    text=True, timeout=PATIENCE,
                )
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("is the disk full?", done.stderr)

    def test_unknown_option(self):
        for command in COMMANDS:
            self.bad(command, "--bogus", says="--bogus")
            self.bad(command, "-Z", says="-Z")

    def test_long_words_are_printed_whole(self):
        path = "a-folder-with-a-long-name/" * 20 + "none.mqm"
        for words in (["replay", path], ["scenario", path], [path]):
            self.bad(*words, says=path)

    def test_missing_value(self):
        self.bad("play", "mlem", "--seed", says="--seed needs a value")
        self.bad("bench", "--players", says="--players needs a value")

    def test_unknown_game(self):
        for command in COMMANDS:
            words = ["show", "chess"] if command == "data" else ["chess"]
            self.bad(command, *words, says="chess")

    def test_no_game(self):
        for command in ["arena", "odds", "play", "rules", "simulate"]:
            self.bad(command, says="which game?")

    def test_too_many_words(self):
        self.bad("play", "mlem", "mlem", says="too much")
        self.bad("bench", "mlem", "mlem", says="too much")
        self.bad("simulate", "mlem", "mlem", says="too much")

    def test_language(self):
        self.bad("play", "--lang", "fr", says="there are en, de")
        self.bad("--lang", "d", "help", says="there are en, de")
        self.assertIn("--lang=en|de", self.good("play", "--help"))
        self.bad("play", "chess", says="there is no game",
                 env={"MAXQ_LANG": "fr_FR.UTF-8"})
        self.bad("play", "chess", "--lang", "de", says="gibt es nicht")
        self.bad("rules", "chess", says="gibt es nicht",
                 env={"MAXQ_LANG": "de"})


class Play(Case):
    def test_bad_arguments(self):
        self.bad("play", "mlem", "--players", "6", says="--players")
        self.bad("play", "mlem", "--players", "1", says="2 to 5")
        self.bad("play", "mlem", "--players", "two", says="two")
        self.bad("play", "mlem", "--seats", "me,,greedy", says="--seats")
        self.bad("play", "mlem", "--seats", "A,B,C,D,E,F", says="at most 5")
        self.bad("play", "mlem", "--seats", "me,gredy", says="greedy")
        self.bad("play", "mlem", "--seats", "me,greedy,random", "--players",
                 "2", says="3 seats for 2")
        self.bad("play", "mlem", "--dice", "none", says="none")
        self.bad("play", "mlem", "speed=9", says="speed")
        self.bad("play", "mlem", "secret=maybe", says="maybe")
        self.bad("play", "mlem", "players=3", says="--players")
        self.bad("play", "mlem", "--data", "no-such-folder",
                 says="no-such-folder")

    def test_levels_play(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {"MAXQ_STATE": folder}
            words = ["play", "mlem", "--seats", "easy,normal", "--seed", "1"]
            text = self.good(*words, "--plain", env=env)
            self.assertIn("Normal: ", text)
            self.assertIn("The match is over", text)

    def test_resume_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {"MAXQ_STATE": folder}
            self.bad("play", "--resume", says="no unfinished match", env=env)
            self.bad("play", "--resume", "gone.mqm", says="gone.mqm", env=env)
            other = pathlib.Path(folder, "other.mqm")
            other.write_text("hello\n")
            self.bad("play", "--resume", str(other), says="maxq play: ",
                     env=env)

    def test_control_c_while_bots_think(self):
        """Of a match that would take minutes."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.mqm")
            process = subprocess.Popen(
                [MAXQ, "play", "liftoff", "--seats", "expert,expert",
                 "--save", str(path)],
                env={**os.environ, "MAXQ_LANG": "en"}, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            interrupt_at_work(process, 0.3)
            out = process.communicate(timeout=PATIENCE)[0]
            self.assertEqual(process.returncode, 0)
            self.assertIn("--resume", out)
            kinds = [json.loads(line).get("kind")
                     for line in path.read_text().splitlines()]
            self.assertNotIn("close", kinds)

    def test_file_exists(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "there.mqm")
            file.write_text("")
            self.bad("play", "mlem", "--save", str(file), says="exists")

    def test_cannot_write(self):
        self.bad("play", "mlem", says="cannot be written",
                 env={"MAXQ_STATE": "/proc/nowhere"})


class Progress(Case):
    def test_bar(self):
        """On a terminal, also before the first of several matches is over."""
        terminal, side = os.openpty()
        process = subprocess.Popen(
            [MAXQ, "simulate", "apogee", "--bot", "search@20000", "-n", "7"],
            env={**os.environ, "MAXQ_LANG": "en"},
            stdout=subprocess.DEVNULL, stderr=side)
        os.close(side)
        shown = b""
        while b"[" + 30 * b" " + b"] 0/7" not in shown:
            shown += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        while b"matches" not in shown:
            shown += os.read(terminal, 1000)
        self.assertEqual(process.wait(600), 1)
        os.close(terminal)
        wiped = b"\r" + 70 * b" " + b"\rmaxq simulate: stopped after 0 of 7"
        self.assertIn(wiped, shown)


class Bench(Case):
    def figures(self, *words):
        return json.loads(self.good("bench", "mlem", "--json", *words))

    def test_exact_and_alike(self):
        one = self.figures("--events", "12345")["games"][0]
        two = self.figures("--events", "12345")["games"][0]
        self.assertEqual(one["events"], 12345)
        self.assertEqual(one["checksum"], two["checksum"])
        self.assertEqual(one["players"], 4)
        self.assertGreater(one["events_per_second"], 0)
        other = self.figures("--events", "12345", "-p", "2")["games"][0]
        self.assertNotEqual(one["checksum"], other["checksum"])

    def test_text(self):
        text = self.good("bench", "mlem", "--events", "1000")
        for word in ["ns per event", "ns per state copy", "checksum"]:
            self.assertIn(word, text)

    def test_bad(self):
        self.bad("bench", "mlem", "--events", "0", says="--events")
        self.bad("bench", "mlem", "--players", "9", says="--players")
        self.bad("bench", "search", "chess", says="chess")
        self.bad("bench", "estimate", "mlem", "--bot", "hal", says="greedy")
        self.bad("bench", "estimate", "mlem", "-p", "1", says="mlem")

    def test_search(self):
        words = ["bench", "search", "mlem", "-i", "50", "--json"]
        one = json.loads(self.good(*words))["search"]
        two = json.loads(self.good(*words))["search"]
        self.assertEqual([row["threads"] for row in one], [1, 2])
        for row, again in zip(one, two):
            self.assertEqual(row["checksum"], again["checksum"])
            self.assertEqual(row["iterations"], 50 * row["positions"])
            self.assertGreater(row["iterations_per_second"], 0)
            self.assertGreater(row["bytes_per_iteration"], 0)
        text = self.good("bench", "search", "mlem", "-i", "9", "--threads", "1")
        self.assertRegex(text, r"\Amlem, 1 thread: \d+ iterations per second")

    def test_estimate(self):
        for game in ["mlem", "liftoff", "apogee"]:
            words = ["bench", "estimate", game, "--games", "30", "--json"]
            text = self.good(*words)
            self.assertEqual(text, self.good(*words))
            stages = json.loads(text)["estimate"][0]["stages"]
            self.assertEqual(len(stages), 5)
            for stage in stages:
                tenths = stage["tenths"]
                self.assertEqual(sum(c["count"] for c in tenths),
                                 stage["count"])
                for i, cell in enumerate(tenths):
                    if cell["count"] > 0:
                        self.assertLessEqual(i / 10, cell["said"] + 1e-6)
                        self.assertGreaterEqual((i + 1) / 10 + 1e-6,
                                                cell["said"])
            self.assertLess(stages[4]["brier"], stages[0]["brier"])


class Simulate(Case):
    def test_counts(self):
        words = ["simulate", "mlem", "--games", "20", "--json"]
        text = self.good(*words)
        figures = json.loads(text)
        self.assertEqual(text, self.good(*words))
        self.assertEqual(figures["games"], 20)
        share = sum(one["share"] for one in figures["entrants"])
        self.assertAlmostEqual(share, 1.0)
        self.assertNotEqual(text, self.good(*words, "--seed", "x"))

    def test_bad(self):
        self.bad("simulate", "mlem", "--bots", "hal,random", says="greedy")
        self.bad("simulate", "mlem", "--players", "1", "--bots", "random",
                 says="2 to 5")
        self.bad("simulate", "mlem", "--games", "0", says="--games")


class Odds(Case):
    def test_forms_agree(self):
        tables = json.loads(self.good("odds", "mlem", "--json"))["tables"]
        rows = list(csv.DictReader(
            io.StringIO(self.good("odds", "mlem", "--csv"))
        ))
        cells = {
            (t["name"], t["rows"][r], t["columns"][c]): value
            for t in tables
            for r, row in enumerate(t["cells"])
            for c, value in enumerate(row)
            if value is not None
        }
        self.assertEqual(len(rows), len(cells))
        for row in rows:
            key = (row["table"], int(row["row"]), int(row["column"]))
            self.assertEqual(float(row["value"]), cells[key])

    def test_crash_by_hand(self):
        """Space 0 takes 1, 2 and A: two of six sides miss (3 and 4)."""
        tables = json.loads(self.good("odds", "mlem", "crash", "--json"))
        (table,) = tables["tables"]
        self.assertEqual(table["name"], "crash")
        for dice in range(1, 7):
            column = table["columns"].index(dice)
            self.assertAlmostEqual(
                table["cells"][0][column], (2 / 6) ** dice
            )

    def test_text_fits(self):
        text = self.good("odds", "mlem", env={"COLUMNS": "80"})
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))
        self.assertIn("33.3", self.good("odds", "mlem", "crash"))

    def test_printed_tables(self):
        """Apogee's launch tables, as printed."""
        text = self.good("odds", "apogee", "performance", "number")
        self.assertIn("21   2.9   2.3   1.6   1.3   1.0     -", text)
        self.assertRegex(text, r"GEO +Moon +Venus +Mars +Europa +Titan")
        self.assertRegex(text, r"2\.0 +3 +4 +6 +7 +8 +-\n")
        tables = json.loads(self.good("odds", "apogee", "number", "--json"))
        (table,) = tables["tables"]
        self.assertEqual(table["unit"], "number")
        self.assertEqual(table["rows"][0], 30)
        self.assertEqual(table["cells"][0], [2, 3, 5, 5, 6, 6])

    def position(self, game, phase, players):
        """A position of a greedy match, when it first gets to the phase."""
        bridge = subprocess.Popen(
            [MAXQ, "bridge"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

        def ask(**request):
            bridge.stdin.write(json.dumps(request) + "\n")
            bridge.stdin.flush()
            return json.loads(bridge.stdout.readline())

        with bridge:
            now = ask(
                op="new", game=game, players=players, seed="5",
                auto_chance=True,
            )
            while now["phase"] != phase:
                seat = now["actors"][0]
                bot = ask(op="bot", bot="greedy", player=seat, seed="1")
                now = ask(op="apply", player=seat, action=bot["action"])
            return ask(op="position")["position"]

    def test_position(self):
        for game, phase, players in [
            ("mlem", "use", 3),
            ("liftoff", "launch", 3),
            ("apogee", "actions", 2),
        ]:
            position = json.dumps(self.position(game, phase, players))
            for seat in ["P1", "P2"]:
                words = ["odds", game, "--position", "-", "--seat", seat]
                found = json.loads(self.good(*words, "--json", input=position))
                self.assertEqual(found["player"], int(seat[1]) - 1)
                self.assertTrue(found["odds"])
                for one in found["odds"]:
                    self.assertTrue(one["chance"] is not None or one["lack"])
                rows = list(csv.DictReader(io.StringIO(
                    self.good(*words, "--csv", input=position)
                )))
                self.assertEqual(
                    [one["sentence"]["text"] for one in found["odds"]],
                    [row["sentence"] for row in rows],
                )
                shown = self.good(*words, input=position, env={"COLUMNS": "90"})
                self.assertIn(rows[0]["sentence"], shown)

    def test_position_of_apogee(self):
        """In the first round nobody has a rocket: all of it is missing."""
        text = json.dumps(self.position("apogee", "actions", 2))
        words = ["odds", "apogee", "-p", "-", "--seat", "P1"]
        found = json.loads(self.good(*words, "--json", input=text))["odds"]
        self.assertEqual(
            [one["sentence"]["args"][0]["value"] for one in found[:6]],
            ["geo", "moon", "venus", "mars", "europa", "titan"],
        )
        self.assertTrue(all(one["lack"] for one in found[:6]))
        self.assertIn("Missing:", self.good(*words, input=text))
        self.assertIn("Es fehlt:", self.good("--lang", "de", *words, input=text))

    def test_bad(self):
        self.bad("odds", "mlem", "luck", says="crash")
        self.bad("odds", "liftoff", says="--position")
        self.bad("odds", "mlem", "--seat", "P1", says="--position")
        self.bad("odds", "mlem", "crash", "-p", "-", says="not both")
        self.bad("odds", "mlem", "-p", "-", "--seat", "Q", says="P1")
        self.bad("odds", "mlem", "-p", "nowhere.json", says="nowhere.json")
        self.bad("odds", "mlem", "-p", "-", says="JSON", input="{")
        position = json.dumps(self.position("mlem", "use", 2))
        self.bad(
            "odds", "mlem", "-p", "-", "--seat", "P3", says="no seat P3",
            input=position,
        )
        self.bad("odds", "apogee", "-p", "-", says="apogee", input=position)


class Rules(Case):
    def test_one(self):
        text = self.good("rules", "mlem", "ml-t7")
        self.assertTrue(text.startswith("ML-T7 "))
        self.assertEqual(len(re.findall(r"ML-[A-Z]\d+ ", text)), 1)

    def test_all_and_width(self):
        text = self.good("rules", "mlem", env={"COLUMNS": "60"})
        for rule in ["ML-C1", "ML-T7", "ML-Z5"]:
            self.assertIn(rule, text)
        for game in ["mlem", "liftoff", "apogee"]:
            for lang in ["en", "de"]:
                text = self.good(
                    "rules", game, "--lang", lang, env={"COLUMNS": "60"}
                )
                wide = [line for line in text.splitlines() if len(line) > 60]
                self.assertEqual(wide, [])

    def test_words(self):
        text = self.good("rules", "mlem", "PARACHUTE", "crash")
        self.assertIn("ML-X2", text)
        self.assertNotIn("ML-Z5", text)

    def test_german(self):
        for game in ["mlem", "liftoff", "apogee"]:
            text = self.good("rules", game, "--lang", "de")
            self.assertRegex(text, r"(?s)\nDie Regeln, .*\nEntscheidungen, wo ")
        text = self.good("rules", "mlem", "MONDGÄNGER", env={"MAXQ_LANG": "de"})
        self.assertIn("ML-F4 moonwalker (Mondgänger) verdoppelt", text)
        self.assertNotIn("ML-F6", text)

    def test_bad(self):
        self.bad("rules", "mlem", "ML-T99", says="ML-T7")
        self.bad("rules", "mlem", "hippopotamus", says="words", code=1)


class Data(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, "tables")

    def test_builtin_is_clean(self):
        self.assertIn("0 errors, 0 warnings", self.good("data", "check"))

    def test_export_check_play(self):
        listed = self.good("data", "export", str(self.folder)).splitlines()
        for path in listed:
            self.assertTrue(pathlib.Path(path).is_file())
        self.assertIn(str(self.folder / "mlem" / "mat.csv"), listed)
        self.good("data", "check", str(self.folder))
        self.good("data", "check", str(self.folder / "mlem"))
        self.bad("data", "export", str(self.folder), says="exists already")

    def findings(self, code, *words):
        done = run("data", "check", str(self.folder), *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_findings(self):
        self.good("data", "export", str(self.folder))
        mat = self.folder / "mlem" / "mat.csv"
        mat.write_text(mat.read_text().replace("5,1 4,,", "5,1 9,,"))
        text = self.findings(1)
        line = next(
            number for number, row in enumerate(mat.read_text().splitlines(), 1)
            if row.startswith("5,1 9")
        )
        self.assertIn(f"{mat}:{line}: error: faces: ", text)
        self.assertIn("expected", text)
        found, *_ = json.loads(self.findings(1, "--json"))["findings"]
        self.assertEqual((found["line"], found["column"]), (line, "faces"))
        done = run("odds", "mlem", "--data", str(self.folder))
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{mat}:{line}: faces: ", done.stderr)

    def test_stray_table(self):
        self.good("data", "export", str(self.folder))
        pathlib.Path(self.folder, "mlem", "mats.csv").write_text("a,b\n")
        self.assertIn("mats.csv: warning: ", self.findings(1))

    def test_rubbish(self):
        self.good("data", "export", str(self.folder))
        for rubbish in [b"", b"\xff\xfe", b'"', b"a,b\n" * 600, b"\0" * 99]:
            pathlib.Path(self.folder, "mlem", "mat.csv").write_bytes(rubbish)
            self.assertIn("mat.csv", self.findings(1))

    def test_show(self):
        text = self.good("data", "show", "mlem", "mat")
        head, *rows = text.splitlines()[1:]
        self.assertEqual(head.split()[0], "space")
        self.assertIn("~", text)
        self.assertEqual(self.good("data", "show", "mlem", "mat.csv"), text)
        both = self.good("data", "show", "mlem")
        self.assertIn("mlem/planets.csv", both)

    def test_bad(self):
        self.bad("data", says="check [DIR]")
        self.bad("data", "frobnicate", says="check [DIR]")
        self.bad("data", "show", "mlem", "nothing", says="planets")
        self.bad("data", "check", "no-such-folder", says="no-such-folder")
        self.bad("data", "export", "/proc/nowhere", says="/proc/nowhere")


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]
    )
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
