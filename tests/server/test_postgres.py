#!/usr/bin/env python3
"""Two servers on one PostgreSQL database: seats connected to different ones,
one of them killed; the store's own tests on PostgreSQL."""
import os
import random
import subprocess
import time

import client
from postgres import Postgres

POSTGRES = Postgres()


def store_tests():
    """The same tests as on SQLite."""
    program = os.environ["MAXQ_STORE_TEST"]
    done = subprocess.run(
        [program],
        env={**os.environ, "MAXQ_TEST_DB": POSTGRES.url("store")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def servers(name):
    url = POSTGRES.url(name)
    return client.Server(db=url), client.Server(db=url)


def table_of_two(one, two):
    """Ann is at the first server, Bob at the second."""
    ann = client.Session(one.port)
    opened = ann.open()
    table = opened["table"]["id"]
    bob = client.Session(two.port)
    bob.enter(opened["links"]["join"])
    bob.post(f"/api/tables/{table}/sit", {"name": "Bob"})
    until = time.monotonic() + 5
    while True:  # the first server hears of it
        status, _ = ann.request("POST", f"/api/tables/{table}/start")
        if status == 200:
            break
        assert time.monotonic() < until, status
        time.sleep(0.05)
    until = time.monotonic() + 5
    while bob.get(f"/api/tables/{table}")["table"]["state"] != "running":
        assert time.monotonic() < until
        time.sleep(0.05)
    return table, client.Player(ann, table), client.Player(bob, table)


def step(players, rng):
    mover = players[players[0].now["actors"][0]]
    answer = mover.act(rng.choice(mover.now["legal"]))
    assert answer["ok"], answer
    for player in players:
        player.wait(lambda p: p.last >= mover.last)


def a_match_over_two_servers():
    one, two = servers("two")
    table, *players = table_of_two(one, two)
    rng = random.Random(3)
    for _ in range(12):
        step(players, rng)
    assert players[0].view == players[1].view
    one.stop()
    two.stop()


def one_is_killed():
    one, two = servers("killed")
    table, ann, bob = table_of_two(one, two)
    rng = random.Random(4)
    for _ in range(4):
        step([ann, bob], rng)
    view, last = ann.view, ann.last
    one.kill()
    ann.session.port = two.port
    ann.connect()
    assert ann.view == view and ann.last == last
    for _ in range(4):
        step([ann, bob], rng)
    one.start()
    third = client.Session(one.port)
    third.cookie = ann.session.cookie
    assert client.Player(third, table).view == ann.view
    one.stop()
    two.stop()


def both_at_once():
    """Both seats of one person, at two servers, send at the same time: one of
    them is first, nothing is applied twice."""
    one, two = servers("both")
    table, ann, bob = table_of_two(one, two)
    seat = ann.now["actors"][0]
    owner = (ann, bob)[seat]
    other = client.Session((two, one)[seat].port)
    other.cookie = owner.session.cookie
    twin = client.Player(other, table)
    action = owner.now["legal"][0]
    owner.socket.send(type="act", id="x1", last=owner.last, action=action)
    twin.socket.send(type="act", id="x2", last=twin.last, action=action)
    answers = []
    for player in (owner, twin):
        while True:
            message = player.socket.receive()
            player.take(message)
            if message["type"] == "answer":
                answers.append(message)
                break
    assert sum(a["ok"] for a in answers) == 1, answers
    log = owner.session.get(f"/api/tables/{table}/log?as=seat")
    own = [i for i in log["items"] if i["kind"] == "event" and i["seat"] == seat]
    assert len(own) == 1, own
    one.stop()
    two.stop()


def end():
    POSTGRES.stop()


client.run(
    [store_tests, a_match_over_two_servers, one_is_killed, both_at_once, end]
)
