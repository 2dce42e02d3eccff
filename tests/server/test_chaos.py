#!/usr/bin/env python3
"""Three servers on one PostgreSQL, people of one table at different ones, and
nobody pauses; then the same while servers are killed, the database crashes and
connections are cut and delayed.

What must hold then, whatever happened: every action that was answered as done
is in the record, once, in the order in which its client was told so; what was
refused isn't; every client has seen the log that the record gives; every
record can be replayed; every match that isn't over goes on.

MAXQ_CHAOS sets how long, in seconds (40); `make chaos` takes an hour."""
import http.client
import json
import os
import random
import subprocess
import threading
import time
import traceback

import client
import wire
from client import pace
from postgres import Postgres
from test_crash import LIMITLESS

SECONDS = float(os.environ.get("MAXQ_CHAOS", "40"))
TABLES = 6
GAMES = ("liftoff", "apogee", "mlem")
WANT = ["now", "legal"]
# An answer after which the same message is sent again: what came of it isn't
# known, or the server can't take it just now.
AGAIN = ("not_saved", "stopping")
BROKEN = (OSError, client.Closed, EOFError, http.client.HTTPException)


class Gone(Exception):
    """The test ends."""


class Person(threading.Thread):
    """A seat at a table. Whoever it is comes back after each interruption, at
    any of the servers, and sends again what got no answer."""

    def __init__(self, table, seat, session):
        super().__init__(daemon=True)
        self.table = table
        self.seat = seat
        self.session = session
        self.rng = client.rng(f"{table.name} {seat}")
        self.socket = None
        self.last = -1
        self.now = None
        self.items = {}  # by number: what was seen
        self.sent = 0
        self.pending = None  # the message that has no answer yet
        self.done = []  # ids and numbers, in the order of the answers
        self.refused = {}  # ids, with the reason
        self.goal = None  # the number that shows that the match goes on
        self.error = None

    def run(self):
        try:
            self.play()
        except Gone:
            pass
        except Exception:  # pylint: disable=broad-except
            self.error = f"{self.table.id} P{self.seat + 1}: {traceback.format_exc()}"
            self.table.world.failed.set()
        finally:
            self.hang_up()

    def hang_up(self):
        if self.socket:
            self.socket.socket.close()
        self.socket = None

    def play(self):
        while not self.table.finished(self):
            try:
                if not self.socket:
                    self.connect()
                self.turn()
            except BROKEN as error:
                self.hang_up()
                closed = isinstance(error, client.Closed) and error.code
                assert closed in (False, None, 1001, 1011, 4001, 4002), error
                self.table.world.pause()

    def connect(self):
        self.session.port = self.rng.choice(self.table.world.servers).port
        self.socket = self.session.socket()
        fields = {"from": self.last} if self.last >= 0 else {}
        name = f"s{self.sent}"
        self.socket.send(
            type="subscribe", id=name, table=self.table.id, want=WANT, **fields
        )
        answer = self.answer(name)
        if not answer["ok"]:
            assert answer["error"]["code"] == "not_saved", answer
            raise client.Closed(None)

    def answer(self, name):
        while True:
            message = self.socket.receive()
            if message["type"] == "answer" and message["id"] == name:
                return message
            self.take(message)

    def take(self, message):
        kind = message["type"]
        if kind == "state":
            assert message["number"] >= self.last, (message["number"], self.last)
            self.last, self.now = message["number"], message["now"]
        elif kind == "item":
            assert message["number"] == self.last + 1, (message, self.last)
            self.last = message["number"]
            self.items[self.last] = told(message)
            self.now = message.get("now", self.now)

    def turn(self):
        """Acts where the seat may, or takes what comes."""
        if self.pending is None:
            self.pending = self.choose()
        if self.pending is None:
            self.listen()
            return
        self.socket.send(**self.pending)
        answer = self.answer(self.pending["id"])
        name = self.pending["id"]
        if answer["ok"]:
            if "number" in answer:
                self.done.append((name, answer["number"], self.pending))
            self.pending = None
        elif answer["error"]["code"] in AGAIN:
            self.table.world.pause()
        else:
            code = answer["error"]["code"]
            # What was seen is out of date, or somebody has taken it back.
            assert code in ("stale", "nothing_to_do", "not_running"), answer
            self.refused[name] = code
            self.pending = None
        if self.rng.random() < 0.02:
            raise client.Closed(None)  # and comes back elsewhere

    def choose(self):
        if self.now is None or self.now["over"]:
            return None
        if self.seat not in self.now["actors"] or not self.now.get("legal"):
            return None
        self.sent += 1
        message = {"id": f"{self.seat}-{self.sent}", "last": self.last}
        if self.rng.random() < 0.02:
            return {"type": "undo", **message}
        action = self.rng.choice(self.now["legal"])
        return {"type": "act", "action": action, **message}

    def listen(self):
        """Takes messages as long as there are any, then for a moment."""
        self.socket.socket.settimeout(0.2)
        try:
            self.take(self.socket.receive())
        except TimeoutError:
            pass
        finally:
            if self.socket:
                self.socket.socket.settimeout(client.PATIENCE)


def told(item):
    return item["kind"], item["seat"], item.get("text")


class Table(threading.Thread):
    """One match after the other, each with its people."""

    def __init__(self, world, number, bots):
        super().__init__(daemon=True)
        self.name = f"table {number}"
        self.world = world
        self.rng = client.rng(self.name)
        self.bots = bots
        self.id = None
        self.matches = []
        self.error = None

    def run(self):
        try:
            while not self.world.ending.is_set():
                people = self.patiently(self.open)
                self.matches.append((self.id, people))
                for person in people:
                    person.start()
                for person in people:
                    person.join()
        except Gone:
            pass
        except Exception:  # pylint: disable=broad-except
            self.error = traceback.format_exc()
            self.world.failed.set()

    def patiently(self, action):
        deadline = pace.Deadline(120)
        while True:
            try:
                return action()
            except BROKEN:
                pass
            except AssertionError as error:  # an answer of the database's
                if "not_saved" not in str(error) and "stopping" not in str(error):
                    raise
            assert not deadline.over(), "no table can be opened"
            self.world.pause()

    def open(self):
        """Three seats, each person at a server of their own or the same."""
        ports = [self.rng.choice(self.world.servers).port for _ in range(3)]
        seats = [{"kind": "person", "name": "P1"}, {"kind": "open"}]
        seats.append({"kind": "bot", "bot": "easy"} if self.bots else {"kind": "open"})
        ann = client.Session(ports[0])
        opened = ann.open(game=self.rng.choice(GAMES), seats=seats)
        self.id, link = opened["table"]["id"], opened["links"]["join"]
        sessions = [ann]
        for seat in range(1, 2 if self.bots else 3):
            guest = client.Session(ports[seat])
            client.sit(guest, self.id, link, f"P{seat + 1}")
            sessions.append(guest)
        client.start(ann, self.id)
        return [Person(self, seat, each) for seat, each in enumerate(sessions)]

    def finished(self, person):
        """The match is over for this person, or it has been shown that it
        goes on after all that happened."""
        if self.world.failed.is_set():
            raise Gone
        if person.now and person.now["over"]:
            return person.pending is None
        if not self.world.ending.is_set():
            return False
        if person.goal is None:
            person.goal = person.last + 4
        assert not self.world.deadline.over(), f"{self.id} doesn't go on"
        # As long as somebody waits, the others go on too.
        return person.pending is None and all(
            (p.now and p.now["over"]) or (p.goal is not None and p.last >= p.goal)
            for p in self.matches[-1][1]
        )


class World:
    """Three servers, a database behind a wire, and people."""

    def __init__(self, name):
        self.postgres = Postgres()
        self.direct = self.postgres.url(name)
        self.wire = wire.Process(self.postgres.port)
        self.db = self.direct.replace(f":{self.postgres.port}/", f":{self.wire.port}/")
        options = (*LIMITLESS, "--bot-ms", "20", "--busy-ms", "1000")
        self.servers = [client.Server(*options, db=self.db) for _ in range(3)]
        self.ending = threading.Event()
        self.failed = threading.Event()
        self.deadline = None
        self.tables = [Table(self, n, n % 2 == 1) for n in range(TABLES)]

    def pause(self):
        """Before something is tried again."""
        if self.failed.is_set():
            raise Gone
        time.sleep(0.02)

    def run(self, seconds, trouble=None):
        for table in self.tables:
            table.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.failed.is_set():
            if trouble:
                trouble(end - time.monotonic())
            else:
                self.failed.wait(0.2)
        self.wire.say("delay 0")
        self.deadline = pace.Deadline(120)
        self.ending.set()
        for table in self.tables:
            table.join()
        errors = [t.error for t in self.tables if t.error]
        errors += [p.error for p in self.people() if p.error]
        assert not errors, "\n".join([f"{len(errors)} of them", *errors[:3], self.logs()])

    def people(self):
        return [p for t in self.tables for _, people in t.matches for p in people]

    def logs(self):
        return "\n".join(server.logged()[-1500:] for server in self.servers)

    def records(self):
        """Client ids by table, in the order of the record."""
        text = "SELECT tbl, seat, client FROM entries WHERE client <> '' ORDER BY tbl, segment, n"
        out = self.postgres.ask(self.direct, text)
        found = {}
        for line in out.splitlines():
            table, seat, name = line.split("|")
            found.setdefault((table, int(seat)), []).append(name)
        return found

    def check(self):
        """All that must hold. Returns how many actions were done."""
        records = self.records()
        for table in self.tables:
            for name, people in table.matches:
                self.replay(name)
                for person in people:
                    self.check_person(name, person, records.get((name, person.seat), []))
        admin = [client.MAXQ, "admin", "--db", self.direct, "check"]
        done = subprocess.run(admin, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return sum(len(person.done) for person in self.people())

    def replay(self, name):
        admin = [client.MAXQ, "admin", "--db", self.direct, "--secret", "export", name]
        done = subprocess.run(admin, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (name, done.stderr)
        verify = [client.MAXQ, "replay", "--verify", "-"]
        done = subprocess.run(
            verify, input=done.stdout, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (name, done.stdout[-300:], done.stderr[-300:])

    def check_person(self, name, person, record):
        who = (name, person.seat)
        ids = [done[0] for done in person.done]
        assert len(set(record)) == len(record), (who, "applied twice", record)
        twice = [i for i in ids if i not in record]
        assert not twice, (who, "acknowledged, not in the record", twice)
        assert [i for i in record if i in set(ids)] == ids, (who, "order", record, ids)
        wrong = [i for i in person.refused if i in record]
        assert not wrong, (who, "refused, but in the record", wrong, person.refused)
        person.session.port = self.servers[0].port
        log = person.session.get(f"/api/tables/{name}/log?as=seat")
        items = {item["number"]: told(item) for item in log["items"]}
        for number, item in person.items.items():
            assert items.get(number) == item, (who, number, items.get(number), item)
        for _, number, message in person.done:
            if message["type"] == "act":
                assert items[number][1:] == (person.seat, message["action"]), (
                    who,
                    number,
                    items[number],
                    message,
                )

    def stop(self):
        for server in self.servers:
            server.stop()
        self.wire.stop()
        self.postgres.stop()


def report(world, what):
    refused = sum(len(person.refused) for person in world.people())
    matches = sum(len(table.matches) for table in world.tables)
    done = world.check()
    print(f"# {what}: {done} actions done, {refused} refused, {matches} matches")
    assert done > 20, done


def no_pauses():
    """Nothing goes wrong but that they are all in each other's way."""
    world = World("quiet")
    world.run(SECONDS * 0.4)
    report(world, "no trouble")
    world.stop()


class Trouble:
    """What goes wrong, one after the other."""

    def __init__(self, world):
        self.world = world
        self.rng = client.rng("trouble")
        self.counts = {}

    def __call__(self, left):
        kind = self.rng.choice([self.kill, self.crash, self.cut, self.cut, self.delay])
        self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
        kind()
        self.world.failed.wait(min(left, self.rng.uniform(0.1, 1.5)))

    def kill(self):
        server = self.rng.choice(self.world.servers)
        server.kill()
        self.world.failed.wait(self.rng.uniform(0, 0.3))
        server.start()

    def crash(self):
        self.world.postgres.restart()

    def cut(self):
        for _ in range(self.rng.randrange(1, 4)):
            self.world.wire.say("cut")
            self.world.failed.wait(self.rng.uniform(0, 0.2))

    def delay(self):
        self.world.wire.say(f"delay {self.rng.choice([0, 2, 20])}")


def in_trouble():
    """Servers are killed, the database crashes, connections are cut."""
    world = World("trouble")
    trouble = Trouble(world)
    world.run(SECONDS * 0.6, trouble)
    print(f"# {trouble.counts}")
    report(world, "in trouble")
    world.stop()


if __name__ == "__main__":
    client.run([no_pauses, in_trouble])
