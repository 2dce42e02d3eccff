#!/usr/bin/env python3
"""`maxq play` on a whole screen, in tmux: whole matches by keys, and screens
that must look as they are stored in tests/term/screens/.

usage: tests/term/test_screen.py MAXQ

MAXQ_WRITE=1 writes the stored screens anew; read the difference before you
commit it.
"""
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCREENS = ROOT / "tests" / "term" / "screens"
sys.path.append(str(ROOT / "tools"))
import pace  # pylint: disable=wrong-import-position

MAXQ = os.path.abspath(sys.argv.pop(1))
SIZES = [(80, 24), (100, 30)]
PATIENCE = 120
END = "n rematch"


class Screen:
    """The program in a tmux of its own."""

    def __init__(self, folder, size, words, **more):
        self.socket = str(folder / "tmux")
        env = {
            "HOME": str(folder), "MAXQ_STATE": str(folder), "MAXQ_LANG": "en",
            "LC_ALL": "C.UTF-8", "USER": "Ada",
            **more,
        }
        line = ["env", *(f"{k}={v}" for k, v in env.items()), MAXQ, *words]
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y",
            str(size[1]), "sh", "-c",
            f"{shlex.join(line)}; echo left with $?; read -r _",
        )
        self.tmux("set", "-g", "status", "off")

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-S", self.socket, *words], capture_output=True,
            text=True, timeout=pace.limit(60), check=False,
        ).stdout

    def keys(self, *names):
        self.tmux("send-keys", *names)

    def text(self):
        lines = self.tmux("capture-pane", "-p").splitlines()
        return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"

    def until(self, done):
        """The screen, once it is as `done` wants it."""
        deadline = pace.Deadline(PATIENCE)
        while True:
            text = self.text()
            if done(text):
                return text
            if deadline.over():
                raise AssertionError("this never came; there is:\n" + text)
            time.sleep(0.02)

    def has(self, part):
        return self.until(lambda text: part in text)

    def stop(self):
        self.tmux("kill-server")


class Case(unittest.TestCase):
    maxDiff = None

    def begin(self, *words, size=(80, 24), **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        screen = Screen(self.folder, size, words, **more)
        self.addCleanup(screen.stop)
        return screen

    def compare(self, screen, name):
        """Waits until the screen is the stored one."""
        path = SCREENS / f"{name}.txt"
        if os.environ.get("MAXQ_WRITE"):
            last = ""
            while screen.text() != last:
                last = screen.text()
                time.sleep(0.5)
            path.write_text(last, encoding="utf-8")
        wanted = path.read_text(encoding="utf-8")
        try:
            screen.until(lambda text: text == wanted)
        except AssertionError:
            now = screen.text()
            self.fail("\n".join(difflib.unified_diff(
                wanted.splitlines(), now.splitlines(), str(path),
                "the screen", lineterm="")))

    def to_end(self, screen):
        """Plays the first choice until the match is over."""
        deadline = pace.Deadline(PATIENCE)
        while END not in screen.text():
            screen.keys(*["Enter"] * 20)
            if deadline.over():
                self.fail("the match has no end:\n" + screen.text())

    def fits(self, text, size):
        self.assertLessEqual(len(text.splitlines()), size[1])


@unittest.skipUnless(shutil.which("tmux"), "tmux is missing")
class WholeMatches(Case):
    """Each game with as many as can play, at both sizes, by keys alone."""

    def play(self, game, players, moments):
        for width, height in SIZES:
            with self.subTest(game=game, size=f"{width}x{height}"):
                screen = self.begin(
                    "play", game, "--seed", "screens", "--players",
                    str(players), "--no-motion", size=(width, height))
                screen.has("Enter plays")
                for count, moment in enumerate(moments):
                    screen.keys(*moment)
                    self.compare(screen, f"{game}-{width}x{height}-{count}")
                self.to_end(screen)
                self.compare(screen, f"{game}-{width}x{height}-end")
                screen.keys("q")
                self.assertIn(".mqm", screen.has("left with 0"))
                screen.stop()

    def test_mlem(self):
        self.play("mlem", 5, [["2"], ["Enter"] * 6, ["i"], ["x", "l"], ["x"]])

    def test_liftoff(self):
        self.play("liftoff", 4, [[], ["Enter"] * 12, ["Tab"], ["x", "s"],
                                 ["x"]])

    def test_apogee(self):
        self.play("apogee", 5, [[], ["Enter"] * 5, ["Down", "Right"], ["o"],
                                ["x"]])


@unittest.skipUnless(shutil.which("tmux"), "tmux is missing")
class Keys(Case):
    def test_home_and_resume(self):
        screen = self.begin()
        lines = screen.has("New match: MLEM").splitlines()
        for line in lines:
            if "New match" in line and "MLEM" in line:
                break
            if "New match" in line:
                screen.keys("Down")
        screen.until(lambda text: "> New match: MLEM" in text)
        screen.keys("Enter")
        screen.has("How many play?")
        screen.keys("Enter")
        screen.has("Who plays the other seats?")
        screen.keys("Enter")
        screen.has("Options")
        screen.keys("Enter")
        screen.has("Choose an astronaut")
        screen.keys("q")
        screen.has("> Go on:")
        screen.keys("Enter")
        screen.has("Choose an astronaut")
        screen.keys("q")
        screen.has("> Go on:")
        screen.keys("q")
        screen.has("left with 0")

    def test_words_and_refusals(self):
        screen = self.begin("play", "mlem", "--seed", "1", "start=P1",
                            "--no-motion", MAXQ_LANG="de")
        screen.has("Losschicken: Kundschafter")
        screen.keys("/", "lande", "Enter")
        screen.has("Am nächsten kommt")
        screen.keys("x", "/", "Kundschafter", "Enter")
        screen.has("Wähle die Würfel")

    def test_dice_are_switched(self):
        screen = self.begin("play", "mlem", "--seed", "1", "start=P1",
                            "--no-motion")
        screen.keys("1")
        screen.has("Choose the dice")
        before = screen.text()
        screen.keys("2")
        after = screen.until(lambda text: text != before)
        self.assertIn("[2]", after)
        screen.keys("Enter")
        screen.until(lambda text: "Choose the dice to fly with from 3" not in
                     text)

    def test_resize_and_motion(self):
        screen = self.begin("play", "mlem", "--seed", "1", "start=P1")
        screen.has("Choose an astronaut")
        screen.tmux("resize-window", "-x", "120", "-y", "40")
        text = screen.until(lambda text: len(text.splitlines()) == 40)
        self.assertIn("Choose an astronaut", text)
        screen.keys("1")
        screen.has("Choose the dice")

    def test_stopped_and_back(self):
        """Ctrl-Z gives the shell back, fg the whole screen."""
        screen = self.begin("play", "mlem", "--seed", "1", "start=P1")
        screen.stop()
        screen.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y",
                    "24", "env", "PS1=shell: ", f"MAXQ_STATE={self.folder}",
                    "LC_ALL=C.UTF-8", "bash", "--norc", "-i")
        screen.keys(f"{MAXQ} play mlem --seed 1 start=P1", "Enter")
        screen.has("Choose an astronaut")
        screen.keys("C-z")
        screen.has("Stopped")
        screen.keys("fg", "Enter")
        screen.has("Enter plays")
        screen.keys("1")
        screen.has("Choose the dice")

    def test_lines_are_edited(self):
        """History, completion, Ctrl-Z and fg in lines."""
        screen = self.begin("play", "mlem", "--seed", "1", "start=P1")
        screen.stop()
        screen.tmux("-f", "/dev/null", "new-session", "-d", "-x", "90", "-y",
                    "40", "env", "PS1=shell: ", f"MAXQ_STATE={self.folder}",
                    "LC_ALL=C.UTF-8", "bash", "--norc", "-i")
        screen.keys(f"{MAXQ} play --lines mlem --seed 1 start=P1", "Enter")
        screen.has("undo · help\n>")
        screen.keys("board par", "Tab")
        screen.has("> board parachute")
        screen.keys("C-u", "odds", "Enter")
        screen.has("%")
        screen.keys("Up")
        screen.has("\n> odds")
        screen.keys("C-z")
        screen.has("Stopped")
        screen.keys("fg", "Enter")
        screen.until(lambda text: text.rstrip().endswith("undo · help\n>"))
        screen.keys("board scout", "Enter")
        screen.has("Choose the dice")

    def test_ascii(self):
        screen = self.begin("play", "mlem", "--seed", "1", "--no-motion",
                            LC_ALL="C")
        text = screen.has("Enter plays")
        self.assertTrue(text.isascii(), text)

    def test_review(self):
        screen = self.begin("play", "mlem", "--seed", "1", "--players", "2",
                            "--no-motion")
        self.to_end(screen)
        screen.keys("a")
        screen.has("0 of ")
        screen.keys("Right", "Right")
        screen.has("2 of ")
        screen.keys("a")
        screen.has("judged")
        screen.keys("q")
        screen.has("New match")


if __name__ == "__main__":
    done = unittest.main(exit=False, verbosity=2).result
    bad = len(done.failures) + len(done.errors)
    print(f"{done.testsRun - bad} passed, {bad} failed")
    sys.exit(bad != 0)
