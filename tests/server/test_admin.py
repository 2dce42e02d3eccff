#!/usr/bin/env python3
"""`maxq admin` beside a running server; notices, idle tables, expiry."""
import json
import os
import subprocess
from copy import deepcopy

import client


def admin(server, *words, code=0):
    done = subprocess.run(
        [client.MAXQ, "admin", "--db", server.db, *words],
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
        env={**os.environ, **(server.env or {})},
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
        timeout=client.PATIENCE,
    )
    assert second.returncode == 2 and b"another" in second.stderr, second
    server.stop()


DAY = 86400


def prune_by_age():
    clock = client.Clock()
    server = client.Server(env=clock.env)
    table, ann, _ = table_of_two(server)
    assert ann.ask("concede", last=ann.last)["ok"]
    ann.wait(lambda p: p.info["state"] == "over")
    running, *_ = table_of_two(server)
    assert admin(server, "prune", "1").startswith("0 ")
    assert table in admin(server, "list")
    clock.set(DAY * 3 // 2)
    assert admin(server, "prune", "2").startswith("0 ")
    assert admin(server, "prune", "1").startswith("1 ")
    listed = admin(server, "list")
    assert table not in listed and running in listed
    server.stop()


def notices_once():
    """One line for a turn that waits for somebody who isn't there: none for
    one who is, none again after a restart, one more for the next turn."""
    clock = client.Clock()
    file = os.path.join(clock.folder.name, "notices")
    server = client.Server("--notify", f"cat >> {file}", env=clock.env)
    table, *players = table_of_two(server)

    def notices():
        if not os.path.exists(file):
            return []
        with open(file) as lines:
            return [json.loads(line) for line in lines]

    seat = players[0].now["actors"][0]
    clock.set(DAY)
    marker, *_ = table_of_two(server)  # looked at after the first
    players[seat].socket.close()
    client.eventually(lambda: len(notices()) > 0)
    assert [(n["table"], n["seat"]) for n in notices()] == [(table, seat)]
    assert notices()[0]["name"] == ("Ann", "Bob")[seat]
    assert server.terminate() == 0
    server.start()
    # Both seats of the second table are away now: its notice shows that the
    # server has looked at all that are due.
    clock.set(2 * DAY)
    client.eventually(lambda: any(n["table"] == marker for n in notices()))
    assert [n["table"] for n in notices()].count(table) == 1, notices()
    back = client.Player(players[seat].session, table)
    other = client.Player(players[1 - seat].session, table)
    while seat in back.now["actors"]:
        assert back.act(back.now["legal"][0])["ok"]
    assert 1 - seat in back.now["actors"]
    other.socket.close()
    clock.set(3 * DAY)
    client.eventually(lambda: len(notices()) > 2)
    assert [n["seat"] for n in notices() if n["table"] == table] == [
        seat,
        1 - seat,
    ]
    server.stop()


def idle_tables():
    """Without a clock, after a day: the other gives the seat to a bot, or
    ends the match."""
    clock = client.Clock()
    server = client.Server("--bot-ms", "20", env=clock.env)
    table, *players = table_of_two(server)
    seat = players[0].now["actors"][0]
    other = players[1 - seat]
    clock.set(DAY - 3600)
    for what in ("bot", "end"):
        answer = other.ask("propose", what=what, seat=seat)
        assert answer["error"]["code"] == "not_yet", answer
    clock.set(DAY)
    assert other.ask("propose", what="bot", seat=seat)["ok"]
    other.wait(lambda p: p.info["seats"][seat]["bot"] == "greedy")
    table, *players = table_of_two(server)
    clock.set(2 * DAY)
    seat = players[0].now["actors"][0]
    assert players[1 - seat].ask("propose", what="end")["ok"]
    players[seat].wait(lambda p: p.info["state"] == "over")
    assert players[seat].info["result"]["reason"] == "agreed"
    assert players[seat].info["result"]["winners"] == []
    server.stop()


def idle_with_three():
    """All the others have to agree."""
    clock = client.Clock()
    server = client.Server("--bot-ms", "20", env=clock.env)
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}] + [{"kind": "open"}] * 2
    opened = ann.open(seats=seats)
    table, link = opened["table"]["id"], opened["links"]["join"]
    bob = client.join(server, table, link, "Bob")
    eve = client.join(server, table, link, "Eve")
    ann.post(f"/api/tables/{table}/start")
    players = [client.Player(s, table) for s in (ann, bob, eve)]
    seat = players[0].now["actors"][0]
    first, second = (p for i, p in enumerate(players) if i != seat)
    clock.set(DAY)
    number = first.ask("propose", what="bot", seat=seat)["proposal"]
    assert first.info["seats"][seat]["bot"] is None
    second.wait(lambda p: p.info["proposals"])
    assert second.ask("decline", proposal=number)["ok"]
    first.wait(lambda p: not p.info["proposals"])
    number = first.ask("propose", what="bot", seat=seat)["proposal"]
    assert second.ask("agree", proposal=number)["ok"]
    first.wait(lambda p: p.info["seats"][seat]["bot"] == "greedy")
    server.stop()


def tables_that_never_start():
    clock = client.Clock()
    server = client.Server(env=clock.env)
    ann = client.Session(server.port)
    table = ann.open()["table"]["id"]
    clock.set(DAY - 3600)
    assert ann.request("GET", f"/api/tables/{table}")[0] == 200
    clock.set(DAY)
    client.eventually(
        lambda: ann.request("GET", f"/api/tables/{table}")[0] == 404
    )
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
        idle_with_three,
        tables_that_never_start,
        rules_that_are_gone,
    ]
)
