#!/usr/bin/env python3
"""What must not disturb others: floods, oversized and malformed input, slow
and dead clients, a locked or full or damaged store, a clock that jumps."""
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import time
from concurrent import futures

import client
from client import pace

FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "99999", "--messages-burst", "99999")


SANITIZER = os.environ.get("MAXQ_SANITIZER", "none")


def code(answer):
    return answer.get("error", {}).get("code")


def table_of_two(server):
    ann = client.Session(server.port)
    opened = ann.open()
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    return table, client.Player(ann, table), client.Player(bob, table)


def mover_of(*players):
    for seat, player in enumerate(players):
        if seat in player.now["actors"]:
            return player
    raise AssertionError("nobody moves")


def step(players):
    """One action; how long its answer took."""
    mover = mover_of(*players)
    start = time.monotonic()
    answer = mover.act(mover.now["legal"][0])
    took = time.monotonic() - start
    assert answer["ok"], answer
    for player in players:
        player.wait(lambda p: p.last >= mover.last)
    return took


def closed_with(sock):
    try:
        while True:
            sock.receive()
    except client.Closed as closed:
        return closed.code
    except ConnectionResetError:
        return None


def long_and_odd_messages():
    server = client.Server()
    table, *players = table_of_two(server)
    session = players[0].session
    sock = session.socket()
    sock.send_frame(1, b'{"type":"ping","x":"' + b"x" * 20000 + b'"}')
    assert closed_with(sock) == 1009
    sock = session.socket()
    sock.send_frame(2, b"\x00\x01")
    assert closed_with(sock) == 4000
    sock = session.socket()
    sock.send_frame(1, b"\xff\xfe\xfd")
    assert closed_with(sock) == 1007
    sock = session.socket()
    sock.send_frame(1, b'{"type":', final=False)
    sock.send_frame(0, b'"ping"}')
    assert sock.receive()["type"] == "pong"
    for text in ["", "{", "[]", "null", '{"type":1}', '{"type":"act"}']:
        sock.send_frame(1, text.encode())
        assert code(sock.receive()) == "bad_request", text
    for _ in range(4):
        sock.send_frame(1, b"nonsense")
    assert closed_with(sock) == 4000
    sock = session.socket()
    sock.send_frame(1, json.dumps({"type": "x", "id": "i" * 99}).encode())
    assert code(sock.receive()) == "bad_request"
    step(players)
    server.stop()


def long_bodies():
    server = client.Server()
    session = client.Session(server.port)
    status, _, _ = session.raw("POST", "/api/tables", b"x" * 70000)
    assert status == 413, status
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(client.PATIENCE)
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        try:
            raw.sendall(b"X-Long: " + b"y" * 100000 + b"\r\n\r\n")
            while raw.recv(4096):
                pass
        except OSError:
            pass
    assert session.get("/healthz")["ok"]
    server.stop()


def flood_of_messages():
    server = client.Server()
    _, *players = table_of_two(server)
    loud = client.Session(server.port).socket()
    try:
        for _ in range(500):
            loud.send(type="ping")
    except OSError:
        pass
    assert closed_with(loud) in (4001, None)
    step(players)
    server.stop()


def flood_of_requests():
    server = client.Server("--requests", "1", "--requests-burst", "20")
    loud = client.Session(server.port)
    for path in ("/healthz", "/"):
        assert loud.raw("GET", path)[0] == 200
        assert any(loud.raw("GET", path)[0] == 429 for _ in range(9999))
    quiet = socket.create_connection(
        ("127.0.0.1", server.port), source_address=("127.0.0.2", 0)
    )
    quiet.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b" 200 " in quiet.recv(1000)
    quiet.close()
    server.stop()


def sockets_of_one_address():
    server = client.Server("--sockets-per-address", "10", *FREE)
    session = client.Session(server.port)
    kept = [session.socket() for _ in range(10)]
    try:
        session.socket()
        raise AssertionError("one too many")
    except client.Closed as closed:
        assert closed.code == 429, closed.code
    kept.pop().close()

    def room():
        try:
            kept.append(session.socket())
            return True
        except client.Closed as closed:
            assert closed.code == 429, closed.code
            return False

    client.eventually(room)
    server.stop()


def upgrade(server):
    """A socket that asks to be a WebSocket, and no more."""
    sock = socket.create_connection(("127.0.0.1", server.port))
    sock.settimeout(client.PATIENCE)
    sock.sendall(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: maxq.v1\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return sock


def memory_of(server):
    """Its resident memory, in KiB."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


def many_idle_connections():
    """Ten thousand that do nothing cost little memory and disturb nobody."""
    wanted = 10000
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most > wanted + 500, f"only {most} files may be open: ulimit -Hn"
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    patient = ("--ping-after", "3600", "--dead-after", "7200")
    patient += ("--header-time", "600")
    server = client.Server("--sockets-per-address", "20000", *patient)
    _, *players = table_of_two(server)
    before = memory_of(server)
    idle = []
    while len(idle) < wanted:
        part = [upgrade(server) for _ in range(100)]
        for sock in part:
            assert b" 101 " in sock.recv(2000)
        idle += part
    each = (memory_of(server) - before) / wanted
    most = 8 if SANITIZER == "none" else 64  # which has shadows of its own
    assert each < most, f"{each:.1f} KiB a connection"
    step(players)
    assert players[0].session.raw("GET", "/healthz")[0] == 200
    figures = players[0].session.raw("GET", "/metrics")[1].decode()
    held = int(re.search(r"^maxq_sockets (\d+)", figures, re.M).group(1))
    assert held >= wanted, held
    for sock in idle:
        sock.close()
    waited = step(players)  # all leave at once, and it goes on
    server.stop()
    print(f"# {held} held, {each:.1f} KiB each, {waited:.2f} s to let them go")


def tables_of_one_address():
    server = client.Server("--tables-per-address", "3", *FREE)
    session = client.Session(server.port)
    for _ in range(3):
        session.open()
    status, answer = session.request(
        "POST", "/api/tables", {"game": "mlem", "seats": [{"kind": "open"}] * 2}
    )
    assert status == 429 and code(answer) == "too_many"
    server.stop()


def slow_reader():
    """One who doesn't read is closed when too much waits; nobody else
    notices, and coming back brings what was missed."""
    server = client.Server(*FREE)
    server.terminate()
    server.start("--queue-bytes", "16384")
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "random"}] * 4
    table = ann.open(seats=seats, start=True)["table"]["id"]
    lazy = ann.socket(window=2048)
    number = lazy.ask("subscribe", table=table, want=["views"])["number"]
    player = client.Player(ann, table)
    while not player.now["over"]:
        player.wait(lambda p: 0 in p.now["actors"] or p.now["over"])
        if not player.now["over"]:
            assert player.act(player.now["legal"][0])["ok"]
    metrics = ann.raw("GET", "/metrics")[1].decode()
    assert "maxq_slow_total 1\n" in metrics, metrics
    server.terminate()
    server.start()
    again = ann.socket()
    answer = again.ask("subscribe", table=table, **{"from": number})
    items = [m for m in again.seen if m["type"] == "item"]
    assert [i["number"] for i in items] == list(
        range(number + 1, answer["number"] + 1)
    )
    server.stop()


def dead_sockets():
    """One that never sends a request, one that stops in its head, one that
    no longer answers pings: all are given up, the others stay."""
    dead = f"{pace.limit(3):.0f}"  # a busy machine answers pings late
    options = ("--ping-after", "1", "--dead-after", dead, "--header-time", "2")
    server = client.Server(*options)
    table, *players = table_of_two(server)
    mute = socket.create_connection(("127.0.0.1", server.port))
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
    gone = players[0].session.socket()
    gone.socket.setblocking(False)
    alive = players[0]
    alive.socket.socket.settimeout(0.2)  # it goes on answering pings

    def is_gone():
        try:
            alive.take(alive.socket.receive())
        except socket.timeout:
            pass
        try:
            return gone.socket.recv(4096) == b""
        except BlockingIOError:
            return False

    client.eventually(is_gone)
    alive.socket.socket.settimeout(client.PATIENCE)
    for dead in (mute, half):
        dead.settimeout(client.PATIENCE)
        assert dead.recv(100) == b""
    assert alive.ask("view")["ok"]
    server.stop()


def locked_database():
    server = client.Server("--busy-ms", "200")
    table, *players = table_of_two(server)
    step(players)
    mover = mover_of(*players)
    view = json.dumps(mover.view)
    lock = sqlite3.connect(server.db, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    action = mover.now["legal"][0]
    answer = mover.act(action, id="locked")
    assert code(answer) == "not_saved", answer
    assert json.dumps(mover.view) == view
    session = client.Session(server.port)
    assert session.request("GET", "/healthz")[0] == 503
    lock.execute("ROLLBACK")
    answer = mover.act(action, id="locked")
    assert answer["ok"], answer
    assert session.request("GET", "/healthz")[0] == 200
    other = players[1] if mover is players[0] else players[0]
    other.wait(lambda p: p.last == mover.last)
    assert [i["text"] for i in mover.log if i["kind"] == "event"].count(
        action
    ) >= 1
    server.stop()


def nobody_waits_for_the_disk():
    """While an action can't be written yet all other tables are answered, its
    own is told nothing, and it is answered once it is written."""
    server = client.Server("--busy-ms", "60000")
    _, *players = table_of_two(server)
    elsewhere, *others = table_of_two(server)
    seat = players[0].now["actors"][0]
    mover, watcher = players[seat], players[1 - seat]
    lock = sqlite3.connect(server.db, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    action = mover.now["legal"][0]
    mover.socket.send(type="act", id="slow", last=mover.last, action=action)
    for player in others:
        assert player.ask("view")["number"] == player.last
        path = f"/api/tables/{elsewhere}"
        assert player.session.get(path)["table"]["state"] == "running"
        assert player.session.get("/api/info")["server"] == "maxq"
    for player in (mover, watcher):
        player.socket.socket.setblocking(False)
        try:
            while True:  # who is there; nothing else has happened
                assert player.socket.receive()["type"] == "table"
        except BlockingIOError:
            player.socket.socket.settimeout(client.PATIENCE)
    lock.execute("ROLLBACK")
    got = mover.socket.until(lambda m: m["type"] == "answer")
    assert got[-1]["id"] == "slow" and got[-1]["ok"], got[-1]
    watcher.wait(lambda p: p.last >= got[-1]["number"])
    server.stop()


def full_disk():
    """The file may not grow any more: actions are refused, nothing is lost,
    and it goes on when there is room."""
    server = client.Server()
    table, *players = table_of_two(server)
    step(players)
    pid = server.process.pid
    size = max(
        os.path.getsize(server.db + end) for end in ("", "-wal", "-shm")
    )
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    refused = 0
    for _ in range(40):
        mover = mover_of(*players)
        answer = mover.act(mover.now["legal"][0])
        if not answer["ok"]:
            assert code(answer) == "not_saved", answer
            refused += 1
            break
        for player in players:
            player.wait(lambda p: p.last >= mover.last)
    assert refused, "the limit was never met"
    limits = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    step(players)
    views = [json.dumps(p.view) for p in players]
    server.kill()
    server.start()
    for player, view in zip(players, views):
        player.session.port = server.port
        fresh = client.Player(player.session, table)
        assert json.dumps(fresh.view) == view
    server.stop()


def damaged_file():
    """A table that can't be read is told so; the others go on."""
    server = client.Server()
    good, *players = table_of_two(server)
    bad, *others = table_of_two(server)
    step(players)
    step(others)
    assert server.terminate() == 0
    with sqlite3.connect(server.db) as db:
        db.execute(
            "UPDATE entries SET line = substr(line, 1, 20)"
            " WHERE tbl = ? AND n = 0",
            (bad,),
        )
    server.start()
    status, answer = others[0].session.request("GET", f"/api/tables/{bad}")
    assert status == 503, (status, answer)
    assert f"table={bad}" in server.logged()
    fresh = client.Player(players[0].session, good)
    assert fresh.view == players[0].view
    assert server.terminate() == 0
    with open(server.db, "r+b") as file:
        file.write(b"not a database any more" * 10)
    done = subprocess.run(
        [client.MAXQ, "serve", "--listen", "127.0.0.1:0", "--db", server.db],
        capture_output=True,
        timeout=client.PATIENCE,
    )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done
    server.folder.cleanup()


def clock_jumps():
    clock = client.Clock()
    server = client.Server(env=clock.env)
    ann = client.Session(server.port)
    opened = ann.open(clock={"kind": "match", "seconds": 3600})
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    players = [client.Player(ann, table), client.Player(bob, table)]
    for seconds in (86400, -86400, 0):
        clock.set(seconds)
        at = ann.get("/api/tables/" + table)["table"]["created_at"]
        step(players)
        told = players[0].now["clock"]
        assert abs(told["at"] - at - seconds * 1000) < 3600000, told
        assert min(told["left_ms"]) > 3000000, told
        assert not any(s["timed_out"] for s in players[0].info["seats"])
    server.stop()


def stop_is_clean():
    for number in (signal.SIGTERM, signal.SIGINT):
        server = client.Server()
        _, *players = table_of_two(server)
        server.process.send_signal(number)
        messages = players[0].socket.until(lambda m: m["type"] == "bye")
        assert messages[-1]["reason"] == "stopping"
        assert closed_with(players[0].socket) == 1001
        assert server.process.wait(client.PATIENCE) == 0


def play_a_little(server):
    session = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "random"}]
    table = session.open(seats=seats, start=True)["table"]["id"]
    player = client.Player(session, table)
    for _ in range(6):
        if 0 in player.now["actors"]:
            player.act(player.now["legal"][0])
        else:
            player.ask("view")


def play_until_stopped(server):
    """Opens tables and plays until the server is gone."""
    try:
        while True:
            play_a_little(server)
    except (OSError, client.Closed, http.client.HTTPException):
        pass
    except AssertionError as refused:
        if "stopping" not in str(refused):
            raise


def stop_under_load():
    """Whatever is under way: it ends, with 0."""
    for round_ in range(8):
        server = client.Server("--bot-ms", "1", *FREE)
        with futures.ThreadPoolExecutor(4) as pool:
            busy = [pool.submit(play_until_stopped, server) for _ in range(4)]
            time.sleep(round_ * 0.02)
            server.stop()
        for one in busy:
            one.result()


client.run(
    [
        long_and_odd_messages,
        long_bodies,
        flood_of_messages,
        flood_of_requests,
        sockets_of_one_address,
        many_idle_connections,
        tables_of_one_address,
        slow_reader,
        dead_sockets,
        locked_database,
        nobody_waits_for_the_disk,
        full_disk,
        damaged_file,
        clock_jumps,
        stop_is_clean,
        stop_under_load,
    ]
)
