#!/usr/bin/env python3
"""What strangers can reach: nobody else's answer gets slow by what one address
asks for, and rights end when they should. Strangers come from 127.0.0.2, the
person who is disturbed from 127.0.0.1."""
import hashlib
import json
import os
import pathlib
import re
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import client
from client import eventually, pace

FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "99999", "--messages-burst", "99999")
STRANGER = "127.0.0.2"
ACCOUNT = {"name": "Ann", "password": "correct horse"}


def code(answer):
    return answer.get("error", {}).get("code")


def stranger(server, source=STRANGER):
    session = client.Session(server.port)
    session.source = source
    return session


def p99(times):
    return sorted(times)[int(len(times) * 0.99)]


class Victim(threading.Thread):
    """Asks for what a page asks for, again and again, and takes the time."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.session = client.Session(server.port)
        self.table = self.session.open(
            seats=[{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}],
            start=True,
        )["table"]["id"]
        self.player = client.Player(self.session, self.table)
        self.stop = threading.Event()
        self.times = []
        self.slow = []
        self.error = None

    def run(self):
        try:
            while not self.stop.is_set():
                for work in (self.act, self.list, self.subscribe):
                    start = time.monotonic()
                    work()
                    self.times.append(time.monotonic() - start)
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def act(self):
        if self.player.now["over"]:
            return
        self.player.wait(lambda p: 0 in p.now["actors"] or p.now["over"])
        if not self.player.now["over"]:
            assert self.player.act(self.player.now["legal"][0])["ok"]

    def list(self):
        assert self.session.request("GET", "/api/session")[0] == 200

    def subscribe(self):
        client.Player(self.session, self.table).socket.close()


def disturbed(server, attack):
    """p99 of another person's requests before and while it goes on."""
    victim = Victim(server)
    victim.start()
    eventually(lambda: len(victim.times) >= 300 or victim.error)
    before = len(victim.times)
    attack()
    eventually(lambda: len(victim.times) >= before + 300 or victim.error)
    victim.stop.set()
    victim.join()
    assert victim.error is None, victim.error
    return p99(victim.times[:before]), p99(victim.times[before:])


def told(what, before, during):
    print(f"# {what}: p99 {before * 1000:.1f} ms before, {during * 1000:.1f} ms then")


def figure(session, name):
    text = session.raw("GET", "/metrics")[1].decode()
    return int(re.search(rf"^maxq_{name}_total (\d+)", text, re.M).group(1))


def finished_match(server):
    """Only bots: it is over in a moment."""
    session = client.Session(server.port)
    table = session.open(
        game="apogee", seats=[{"kind": "bot", "bot": "random"}] * 5, start=True
    )["table"]["id"]
    path = f"/api/tables/{table}"
    eventually(lambda: session.get(path)["table"]["state"] == "over")
    return path


def in_parallel(count, work):
    threads = [threading.Thread(target=work, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def elsewhere(name, *words):
    """An attack, in a process of its own so that it disturbs nobody but the
    server; what it prints."""
    done = subprocess.run(
        [sys.executable, __file__, "attack", name, *map(str, words)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def attack_logs(port, *paths):
    """Sixty at once: status, which, and a hash of what came."""
    answers = []

    def ask(number):
        session = client.Session(int(port))
        session.source = STRANGER
        which = number % len(paths)
        status, data, _ = session.raw("GET", paths[which] + "/log?as=all&views=1")
        answers.append((status, which, hashlib.sha256(data).hexdigest()))

    in_parallel(60, ask)
    return answers


def long_logs():
    """S2: sixty long logs at once, by somebody without a cookie."""
    server = client.Server(*FREE, "--bot-ms", "1")
    paths = [finished_match(server) for _ in range(2)]
    answers = []
    before, during = disturbed(
        server, lambda: answers.extend(elsewhere("attack_logs", server.port, *paths))
    )
    told("60 long logs", before, during)
    assert during < max(0.1, before * 5) * pace.factor(), (before, during)
    statuses = [status for status, _, _ in answers]
    assert statuses.count(200) > 0 and set(statuses) <= {200, 429}, statuses
    # Another address isn't refused, what was asked before is at hand, and
    # whoever gets one gets the whole.
    session = client.Session(server.port)
    kept = figure(session, "logs_cached")
    assert kept > 0
    for which, path in enumerate(paths):
        status, data, _ = session.raw("GET", path + "/log?as=all&views=1")
        assert status == 200 and json.loads(data)["items"][-1]["kind"] == "close"
        own = hashlib.sha256(data).hexdigest()
        assert {h for s, w, h in answers if (s, w) == (200, which)} == {own}
    assert figure(session, "logs_cached") == kept + 2
    assert session.raw("GET", paths[0] + "/log?as=0")[0] == 200
    server.stop()


def attack_logins(port):
    """250 with different names, and nobody waits for the answer."""

    def login(number):
        body = json.dumps({"name": f"guess{number}", "password": "x" * 20}).encode()
        sock = socket.socket()
        sock.bind((STRANGER, 0))
        sock.connect(("127.0.0.1", int(port)))
        sock.sendall(
            b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body
        )
        sock.close()

    in_parallel(250, login)
    return []


def many_logins():
    """S3: 250 logins with different names; those who asked hang up."""
    server = client.Server(*FREE)
    client.Session(server.port).post("/api/accounts", ACCOUNT)
    before, during = disturbed(server, lambda: elsewhere("attack_logins", server.port))
    told("250 logins", before, during)
    start = time.monotonic()
    client.Session(server.port).post("/api/login", ACCOUNT)
    took = time.monotonic() - start
    print(f"# a correct login then: {took:.2f} s")
    assert took < 2 * pace.factor(), took
    # Nobody waits for the answer: little is worked out for them.
    hashed = figure(client.Session(server.port), "passwords_hashed")
    assert hashed < 60, hashed
    server.stop()


def logins_of_one_address():
    """S3: the name doesn't matter for an address that tries too many."""
    server = client.Server(*FREE)
    answers = []

    def login(number):
        body = {"name": f"guess{number}", "password": "x" * 20}
        answers.append(stranger(server).request("POST", "/api/login", body))

    start = time.monotonic()
    in_parallel(40, login)
    most = 21 + (time.monotonic() - start) / 5
    codes = [code(answer) for _, answer in answers]
    assert set(codes) == {"bad_password", "too_many"}, set(codes)
    assert codes.count("bad_password") <= most, codes.count("bad_password")
    for number in range(40, 70):  # nothing else is under way any more
        login(number)
        if code(answers[-1][1]) == "too_many":
            break
    assert code(answers[-1][1]) == "too_many", answers[40:]
    who = client.Session(server.port)  # at another address
    assert who.request("POST", "/api/accounts", ACCOUNT)[0] == 201
    server.stop()


def account_codes():
    """S3: a code has a limit of its own, whatever names go with it."""
    server = client.Server(*FREE, "--accounts", "code", "--account-code", "4711")
    who = stranger(server)

    def make(session, number, word):
        body = {"name": f"n{number}", "password": "long enough", "code": word}
        return code(session.request("POST", "/api/accounts", body)[1])

    codes = [make(who, n, f"{n:04}") for n in range(50)]
    assert codes[:3] == ["forbidden"] * 3, codes
    assert codes.count("forbidden") < 12, codes
    assert codes[-1] == "too_many", codes
    # Guessing is over for that address, also with the right one.
    assert make(who, 60, "4711") == "too_many"
    assert make(client.Session(server.port), 61, "4711") is None
    # From many addresses it is no faster for long.
    far = 0
    for number in range(40):
        session = stranger(server, f"127.0.1.{number + 1}")
        for guess in range(5):
            far += make(session, 100 + number * 5 + guess, f"{guess:04}") == "forbidden"
    assert far <= 100, far
    server.stop()


def sockets_end_with_their_session():
    """S4: after logging out, after a new password, after signing in."""
    server = client.Server(*FREE)
    ann = client.Session(server.port)
    ann.post("/api/accounts", ACCOUNT)
    opened = ann.open()
    table, link = opened["table"]["id"], opened["links"]["join"]
    client.join(server, table, link, "Bob")
    ann.post(f"/api/tables/{table}/start")
    phone = client.Session(server.port)
    phone.post("/api/login", ACCOUNT)
    here, there = client.Player(ann, table), client.Player(phone, table)
    ann.post("/api/account/password", {"old": ACCOUNT["password"], "new": "12345678"})
    assert closed_with(there.socket) == 4005
    assert here.ask("view")["ok"]  # one's own goes on
    old = ann.cookie
    ann.post("/api/logout")
    assert closed_with(here.socket) == 4005
    ann.cookie = old
    assert ann.get("/api/session")["account"] is None
    server.stop()


def closed_with(sock):
    try:
        while True:
            sock.receive()
    except client.Closed as closed:
        return closed.code


def login_gives_a_new_cookie():
    """S4: who knew the cookie from before has nothing of it."""
    server = client.Server(*FREE)
    client.Session(server.port).post("/api/accounts", ACCOUNT)
    for path in ("/api/login", "/api/accounts"):
        ann = client.Session(server.port)
        table = ann.open(
            seats=[{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}],
            start=True,
        )["table"]["id"]
        player = client.Player(ann, table)
        thief = client.Session(server.port)
        thief.cookie = ann.cookie
        body = ACCOUNT if path == "/api/login" else {**ACCOUNT, "name": "Another"}
        ann.post(path, body)
        assert ann.cookie != thief.cookie, path
        assert thief.get("/api/session")["account"] is None, path
        assert thief.request("GET", f"/api/tables/{table}")[0] == 404, path
        assert closed_with(player.socket) == 4005, path
        # One's tables come along.
        assert ann.get(f"/api/tables/{table}")["table"]["you"]["seat"] == 0
        player.connect()
    server.stop()


def attack_idle(port, wanted):
    """Connections that say nothing, and then one that does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    idle = []
    for _ in range(int(wanted)):
        sock = socket.socket()
        sock.bind((STRANGER, 0))
        try:
            sock.connect(("127.0.0.1", int(port)))
        except OSError:
            continue
        idle.append(sock)
    session = client.Session(int(port))
    session.source = STRANGER
    health = session.raw("GET", "/healthz")[0]
    held = 0
    for sock in idle:  # whoever was turned away reads the end
        sock.setblocking(False)
        try:
            held += sock.recv(1) != b""
        except BlockingIOError:
            held += 1
        except OSError:
            pass
    return {"connected": len(idle), "health": health, "held": held}


def idle_connections():
    """S8: 13,500 connections that say nothing, from one address (MAXQ_IDLE)."""
    wanted = int(os.environ.get("MAXQ_IDLE", "3000"))
    server = client.Server(*FREE, "--header-time", "600")
    made = []
    before, during = disturbed(
        server, lambda: made.append(elsewhere("attack_idle", server.port, wanted))
    )
    told(f"{wanted} idle connections", before, during)
    assert made[0]["connected"] > wanted * 0.9, made
    assert made[0]["health"] == 200, "not even from that address"
    assert made[0]["held"] < 1000, made
    assert client.Session(server.port).get("/healthz")["ok"]
    assert server.logged().count("\n") < 50, server.logged()[-2000:]
    server.stop()


def no_more_files():
    """S8: a system that gives few files: connections are turned away, the log
    stays short, and people who are there play on."""
    few = 220

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, few))

    server = client.Server(*FREE, "--header-time", "600", preexec_fn=limit)
    victim = Victim(server)
    idle = []
    for number in range(600):
        sock = socket.socket()
        sock.bind((f"127.0.2.{number % 200 + 1}", 0))
        sock.connect(("127.0.0.1", server.port))
        idle.append(sock)
    victim.act()
    assert client.Session(server.port).get("/healthz")["ok"]
    assert "errno 24" not in server.logged()
    assert server.logged().count("\n") < 50, server.logged()[-2000:]
    for sock in idle:
        sock.close()
    server.stop()


def removed_from_a_rematch():
    """S9: who was removed can't start for whoever sits there now."""
    server = client.Server(*FREE)
    ann = client.Session(server.port)
    opened = ann.open()
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    player = client.Player(ann, table)
    assert player.ask("concede", last=player.last)["ok"]
    made = ann.post(f"/api/tables/{table}/rematch")["table"]
    path, seat = f"/api/tables/{made['id']}", 1 - made["you"]["seat"]
    join = ann.post(path + "/links", {"link": "join"})["link"]
    ann.post(path + "/remove", {"seat": seat})
    cleo = client.sit(client.Session(server.port), made["id"], join, "Cleo")
    status, answer = bob.request("POST", f"/api/tables/{table}/rematch")
    assert status == 403 and code(answer) == "forbidden", answer
    now = ann.get(path)["table"]
    assert now["state"] == "open" and now["seats"][seat]["name"] == "Cleo", now
    assert cleo.get(path)["table"]["you"]["seat"] == seat
    server.stop()


def one_server_a_file():
    """S10: also by another name of the file."""
    server = client.Server()
    folder = pathlib.Path(server.folder.name)
    os.symlink(server.db, folder / "symbolic.db")
    os.link(server.db, folder / "hard.db")
    for name in ("symbolic.db", "hard.db"):
        done = subprocess.run(
            [client.MAXQ, "serve", "--listen", "127.0.0.1:0", "--db", folder / name],
            capture_output=True,
            text=True,
            timeout=client.PATIENCE,
            check=False,
        )
        assert done.returncode == 2 and "another maxq serve" in done.stderr, done
        done = subprocess.run(
            [client.MAXQ, "admin", "--db", folder / name, "restore", server.db],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2 and "running" in done.stderr, done
    server.stop()


def secrets_of_taken_seats():
    """S11: whoever opened the table has the link of each seat; once somebody
    sits there it opens nothing."""
    server = client.Server(*FREE)
    ann, bob = client.Session(server.port), client.Session(server.port)
    opened = ann.open()
    table, seat = opened["table"]["id"], opened["links"]["seats"][1]
    bob.enter(seat)
    sat = bob.post(f"/api/tables/{table}/sit", {"name": "Bob"})
    secret = seat.split("=")[1]
    spy = client.Session(server.port)
    status, answer = spy.request("POST", f"/api/tables/{table}/enter", {"secret": secret})
    assert status == 403 and code(answer) == "bad_secret", answer
    # The person has a link of their own, for their other devices.
    other = client.Session(server.port)
    assert other.enter(sat["link"])["you"]["seat"] == 1
    # Nor does the opener get it by renewing: the seat is free then.
    renewed = ann.post(f"/api/tables/{table}/links", {"link": "seat", "seat": 1})
    assert renewed["table"]["seats"][1]["kind"] == "open", renewed
    bob.enter(renewed["link"])
    bob.post(f"/api/tables/{table}/sit", {"name": "Bob"})
    secret = renewed["link"].split("=")[1]
    status, answer = spy.request("POST", f"/api/tables/{table}/enter", {"secret": secret})
    assert status == 403, answer
    ann.post(f"/api/tables/{table}/start")
    assert bob.get(f"/api/tables/{table}")["table"]["you"]["seat"] == 1
    server.stop()


def names():
    """S12: thirty characters of any script; none that can't be seen."""
    server = client.Server(*FREE)
    session = client.Session(server.port)

    def answer(name):
        seats = [{"kind": "person", "name": name}, {"kind": "open"}]
        return session.request("POST", "/api/tables", {"game": "mlem", "seats": seats, "sit": 0})

    good = ["Ж" * 30, "名" * 30, "Ann", "Jürgen Müller", "😀" * 30, "Seán O'Néill", "שלום"]
    for name in good:
        status, said = answer(name)
        assert status == 201, (name, said)
        assert said["table"]["seats"][0]["name"] == name
        account = {"name": name, "password": "long enough"}
        assert client.Session(server.port).request("POST", "/api/accounts", account)[0] == 201
    odd = ["\u200b", "A\u200bnn", "\u202eAnn", "Ann\u2066", "\ufeffAnn", "\u3164", "\u00ad"]
    odd += ["x" * 31, "Ж" * 31, "", "   ", " Ann", "Ann ", "A\nn", "\u2800", "A\u0300\u0301\u0302\u0303"]
    odd += ["\U000e0041", "A\x7f", "A\u0085", "A\u2028n", "A  n"]
    for name in odd:
        status, said = answer(name)
        assert status == 400, (name, said)
        account = {"name": name, "password": "long enough"}
        status, said = session.request("POST", "/api/accounts", account)
        assert status == 400, (name, said)
    server.stop()


def talk(server, text):
    """The status line of what a server answers to bytes."""
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(client.PATIENCE)
        raw.sendall(text)
        got = b""
        try:
            while b"\r\n" not in got:
                more = raw.recv(4096)
                if not more:
                    break
                got += more
        except ConnectionResetError:
            pass
        return got.split(b"\r\n")[0].decode()


def odd_heads():
    """S13: long heads, long cookies, line ends in an address."""
    server = client.Server(*FREE)
    ann = client.Session(server.port)
    table = ann.open()["table"]["id"]
    path = f"/api/tables/{table}"
    # A browser has many cookies: ours is found among them.
    other = "; ".join(f"other{n}={'x' * 90}" for n in range(30))
    for cookies in (f"{other}; maxq={ann.cookie}", f"maxq={ann.cookie}; {other}"):
        status, answer = client.Session(server.port).request(
            "GET", path, headers={"Cookie": cookies}
        )
        assert status == 200 and answer["table"]["you"]["seat"] == 0, (status, answer)
    for length in (5000, 12000):
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * length
        assert talk(server, head + b"\r\n\r\n").startswith("HTTP/1.1 200"), length
    for length, wanted in ((20000, "HTTP/1.1 431"), (60000, "HTTP/1.1 431"), (200000, "")):
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * length
        said = talk(server, head + b"\r\n\r\n")
        assert said[:12] == wanted, (length, said)
    for odd in (b"/t/%0d%0aX-Evil:%201", b"/t/a%0ab", b"/%0d"):
        said = talk(server, b"GET " + odd + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert said.startswith("HTTP/1.1 400"), (odd, said)
    assert ann.get("/healthz")["ok"]
    server.stop()


def unreadable_matches():
    """S14: the file is damaged where matches are: health says so."""
    server = client.Server(*FREE)
    path = finished_match(server)
    assert server.terminate() == 0
    with sqlite3.connect(server.db) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'entries'"
        ).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with open(server.db, "r+b") as file:
        file.seek((page - 1) * size)
        kept = file.read(size)
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    server.start()
    session = client.Session(server.port)
    assert session.get("/healthz")["ok"]  # nobody has looked yet
    assert session.request("GET", path)[0] == 503
    status, answer = session.request("GET", "/healthz")
    assert status == 503 and code(answer) == "not_read", (status, answer)
    assert server.terminate() == 0
    with open(server.db, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(kept)
    server.start()
    assert session.request("GET", path)[0] == 200
    assert session.get("/healthz")["ok"]
    server.stop()


ATTACKS = {f.__name__: f for f in (attack_logs, attack_logins, attack_idle)}

if sys.argv[1:2] == ["attack"]:
    print(json.dumps(ATTACKS[sys.argv[2]](*sys.argv[3:])))
    sys.exit(0)

client.run(
    [
        long_logs,
        many_logins,
        logins_of_one_address,
        account_codes,
        sockets_end_with_their_session,
        login_gives_a_new_cookie,
        idle_connections,
        no_more_files,
        removed_from_a_rematch,
        one_server_a_file,
        secrets_of_taken_seats,
        names,
        odd_heads,
        unreadable_matches,
    ]
)
