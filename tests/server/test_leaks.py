#!/usr/bin/env python3
"""Nothing leaks over the wire: in worlds that differ only in what a seat can't
know, that seat and the spectators receive the same bytes.

A whole match is played through the server. At many points of it the position
is dealt anew by the engine (`resample`: everything the seat knows stays), and
tables with these positions stand beside the true one. Whatever the seat is
sent at any of them, odds and hints with it, must be the same; a spectator, who
knows no more than any seat, must be sent the same at all of them."""
import itertools
import json
import re
import sqlite3
import subprocess

import client

WORLDS = 2
POINTS = 8  # of a match
MOST = 400  # actions of a match
FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "9999", "--messages-burst", "9999")
# Hints of a search, the same however slow the machine is.
FREE += ("--hint-bot", "easy", "--bot-ms", "60000")
GAMES = {
    "mlem": {"secret": True},
    "liftoff": {},
    "apogee": {"rounds": 6},
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


def play(server, game, options, rng):
    """A table of two that has been played to its end, and the positions that
    the store had on the way."""
    ann = client.Session(server.port)
    opened = ann.open(game=game, options=options, help="hints")
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    players = [client.Player(ann, table), client.Player(bob, table)]
    db = sqlite3.connect(server.db)
    positions = []
    for _ in range(MOST):
        for player in players:
            player.now = player.ask("view")["now"]
        if players[0].now["over"]:
            break
        positions.append(read_position(db, table))
        mover = players[rng.choice(players[0].now["actors"])]
        answer = mover.act(rng.choice(mover.now["legal"]))
        assert answer["ok"], answer
    db.close()
    return table, players, positions


def read_position(db, table):
    (text,) = db.execute(
        "SELECT position FROM heads WHERE tbl = ?", (table,)
    ).fetchone()
    return json.loads(text)


def copy_table(db, table, new, **changes):
    """The same table under another name, without its entries; `changes` are
    made in its head and its record."""
    changes["length"] = 0
    for name, key in (
        ("tables", "id"),
        ("heads", "tbl"),
        ("records", "tbl"),
        ("grants", "tbl"),
    ):
        rows = db.execute(
            f"SELECT * FROM {name} WHERE {key} = ?", (table,)
        ).fetchall()
        names = [c[1] for c in db.execute(f"PRAGMA table_info({name})")]
        for row in rows:
            row = dict(zip(names, row))
            row[key] = new
            row.update({k: v for k, v in changes.items() if k in row})
            marks = ",".join("?" * len(row))
            db.execute(
                f"INSERT INTO {name} VALUES ({marks})", list(row.values())
            )


def clone(db, table, new, position):
    """The same table at another position. A rules version that nobody has
    makes the server go on from the stored position."""
    (header,) = db.execute(
        "SELECT header FROM records WHERE tbl = ?", (table,)
    ).fetchone()
    header = re.sub(r'"rules_version":\d+', '"rules_version":9999', header)
    copy_table(db, table, new, position=json.dumps(position), header=header)


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
    sock.hint()
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


def worlds_of(position, seat):
    """The true one first."""
    ops = [{"op": "load", "position": position}]
    for seed in range(WORLDS):
        ops.append({"op": "resample", "player": seat, "seed": seed + 1})
    return [position] + [a["position"] for a in bridge(*ops)[1:]]


def some(positions):
    """So many of them, from the first to the last."""
    step = max(1, len(positions) // POINTS)
    return positions[::step]


LETTERS = "bcdfghjkmnpqrstvwxyz23456789"  # of ids: src/server/secret.c


def free_id(db, table):
    """An id that no table has: the table's own with other letters in front.
    The server draws its ids at random, so any of them may be taken."""
    for letters in itertools.product(LETTERS, repeat=3):
        new = "".join(letters) + table[3:]
        if not db.execute("SELECT 1 FROM tables WHERE id = ?", (new,)).fetchone():
            return new
    raise AssertionError(f"all ids like {table} are taken")


def stand_beside(db, table, positions):
    """Tables with the worlds: by point and seat their names, and how many
    differ from the true one."""
    made, differed = [], 0
    for position in positions:
        for seat in range(2):
            group = []
            for world in worlds_of(position, seat):
                new = free_id(db, table)
                clone(db, table, new, world)
                group.append(new)
                differed += world != position
            made.append((seat, group))
    db.commit()
    return made, differed


def alike(lists, what):
    for frames in lists[1:]:
        assert frames == lists[0], (what, frames, lists[0])


def check_match(game, options, seed):
    rng = client.rng(seed)
    server = client.Server(*FREE)
    table, players, positions = play(server, game, options, rng)
    assert len(positions) > 20, len(positions)
    assert server.terminate() == 0
    db = sqlite3.connect(server.db)
    run_again(db, table)
    groups, differed = stand_beside(db, table, some(positions))
    db.close()
    server.start()
    watched, hints = [], 0
    watcher = players[0].session
    for seat, group in groups:
        session = players[seat].session
        session.port = server.port
        got = [received(session, new, seat, None) for new in group]
        alike(got, (game, seat))
        hints += any(f.startswith('{"type":"hint"') for f in got[0])
        watched += [received(watcher, new, None, None) for new in group]
        if seat == 1:  # all worlds of one point, whoever's
            alike(watched, (game, "spectators"))
            watched = []
        actions = json.loads(
            next(f for f in got[0] if '"id":"legal"' in f)
        ).get("actions")
        if actions:
            action = rng.choice(actions)
            alike(
                [received(session, new, seat, action) for new in group],
                (game, seat, action),
            )
    server.stop()
    return differed, len(groups) // 2, hints


def run_again(db, table):
    """A match that is over is over; its copies are to run."""
    (doc,) = db.execute("SELECT doc FROM tables WHERE id = ?", (table,)).fetchone()
    doc = json.loads(doc)
    doc.update(state="running", ended_at=0)
    db.execute(
        "UPDATE tables SET doc = ?, state = 1, ended_at = 0 WHERE id = ?",
        (json.dumps(doc), table),
    )


def copies_have_ids_of_their_own():
    """Also where the server drew the id that a copy would get first."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE tables (id TEXT PRIMARY KEY)")
    table = "bbb" + "x" * 13
    db.execute("INSERT INTO tables VALUES (?)", (table,))
    for _ in range(2 * len(LETTERS)):
        db.execute("INSERT INTO tables VALUES (?)", (free_id(db, table),))
    db.close()


def same_bytes():
    games = [g["id"] for g in bridge({"op": "games"})[0]["games"]]
    assert "mlem" in games
    for seed, game in enumerate(games):
        differed, points, hints = check_match(game, GAMES.get(game, {}), seed)
        print(
            f"# {game}: {points} points, {differed} worlds that differ,"
            f" {hints} hints"
        )
        assert hints > 0, f"{game}: no hint was compared"
        assert differed > 0, f"{game}: nothing was hidden"


if __name__ == "__main__":
    client.run([copies_have_ids_of_their_own, same_bytes])
