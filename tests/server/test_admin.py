#!/usr/bin/env python3
"""`maxq admin` beside a running server; notices, idle tables, expiry."""
import json
import os
import subprocess
import time
from copy import deepcopy

import client


def admin(server, *words, code=0):
    done = subprocess.run(
        [client.MAXQ, "admin", "--db", server.db, *words],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == code, (words, done)
    return done.stdout


def table_of_two(server, **fields):
    ann = client.Session(server.port)
    opened = ann.open(**fields)
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    return table, client.Player(ann, table), client.Player(bob, table)


def list_and_export():
    server = client.Server()
    table, ann, bob = table_of_two(server)
    assert table in admin(server, "list")
    rows = map(json.loads, admin(server, "--json", "list").splitlines())
    assert [row["state"] for row in rows] == ["running"]
    plain = admin(server, "export", table)
    assert json.loads(plain.splitlines()[0])["game"] == "mlem"
    assert "secret_seed" not in plain
    assert "secret_seed" in admin(server, "--secret", "export", table)
    admin(server, "export", "0" * 16, code=2)
    admin(server, "fly", code=2)
    admin(server, "check")
    assert ann.ask("view")["ok"] and bob.ask("view")["ok"]
    server.stop()


def end_a_table():
    server = client.Server()
    table, ann, bob = table_of_two(server)
    admin(server, "end", table)
    for player in (ann, bob):
        player.wait(lambda p: p.info["state"] == "over")
        assert player.info["result"]["reason"] == "ended"
        assert player.info["result"]["winners"] == []
        assert player.log[-1]["kind"] == "close"
    admin(server, "end", table, code=2)
    server.stop()


def give_a_seat_to_a_bot():
    server = client.Server("--bot-ms", "20")
    table, *players = table_of_two(server)
    seat = players[0].now["actors"][0]
    admin(server, "bot", table, f"P{seat + 1}", "greedy")
    players[seat].wait(lambda p: p.info["seats"][seat]["bot"] == "greedy")
    players[seat].wait(
        lambda p: any(i.get("seat") == seat and "text" in i for i in p.log)
    )
    assert players[seat].ask("take_seat")["ok"]
    server.stop()


def renew_and_delete():
    server = client.Server()
    table, ann, bob = table_of_two(server)
    url = f"http://127.0.0.1:{server.port}"
    link = admin(server, "--url", url, "renew", table, "P2").strip()
    try:
        while True:
            bob.socket.receive()
    except client.Closed as closed:
        assert closed.code == 4004
    phone = client.Session(server.port)
    assert phone.enter(link)["you"]["seat"] == 1
    admin(server, "delete", table)
    try:
        while True:
            ann.socket.receive()
    except client.Closed as closed:
        assert closed.code == 4004
    assert ann.session.request("GET", f"/api/tables/{table}")[0] == 404
    server.stop()


def reset_a_password():
    server = client.Server()
    ann = client.Session(server.port)
    ann.post("/api/accounts", {"name": "Ann", "password": "first word"})
    link = admin(server, "reset", "ANN").strip()
    secret = link.split("#")[1]
    body = {"secret": secret, "new": "second word"}
    fresh = client.Session(server.port)
    fresh.post("/api/account/reset", body)
    status, _ = fresh.request("POST", "/api/account/reset", body)
    assert status == 403, "it is good once"
    fresh.post("/api/login", {"name": "ann", "password": "second word"})
    assert ann.get("/api/session")["account"] is None
    assert "Ann" in admin(server, "accounts")
    admin(server, "reset", "nobody", code=2)
    server.stop()


def backup_and_restore():
    server = client.Server()
    table, ann, _ = table_of_two(server)
    copy = os.path.join(server.folder.name, "copy.db")
    admin(server, "backup", copy)
    view = deepcopy(ann.view)
    mover = 0 if 0 in ann.now["actors"] else None
    if mover == 0:
        assert ann.act(ann.now["legal"][0])["ok"]
    admin(server, "restore", copy, code=2)
    assert server.terminate() == 0
    admin(server, "restore", copy)
    server.start()
    ann.session.port = server.port
    assert client.Player(ann.session, table).view == view
    second = subprocess.run(
        [client.MAXQ, "serve", "--listen", "127.0.0.1:0", "--db", server.db],
        capture_output=True,
        timeout=20,
    )
    assert second.returncode == 2 and b"another" in second.stderr, second
    server.stop()


def prune_by_age():
    server = client.Server()
    table, ann, _ = table_of_two(server)
    assert ann.ask("concede", last=ann.last)["ok"]
    ann.wait(lambda p: p.info["state"] == "over")
    assert admin(server, "prune", "1").startswith("0 ")
    assert table in admin(server, "list")
    server.stop()


def notices_once():
    folder = client.tempfile.mkdtemp()
    file = os.path.join(folder, "notices")
    server = client.Server(
        "--notify", f"cat >> {file}", "--notify-after", "1"
    )
    table, ann, bob = table_of_two(server)
    seat = ann.now["actors"][0]
    players = (ann, bob)
    players[seat].socket.close()
    until = time.monotonic() + 10
    while not os.path.exists(file) and time.monotonic() < until:
        time.sleep(0.1)
    server.terminate()
    server.start()
    time.sleep(3)
    with open(file) as lines:
        notices = [json.loads(line) for line in lines]
    assert len(notices) == 1, notices
    assert notices[0]["table"] == table and notices[0]["seat"] == seat
    assert notices[0]["name"] == ("Ann", "Bob")[seat]
    server.stop()


def idle_tables():
    """Without a clock, after the time of waiting: the other gives the seat to
    a bot, or ends the match."""
    server = client.Server("--idle-after", "2", "--bot-ms", "20")
    table, *players = table_of_two(server)
    seat = players[0].now["actors"][0]
    other = players[1 - seat]
    answer = other.ask("propose", what="bot", seat=seat)
    assert answer["error"]["code"] == "not_yet", answer
    time.sleep(2.1)
    assert other.ask("propose", what="bot", seat=seat)["ok"]
    other.wait(lambda p: p.info["seats"][seat]["bot"] == "greedy")
    table, *players = table_of_two(server)
    time.sleep(2.1)
    seat = players[0].now["actors"][0]
    assert players[1 - seat].ask("propose", what="end")["ok"]
    players[seat].wait(lambda p: p.info["state"] == "over")
    assert players[seat].info["result"]["reason"] == "agreed"
    server.stop()


def tables_that_never_start():
    server = client.Server("--open-for", "10", "--evict-after", "1")
    ann = client.Session(server.port)
    table = ann.open()["table"]["id"]
    time.sleep(7)
    assert ann.request("GET", f"/api/tables/{table}")[0] == 200
    time.sleep(5)
    assert ann.request("GET", f"/api/tables/{table}")[0] == 404
    server.stop()


def rules_that_are_gone():
    """A stored match of a rules version this program hasn't goes on from its
    last position, and its log says so."""
    import sqlite3

    server = client.Server()
    table, *players = table_of_two(server)
    seat = players[0].now["actors"][0]
    assert players[seat].act(players[seat].now["legal"][0])["ok"]
    view, last = players[seat].view, players[seat].last
    assert server.terminate() == 0
    with sqlite3.connect(server.db) as db:
        (header,) = db.execute(
            "SELECT header FROM records WHERE tbl = ?", (table,)
        ).fetchone()
        old = json.loads(header)
        assert f'"rules_version":{old["rules_version"]}' in header
        db.execute(
            "UPDATE records SET header = ? WHERE tbl = ?",
            (
                header.replace(
                    f'"rules_version":{old["rules_version"]}',
                    '"rules_version":9999',
                ),
                table,
            ),
        )
    server.start()
    for player in players:
        player.session.port = server.port
    again = client.Player(players[seat].session, table)
    assert again.view == view
    assert again.last == last + 1
    other = client.Player(players[1 - seat].session, table)
    movers = [again if s == seat else other for s in again.now["actors"]]
    assert movers[0].act(movers[0].now["legal"][0])["ok"]
    assert movers[0].last > last + 1
    log = again.session.get(f"/api/tables/{table}/log?as=seat")
    assert log["items"][0]["kind"] == "rules", log["items"][0]
    server.stop()


client.run(
    [
        list_and_export,
        end_a_table,
        give_a_seat_to_a_bot,
        renew_and_delete,
        reset_a_password,
        backup_and_restore,
        prune_by_age,
        notices_once,
        idle_tables,
        tables_that_never_start,
        rules_that_are_gone,
    ]
)
