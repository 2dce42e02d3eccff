#!/usr/bin/env python3
"""Databases of older versions: a database of each stands in tests/store/schema
as SQL. The server makes a copy of it, brings it up to date, and the match in
it goes on; damaged records are marked, nothing is dropped, and the copy can be
put back. A newer one is refused, also by a server that runs. On SQLite and on
PostgreSQL."""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time

import client
from postgres import Postgres

SCHEMAS = client.ROOT / "tests" / "store" / "schema"
NOW = 4
# What each holds: a table of Ann and Bob, their cookies, the last item.
HELD = {
    1: (
        "gtcsq94ydktrmfhf",
        ["eJA-Qqf9eQx0H8zkGgQRtQ", "mAATCwjghPH6saxQnXL0tg"],
        14,
    ),
    2: (
        "4qst3fhg50ynm092",
        ["ciJoi4k6DStQhUySkGxlyQ", "DKZDMkdLiWdpf85t98R_pw"],
        14,
    ),
    3: (
        "kxf3wpm64kgd4nrm",
        ["H-sVpHc0kasRm7MioF3OIA", "VXKR33K7VKcWSMEmwCcS0g"],
        14,
    ),
}
# A copy of the held match, with an entry that was changed afterwards.
COPY, SPOILT = "2222222222222222", 5
# Two servers wrote it at once: its last entry builds on one that isn't there.
DIVERGED = {2: ("3m4zr86dspcqt8w4", 5)}
KEPT = ("tables", "heads", "records", "entries", "grants", "sessions")


def versions():
    found = sorted(int(file.stem) for file in SCHEMAS.glob("*.sql"))
    assert found == list(range(1, NOW)) == sorted(HELD), found
    return found


def entry_of(version, table, number):
    """The line of an entry, as it stands in the stored database."""
    text = (SCHEMAS / f"{version}.sql").read_text()
    return re.search(rf"'{table}',0,{number},\d+,-?\d+,'[^']*','(.*)'\)", text).group(1)


def script(version):
    """All of it is of today; a match in it is damaged."""
    held, now = HELD[version][0], int(time.time() * 1000)
    text = (SCHEMAS / f"{version}.sql").read_text()
    text += f"UPDATE sessions SET seen_at = {now};\n"
    text += f"UPDATE tables SET created_at = {now},"
    text += f" doc = replace(doc, '1700000000000', '{now}');\n"
    length = "entries" if version < 3 else "length"
    more = "" if version < 3 else ", link, sound"
    for name, key, rest in (
        ("tables", "id", "version, game, state, listed, created_at, ended_at, doc"),
        (
            *("heads", "tbl"),
            f"segment, {length}, position, seen, clock, wake_at, waiting{more}",
        ),
        ("records", "tbl", "segment, header, secret"),
        ("entries", "tbl", "segment, n, at, seat, client, line"),
        ("grants", "tbl", "holder, role, seat, epoch, at"),
    ):
        text += (
            f"INSERT INTO {name} ({key}, {rest})"
            f" SELECT '{COPY}', {rest} FROM {name} WHERE {key} = '{held}';\n"
        )
    if version >= 3:  # the migration to it has marked the damaged one
        link = json.loads(entry_of(version, held, SPOILT - 1))["link"]
        text += (
            f"UPDATE heads SET link = '{link}', sound = {SPOILT}"
            f" WHERE tbl = '{COPY}';\n"
        )
    return text + (
        f"UPDATE entries SET line = replace(line, '\"link\":\"', '\"link\":\"0')"
        f" WHERE tbl = '{COPY}' AND n = {SPOILT};\n"
    )


class File:
    """The database as a file."""

    def __init__(self, version):
        self.folder = tempfile.TemporaryDirectory(prefix="maxq-")
        self.url = os.path.join(self.folder.name, "club.db")
        self.copy = f"{self.url}.v{version}.backup"
        db = sqlite3.connect(self.url)
        db.executescript(script(version))
        db.close()

    def ask(self, text, where=None):
        db = sqlite3.connect(where or self.url)
        rows = db.execute(text).fetchall()
        db.close()
        return [tuple(map(str, row)) for row in rows]

    def ask_copy(self, text):
        return self.ask(text, self.copy)

    def change(self, text):
        db = sqlite3.connect(self.url, timeout=client.PATIENCE)
        db.execute(text)
        db.commit()
        db.close()

    def close(self):
        self.folder.cleanup()


class Shared:
    """The database in PostgreSQL."""

    postgres = None

    def __init__(self, version):
        if not Shared.postgres:
            Shared.postgres = Postgres()
        self.url = self.postgres.url(f"old{version}")
        self.copy = "maxq_backup"
        text = script(version).replace(" WITHOUT ROWID", "")
        text = text.replace("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGSERIAL PRIMARY KEY")
        text = re.sub(r'DELETE FROM "sqlite_sequence";\n', "", text)
        subprocess.run(
            [os.path.join(self.postgres.bin, "psql"), "-q", "-v", "ON_ERROR_STOP=1"]
            + [self.url],
            input=text,
            text=True,
            check=True,
            cwd="/",
        )

    def ask(self, text):
        out = self.postgres.ask(self.url, text)
        return [tuple(line.split("|")) for line in out.splitlines()]

    def ask_copy(self, text):
        return self.ask(re.sub(r"FROM (\w+)", r"FROM maxq_backup.\1", text))

    def change(self, text):
        self.postgres.ask(self.url, text)

    def close(self):
        pass


def counts(ask):
    return {name: int(ask(f"SELECT count(*) FROM {name}")[0][0]) for name in KEPT}


def admin(db, *words):
    done = subprocess.run(
        [client.MAXQ, "admin", "--db", db.url, *words],
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
    )
    return done.returncode, done.stdout + done.stderr


def people(server, version, table):
    players = []
    for cookie in HELD[version][1]:
        session = client.Session(server.port)
        session.cookie = cookie
        players.append(client.Player(session, table))
    return players


def goes_on(server, version, table=None):
    """Both are still at the table, and it can be played."""
    held, _, last = HELD[version]
    players = people(server, version, table or held)
    assert table or all(player.last >= last for player in players)
    mover = players[players[0].now["actors"][0]]
    answer = mover.act(mover.now["legal"][0])
    assert answer["ok"], answer
    for player in players:
        player.wait(lambda p: p.last >= mover.last)
    return players


def version_of(ask):
    return int(ask("SELECT version FROM schema_version")[0][0])


def check_heads(db, version):
    """Each head has the link of its record's last sound entry, and damaged
    records are marked with how far they are sound."""
    damaged = dict([(COPY, SPOILT)] + [DIVERGED[v] for v in DIVERGED if v == version])
    for table, segment, length, link, sound in db.ask(
        "SELECT tbl, segment, length, link, sound FROM heads"
    ):
        assert int(sound) == damaged.get(table, -1), (table, sound)
        if segment == "-1":
            assert link == "", (table, link)
            continue
        last = damaged.get(table, int(length)) - 1
        ((line,),) = db.ask(
            f"SELECT line FROM entries WHERE tbl = '{table}' AND n = {last}"
        )
        assert json.loads(line)["link"] == link, (table, line, link)
    return damaged


def check_damaged(db, damaged):
    """`check` names them and nobody else."""
    code, said = admin(db, "check")
    assert code == 1, said
    for table, sound in damaged.items():
        assert re.search(rf"table {table}, record 1: damaged after {sound} ", said), said
    assert said.count("damaged after") == len(damaged), said
    assert said.splitlines()[-1].endswith(f", {len(damaged)} damaged"), said


def mend(db, server, version):
    """A match that stopped goes on with `bot`, another ends with `end`."""
    session = client.Session(server.port)
    session.cookie = HELD[version][1][0]
    status, answer = session.request("GET", f"/api/tables/{COPY}")
    assert status == 503, (status, answer)
    if version in DIVERGED:
        table = DIVERGED[version][0]
        assert admin(db, "end", table) == (0, "")
        assert db.ask(f"SELECT state FROM tables WHERE id = '{table}'") == [("2",)]
    assert admin(db, "bot", COPY, "P2", "greedy") == (0, "")

    def there():
        return session.request("GET", f"/api/tables/{COPY}")[0] == 200

    client.eventually(there)
    player = client.Player(session, COPY, **{"as": "seat"})
    player.wait(lambda p: 0 in p.now["actors"])
    assert player.act(player.now["legal"][0])["ok"]
    log = session.get(f"/api/tables/{COPY}/log?as=seat")
    assert log["items"][0]["kind"] == "rules", log["items"][0]
    assert log["items"][0]["sentences"][0]["id"] == "server.mended"


def older(kind):
    for version in versions():
        db = kind(version)
        before = counts(db.ask)
        server = client.Server(db=db.url)
        assert version_of(db.ask) == NOW
        assert counts(db.ask) == before
        damaged = check_heads(db, version)
        check_damaged(db, damaged)
        goes_on(server, version)
        mend(db, server, version)
        server.terminate()
        code, said = admin(db, "check")
        assert code == 1, said  # what is damaged stays there, and is told
        # The copy is as the database was, and can be put back.
        assert version_of(db.ask_copy) == version
        assert counts(db.ask_copy) == before
        code, said = admin(db, "restore", db.copy)
        assert code == 0, said
        assert version_of(db.ask) == version and counts(db.ask) == before
        server.start()
        assert version_of(db.ask) == NOW
        goes_on(server, version)
        server.stop()
        db.close()


def older_files():
    older(File)


def older_on_postgres():
    older(Shared)


def older_servers_are_shut_out():
    """A server of version 2 that still runs can't write any more."""
    db = File(2)
    client.Server(db=db.url).stop()
    try:
        db.change("UPDATE heads SET entries = 1")
        assert False, "it could"
    except sqlite3.OperationalError:
        pass
    db.close()


def newer_is_refused():
    server = client.Server()
    assert server.terminate() == 0
    db = sqlite3.connect(server.db)
    db.execute(f"UPDATE schema_version SET version = {NOW + 1}")
    db.commit()
    db.close()
    before = pathlib.Path(server.db).read_bytes()
    done = subprocess.run(
        [client.MAXQ, "serve", "--listen", "127.0.0.1:0", "--db", server.db],
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
    )
    assert done.returncode == 2, done
    said = done.stderr.strip().splitlines()[-1]
    assert str(NOW + 1) in said and str(NOW) in said, said
    assert pathlib.Path(server.db).read_bytes() == before


def newer_while_it_runs(kind):
    """A newer program changes the schema under a server: it takes no more
    actions, says why, and writes nothing."""
    version = versions()[-1]
    db = kind(version)
    server = client.Server("--evict-after", "3600", db=db.url)
    players = goes_on(server, version)
    db.change(f"UPDATE schema_version SET version = {NOW + 1}")
    before = counts(db.ask)
    mover = players[players[0].now["actors"][0]]
    answer = mover.act(mover.now["legal"][0])
    assert answer["error"]["code"] == "outdated", answer
    assert "newer program" in answer["error"]["sentence"]["text"], answer
    session = client.Session(server.port)
    client.eventually(lambda: session.request("GET", "/healthz")[0] == 503)
    for method, path in (
        ("GET", "/healthz"),
        ("GET", "/api/tables"),
        ("POST", "/api/tables"),
        ("POST", "/api/login"),
    ):
        status, answer = session.request(method, path)
        assert status == 503 and answer["error"]["code"] == "outdated", answer
    assert counts(db.ask) == before
    assert server.logged().count("event=outdated") == 1, server.logged()
    db.change(f"UPDATE schema_version SET version = {NOW}")
    server.terminate()
    server.start()
    goes_on(server, version)
    server.stop()
    db.close()


def newer_file_while_it_runs():
    newer_while_it_runs(File)


def newer_on_postgres_while_it_runs():
    Shared.postgres.stop()
    Shared.postgres = None
    newer_while_it_runs(Shared)
    Shared.postgres.stop()


client.run(
    [
        older_files,
        older_on_postgres,
        older_servers_are_shut_out,
        newer_is_refused,
        newer_file_while_it_runs,
        newer_on_postgres_while_it_runs,
    ]
)
