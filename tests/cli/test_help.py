#!/usr/bin/env python3
"""--help in every language: each summary and each option has its words.

usage: tests/cli/test_help.py MAXQ
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

from process import PATIENCE

MAXQ = pathlib.Path(sys.argv.pop(1)).resolve()
HELP = pathlib.Path(__file__).resolve().parent.parent.parent / "data" / "help"
PARTS = [["bench", "search"], ["bench", "estimate"], ["bench", "server"]]


def output(*words, lang="en"):
    env = {**os.environ, "MAXQ_LANG": lang,
           "ARGP_HELP_FMT": "rmargin=500,no-dup-args-note"}
    return subprocess.run([MAXQ, *words], env=env, capture_output=True,
                          text=True, timeout=PATIENCE, check=True).stdout


def summaries(lang="en"):
    return dict(re.findall(r"^  ([a-z]+)  +(.*)$", output("help", lang=lang),
                           re.M))


def options(words, lang="en"):
    found = re.findall(r"^(?:  -.,|     ) --([a-z-]+)[^ ]*  +(\S.*)$",
                       output(*words, "--help", lang=lang), re.M)
    return {name: text for name, text in found
            if not text.startswith("--")}


class German(unittest.TestCase):
    def commands(self):
        return [[name] for name in summaries()] + [
            part for part in PARTS if "serve" in summaries() or
            part[1] != "server"]

    def test_summaries(self):
        german = summaries("de")
        same = [name for name, text in summaries().items()
                if german[name] == text]
        self.assertEqual(same, [], "data/help/de/words.txt has none of these")

    def test_options(self):
        same = []
        for words in self.commands():
            german = options(words, "de")
            same += [f"{' '.join(words)} --{name}: {text}"
                     for name, text in options(words).items()
                     if german[name] == text]
        self.assertEqual(same, [], "data/help/de/words.txt has none of these")

    def test_pages(self):
        """The same pages, with the same examples."""
        for page in HELP.glob("*.txt"):
            other = HELP / "de" / page.name
            self.assertTrue(other.exists(), other)
            examples = page.read_text().split("Examples:\n")[1]
            self.assertEqual(other.read_text().split("Beispiele:\n")[1],
                             examples, other)

    def test_usage(self):
        german = output("play", "--help", lang="de")
        self.assertTrue(german.startswith("Aufruf: maxq play"))
        self.assertNotIn("\n  or:", german)
        self.assertIn("oder:", german)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"])
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
