#!/usr/bin/env python3
"""tools/embed: bytes, catalogues, and the mistakes it names."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

EMBED = pathlib.Path(__file__).parents[2] / "tools" / "embed"

WRONG = {
    "a.b": "expected: id = text",
    "a.b = ": "no text",
    "A.b = x": "not an id",
    "a..b = x": "not an id",
    "a.b = {": "brace",
    "a.b = {x}": "brace",
    "a.b = {6}": "brace",
    "a.b = {0|one}": "brace",
    "a.b = {0|one|two|three}": "brace",
    "a.b = x\na.b = y": "twice",
    "a.b = " + 4001 * "x": "longer",
}


class Embed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, data):
        file = self.path / name
        file.write_bytes(data)
        return file

    def embed(self, *arguments):
        out = self.path / "out.c"
        run = subprocess.run(
            [sys.executable, EMBED, out, *arguments],
            capture_output=True,
            text=True,
        )
        return run, out.read_text() if run.returncode == 0 else ""

    def catalogue(self, text):
        file = self.write("core.txt", text.encode())
        return self.embed(f"text/en/core.txt={file}")

    def test_pseudo(self):
        english = self.write("en", b"a.b = {0} rules {0|die|dice}\na.c = .\n")
        german = self.write("de", b"a.b = {0} Regeln\na.c = ,\n")
        run, out = self.embed(
            f"text/en/core.txt={english}", f"text/de/core.txt={german}", "--pseudo=de"
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('{"a.b", "{0} rules {0|die|dice}"}', out)
        self.assertIn('{"a.b", "[{0} ruulees {0|die|dice}~]"}', out)
        self.assertEqual(out.count('{"a.c", "."}'), 2)
        self.assertNotIn("Regeln", out)

    def test_bytes(self):
        data = bytes(range(256)) + b"end"
        run, out = self.embed(f"all={self.write('all', data)}")
        self.assertEqual(run.returncode, 0, run.stderr)
        array = re.search(r"file0\[\] = \{(.*?)\};", out, re.S)[1]
        numbers = [int(number) for number in re.findall(r"\d+", array)]
        self.assertEqual(bytes(numbers), data + b"\0")
        self.assertIn('{"all", (const char *)file0, 259}', out)
        self.assertIn("mq__embedded_count = 1;", out)

    def test_order_and_place_do_not_matter(self):
        a, b = self.write("1", b"a"), self.write("2", b"b")
        _, out = self.embed(f"x/b={b}", f"x/a={a}")
        _, other = self.embed(f"x/a={a}", f"x/b={b}")
        self.assertEqual(out, other)
        self.assertLess(out.index('"x/a"'), out.index('"x/b"'))
        self.assertNotIn(self.folder.name, out)

    def test_catalogue(self):
        run, out = self.catalogue(
            '# note\n\nb.x = "ä" = {0} {0|die|dice}?\n  a.y-1  =  \\u \n'
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        first = out.index(r'{"a.y-1", "\\u"},')
        second = r'{"b.x", "\"\303\244\" = {0} {0|die|dice}\?"},'
        self.assertLess(first, out.index(second))
        self.assertIn('{"en", en, 2},', out)

    def test_languages(self):
        file = self.write("core.txt", b"a.b = x")
        names = [f"text/{name}/core.txt={file}" for name in ("fr", "de", "en")]
        _, out = self.embed(*names)
        self.assertIn('mq__languages[] = {"en", "de", "fr", NULL};', out)
        self.assertIn("mq__catalogue_count = 3;", out)

    def test_mistakes(self):
        for text, reason in WRONG.items():
            with self.subTest(text[:40]):
                run, _ = self.catalogue("ok.id = fine\n" + text)
                self.assertEqual(run.returncode, 1)
                self.assertIn(reason, run.stderr)
                line = 2 + text.count("\n")
                self.assertIn(f"core.txt:{line}: ", run.stderr)

    def test_twice_in_two_files(self):
        a, b = self.write("1", b"a.b = 1"), self.write("2", b"a.b = 2")
        run, _ = self.embed(f"text/en/a.txt={a}", f"text/en/b.txt={b}")
        self.assertIn("a.b is there twice", run.stderr)
        run, _ = self.embed(f"text/en/a.txt={a}", f"text/de/b.txt={b}")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_wrong_arguments(self):
        file = self.write("1", b"")
        for arguments in ([file], [f"a={file}", f"a={file}"], ["a=none"]):
            run, _ = self.embed(*arguments)
            self.assertEqual(run.returncode, 1)
            self.assertTrue(run.stderr.startswith("embed: "))


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    bad = len(result.failures) + len(result.errors)
    print(f"{max(0, result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
