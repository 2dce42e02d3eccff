#!/usr/bin/env python3
"""What people say at a table: seats write, spectators read, it can be switched
off, is limited, reported, removed, forgotten after some days and never part of
the record. Notes are one's own. A banned account can't sign in."""
import subprocess

import client
from postgres import Postgres

DAY = 24 * 3600


def admin(db, *words):
    done = subprocess.run(
        [client.MAXQ, "admin", "--db", db, *words],
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
    )
    return done.returncode, done.stdout + done.stderr


def table_of_two(server, other=None, **fields):
    ann = client.Session(server.port)
    opened = ann.open(**fields)
    table = opened["table"]["id"]
    bob = client.join(other or server, table, opened["links"]["join"], "Bob")
    client.start(ann, table)
    watcher = client.Session(server.port)
    watcher.enter(opened["links"]["watch"])
    return table, ann, bob, watcher


def hears(player, text):
    got = player.socket.until(lambda m: m["type"] == "chat")
    assert got[-1]["line"]["text"] == text, got[-1]
    return got[-1]["line"]


def says(session, table, text):
    return session.request("POST", f"/api/tables/{table}/chat", {"text": text})


def talk():
    server = client.Server()
    table, ann, bob, watcher = table_of_two(server)
    at = [client.Player(who, table) for who in (ann, bob, watcher)]
    status, answer = says(ann, table, "Grüß dich, Bob! 🚀")
    assert status == 201 and answer["line"]["number"] == 1, answer
    for player in at:
        line = hears(player, "Grüß dich, Bob! 🚀")
        assert line["seat"] == 0 and line["number"] == 1
    says(bob, table, "Hello")
    for who in (ann, bob, watcher):
        lines = who.get(f"/api/tables/{table}/chat")["lines"]
        assert [(line["seat"], line["text"]) for line in lines] == [
            (0, "Grüß dich, Bob! 🚀"),
            (1, "Hello"),
        ], lines
    assert says(watcher, table, "I see")[0] == 403
    stranger = client.Session(server.port)
    assert says(stranger, table, "Me too")[0] == 404
    for wrong in ("", "   ", "x" * 301, "a\nb", "a\x07", "a\u202eb"):
        assert says(ann, table, wrong)[0] == 400, wrong
    assert ann.get(f"/api/tables/{table}/chat?from=2")["lines"][0]["text"] == "Hello"
    code, record = admin(server.db, "export", table, "--secret")
    assert code == 0 and "Hello" not in record
    server.stop()


def limits():
    server = client.Server()
    table, ann, _, _ = table_of_two(server)
    answers = [says(ann, table, str(i))[0] for i in range(14)]
    assert answers[:8] == [201] * 8 and 429 in answers, answers
    server.stop()


def switched_off():
    server = client.Server()
    table, ann, _, _ = table_of_two(server, chat=False)
    assert ann.get(f"/api/tables/{table}")["table"]["chat"] is False
    status, answer = says(ann, table, "Hello?")
    assert (status, answer["error"]["code"]) == (409, "no_chat"), answer
    server.stop()


def notes():
    server = client.Server()
    table, ann, bob, watcher = table_of_two(server)
    path = f"/api/tables/{table}/note"
    assert ann.get(path)["note"] == ""
    ann.post(path, {"text": "Bob is after the moon.\nTake it first."})
    bob.post(path, {"text": "Ann bluffs"})
    assert ann.get(path)["note"].startswith("Bob is after")
    assert bob.get(path)["note"] == "Ann bluffs"
    assert watcher.request("GET", path)[0] == 403
    ann.post(path, {"text": ""})
    assert ann.get(path)["note"] == ""
    server.stop()


def reports():
    """Whoever runs the server sees what was reported, removes it, bans."""
    clock = client.Clock()
    server = client.Server(env=clock.env)
    bob = client.Session(server.port)
    bob.post("/api/accounts", {"name": "Bob", "password": "correct horse"})
    opened = bob.open(seats=[{"kind": "person", "name": "Bob"}, {"kind": "open"}])
    table = opened["table"]["id"]
    ann = client.join(server, table, opened["links"]["join"], "Ann")
    says(bob, table, "something rude")
    path = f"/api/tables/{table}"
    assert ann.request("POST", path + "/report", {"line": 9})[0] == 404
    for _ in range(2):
        ann.post(path + "/report", {"line": 1})
    code, said = admin(server.db, "reports")
    assert code == 0 and len(said.splitlines()) == 1, said
    assert table in said and "Bob" in said and said.strip().endswith("something rude")
    assert admin(server.db, "unsay", table, "1")[0] == 0
    assert admin(server.db, "unsay", table, "1")[0] == 2
    assert ann.get(path + "/chat")["lines"] == []
    assert admin(server.db, "ban", "bob")[0] == 0
    who = {"name": "Bob", "password": "correct horse"}
    assert bob.get("/api/session")["account"] is None
    status, answer = client.Session(server.port).request("POST", "/api/login", who)
    assert (status, answer["error"]["code"]) == (403, "forbidden"), answer
    assert admin(server.db, "unban", "Bob")[0] == 0
    client.Session(server.port).post("/api/login", who)
    assert admin(server.db, "ban", "nobody")[0] == 2
    # Chats are forgotten after their days.
    says(ann, table, "an old line")
    server.terminate()
    clock.set(31 * DAY)
    server.start("--open-for", str(90 * DAY))
    client.eventually(lambda: ann.get(path + "/chat")["lines"] == [])
    client.eventually(lambda: admin(server.db, "reports")[1] == "")
    server.stop()


def leaving():
    """People take along what the server has of them, and delete it: seats are a
    former player's, matches stay."""
    server = client.Server()
    bob = client.Session(server.port)
    bob.post("/api/accounts", {"name": "Bobby", "password": "correct horse"})
    opened = bob.open(seats=[{"kind": "person", "name": "Bobby"}, {"kind": "open"}])
    table = opened["table"]["id"]
    ann = client.join(server, table, opened["links"]["join"], "Ann")
    client.start(bob, table)
    bob.post("/api/notices", {"kind": "feed"})
    bob.post(f"/api/tables/{table}/note", {"text": "mine"})
    says(bob, table, "see you")
    here, at = client.Player(bob, table), client.Player(ann, table)
    copy = bob.get("/api/account")
    assert copy["name"] == "Bobby" and len(copy["channels"]) == 1, copy
    assert [(t["id"], t["seat"], t["note"]) for t in copy["tables"]] == [(table, 0, "mine")]
    assert client.Session(server.port).request("GET", "/api/account")[0] == 403
    gone = "/api/account/delete"
    assert bob.request("POST", gone, {"password": "wrong one"})[0] == 403
    bob.post(gone, {"password": "correct horse"})
    try:
        here.socket.until(lambda m: False)
    except client.Closed as closed:
        assert closed.code == 4005, closed
    at.wait(lambda p: p.info["seats"][0]["name"] == "former player")
    assert ann.get(f"/api/tables/{table}/chat")["lines"] == []
    who = {"name": "Bobby", "password": "correct horse"}
    assert client.Session(server.port).request("POST", "/api/login", who)[0] == 403
    assert bob.get("/api/session")["account"] is None
    assert admin(server.db, "check")[0] == 0
    assert "Bobby" not in admin(server.db, "accounts")[1]
    server.stop()


def two_servers():
    """A line said at one server is heard at the other."""
    postgres = Postgres()
    url = postgres.url("chat")
    servers = [client.Server(db=url) for _ in range(2)]
    table, ann, bob, _ = table_of_two(servers[0], servers[1])
    at = [client.Player(ann, table), client.Player(bob, table)]
    for i in range(4):
        assert says((ann, bob)[i % 2], table, f"line {i}")[0] == 201
        numbers = {hears(player, f"line {i}")["number"] for player in at}
        assert numbers == {i + 1}, numbers
    for server in servers:
        server.stop()
    postgres.stop()


client.run([talk, limits, switched_off, notes, reports, leaving, two_servers])
