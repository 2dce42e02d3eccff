#!/usr/bin/env python3
"""Whole matches through a real server, compared with the engine."""
import json
import pathlib
import subprocess
import tempfile
import time
from copy import deepcopy

import client
from client import pace

FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "9999", "--messages-burst", "9999")
GAMES = {
    "mlem": {"ufo": True, "exploration": True, "secret": True},
    "liftoff": {},
    "apogee": {"rounds": 6},
}


def play_on(players, rng, reconnect=0.0):
    """Plays random legal actions until the match is over. Before each one the
    players take everything that has come: their logs differ where something
    is hidden, so `view` is the common mark."""
    while True:
        for player in players:
            if rng.random() < reconnect:
                player.reconnect()
            answer = player.ask("view")
            assert answer["view"] == player.view, "changes lead elsewhere"
            assert answer["number"] == player.last
            player.now = answer["now"]
        if players[0].now["over"]:
            return
        mover = players[rng.choice(players[0].now["actors"])]
        answer = mover.act(rng.choice(mover.now["legal"]))
        assert answer["ok"], answer


def two_people(server, **fields):
    ann = client.Session(server.port)
    opened = ann.open(**fields)
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    return table, ann, bob, opened


def verify(mqm):
    """`maxq replay --verify` on a downloaded record."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "match.mqm")
        path.write_bytes(mqm)
        done = subprocess.run(
            [client.MAXQ, "replay", "--verify", str(path)],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def whole_matches():
    for game, options in GAMES.items():
        whole_match(game, options)


def whole_match(game, options):
    server = client.Server(*FREE)
    table, ann, bob, _ = two_people(server, game=game, options=options)
    players = [client.Player(ann, table), client.Player(bob, table)]
    play_on(players, client.rng(7))
    for player in players:
        player.wait(lambda p: p.info["state"] == "over")
        assert player.log[-1]["kind"] == "close"
    result = players[0].info["result"]
    assert result["reason"] == "played", result
    status, mqm, _ = ann.raw("GET", f"/api/tables/{table}/match.mqm")
    assert status == 200
    verify(mqm)
    compare_views(players, mqm)
    compare_log(server, table, players)
    server.stop()


def compare_views(players, mqm):
    """The views the clients built from changes are the engine's: the bridge
    plays the record's log and gives each seat's view."""
    header, *entries = map(json.loads, mqm.decode().splitlines())
    undone = {n for entry in entries for n in entry.get("undone", [])}
    ops = [
        {
            "op": "new",
            "game": header["game"],
            "players": header["players"],
            "options": header["options"],
        }
    ]
    for entry in entries:
        if entry["kind"] == "event" and entry["n"] not in undone:
            if entry["seat"] == "chance":
                ops.append({"op": "apply", "chance": entry["action"]})
            else:
                seat = int(entry["seat"][1:]) - 1
                ops.append(
                    {"op": "apply", "player": seat, "action": entry["action"]}
                )
    ops += [{"op": "view", "player": seat} for seat in range(len(players))]
    done = subprocess.run(
        [client.MAXQ, "bridge"],
        input="\n".join(map(json.dumps, ops)) + "\n",
        capture_output=True,
        text=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(answer["ok"] for answer in answers), answers
    for player, answer in zip(players, answers[-len(players) :]):
        assert answer["view"] == player.view


def compare_log(server, table, players):
    """The log of the finished match is what each seat received."""
    anybody = client.Session(server.port)
    for seat, player in enumerate(players):
        log = anybody.get(f"/api/tables/{table}/log?as={seat}")
        theirs = [(i["number"], i["kind"], i.get("text")) for i in log["items"]]
        ours = [(i["number"], i["kind"], i.get("text")) for i in player.log]
        assert theirs[-len(ours) :] == ours, seat
        view = log["first"]
        for item in log["items"]:
            client.put(view, item["changes"])
        assert view == player.view
        views = anybody.get(f"/api/tables/{table}/log?as={seat}&views=1")
        assert views["items"][-1]["view"] == player.view
    for who in ("all", "spectator"):
        assert anybody.get(f"/api/tables/{table}/log?as={who}")["items"]


def with_reconnects():
    server = client.Server(*FREE)
    table, ann, bob, _ = two_people(server)
    players = [client.Player(ann, table), client.Player(bob, table)]
    play_on(players, client.rng(8), reconnect=0.1)
    fresh = client.Player(ann, table)
    assert fresh.view == players[0].view
    compare_log(server, table, players)
    server.stop()


def away_and_back():
    """Who comes back gets what was missed, and then what comes, as if they
    had been there."""
    server = client.Server(*FREE)
    table, ann, bob, _ = two_people(server, options={"start": "P1"})
    players = [client.Player(ann, table), client.Player(bob, table)]
    rng = client.rng(12)
    for _ in range(6):
        seat = players[0].now["actors"][0]
        mover, other = players[seat], players[1 - seat]
        other.socket.close()
        client.eventually(
            lambda: not ann.get(f"/api/tables/{table}")["table"]["seats"][
                1 - seat
            ]["connected"]
        )
        assert mover.act(rng.choice(mover.now["legal"]))["ok"]
        other.connect()
        mover = players[mover.now["actors"][0]]
        assert mover.act(rng.choice(mover.now["legal"]))["ok"]
        for player in players:
            player.wait(lambda p: p.last >= mover.last)
            assert player.view == client.Player(player.session, table).view
    server.stop()


def against_bots():
    server = client.Server("--bot-ms", "20")
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    opened = ann.open(seats=seats, start=True)
    assert opened["table"]["state"] == "running"
    assert opened["table"]["help"] == "hints"
    player = client.Player(ann, opened["table"]["id"])
    rng = client.rng(9)
    while not player.now["over"]:
        player.wait(lambda p: 0 in p.now["actors"] or p.now["over"])
        if not player.now["over"]:
            answer = player.act(rng.choice(player.now["legal"]))
            assert answer["ok"], answer
    player.wait(lambda p: p.info["state"] == "over")
    server.stop()


def in_a_hurry():
    """A bot that may think for a minute moves when it is asked to."""
    server = client.Server("--bot-ms", "60000")
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "expert"}]
    table = ann.open(game="mlem", seats=seats, start=True)["table"]["id"]
    player = client.Player(ann, table)
    rng = client.rng(11)
    while 0 in player.now["actors"]:
        assert player.act(rng.choice(player.now["legal"]))["ok"]
    last = player.last

    def moved():
        assert player.ask("hurry", seat=1)["ok"]
        return player.last > last

    start = time.monotonic()
    client.eventually(moved)
    assert time.monotonic() - start < 30, "half of what it might think"
    server.stop()


def bots_alone_after_restart():
    """A table that waits for bots goes on by itself after a restart."""
    server = client.Server("--bot-ms", "20")
    ann = client.Session(server.port)
    seats = [{"kind": "bot", "bot": "greedy"}] * 2
    table = ann.open(seats=seats, start=True)["table"]["id"]
    server.kill()
    server.start()
    watcher = client.Player(ann, table)
    watcher.wait(lambda p: p.info["state"] == "over")
    server.stop()


def refusals():
    server = client.Server()
    table, ann, bob, opened = two_people(server)
    players = [client.Player(ann, table), client.Player(bob, table)]
    seat = players[0].now["actors"][0]
    mover, other = players[seat], players[1 - seat]
    code = lambda answer: answer["error"]["code"]
    answer = other.act(mover.now["legal"][0])
    assert code(answer) == "not_your_turn", answer
    assert code(mover.act("fly to the moon")) == "unknown_action"
    answer = mover.act("land")
    assert code(answer) == "illegal" and "rule" in answer["error"], answer
    stale = mover.ask("act", action="x", last=mover.last + 5)
    assert code(stale) == "stale"
    assert code(mover.ask("dance")) == "bad_request"
    assert code(mover.ask("hint")) == "no_help"
    assert code(mover.ask("act", last=0)) == "bad_request"
    first = mover.act(mover.now["legal"][0], id="same")
    assert first["ok"]
    again = mover.act("whatever", id="same")
    assert again == first, (first, again)
    watcher = client.Session(server.port)
    watcher.enter(opened["links"]["watch"])
    spectator = client.Player(watcher, table)
    assert code(spectator.act("land")) == "forbidden"
    server.stop()


def the_first_message():
    """What the page of the protocol shows, and the program's version."""
    server = client.Server()
    hello = client.Session(server.port).socket().hello
    page = (client.ROOT / "docs" / "protocol.md").read_text()
    start = page.index('{"type":"hello"')
    shown = json.loads(page[start : page.index("```", start)])
    for name in ("server", "protocol", "capabilities", "reactions", "limits"):
        assert hello[name] == shown[name], (name, hello)
    assert set(hello) == set(shown), hello
    done = subprocess.run(
        [client.MAXQ, "--version"], capture_output=True, text=True
    )
    assert hello["version"] in done.stdout.split(), done.stdout
    server.stop()


def answers_in_order():
    """Each message gets its answer, in the order they were sent, whether it
    has to wait for the disk or not."""
    server = client.Server(*FREE)
    table, ann, bob, _ = two_people(server)
    players = [client.Player(ann, table), client.Player(bob, table)]
    mover = players[players[0].now["actors"][0]]
    action = mover.now["legal"][0]
    names = [f"n{number}" for number in range(60)]
    for number, name in enumerate(names):
        kind = ("act", "view", "legal", "dance", "odds", "undo")[number % 6]
        mover.socket.send(
            type=kind, id=name, last=mover.last + number, action=action
        )
    got = mover.socket.until(lambda m: m.get("id") == names[-1])
    answers = [m for m in got if m["type"] == "answer"]
    assert [a["id"] for a in answers] == names
    assert {a["ok"] for a in answers} == {True, False}
    server.stop()


def undo_and_redo():
    """One's own last action freely; past another's move if they agree."""
    server = client.Server()
    table, ann, bob, _ = two_people(server, options={"start": "P1"})
    players = [client.Player(ann, table), client.Player(bob, table)]
    mover, other = players
    before = deepcopy(mover.view)
    assert mover.act(mover.now["legal"][0])["ok"]
    answer = mover.ask("undo", last=mover.last)
    assert answer["ok"] and "proposal" not in answer, answer
    assert mover.view == before and mover.log[-1]["kind"] == "undo"
    assert mover.log[-1]["undone"] == [mover.last - 1]
    assert not mover.log[-1]["agreed"]
    other.wait(lambda p: p.log and p.log[-1]["kind"] == "undo")
    forced = other.ask("redo", last=other.last)  # another's move stays undone
    assert forced["error"]["code"] == "nothing_to_do", forced
    assert mover.ask("redo", last=mover.last)["ok"]
    assert mover.view != before
    again = mover.ask("redo", last=mover.last)
    assert again["error"]["code"] == "nothing_to_do", again
    other.wait(lambda p: p.last == mover.last)
    assert mover.now["actors"] == [1], mover.now
    assert other.act(other.now["legal"][0])["ok"]
    mover.wait(lambda p: p.last == other.last)
    after = deepcopy(mover.view)
    for word in ("decline", "agree"):
        assert mover.view == after
        answer = mover.ask("undo", last=mover.last)
        assert answer["ok"] and answer["proposal"], answer
        other.wait(lambda p: p.info["proposals"])
        assert other.ask(word, proposal=answer["proposal"])["ok"]
        mover.wait(lambda p: not p.info["proposals"])
    mover.wait(lambda p: p.log[-1]["kind"] == "undo")
    assert mover.view == before and mover.log[-1]["agreed"]
    assert mover.ask("concede", last=mover.last)["ok"]
    mover.wait(lambda p: p.info["state"] == "over")
    assert mover.info["result"]["taken_back"] == 1
    server.stop()


def no_old_thoughts():
    """A bot that thinks while its position is taken back thinks again: it
    never plays what it thought out for the position before."""
    server = client.Server("--bot-ms", "3000", *FREE)
    ann = client.Session(server.port)
    opened = ann.open(
        game="mlem",
        options={"start": "P1"},
        seats=[
            {"kind": "person", "name": "Ann"},
            {"kind": "bot", "bot": "expert"},
        ],
    )
    table = opened["table"]["id"]
    if opened["table"]["state"] == "open":
        ann.post(f"/api/tables/{table}/start")
    player = client.Player(ann, table)
    player.wait(lambda p: p.now["actors"] == [0])
    first, second = player.now["legal"][:2]
    assert player.act(first)["ok"]
    assert player.now["actors"] == [1], player.now
    undone = player.ask("undo", last=player.last)
    assert undone["ok"] and player.now["actors"] == [0], (undone, player.now)
    assert player.act(second)["ok"]
    thoughts = [m for m in player.socket.seen if m["type"] == "thinking"]
    before = len(player.log)
    while len(player.log) == before:
        message = player.socket.receive()
        thoughts += [message] if message["type"] == "thinking" else []
        player.take(message)
    assert player.log[-1]["seat"] == 1 and thoughts, player.log[-1]
    server.stop()


def undo_alone():
    """Bots always agree: who sits with them takes back whatever was known,
    and the result says how often."""
    server = client.Server("--bot-ms", "20", *FREE)
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    opened = ann.open(seats=seats, start=True, options={"start": "P1"})
    table = opened["table"]["id"]
    player = client.Player(ann, table)
    for _ in range(3):
        player.wait(lambda p: p.now["actors"] == [0])
        before = deepcopy(player.view)
        last = player.last
        assert player.act(player.now["legal"][0])["ok"]
        player.wait(
            lambda p: p.now["actors"] == [0]
            and any(i["number"] > last and i.get("seat") == 1 for i in p.log)
        )
        answer = player.ask("undo", last=player.last, to=last)
        assert answer["ok"] and "proposal" not in answer, answer
        assert player.view == before
    assert player.ask("concede", last=player.last)["ok"]
    player.wait(lambda p: p.info["state"] == "over")
    assert player.info["result"]["taken_back"] == 3, player.info["result"]
    server.stop()


def concede_and_rematch():
    server = client.Server()
    table, ann, bob, _ = two_people(server)
    players = [client.Player(ann, table), client.Player(bob, table)]
    assert players[0].ask("concede", last=players[0].last)["ok"]
    players[1].wait(lambda p: p.info["state"] == "over")
    assert players[1].info["result"]["winners"] == [1]
    assert players[1].info["result"]["reason"] == "conceded"
    again = ann.post(f"/api/tables/{table}/rematch")["table"]
    assert again["you"]["seat"] == 1 and again["state"] == "open", again
    players[1].wait(lambda p: p.info["rematch"] == again["id"])
    theirs = bob.post(f"/api/tables/{table}/rematch")["table"]
    assert theirs["id"] == again["id"] and theirs["state"] == "running"
    assert theirs["you"]["seat"] == 0
    assert client.Player(bob, again["id"]).view
    server.stop()


def clocks():
    server = client.Server("--bot-ms", "20")
    seconds = max(5, round(pace.limit(2)))  # time to take the seat back
    clock = {"kind": "move", "seconds": seconds, "on_timeout": "bot"}
    table, ann, bob, _ = two_people(server, clock=clock)
    players = [client.Player(ann, table), client.Player(bob, table)]
    seat = players[0].now["actors"][0]
    assert players[0].now["clock"]["running"] == [seat]
    mover = players[seat]
    mover.wait(lambda p: p.info["seats"][seat]["timed_out"])
    assert mover.info["seats"][seat]["bot"] == "greedy"
    kinds = [item["kind"] for item in mover.log]
    assert kinds[:2] == ["clock", "bot"], kinds
    assert mover.ask("take_seat")["ok"]
    mover.wait(lambda p: p.info["seats"][seat]["bot"] is None)
    assert not mover.info["seats"][seat]["timed_out"]
    server.stop()


client.run(
    [
        whole_matches,
        with_reconnects,
        away_and_back,
        against_bots,
        in_a_hurry,
        bots_alone_after_restart,
        refusals,
        the_first_message,
        answers_in_order,
        undo_and_redo,
        no_old_thoughts,
        undo_alone,
        concede_and_rematch,
        clocks,
    ]
)
