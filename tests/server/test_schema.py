#!/usr/bin/env python3
"""Databases of older versions: a database of each stands in tests/store/schema
as SQL. The server makes a copy of it, brings it up to date, and the match in
it goes on; a newer one is refused. On SQLite and on PostgreSQL."""
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
NOW = 2
# What each holds: a table of Ann and Bob, their cookies, the last item.
HELD = {
    1: (
        "gtcsq94ydktrmfhf",
        ["eJA-Qqf9eQx0H8zkGgQRtQ", "mAATCwjghPH6saxQnXL0tg"],
        14,
    ),
}


def versions():
    found = sorted(int(file.stem) for file in SCHEMAS.glob("*.sql"))
    assert found == list(range(1, NOW)) == sorted(HELD), found
    return found


def script(version):
    """Its sessions were seen just now."""
    text = (SCHEMAS / f"{version}.sql").read_text()
    now = int(time.time() * 1000)
    return text + f"UPDATE sessions SET seen_at = {now};\n"


def number(db, text):
    return db.execute(text).fetchone()[0]


def goes_on(server, version):
    """Both are still at the table, and it can be played."""
    table, cookies, last = HELD[version]
    players = []
    for cookie in cookies:
        session = client.Session(server.port)
        session.cookie = cookie
        players.append(client.Player(session, table))
    assert all(player.last >= last for player in players)
    mover = players[players[0].now["actors"][0]]
    answer = mover.act(mover.now["legal"][0])
    assert answer["ok"], answer
    for player in players:
        player.wait(lambda p: p.last >= mover.last)


def older_files():
    for version in versions():
        with tempfile.TemporaryDirectory(prefix="maxq-") as folder:
            path = os.path.join(folder, "club.db")
            db = sqlite3.connect(path)
            db.executescript(script(version))
            entries = number(db, "SELECT count(*) FROM entries")
            db.close()
            server = client.Server(db=path)
            goes_on(server, version)
            server.stop()
            db = sqlite3.connect(path)
            assert number(db, "SELECT version FROM schema_version") == NOW
            assert number(db, "SELECT count(*) FROM entries") > entries
            db.close()
            copy = sqlite3.connect(f"{path}.v{version}.backup")
            assert number(copy, "SELECT version FROM schema_version") == version
            assert number(copy, "SELECT count(*) FROM entries") == entries
            copy.close()


def older_on_postgres():
    postgres = Postgres()
    for version in versions():
        url = postgres.url(f"old{version}")
        text = script(version).replace(" WITHOUT ROWID", "")
        text = text.replace("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGSERIAL PRIMARY KEY")
        text = re.sub(r'DELETE FROM "sqlite_sequence";\n', "", text)
        subprocess.run(
            [os.path.join(postgres.bin, "psql"), "-q", "-v", "ON_ERROR_STOP=1", url],
            input=text,
            text=True,
            check=True,
            cwd="/",
        )
        server = client.Server(db=url)
        goes_on(server, version)
        server.stop()
        assert ask(postgres, url, "SELECT version FROM schema_version") == NOW
        was = ask(postgres, url, "SELECT version FROM maxq_backup.schema_version")
        assert was == version
        before = ask(postgres, url, "SELECT count(*) FROM maxq_backup.entries")
        assert 0 < before < ask(postgres, url, "SELECT count(*) FROM entries")
    postgres.stop()


def ask(postgres, url, text):
    program = os.path.join(postgres.bin, "psql")
    done = subprocess.run(
        [program, "-tA", "-c", text, url],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    return int(done.stdout)


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


client.run([older_files, older_on_postgres, newer_is_refused])
