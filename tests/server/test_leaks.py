#!/usr/bin/env python3
"""Nothing leaks over the wire: in worlds that differ only in what a seat can't
know, that seat and the spectators receive the same bytes.

A match is played for a while through the server. Its position is then dealt
anew by the engine (`resample`: everything the seat knows stays), and tables
with these positions stand beside the true one. Whatever the seat is sent at
any of them must be the same."""
import json
import random
import re
import sqlite3
import subprocess

import client

WORLDS = 3
FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "9999", "--messages-burst", "9999")
GAMES = {
    "mlem": {"secret": True},
    "liftoff": {},
    "apogee": {},
}


def bridge(*ops):
    done = subprocess.run(
        [client.MAXQ, "bridge"],
        input="\n".join(map(json.dumps, ops)) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(answer["ok"] for answer in answers), answers
    return answers


def play(server, game, options, steps, rng):
    """A table of two that has been played for some steps."""
    ann = client.Session(server.port)
    opened = ann.open(game=game, options=options, help="odds")
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    players = [client.Player(ann, table), client.Player(bob, table)]
    for _ in range(steps):
        for player in players:
            player.now = player.ask("view")["now"]
        if players[0].now["over"]:
            break
        mover = players[rng.choice(players[0].now["actors"])]
        answer = mover.act(rng.choice(mover.now["legal"]))
        assert answer["ok"], answer
    return table, players


def clone(db, table, new, position):
    """The same table at another position. A rules version that nobody has
    makes the server go on from the stored position."""
    for name, columns in (
        ("tables", "id"),
        ("heads", "tbl"),
        ("records", "tbl"),
        ("grants", "tbl"),
    ):
        rows = db.execute(
            f"SELECT * FROM {name} WHERE {columns} = ?", (table,)
        ).fetchall()
        names = [c[1] for c in db.execute(f"PRAGMA table_info({name})")]
        for row in rows:
            row = dict(zip(names, row))
            row[columns] = new
            if name == "heads":
                row.update(position=json.dumps(position), entries=0)
            if name == "records":
                row["header"] = re.sub(
                    r'"rules_version":\d+', '"rules_version":9999', row["header"]
                )
            marks = ",".join("?" * len(row))
            db.execute(
                f"INSERT INTO {name} VALUES ({marks})", list(row.values())
            )


def plain(frame, table):
    """Without what differs between tables anyway: id, times, commitment."""
    frame = frame.replace(table, "TABLE")
    frame = re.sub(r'"commitment":"[0-9a-f]+"', '"commitment":""', frame)
    return re.sub(r'"(\w*_at|at)":\d+', r'"\1":0', frame)


def received(session, table, seat, action):
    """All that a seat (None: a spectator) is sent at that table."""
    sock = session.socket()
    fields = {"as": "spectator" if seat is None else "seat"}
    want = ["views", "sentences", "now", "legal", "ask"]
    answer = sock.ask("subscribe", table=table, want=want, id="s", **fields)
    assert answer["ok"], answer
    for kind in ("view", "legal", "odds"):
        sock.ask(kind, id=kind)
    frames = [plain(frame, table) for frame in sock.frames[1:]]
    if action is not None:
        before = len(sock.frames)
        answer = sock.ask("act", id="a", last=answer["number"], action=action)
        # What chance brings differs from table to table: their seeds do.
        first = json.loads(sock.frames[before])
        frames.append(answer["ok"])
        frames.append([first.get("text"), first.get("kind")])
    sock.close()
    return frames


def check_point(game, options, steps, seed):
    rng = random.Random(seed)
    server = client.Server(*FREE)
    table, players = play(server, game, options, steps, rng)
    over = players[0].now["over"]
    assert server.terminate() == 0
    if over:
        server.folder.cleanup()
        return 0
    db = sqlite3.connect(server.db)
    (text,) = db.execute(
        "SELECT position FROM heads WHERE tbl = ?", (table,)
    ).fetchone()
    position = json.loads(text)
    cases = []
    letters = "bcdfghjk"
    for seat in range(2):
        worlds = [position]
        for number in range(WORLDS):
            worlds.append(
                bridge(
                    {"op": "load", "position": position},
                    {"op": "resample", "player": seat, "seed": number + 1},
                )[1]["position"]
            )
        for number, world in enumerate(worlds):
            new = f"{letters[seat]}{letters[number]}" + table[2:]
            clone(db, table, new, world)
            cases.append((seat, new, world != position))
    db.commit()
    db.close()
    server.start()
    differed = 0
    for seat in range(2):
        session = players[seat].session
        session.port = server.port
        got = {}
        for _, new, other in [c for c in cases if c[0] == seat]:
            differed += other
            got[new] = received(session, new, seat, None)
        first = next(iter(got.values()))
        for new, frames in got.items():
            assert frames == first, (game, seat, new, frames, first)
        actions = json.loads(
            next(f for f in first if '"id":"legal"' in f)
        ).get("actions")
        if actions:
            action = rng.choice(actions)
            acted = [received(session, new, seat, action) for new in got]
            assert all(a == acted[0] for a in acted), (game, seat, action)
    server.stop()
    return differed


def same_bytes():
    games = [g["id"] for g in bridge({"op": "games"})[0]["games"]]
    assert "mlem" in games
    for game in games:
        differed = 0
        for number, steps in enumerate((3, 11, 24)):
            differed += check_point(game, GAMES.get(game, {}), steps, number)
        print(f"# {game}: {differed} worlds that differ")
        assert differed > 0, f"{game}: nothing was hidden"


client.run([same_bytes])
