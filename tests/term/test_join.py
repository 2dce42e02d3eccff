#!/usr/bin/env python3
"""`maxq join` and `maxq tables`: a person, a program and a spectator at tables
of a server.

usage: tests/term/test_join.py MAXQ
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAXQ = os.path.abspath(sys.argv.pop(1))
os.environ["MAXQ"] = MAXQ
sys.path += [str(ROOT / "tools"), str(ROOT / "tests" / "server")]
import client  # pylint: disable=wrong-import-position
import pace  # pylint: disable=wrong-import-position

BOT = textwrap.dedent("""\
    import json, sys
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "choose":
            print(json.dumps({"action": asked["legal"][0]}), flush=True)
""")


class Join(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.server = client.Server(program=MAXQ)
        self.addCleanup(self.server.abandon)
        self.host = client.Session(self.server.port)

    def table(self, seats):
        answer = self.host.open("mlem", seats)
        return answer["table"]["id"], answer["links"]

    def begin(self, *words, **more):
        env = {**os.environ, "MAXQ_STATE": str(self.folder), "USER": "Ben",
               "MAXQ_LANG": "en", "LC_ALL": "C.UTF-8", **more}
        program = subprocess.Popen(
            [MAXQ, *words], env=env, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(program.kill)
        return program

    def start(self, table, seats):
        client.eventually(lambda: all(
            seat["kind"] != "open" for seat in
            self.host.get(f"/api/tables/{table}")["table"]["seats"][:seats]))
        client.start(self.host, table)

    def ended(self, program, typed=None):
        out, err = program.communicate(typed, timeout=pace.limit(120))
        self.assertEqual(program.returncode, 0, out[-2000:] + err)
        return out

    def test_program_plays(self):
        bot = self.folder / "bot.py"
        bot.write_text(BOT)
        table, links = self.table([{"kind": "open"},
                                   {"kind": "bot", "bot": "random"}])
        program = self.begin("join", links["join"], "--bot",
                             f"{sys.executable} {bot}")
        self.start(table, 2)
        self.assertIn("The match is over", self.ended(program))
        over = self.host.get(f"/api/tables/{table}")["table"]
        self.assertEqual(over["result"]["reason"], "played")

    def test_person_in_lines(self):
        table, links = self.table([{"kind": "open"},
                                   {"kind": "bot", "bot": "random"}])
        program = self.begin("join", links["join"], "--plain",
                             MAXQ_LANG="de")
        self.start(table, 2)
        out = self.ended(program, "1\n" * 400)
        self.assertTrue("Die Partie ist zu Ende" in out, out[-2000:])
        self.assertTrue("Ben schickt an Bord" in out, out[-2000:])
        self.assertFalse("Choose" in out, out[-2000:])

    def test_my_tables(self):
        table, links = self.table([{"kind": "open"},
                                   {"kind": "bot", "bot": "random"}])
        program = self.begin("join", links["join"], "--plain")
        self.start(table, 2)
        program.stdout.readline()
        out = self.ended(self.begin(
            "tables", f"127.0.0.1:{self.server.port}"))
        self.assertIn(table, out)
        self.assertIn("Ben", out)
        program.kill()

    def test_refused(self):
        table, _ = self.table([{"kind": "open"}, {"kind": "open"}])
        base = f"http://127.0.0.1:{self.server.port}"
        for link in [f"{base}/t/{table}#join=wrong", f"{base}/t/nothing",
                     base, "ftp://x/t/1"]:
            program = self.begin("join", link)
            _, err = program.communicate(timeout=pace.limit(60))
            self.assertEqual(program.returncode, 2, err)
            self.assertRegex(err, r"^maxq join: .*\.?\n$")


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"])
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
