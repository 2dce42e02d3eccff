#!/usr/bin/env python3
"""Nothing leaks over the wire, over whole matches.

tests/property makes pairs of matches: in one of them something that a seat (or
the spectators) couldn't see was exchanged, with every later event that names
it, up to where the seat is told. Both stand in the store, up to some of the
seat's turns and the first half of them. Who must not be able to tell them
apart looks at the former, is at the latter when the rest comes, and then again
from the first item on. All that they are sent, odds and hints with it, must be
the same, byte for byte, and so must be what they are told of whatever they
try."""
import json
import os
import sqlite3
import subprocess

import client
from test_leaks import FREE, copy_table, free_id, plain

MATCHES = int(os.environ.get("MAXQ_TWINS", "6"))  # a game
GAMES = ("mlem", "liftoff", "apogee")
WANT = ["changes", "sentences", "now", "legal", "ask"]
TRIES = 8
STOPS = 5


def pairs_of(game):
    done = subprocess.run(
        [os.environ["MAXQ_PROPERTY"], "--game", game, "--twins", "1"]
        + ["--matches", str(MATCHES), "--seed", "2"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-500:]
    found = [json.loads(l) for l in done.stdout.splitlines() if l[0] == "{"]
    return [pair for pair in found if pair["a"] != pair["b"]]


class House:
    """Tables for so many people, to be copied."""

    def __init__(self, server, game):
        self.server = server
        self.game = game
        self.rooms = {}

    def room(self, players):
        """Its table and its people."""
        if players not in self.rooms:
            self.rooms[players] = self.open(players)
        return self.rooms[players]

    def open(self, players):
        ann = client.Session(self.server.port)
        seats = [{"kind": "person", "name": "P1"}]
        seats += [{"kind": "open"}] * (players - 1)
        opened = ann.open(game=self.game, seats=seats, help="hints")
        table, link = opened["table"]["id"], opened["links"]["join"]
        people = [ann]
        for seat in range(1, players):
            name = f"P{seat + 1}"
            people.append(client.join(self.server, table, link, name))
        ann.post(f"/api/tables/{table}/start")
        return table, people


def add_entries(db, table, lines, first, end):
    rows = [(table, 0, n, 1, -1, "", lines[n]) for n in range(first, end)]
    db.executemany("INSERT INTO entries VALUES (?,?,?,?,?,?,?)", rows)
    if end > first:
        link = json.loads(lines[end - 1])["link"]
        db.execute(
            "UPDATE heads SET length = ?, link = ? WHERE tbl = ?",
            (end, link, table),
        )
    db.execute("INSERT INTO signals (tbl) VALUES (?)", (table,))


class World:
    """One of a pair at the server, and who is at it."""

    def __init__(self, db, house, pair, which, end):
        room, self.people = house.room(pair["players"])
        self.table = free_id(db, room)
        self.record = pair[which]
        self.seat = pair["seat"]
        self.role = "seat" if self.seat >= 0 else "spectator"
        self.session = self.people[max(self.seat, 0)]
        self.lines = self.record["entries"]
        copy_table(
            db,
            room,
            self.table,
            header=self.record["header"],
            secret=self.record["secret"],
            position="",
            seen="[]",
            clock="{}",
        )
        self.end = end
        add_entries(db, self.table, self.lines, 0, end)

    def subscribe(self):
        socket = self.session.socket()
        fields = {"as": self.role, "from": 0, "want": WANT, "id": "s"}
        self.number = socket.ask("subscribe", table=self.table, **fields)
        assert self.number["ok"], self.number
        self.number = self.number["number"]
        return socket

    def begin(self):
        self.live = self.subscribe()

    def go_on(self, db):
        add_entries(db, self.table, self.lines, self.end, len(self.lines))

    def sent(self):
        """All that came while it was there."""
        status, log, _ = self.session.raw(
            "GET", f"/api/tables/{self.table}/log?as={self.role}&views=1"
        )
        assert status == 200, log
        last = json.loads(log)["number"]
        while self.number < last:
            self.number = self.live.receive().get("number", self.number)
        self.log = plain(log.decode(), self.table)
        return [plain(f, self.table) for f in self.live.frames[1:]] + [self.log]

    def again(self):
        """All from the first item on, and what can be asked for."""
        self.live.close()
        return self.asked()

    def asked(self):
        self.live = self.subscribe()
        for kind in ("view", "legal", "odds"):
            self.live.ask(kind, id=kind)
        self.hinted = self.live.hint()
        return [
            plain(f, self.table)
            for f in self.live.frames[1:]
            if not f.startswith('{"type":"table"')
        ]

    def told(self, action, number):
        """The answer; of what is done only that it is."""
        answer = self.live.ask(
            "act", id=f"t{number}", last=self.number, action=action
        )
        return {"ok": True} if answer["ok"] else answer


def differ(one, two, what):
    for a, b in zip(one, two):
        assert a == b, (what, a, b)
    assert len(one) == len(two), (what, len(one), len(two))


def try_actions(worlds, rng):
    """What is refused is refused alike, with the same words."""
    one, two = worlds
    texts = [json.loads(line).get("action", "") for line in one.lines]
    for number in range(TRIES):
        text = rng.choice(texts)
        answers = [world.told(text, number) for world in (one, two)]
        assert answers[0] == answers[1], (one.seat, text, answers)
        if answers[0]["ok"]:
            return


def stops(pair):
    """Some of the events before which the seat is to act, of those after the
    first difference."""
    pairs = list(zip(pair["a"]["entries"], pair["b"]["entries"]))
    first = next(n for n, (a, b) in enumerate(pairs) if a != b)
    own = f'"kind":"event","seat":"P{pair["seat"] + 1}"'
    found = [n for n, (a, _) in enumerate(pairs) if n > first and own in a]
    return found[:: max(1, len(found) // STOPS)]


def check_stops(worlds, what):
    """The same is known, and the same advice given, on the way."""
    hints = 0
    for one, two in worlds:
        differ(one.asked(), two.asked(), (*what, one.seat, one.end))
        hints += one.hinted
        one.live.close()
        two.live.close()
    return hints


def check_game(game, rng):
    server = client.Server(*FREE, "--evict-after", "3600")
    house = House(server, game)
    pairs = pairs_of(game)
    for pair in pairs:
        house.room(pair["players"])
    db = sqlite3.connect(server.db, timeout=client.PATIENCE)

    def worlds_of(pair, end):
        return [World(db, house, pair, which, end) for which in "ab"]

    worlds = [worlds_of(p, len(p["a"]["entries"]) // 2) for p in pairs]
    halts = [worlds_of(pair, end) for pair in pairs for end in stops(pair)]
    db.commit()
    hints = check_stops(halts, (game, "stops"))
    for one, two in worlds:
        one.begin()
        two.begin()
    for world in (w for both in worlds for w in both):
        world.go_on(db)
    db.commit()
    db.close()
    for one, two in worlds:
        differ(one.sent(), two.sent(), (game, one.seat, "live"))
        differ(one.again(), two.again(), (game, one.seat, "again"))
        if one.seat >= 0:
            try_actions((one, two), rng)
        one.live.close()
        two.live.close()
    server.stop()
    return pairs, hints


def whole_matches():
    for game in GAMES:
        pairs, hints = check_game(game, client.rng(game))
        watched = sum(pair["seat"] < 0 for pair in pairs)
        events = sum(len(pair["a"]["entries"]) for pair in pairs)
        print(
            f"# {game}: {len(pairs)} pairs, {watched} of them watched,"
            f" {events} events, {hints} hints"
        )
        assert hints > 0, f"{game}: no hint was compared"
        assert watched > 0 and len(pairs) - watched > 0, game


client.run([whole_matches])
