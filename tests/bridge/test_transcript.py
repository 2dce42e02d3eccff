#!/usr/bin/env python3
"""Replays the session in docs/bridge.md, and holds the page complete.

usage: tests/bridge/test_transcript.py MAXQ
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

MAXQ = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "bridge.md").read_text()


def session():
    """Pairs of a line that goes in and one that must come out."""
    lines = re.search(r"```session\n(.*?)```", PAGE, re.S)[1].splitlines()
    if [line[:2] for line in lines] != ["> ", "< "] * (len(lines) // 2):
        raise ValueError("the session has no strict > and < order")
    texts = [line[2:] for line in lines]
    return list(zip(texts[::2], texts[1::2]))


def fits(expected, came):
    """… in the page stands for anything."""
    parts = map(re.escape, expected.split("…"))
    return re.fullmatch(".*".join(parts), came) is not None


class Bridge(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen(
            [MAXQ, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def tearDown(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.assertEqual(self.process.wait(10), 0)

    def ask(self, line):
        data = line if isinstance(line, bytes) else line.encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode()
        self.assertTrue(answer.endswith("\n"))
        return answer[:-1]


class Page(Bridge):
    def test_session(self):
        position = None
        for line, expected in session():
            came = self.ask(line.replace("…", position or "…"))
            self.assertTrue(
                fits(expected, came),
                f"\n> {line}\n< {expected}\nbut came\n< {came}\n"
                "If the change is meant, correct docs/bridge.md.",
            )
            answer = json.loads(came)
            if "position" in answer:
                position = json.dumps(answer["position"])

    def test_every_op_is_there(self):
        source = (ROOT / "src" / "bridge" / "bridge.c").read_text()
        table = re.search(r"} ops\[\] = \{(.*?)\n\};", source, re.S)[1]
        ops = re.findall(r'\{"(\w+)",', table)
        self.assertGreater(len(ops), 10)
        asked = {json.loads(i.replace("…", "0"))["op"] for i, _ in session()}
        for op in ops:
            self.assertIn(f"| `{op}` |", PAGE)
            self.assertIn(op, asked)


class Lines(Bridge):
    def error(self, line):
        answer = json.loads(self.ask(line))
        self.assertFalse(answer["ok"])
        return answer["error"]["code"]

    def test_long_lines(self):
        fill = 1048576 - len('{"op":"games"}')
        self.assertTrue(json.loads(self.ask('{"op":"games"}' + " " * fill))["ok"])
        self.assertEqual(self.error('{"op":"games"}' + " " * (fill + 1)), "limit")
        self.assertEqual(self.error("x" * 5000000), "limit")
        self.assertTrue(json.loads(self.ask('{"op":"games"}'))["ok"])

    def test_broken_lines(self):
        for line in [b"\x00", b'{"op":"\xff"}', b"[" * 100000, b"{}", b"7"]:
            self.assertEqual(self.error(line), "syntax")

    def test_blank_lines_get_no_answer(self):
        lines = b'\n  \n\t\r\n{"op":"hello","id":1}\n\n{"op":"hello","id":2}\n\n'
        done = subprocess.run([MAXQ, "bridge"], input=lines, capture_output=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer["id"] for answer in answers], [1, 2])

    def test_last_line_needs_no_newline(self):
        done = subprocess.run(
            [MAXQ, "bridge"], input=b'{"op":"games"}', capture_output=True
        )
        self.assertTrue(json.loads(done.stdout)["ok"])


if __name__ == "__main__":
    unittest.main()
