#!/usr/bin/env python3
"""`maxq play` as people use it: through a terminal.

usage: tests/term/test_play.py MAXQ
"""
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
import pace  # pylint: disable=wrong-import-position

MAXQ = os.path.abspath(sys.argv.pop(1))
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WIPE = "\x1b[3J"


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, words, env, size=(40, 100)):
        self.raw = ""
        self.last = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # No echo, and so no editing of lines either.
            mode = termios.tcgetattr(0)
            mode[3] &= ~termios.ECHO
            termios.tcsetattr(0, termios.TCSANOW, mode)
            os.execve(MAXQ, [MAXQ, *words], env)
        rows, columns = size
        fcntl.ioctl(
            self.fd, termios.TIOCSWINSZ,
            struct.pack("HHHH", rows, columns, 0, 0),
        )

    def read_some(self, wait):
        if not select.select([self.fd], [], [], wait)[0]:
            return None
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""

    def wait(self):
        """Reads up to the next prompt, or the end; what came."""
        data, deadline = b"", pace.Deadline(120)
        while not deadline.over():
            done = data.endswith(b"> ")
            some = self.read_some(0.006 if done else 1)
            if some == b"" or (some is None and done):
                break
            data += some or b""
        else:
            raise AssertionError("no prompt came: " + data.decode()[-500:])
        self.last = data.decode().replace("\r\n", "\n")
        self.raw += self.last
        return ESCAPE.sub("", self.last)

    def send(self, line):
        os.write(self.fd, line.encode() + b"\n")
        return self.wait()

    def end(self):
        """The exit code, once the program has ended."""
        while self.read_some(1) not in (b"", None):
            pass
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        self.pid = None
        return os.waitstatus_to_exitcode(status)

    def kill(self, number):
        os.kill(self.pid, number)
        return self.end()


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.terminals = []
        self.addCleanup(self.stop_all)

    def stop_all(self):
        for terminal in self.terminals:
            if terminal.pid:
                terminal.kill(signal.SIGKILL)

    def play(self, *words, size=(40, 100), **more):
        env = {
            "HOME": str(self.folder), "MAXQ_STATE": str(self.folder),
            "MAXQ_LANG": "en", "TERM": "xterm-256color", "USER": "Ada",
            "PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", **more,
        }
        terminal = Terminal(["play", "--lines", *words], env, size)
        self.terminals.append(terminal)
        return terminal

    def file(self):
        (path,) = self.folder.glob("*.mqm")
        return path

    def entries(self):
        lines = self.file().read_text().splitlines()[2:]
        return [json.loads(line) for line in lines]

    def actions(self):
        return [e["action"] for e in self.entries() if e["kind"] == "event"]

    def to_end(self, terminal, screen, answer="1"):
        for _ in range(2000):
            if "The match is over" in screen:
                return screen
            screen = terminal.send(answer)
        raise AssertionError("the match has no end")


def question(screen):
    """The question and the choices: what follows the log."""
    lines = screen.splitlines()
    starts = [n for n, line in enumerate(lines) if re.search(r"\(ML-", line)]
    return "\n".join(lines[starts[0]:])


class WholeMatch(Case):
    def test_by_numbers(self):
        t = self.play("mlem", "--seats", "me,random", "--seed", "1")
        result = self.to_end(t, t.wait())
        self.assertEqual(t.end(), 0)
        self.assertEqual(self.entries()[-1]["kind"], "close")
        self.assertIn("Total", result)
        self.assertIn(f"maxq replay {self.file()}", result)
        shown = subprocess.run(
            [MAXQ, "replay", "--verify", str(self.file())],
            capture_output=True, text=True, timeout=pace.limit(600),
        )
        self.assertEqual(shown.returncode, 0, shown.stdout + shown.stderr)

    def test_same_seed_same_match(self):
        for folder in ["one", "two"]:
            t = self.play("mlem", "--seed", "x", "--save",
                          str(self.folder / folder))
            self.to_end(t, t.wait())
            self.assertEqual(t.end(), 0)
        one, two = ((self.folder / f).read_text() for f in ["one", "two"])
        self.assertEqual(one, two)

    def test_bots_alone(self):
        t = self.play("mlem", "--seats", "greedy,random")
        self.assertIn("The match is over", t.wait())
        self.assertEqual(t.end(), 0)

    def test_all_variants(self):
        t = self.play("mlem", "ufo=true", "exploration=true", "secret=true",
                      "--players", "5", "--seed", "v")
        self.to_end(t, t.wait())
        self.assertEqual(t.end(), 0)


class Choices(Case):
    def setUp(self):
        super().setUp()
        self.t = self.play("mlem", "--seed", "1", "start=P1")
        self.t.wait()

    def last_action(self):
        own = [e for e in self.entries() if e.get("seat") == "P1"]
        return own[-1]["action"] if own else None

    def test_words(self):
        self.t.send("board scout")
        self.assertEqual(self.last_action(), "board scout")

    def test_beginnings(self):
        self.t.send("B Para")
        self.assertEqual(self.last_action(), "board parachute")

    def test_ambiguous(self):
        said = self.t.send("board s")
        self.assertIn("several", said)
        self.assertIn("board satellite", said)
        self.assertIn("board settler", said)
        self.assertNotIn("board pip", said)
        self.assertIsNone(self.last_action())

    def test_refused_with_rule(self):
        self.assertIn("not the question now", self.t.send("land"))
        self.assertIn("from 1 to 8", self.t.send("9"))
        self.assertIn("from 1 to 8", self.t.send("0"))
        self.assertIn("no action", self.t.send("frobnicate"))
        self.assertIsNone(self.last_action())
        self.t.send("board scout")
        refused = [self.t.send(f"? use {face}") for face in "1234A"]
        self.assertTrue(any("(ML-T2)" in said for said in refused), refused)

    def test_long_and_odd_lines(self):
        self.t.send("x" * 300)
        self.t.send("\x1b[2J\x01")
        self.t.send("board \xff\xfe")
        self.assertIsNone(self.last_action())
        self.t.send("1")
        self.assertIsNotNone(self.last_action())


class Telling(Case):
    def setUp(self):
        super().setUp()
        self.t = self.play("mlem", "--seed", "1", "start=P1")
        self.t.wait()

    def test_explains(self):
        said = self.t.send("?")
        for astronaut in ["satellite", "scout", "pip"]:
            self.assertIn("board " + astronaut, said)
        self.assertIn("(ML-E1)", said)
        self.assertIn("(ML-F1)", self.t.send("? board scout"))
        self.assertIn("(ML-F1)", self.t.send("?2"))
        self.assertIn("7 astronauts left at home", self.t.send("?2"))
        self.assertIn("not the question now", self.t.send("? land"))
        self.assertTrue(self.t.send("? ml-t7").startswith("ML-T7 "))
        self.assertEqual(len(self.actions()), 0)

    def test_hint_odds_scores_log(self):
        self.t.send("1")
        self.assertIn("would do", self.t.send("hint"))
        self.assertRegex(self.t.send("odds"), r"\d+\.\d %")
        scores = self.t.send("scores")
        self.assertIn("Total", scores)
        self.assertIn("If the match ended now", scores)
        self.assertRegex(scores, r"1\. .*: 0 \(0 scored\)")
        self.assertIn("Crashes: 0 of 11; the last one ends the match.", scores)
        self.assertRegex(self.t.send("log"), r"\(ML-E1\)")
        self.assertIn("take back", self.t.send("help"))
        self.assertIn("deep space", self.t.send("show"))

    def test_save(self):
        copy = self.folder / "copy"
        self.assertIn(str(self.file()), self.t.send("save"))
        self.t.send("1")
        self.assertIn(str(copy), self.t.send(f"save {copy}"))
        self.assertEqual(copy.read_text(), self.file().read_text())
        self.assertIn("exists", self.t.send(f"save {copy}"))


class TakingBack(Case):
    def test_one_person(self):
        t = self.play("mlem", "--seats", "me,greedy", "--seed", "1",
                      "start=P1")
        first = question(t.wait())
        self.assertIn("nothing to take back", t.send("undo"))
        after = t.send("board scout")
        back = t.send("undo")
        self.assertIn("Taken back", back)
        self.assertIn(first.splitlines()[0], back)
        again = t.send("redo")
        self.assertIn(question(after), again)
        self.assertIn("nothing to do again", t.send("redo"))

    def test_result_tells(self):
        t = self.play("mlem", "--seats", "me,random", "--seed", "1")
        screen = t.wait()
        for _ in range(6):
            screen = t.send("1")
        for _ in range(2):
            screen = t.send("undo")
        known = sum(1 for e in self.entries()
                    if e["kind"] == "undo" and e.get("agreed"))
        self.assertGreater(known, 0)
        result = self.to_end(t, screen)
        self.assertRegex(result, rf"already known was taken back {known} time")

    def test_same_roll_again(self):
        """An undone roll comes again the same, and so do the bots."""
        t = self.play("mlem", "--seats", "me,greedy", "--seed", "3",
                      "start=P1")
        t.wait()
        one = t.send("board scout")
        t.send("undo")
        two = t.send("board scout")
        self.assertEqual(question(one), question(two))


class Leaving(Case):
    def begin(self, actions=3):
        t = self.play("mlem", "--seats", "me,greedy", "--seed", "5")
        screen = t.wait()
        for _ in range(actions):
            screen = t.send("1")
        return t, screen

    def goes_on(self, screen):
        t = self.play("--resume")
        self.assertEqual(question(t.wait()), question(screen))
        return t

    def test_quit(self):
        t, screen = self.begin()
        self.assertIn("--resume", t.send("quit"))
        self.assertEqual(t.end(), 0)
        t = self.goes_on(screen)
        self.to_end(t, screen)
        self.assertEqual(t.end(), 0)
        self.assertEqual(self.entries()[-1]["kind"], "close")

    def test_kill(self):
        for actions in [0, 1, 4]:
            with self.subTest(actions=actions):
                t, screen = self.begin(actions)
                t.kill(signal.SIGKILL)
                t = self.goes_on(screen)
                t.kill(signal.SIGKILL)
                self.file().unlink()

    def test_hang_up(self):
        t, screen = self.begin()
        os.close(t.fd)
        os.waitpid(t.pid, 0)
        t.pid = None
        self.goes_on(screen)

    def test_stopped_and_back(self):
        """After Ctrl-Z and fg board and prompt are there again."""
        t, screen = self.begin()
        os.kill(t.pid, signal.SIGSTOP)
        os.kill(t.pid, signal.SIGCONT)
        self.assertEqual(question(t.wait()), question(screen))
        self.assertIn("quit", t.send("help"))

    def test_control_c_and_d(self):
        for key in [b"\x03", b"\x04"]:
            with self.subTest(key=key):
                t, screen = self.begin()
                os.write(t.fd, key)
                self.assertIn("--resume", t.wait())
                self.assertEqual(t.end(), 0)
                self.goes_on(screen).kill(signal.SIGKILL)
                self.file().unlink()

    def test_torn_line(self):
        t, screen = self.begin()
        t.kill(signal.SIGKILL)
        path = self.file()
        whole = path.read_bytes()
        for cut in [1, 30, 100]:
            with self.subTest(cut=cut):
                path.write_bytes(whole[:-cut])
                t = self.play("--resume")
                screen = t.wait()
                screen = t.send("1")
                self.assertEqual(t.send("quit") and t.end(), 0)
                self.goes_on(screen).kill(signal.SIGKILL)

    def test_two_terminals(self):
        t, _ = self.begin()
        path = str(self.file())
        other = self.play("--resume", path)
        self.assertIn("another terminal", other.wait())
        self.assertEqual(other.end(), 2)
        other = self.play("--resume")
        self.assertIn("no unfinished match", other.wait())
        self.assertEqual(other.end(), 2)

    def test_finished(self):
        t = self.play("mlem", "--seats", "greedy,random")
        t.wait()
        t.end()
        t = self.play("--resume", str(self.file()))
        self.assertIn("is over", t.wait())
        self.assertEqual(t.end(), 2)

    def test_latest(self):
        one = self.play("mlem", "--save", str(self.folder / "one.mqm"),
                        "--seed", "1")
        one.wait()
        two = self.play("mlem", "--save", str(self.folder / "two.mqm"),
                        "--seed", "2")
        two.wait()
        two.send("quit")
        last = one.send("1")
        one.send("quit")
        one.end(), two.end()
        t = self.play("--resume")
        self.assertEqual(question(t.wait()), question(last))

    def test_full_disk(self):
        t = self.play("mlem", "--save", "/dev/full")
        self.assertIn("/dev/full", t.wait())
        self.assertEqual(t.end(), 2)


class AnyTyping(Case):
    WORDS = [
        "?", "? use", "? 3", "? ML-", "hint", "odds", "scores", "log", "undo",
        "undo", "redo", "save", "show", "help", "", "1", "1", "1", "2", "3",
        "yes", "no", "auto", "P1", "1 2 2 3 4 A", "122", "stay", "land",
        "land +1", "use", "use 2", "u A", "b", "board s", "return", "crash",
        "\x00", "\xe9", "%s%n", "x" * 2000, "? " + "y" * 600,
    ]

    def test_survives(self):
        kinds = [
            ["--seats", "me,greedy", "ufo=true", "exploration=true"],
            ["--seats", "Ada,Ben,random", "secret=true"],
            ["--seats", "Ada,Ben", "--dice", "ask", "secret=true", "ufo=true"],
        ]
        for number, words in enumerate(kinds):
            chance = random.Random(number)
            t = self.play("mlem", "--seed", str(number), *words)
            screen = t.wait()
            for _ in range(120):
                if "The match is over" in screen:
                    break
                screen = t.send(chance.choice(self.WORDS))
                self.assertTrue(
                    t.last.endswith("> ") or "The match is over" in screen,
                    screen[-300:],
                )
            if "The match is over" not in screen:
                t.send("quit")
            self.assertEqual(t.end(), 0)


class Looks(Case):
    def raw(self, *words, **more):
        t = self.play("mlem", "--seed", "1", *words, **more)
        t.wait()
        t.send("1")
        t.send("odds")
        t.send("quit")
        return t.raw

    def test_colours(self):
        raw = self.raw()
        self.assertIn("\x1b[38;5;214m", raw)
        self.assertIn("\x1b[H\x1b[2J", raw)
        self.assertNotIn(WIPE, raw)
        self.assertNotIn("\x1e", raw)

    def test_basic_colours(self):
        raw = self.raw(TERM="xterm")
        self.assertIn("\x1b[33m", raw)
        self.assertNotIn("38;5", raw)

    def test_no_color(self):
        raw = self.raw(NO_COLOR="1")
        self.assertNotRegex(raw, r"\x1b\[[0-9;]*m")
        self.assertIn("\x1b[H\x1b[2J", raw)

    def test_plain_and_dumb(self):
        self.assertNotIn("\x1b", self.raw("--plain"))
        self.assertNotIn("\x1b", self.raw(TERM="dumb"))
        self.assertNotIn("\x1b", self.raw(TERM=""))

    def test_fits(self):
        for columns in [80, 120]:
            for language in ["en", "de"]:
                t = self.play("mlem", "--seed", "1", "--players", "5",
                              "ufo=true", "exploration=true", "secret=true",
                              size=(50, columns), MAXQ_LANG=language)
                screen = t.wait()
                for _ in range(12):
                    for line in screen.splitlines():
                        self.assertLessEqual(len(line), columns, line)
                    screen = t.send("1")
                t.kill(signal.SIGKILL)

    def test_low_screens(self):
        """All of a turn is to be seen, with lines between rows where there
        is room, and without them else."""
        for rows, walls in [(27, False), (45, True)]:
            t = self.play("mlem", "--seed", "1", "--players", "3",
                          size=(rows, 80), LINES=str(rows), COLUMNS="80")
            t.wait()
            for _ in range(12):
                screen = t.send("1")
                self.assertLess(screen.count("\n"), rows, screen)
                self.assertIn("26 deep space", screen)
                self.assertIn("│ 7 ", screen)
                self.assertEqual("┼" in screen, walls, screen)
            t.kill(signal.SIGKILL)

    def test_german(self):
        t = self.play("mlem", "--seed", "1", "--lang", "de", "start=P1")
        screen = t.wait()
        self.assertIn("hilfe", screen)
        self.assertIn("zurücknehmen", t.send("hilfe"))
        self.assertIn("täte", t.send("tipp"))
        self.assertIn("täte", t.send("hint"))
        self.assertIn("Punkte", t.send("punkte"))
        self.assertIn("Nachbrenner", t.send("? ml-t7"))
        t.send("board scout")
        self.assertIn("Zurückgenommen", t.send("zurück"))
        self.assertIn("setzt hier fort", t.send("ende"))
        self.assertEqual(t.end(), 0)

    def test_names_cannot_drive_the_terminal(self):
        t = self.play("mlem", "--seats", "E\x1b[2Jve,greedy", "--plain",
                      size=(24, 80))
        self.assertNotIn("…", t.wait())
        t.send("1")
        self.assertNotIn("\x1b", t.raw)


class OwnDice(Case):
    def begin(self, *words):
        t = self.play("mlem", "--seats", "me,greedy", "--dice", "ask", *words)
        return t, t.wait()

    def outcomes(self):
        return [e for e in self.entries()
                if e["kind"] == "event" and e["seat"] == "chance"]

    def test_faces(self):
        t, screen = self.begin("start=P1")
        self.assertIn("Choose", screen)
        t.send("board scout")
        said = t.wait() if not t.last.endswith("> ") else t.last
        self.assertIn("What came up?", ESCAPE.sub("", said))
        self.assertIn("cannot come up", t.send("1 2"))
        self.assertIn("cannot come up", t.send("7 7 7 7 7 7"))
        self.assertIn("any order", t.send("?"))
        t.send("a 4 2 1 2 3")
        self.assertEqual(self.outcomes()[-1]["action"], "roll 1 2 2 3 4 A")
        self.assertTrue(self.outcomes()[-1]["supplied"])

    def test_start_auto_and_resume(self):
        t, screen = self.begin()
        self.assertIn("What came up?", screen)
        t.send("P2")
        self.assertEqual(self.outcomes()[-1]["action"], "start P2")
        screen = t.last
        if "What came up?" not in screen:
            screen = t.send("1")
        self.assertIn("What came up?", screen)
        t.send("122244")
        self.assertEqual(self.outcomes()[-1]["action"], "roll 1 2 2 2 4 4")
        t.kill(signal.SIGKILL)
        t = self.play("--resume")
        screen = t.wait()
        for _ in range(20):
            if "What came up?" in screen:
                break
            screen = t.send("1")
        self.assertIn("What came up?", screen)
        t.send("auto")
        self.assertNotIn("supplied", self.outcomes()[-1])

    def test_result_tells(self):
        t, screen = self.begin()
        for _ in range(3000):
            if "The match is over" in screen:
                break
            screen = t.send("auto" if "What came up?" in screen else "1")
            if len(self.outcomes()) == 1 and "What came up?" in screen:
                screen = t.send("1 2 2 3 4 A")
        self.assertIn("1 outcome was typed in", screen)


DEAL = "moons-6 moons-10 moons-14 planet-1"
OTHER = "moons-18 moons-22 planet-4 planet-5"
SECOND = "planet-2 planet-2 planet-3 planet-3"


class HotSeat(Case):
    def test_nothing_hidden_no_cover(self):
        t = self.play("mlem", "--seats", "Ada,Ben", "start=P1", "--seed", "1")
        t.wait()
        screen = t.send("board scout")
        self.assertNotIn("take over", screen.lower())
        self.assertIn("Ben:", screen)
        self.assertNotIn(WIPE, t.raw)

    def screens(self, deal):
        """Ben's screens in a match where Ada was dealt `deal`."""
        t = self.play("mlem", "--seats", "Ada,Ben", "secret=true", "--dice",
                      "ask", "start=P1", "--seed", "1", "--save",
                      str(self.folder / deal.replace(" ", "")))
        ben, seat, screen = [], None, t.wait()
        deals = {"Ada": [deal], "Ben": [SECOND]}
        for _ in range(40):
            who = re.search(r"(Ada|Ben), it is your turn", screen)
            if who:
                # The hand-over itself has wiped what was there.
                self.assertIn(WIPE, t.last)
                shown = t.last.rsplit(WIPE, 1)[1]
                self.assertNotRegex(shown, r"moons|planet")
                seat, line = who[1], ""
            elif "What came up?" in screen:
                line = deals[seat].pop() if deals[seat] else "auto"
            else:
                line = "1"
            screen = t.send(line)
            if seat == "Ben" and ", it is your turn" not in screen:
                ben.append(t.last)
        self.assertEqual(deals, {"Ada": [], "Ben": []})
        t.kill(signal.SIGKILL)
        return ben, t.raw

    def test_open_turns_secret(self):
        """Ada has typed what all could see; her own cards are hers alone."""
        t = self.play("mlem", "--seats", "Ada,Ben", "secret=true", "--dice",
                      "ask", "--seed", "1")
        t.wait()
        shown = t.send("")
        self.assertIn("start player", shown)
        self.assertNotIn("cannot come up", shown)
        self.assertIn("Ada, it is your turn", t.send("start P1"))
        self.assertIn("What came up?", t.send(""))

    def test_secrets_stay(self):
        """Another deal for Ada changes nothing of what Ben gets to see."""
        one, raw = self.screens(DEAL)
        two, _ = self.screens(OTHER)
        self.assertGreater(len(one), 5)
        self.assertEqual(one, two)
        self.assertGreater(raw.count(WIPE), 5)

    def test_left_behind(self):
        """Quitting wipes a hidden view too."""
        t = self.play("mlem", "--seats", "Ada,Ben", "secret=true",
                      "--seed", "1")
        t.wait()
        self.assertRegex(t.send(""), r"moons|planet")
        t.send("quit")
        self.assertNotRegex(t.last.rsplit(WIPE, 1)[1], r"return|moons|planet")
        self.assertIn(WIPE, t.last)

    def test_agreement(self):
        t = self.play("mlem", "--seats", "Ada,Ben", "--seed", "1", "start=P1")
        screen = t.wait()
        t.send("board scout")
        t.send("board pip")
        length = len(self.actions())
        said = t.send("undo")
        self.assertIn("may", said)
        self.assertIn("not agree", t.send("no"))
        self.assertEqual(len(self.actions()), length)
        t.send("undo")
        back = t.send("yes")
        self.assertIn("Taken back", back)
        self.assertEqual(self.entries()[-1]["kind"], "undo")
        self.assertTrue(self.entries()[-1]["agreed"])
        del screen

    def test_free_undo_of_the_last_person(self):
        t = self.play("mlem", "--seats", "Ada,Ben", "--seed", "1", "start=P1")
        t.wait()
        t.send("board scout")
        back = t.send("undo")
        self.assertIn("Taken back", back)
        self.assertIn("Ada:", back)
        self.assertFalse(self.entries()[-1].get("agreed"))


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"]
    )
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
