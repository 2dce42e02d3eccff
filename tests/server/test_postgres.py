#!/usr/bin/env python3
"""Two servers on one PostgreSQL database: seats connected to different ones,
one of them killed; the store's own tests on PostgreSQL."""
import os
import re
import subprocess

import client
from client import eventually
from postgres import Postgres
from test_crash import LIMITLESS, crash

POSTGRES = Postgres()
CRASHES = int(os.environ.get("MAXQ_CRASHES", "5"))


def store_tests():
    """The same tests as on SQLite."""
    program = os.environ["MAXQ_STORE_TEST"]
    done = subprocess.run(
        [program],
        env={**os.environ, "MAXQ_TEST_DB": POSTGRES.url("store")},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def servers(name, *options):
    url = POSTGRES.url(name)
    return client.Server(*options, db=url), client.Server(*options, db=url)


def table_of_two(one, two, **fields):
    """Ann is at the first server, Bob at the second."""
    ann = client.Session(one.port)
    opened = ann.open(**fields)
    table = opened["table"]["id"]
    bob = client.join(two, table, opened["links"]["join"], "Bob")
    client.start(ann, table)
    eventually(
        lambda: bob.get(f"/api/tables/{table}")["table"]["state"] == "running"
    )
    return table, client.Player(ann, table), client.Player(bob, table)


def step(players, rng):
    mover = players[players[0].now["actors"][0]]
    answer = mover.act(rng.choice(mover.now["legal"]))
    assert answer["ok"], answer
    for player in players:
        player.wait(lambda p: p.last >= mover.last)


def figure(server, name):
    text = client.Session(server.port).raw("GET", "/metrics")[1].decode()
    return int(re.search(rf"^maxq_{name}_total (\d+)", text, re.M).group(1))


def a_match_over_two_servers():
    one, two = servers("two")
    _, *players = table_of_two(one, two)
    rng = client.rng(3)
    for _ in range(12):
        step(players, rng)
    assert players[0].view == players[1].view
    # Only what is new is read, not the whole match at each move.
    assert figure(one, "table_continuations") > 0
    assert figure(one, "table_loads") + figure(two, "table_loads") < 8
    one.stop()
    two.stop()


def one_is_killed():
    one, two = servers("killed")
    table, ann, bob = table_of_two(one, two)
    rng = client.rng(4)
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


def answer_of(player, name):
    while True:
        message = player.socket.receive()
        player.take(message)
        if message["type"] == "answer" and message["id"] == name:
            return message


def both_at_once():
    """One person at two servers sends the same move twice at the same time:
    one of them is first, nothing is applied twice."""
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
    answers = [answer_of(owner, "x1"), answer_of(twin, "x2")]
    assert sum(a["ok"] for a in answers) == 1, answers
    refused = [a for a in answers if not a["ok"]][0]
    assert refused["error"]["code"] in ("stale", "not_your_turn"), refused
    log = owner.session.get(f"/api/tables/{table}/log?as=seat")
    own = [i for i in log["items"] if i["kind"] == "event" and i["seat"] == seat]
    assert len(own) == 1, own
    one.stop()
    two.stop()


def agree(players):
    """Both have all there is: each other's next message is an answer to a
    question that was asked after it."""

    def same():
        for player in players:
            assert player.ask("view")["ok"]
        nows = [p.now["actors"] + [p.now["phase"]] for p in players]
        public = [
            p.session.get(f"/api/tables/{p.table}/log?as=spectator")
            for p in players
        ]
        return nows[0] == nows[1] and public[0] == public[1]

    eventually(same)


def joint_choices():
    """Everybody chooses at once, at different servers: nobody's choice is
    refused because another server was faster, and all see the same."""
    one, two = servers("joint", *LIMITLESS)
    table, *players = table_of_two(one, two, game="liftoff")
    rng = client.rng(5)
    together = 0
    for turn in range(300):
        if together == 10 or players[0].now["over"]:
            break
        actors = players[0].now["actors"]
        together += len(actors) > 1
        for seat in actors:
            player = players[seat]
            player.socket.send(
                type="act",
                id=f"t{turn}",
                last=player.last,
                action=rng.choice(player.now["legal"]),
            )
        for seat in actors:
            answer = answer_of(players[seat], f"t{turn}")
            assert answer["ok"], answer
        agree(players)
    assert together == 10, together
    one.stop()
    two.stop()


def both_hear():
    """Who is there and what they express is known at every server."""
    one, two = servers("hear")
    table, ann, bob = table_of_two(one, two)

    def connected(player):
        info = player.session.get(f"/api/tables/{table}")["table"]
        return [seat["connected"] for seat in info["seats"]]

    eventually(lambda: connected(ann) == connected(bob) == [True, True])
    watcher = client.Session(two.port)
    watcher.cookie = bob.session.cookie
    watch = client.Player(watcher, table, **{"as": "spectator"})
    eventually(
        lambda: ann.session.get(f"/api/tables/{table}")["table"]["spectators"] == 1
    )
    assert ann.ask("react", reaction="wow")["ok"]
    for player in (bob, watch):
        got = player.socket.until(lambda m: m["type"] == "reaction")[-1]
        assert (got["seat"], got["reaction"]) == (0, "wow")
    bob.socket.close()
    watch.socket.close()
    eventually(lambda: connected(ann) == [True, False])
    one.kill()  # it can't say that Ann is gone
    assert connected(bob) == [True, False]
    eventually(lambda: connected(bob) == [False, False])
    two.stop()


def a_bot_goes_on():
    """The server that thinks for a bot is killed: another steps in."""
    one, two = servers("bot", "--bot-ms", "2000", "--bot-threads", "1")
    ann = client.Session(one.port)
    table = ann.open(
        seats=[
            {"kind": "person", "name": "Ann"},
            {"kind": "bot", "bot": "expert"},
        ],
        start=True,
    )["table"]["id"]
    at_two = client.Session(two.port)
    at_two.cookie = ann.cookie
    player, other = client.Player(ann, table), client.Player(at_two, table)
    rng = client.rng(6)
    for _ in range(20):
        if 0 not in player.now["actors"]:
            break
        assert player.act(rng.choice(player.now["legal"]))["ok"]
    assert 1 in player.now["actors"], player.now
    one.kill()
    other.wait(lambda p: p.last > player.last)
    other.wait(lambda p: p.now["actors"] == [0] or p.now["over"])
    two.stop()


def back(player):
    """Whether the socket is there again."""
    try:
        player.connect()
        return True
    except (AssertionError, client.Closed):
        return False


def arrives(player, number):
    try:
        player.wait(lambda p: p.last >= number)
        return True
    except client.Closed:
        return back(player)


def the_database_restarts():
    """While it is away nothing is answered as saved; then all goes on."""
    one, two = servers("restart")
    table, ann, bob = table_of_two(one, two)
    rng = client.rng(7)
    for _ in range(3):
        step([ann, bob], rng)
    POSTGRES.halt()
    health = [client.Session(server.port) for server in (one, two)]
    mover = (ann, bob)[ann.now["actors"][0]]
    try:
        assert not mover.act(rng.choice(mover.now["legal"]))["ok"]
    except client.Closed:
        pass
    eventually(lambda: any(h.request("GET", "/healthz")[0] == 503 for h in health))
    POSTGRES.start()
    for each in health:
        eventually(lambda: each.request("GET", "/healthz")[0] == 200)
    for player in (ann, bob):
        eventually(lambda: back(player))
    for _ in range(4):
        mover = (ann, bob)[ann.now["actors"][0]]
        action, last = rng.choice(mover.now["legal"]), mover.last

        def again():
            try:
                return mover.act(action)["ok"]
            except client.Closed:
                return back(mover) and mover.last > last

        eventually(again)
        for player in (ann, bob):
            eventually(lambda: arrives(player, mover.last))
    assert ann.view == bob.view
    one.stop()
    two.stop()


def kills_under_load():
    crash(list(servers("load", *LIMITLESS)), CRASHES)


def end():
    POSTGRES.stop()


client.run(
    [
        store_tests,
        a_match_over_two_servers,
        one_is_killed,
        both_at_once,
        joint_choices,
        both_hear,
        a_bot_goes_on,
        the_database_restarts,
        kills_under_load,
        end,
    ]
)
