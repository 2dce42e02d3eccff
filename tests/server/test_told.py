#!/usr/bin/env python3
"""Being told that it is one's turn: web push, mail, webhook, feed, command.
A push service, a mail server and a webhook of the test's own stand on
loopback. What is told once is told once, and a kill loses none of it."""
import base64
import email
import email.header
import email.policy
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import re
import socketserver
import sqlite3
import subprocess
import tempfile
import threading
import time
import xml.etree.ElementTree as tree

import client
from postgres import Postgres

HOUR = 3600
DAY = 24 * HOUR
BOBS = {}  # by table: who sits there with Ann


class Box:
    """What has come, for tests that wait for it."""

    def __init__(self):
        self.items = []
        self.lock = threading.Lock()

    def put(self, item):
        with self.lock:
            self.items.append(item)

    def all(self):
        with self.lock:
            return list(self.items)

    def wait(self, count):
        client.eventually(lambda: len(self.all()) >= count)
        return self.all()


class Service:
    """An HTTP server that notes each request; `status` is its answer."""

    def __init__(self):
        self.box = Box()
        self.status = 201
        box, service = self.box, self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                box.put((self.path, dict(self.headers.items()), body))
                self.send_response(service.status)
                if service.status == 302:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Mail:
    """An SMTP server: takes letters and keeps them."""

    def __init__(self):
        self.box = Box()
        self.refuse = 0  # so many letters are put off first
        box, mail = self.box, self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, text):
                self.wfile.write((text + "\r\n").encode())

            def letter(self):
                lines = []
                while True:
                    line = self.rfile.readline()
                    if line in (b".\r\n", b""):
                        return b"".join(lines)
                    lines.append(line[1:] if line.startswith(b"..") else line)

            def handle(self):
                self.say("220 loopback ESMTP")
                sender = to = None
                while True:
                    line = self.rfile.readline().decode().strip()
                    word = line.upper()
                    if word.startswith("EHLO") or word.startswith("HELO"):
                        self.say("250 loopback")
                    elif word.startswith("MAIL FROM:"):
                        sender = line[10:]
                        self.say("250 ok")
                    elif word.startswith("RCPT TO:"):
                        to = re.search(r"<(.*)>", line).group(1)
                        self.say("250 ok")
                    elif word == "DATA":
                        self.say("354 go on")
                        text = self.letter()
                        if mail.refuse:
                            mail.refuse -= 1
                            self.say("451 later")
                        else:
                            box.put((sender, to, text))
                            self.say("250 ok")
                    elif word == "QUIT" or not line:
                        self.say("221 bye")
                        return
                    else:
                        self.say("250 ok")

        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def options(self, url="https://games.example"):
        return ["--smtp", f"smtp://127.0.0.1:{self.port}"] + [
            *("--smtp-from", "maxq@games.example", "--url", url)
        ]


class Letter:
    """A letter, taken apart."""

    def __init__(self, item):
        _, self.to, data = item
        self.head = email.message_from_bytes(data, policy=email.policy.default)
        self.subject = str(self.head["Subject"])
        self.text = self.head.get_content()

    def link(self, what):
        return re.search(rf"https://games\.example(\S*{what}\S*)", self.text).group(1)


def account(server, name="Ann"):
    session = client.Session(server.port)
    session.post("/api/accounts", {"name": name, "password": "correct horse"})
    return session


def two(server, ann, **fields):
    """A running table of Ann (who has an account) and Bob; who is to act."""
    opened = ann.open(**fields)
    table = opened["table"]["id"]
    bob = client.join(server, table, opened["links"]["join"], "Bob")
    client.start(ann, table)
    BOBS[table] = bob
    return table, ann, bob


def act_until(server, table, sessions, seat):
    """Both play until that seat is to act, then both leave."""
    players = [client.Player(session, table) for session in sessions]
    while players[0].now["actors"] != [seat]:
        mover = players[players[0].now["actors"][0]]
        assert mover.act(mover.now["legal"][0])["ok"]
        for player in players:
            player.wait(lambda p: p.last >= mover.last)
    for player in players:
        player.socket.close()


def hook(session, service, **fields):
    body = {"kind": "hook", "address": service.url + "/hook", "format": "json"}
    return session.post("/api/notices", {**body, **fields})


def server_for(*options, db=None):
    return client.Server(
        *("--notify-allow", "127.0.0.1", "--notify-after", "0", *options), db=db
    )


def webhooks():
    """A turn is told once, signed; the next one again; not who is there."""
    service = Service()
    server = server_for()
    ann = account(server)
    added = hook(ann, service, language="de")
    secret = added["secret"]
    assert len(secret) == 22 and added["channel"]["confirmed"]
    assert "secret" not in json.dumps(ann.get("/api/notices"))
    table, ann, bob = two(server, ann)
    service.box.wait(1)  # it has begun
    act_until(server, table, [ann, bob], 0)
    turn = service.box.wait(2)[1]
    path, head, body = turn
    assert path == "/hook" and head["Content-Type"] == "application/json"
    stamp, signature = re.fullmatch(r"t=(\d+),v1=(\w+)", head["Maxq-Signature"]).groups()
    wanted = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256)
    assert signature == wanted.hexdigest()
    said = json.loads(body)
    assert said["content"] == said["text"] and "Bob" in said["text"], said
    assert said["text"].startswith("Am Zug: MLEM"), said
    assert said["maxq"]["event"] == "turn" and said["maxq"]["table"] == table
    assert said["maxq"]["url"].endswith(f":{server.port}/t/{table}")
    # Bob has no channel; Ann is there when it is her turn again.
    watching = client.Player(ann, table)
    assert watching.act(watching.now["legal"][0])["ok"]
    marker = hook(ann, service)["channel"]["id"]
    ann.post(f"/api/notices/{marker}/test")
    events = [json.loads(item[2])["maxq"]["event"] for item in service.box.wait(3)]
    assert events == ["start", "turn", "test"], events
    client.eventually(lambda: ann.get("/api/notices")["channels"][0]["sent_at"])
    server.stop()


def inner_addresses():
    """Addresses of the inner net are refused when the connection is made, and
    redirects aren't followed."""
    service = Service()
    server = client.Server("--notify-after", "0")
    ann = account(server)
    for address in (
        service.url,
        f"http://localhost:{service.port}/",
        f"http://[::ffff:127.0.0.1]:{service.port}/",
        f"http://0x7f.1:{service.port}/",
        "http://169.254.169.254/latest/meta-data/",
    ):
        added = ann.post(
            "/api/notices", {"kind": "hook", "address": address, "format": "json"}
        )
        ann.post(f"/api/notices/{added['channel']['id']}/test")
    for address in ("file:///etc/passwd", "gopher://x/", "https://a@b/", "x"):
        status, _ = ann.request(
            "POST", "/api/notices", {"kind": "hook", "address": address, "format": "json"}
        )
        assert status == 400, address
    client.eventually(lambda: server.logged().count("event=not_told") == 5)
    assert "127.0.0.1:" + str(service.port) not in server.logged().split("not_told", 1)[1]
    assert service.box.all() == []
    server.stop()
    server = server_for()
    ann = account(server)
    service.status = 302
    hooked = hook(ann, service)["channel"]["id"]
    ann.post(f"/api/notices/{hooked}/test")
    client.eventually(lambda: "HTTP 302" in server.logged())
    assert [item[0] for item in service.box.all()] == ["/hook"]
    server.stop()


def browser(**asked):
    """The browser's side, in the language of browsers."""
    done = subprocess.run(
        ["node", pathlib.Path(__file__).with_name("browser.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def unsealed(keys, body):
    return browser(keys=keys, body=base64.urlsafe_b64encode(body).decode())


def check_vapid(head, public, origin):
    token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", head["Authorization"]).groups()
    assert key == public
    claims = browser(token=token, public=public)
    assert claims["aud"] == origin and claims["sub"], claims


def push():
    """A browser gets a message that it alone can read; one that is gone takes
    its channel with it; a new key makes all of them void."""
    service = Service()
    server = server_for()
    ann = account(server)
    keys = browser(make=True)
    secret = keys.copy()
    del keys["private"]
    public = ann.get("/api/notices")["key"]
    fields = {"kind": "push", "endpoint": service.url + "/push/7", **keys}
    channel = ann.post("/api/notices", {**fields, "label": "Firefox"})["channel"]
    assert ann.post("/api/notices", fields)["channel"]["id"] == channel["id"]
    table, ann, bob = two(server, ann)
    act_until(server, table, [ann, bob], 0)
    items = service.box.wait(2)
    for _, head, body in items:
        check_vapid(head, public, service.url)
        assert head["Content-Encoding"] == "aes128gcm" and int(head["TTL"]) > 0
    said = [unsealed(secret, item[2]) for item in items]
    assert [s["what"] for s in said] == ["start", "turn"], said
    assert said[1]["title"] == "Your move: MLEM: Space Agency", said
    assert said[1]["tag"] == table and said[1]["url"].endswith("/t/" + table)
    service.status = 410
    ann.post(f"/api/notices/{channel['id']}/test")
    client.eventually(lambda: ann.get("/api/notices")["channels"] == [])
    service.status = 201
    ann.post("/api/notices", fields)
    assert os.system(f"{client.MAXQ} admin --db {server.db} vapid") == 0
    now = ann.get("/api/notices")
    assert now["key"] != public and now["channels"] == []
    status, answer = ann.request("POST", "/api/notices", {**fields, "auth": "AAAA"})
    assert status == 400, answer
    server.stop()


def mail():
    """An address counts once its link was opened; a turn is one letter, the
    next hour's are one digest; one click stops it; a password is reset."""
    box = Mail()
    clock = client.Clock()
    server = client.Server(*box.options(), "--notify-after", "0", env=clock.env)
    ann = account(server)
    box.refuse = 1
    channel = ann.post(
        "/api/notices", {"kind": "mail", "address": "ann@club.example", "language": "de"}
    )["channel"]
    assert not channel["confirmed"]
    client.eventually(lambda: "event=not_told" in server.logged())
    assert not box.box.all()
    clock.set(60)
    letter = Letter(box.box.wait(1)[0])
    assert letter.to == "ann@club.example" and letter.subject.endswith("Adresse?")
    assert "List-Unsubscribe" not in letter.head
    table, ann, bob = two(server, ann)
    act_until(server, table, [ann, bob], 0)
    secret = letter.link("confirm").split("=")[1]
    stranger = client.Session(server.port)
    assert stranger.request("POST", "/api/notices/confirm", {"secret": "x" * 22})[0] == 403
    stranger.post("/api/notices/confirm", {"secret": secret})
    # Bob and Ann move on: Ann's next turn is told.
    move = client.Player(ann, table)
    assert move.act(move.now["legal"][0])["ok"]
    move.socket.close()
    act_until(server, table, [ann, bob], 0)
    letter = Letter(box.box.wait(2)[1])
    assert letter.subject == "Am Zug: MLEM: Space Agency", letter.subject
    assert letter.link("/t/").endswith(table) and "Bob" in letter.text
    assert letter.head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # Two more tables within the hour: one letter after it.
    others = [two(server, ann)[0] for _ in range(2)]
    for other in others:
        act_until(server, other, [ann, BOBS[other]], 0)
    assert len(box.box.all()) == 2
    clock.set(2 * HOUR)
    letter = Letter(box.box.wait(3)[2])
    assert all(other in letter.text for other in others), letter.text
    assert letter.subject.startswith("Neues von"), letter.subject
    # A password that was forgotten.
    stranger.post("/api/account/forgot", {"name": "nobody"})
    stranger.post("/api/account/forgot", {"name": "Ann"})
    reset = Letter(box.box.wait(4)[3])
    stranger.post(
        "/api/account/reset",
        {"secret": reset.link("reset").split("#")[1], "new": "better horse"},
    )
    # One click, as a mail program does it: no cookie, no JSON.
    stop = re.search(r"<https://games\.example(.*)>", letter.head["List-Unsubscribe"])
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = "List-Unsubscribe=One-Click"
    wrong = stop.group(1)[:-1] + ("0" if stop.group(1)[-1] != "0" else "1")
    assert stranger.request("POST", wrong, body, form)[0] == 403
    assert stranger.request("GET", stop.group(1))[0] == 405
    assert stranger.request("POST", stop.group(1), body, form)[0] == 200
    ann = client.Session(server.port)
    ann.post("/api/login", {"name": "Ann", "password": "better horse"})
    assert ann.get("/api/notices")["channels"] == []
    assert "ann@club.example" not in server.logged()
    server.stop()


def letters_are_limited():
    """An address that isn't one's own gets three letters, not more."""
    box = Mail()
    server = client.Server(*box.options())
    answers = []
    for i in range(5):
        session = account(server, f"Eve{i}")
        answers.append(
            session.request(
                "POST", "/api/notices", {"kind": "mail", "address": "eve@club.example"}
            )[0]
        )
    assert answers == [201, 201, 201, 429, 429], answers
    for wrong in ("a@b\r\nBcc: c@d", "a@b, c@d", "a", "@b", "a@", "<a@b>"):
        status, _ = session.request(
            "POST", "/api/notices", {"kind": "mail", "address": wrong}
        )
        assert status == 400, wrong
    server.stop()
    server = client.Server()
    session = account(server)
    status, answer = session.request(
        "POST", "/api/notices", {"kind": "mail", "address": "a@b.example"}
    )
    assert (status, answer["error"]["code"]) == (409, "no_mail"), answer
    server.stop()


def feed():
    """Tables that wait, for whoever has the address."""
    server = client.Server()
    ann = account(server)
    url = ann.post("/api/notices", {"kind": "feed"})["url"]
    path = url[url.index("/api/") :]
    table, ann, bob = two(server, ann)
    act_until(server, table, [ann, bob], 0)
    stranger = client.Session(server.port)
    atom = "{http://www.w3.org/2005/Atom}"

    def entries():
        status, data, answer = stranger.raw("GET", path)
        assert status == 200, data
        assert answer.getheader("Content-Type").startswith("application/atom+xml")
        root = tree.fromstring(data)
        assert root.find(atom + "title") is not None
        return [e.find(atom + "link").get("href") for e in root.iter(atom + "entry")]

    assert [link.rsplit("/", 1)[1] for link in entries()] == [table]
    act_until(server, table, [ann, bob], 1)
    assert entries() == []
    assert stranger.request("GET", path[:-1] + "-")[0] == 403
    server.stop()


def without_account():
    """A browser without an account is told about the tables it names, once it
    has a seat there; others can't touch its channels."""
    service = Service()
    server = server_for()
    ann = client.Session(server.port)
    table, ann, bob = two(server, ann)
    stranger = client.Session(server.port)
    stranger.open()
    assert stranger.request("POST", "/api/notices", {"kind": "feed"})[0] == 403
    for who, wanted in ((stranger, 403), (bob, 201)):
        body = {"kind": "hook", "address": service.url, "format": "text"}
        status, answer = who.request("POST", "/api/notices", {**body, "table": table})
        assert status == wanted, answer
    channel = answer["channel"]["id"]
    for method, path in (
        ("DELETE", channel),
        ("PATCH", channel),
        ("POST", channel + "/test"),
    ):
        assert stranger.request(method, f"/api/notices/{path}")[0] == 404
    bob.patch(f"/api/notices/{channel}", {"what": ["turn"], "language": "de"})
    act_until(server, table, [ann, bob], 0)
    act_until(server, table, [ann, bob], 1)
    _, head, body = service.box.wait(1)[0]
    assert head["Click"].endswith("/t/" + table)
    assert body.decode().startswith("Am Zug: MLEM"), body
    bob.ok(*bob.request("DELETE", "/api/notices"))
    assert bob.get("/api/notices")["channels"] == []
    server.stop()


def clock_and_quiet():
    """A clock that runs out soon is told, also in quiet hours; a turn waits."""
    service = Service()
    clock = client.Clock()
    server = client.Server(
        *("--notify-allow", "127.0.0.1", "--notify-after", "0"), env=clock.env
    )
    ann = account(server)
    hooked = hook(ann, service, what=["turn", "clock"])["channel"]["id"]
    minute = int(time.time() // 60) % 1440
    ann.patch(
        f"/api/notices/{hooked}",
        {"quiet": {"from": (minute - 60) % 1440, "to": (minute + 1300) % 1440}, "zone": 0},
    )
    rule = {"kind": "move", "seconds": DAY, "increment": 0, "on_timeout": "bot"}
    table, ann, bob = two(server, ann, clock=rule)
    act_until(server, table, [ann, bob], 0)
    client.eventually(lambda: delayed(server) == 1)
    assert service.box.all() == []
    server.terminate()
    clock.set(19 * HOUR)  # a server that was away charges the time in between
    server.start()
    events = [json.loads(item[2])["maxq"]["event"] for item in service.box.wait(1)]
    assert events == ["clock"], events
    server.stop()


def delayed(server):
    db = sqlite3.connect(server.db, timeout=client.PATIENCE)
    rows = db.execute("SELECT count(*) FROM notices WHERE due_at > created_at").fetchone()
    db.close()
    return rows[0]


def kills():
    """The server is killed again and again: each turn is told, at least once."""
    service = Service()
    server = client.Server("--notify-allow", "127.0.0.1", "--notify-after", "1")
    ann = account(server)
    hook(ann, service, what=["turn"])
    tables = []
    for _ in range(6):
        table, ann, bob = two(server, ann)
        tables.append(table)
        act_until(server, table, [ann, bob], 0)
        server.kill()
        server.start()

    def told():
        return {json.loads(item[2])["maxq"]["table"] for item in service.box.all()}

    client.eventually(lambda: told() >= set(tables))
    server.stop()


def shared():
    """Two servers on one PostgreSQL: each turn is claimed by one of them."""
    postgres = Postgres()
    service = Service()
    url = postgres.url("told")
    servers = [server_for(db=url) for _ in range(2)]
    ann = account(servers[0])
    hook(ann, service, what=["turn"])
    tables = []
    for i in range(8):
        table, ann, bob = two(servers[0], ann)
        tables.append(table)
        act_until(servers[0], table, [ann, bob], 0)
    client.eventually(lambda: len(service.box.all()) >= len(tables))
    marker = hook(ann, service)["channel"]["id"]
    ann.post(f"/api/notices/{marker}/test")
    service.box.wait(len(tables) + 1)
    told = [json.loads(item[2])["maxq"] for item in service.box.all()]
    assert sorted(t["table"] for t in told if t["event"] == "turn") == sorted(tables)
    for server in servers:
        server.stop()
    postgres.stop()


def command():
    """The administrator's own command: account, language and full address."""
    folder = tempfile.TemporaryDirectory(prefix="maxq-")
    file = pathlib.Path(folder.name, "lines")
    server = client.Server("--notify", f"cat >> {file}", "--notify-after", "0")
    ann = account(server)
    ann.post("/api/notices", {"kind": "feed", "language": "de"})
    table, ann, bob = two(server, ann)
    act_until(server, table, [ann, bob], 0)

    def lines():
        found = file.read_text().splitlines() if file.exists() else []
        return [line for line in map(json.loads, found) if line["seat"] == 0]

    client.eventually(lines)
    line = lines()[-1]
    assert line["account"] == "Ann" and line["language"] == "de", line
    assert line["url"] == f"http://127.0.0.1:{server.port}/t/{table}", line
    server.stop()


def passwords_of_files():
    """A password that others may read is refused."""
    folder = tempfile.TemporaryDirectory(prefix="maxq-")
    file = pathlib.Path(folder.name, "password")
    file.write_text("secret\n")
    file.chmod(0o644)
    done = subprocess.run(
        [client.MAXQ, "serve", "--smtp-password-file", str(file)],
        capture_output=True,
        text=True,
        timeout=client.PATIENCE,
    )
    assert done.returncode == 2 and "chmod 600" in done.stderr, done
    file.chmod(0o600)
    client.Server("--smtp-password-file", str(file)).stop()


client.run(
    [
        webhooks,
        inner_addresses,
        push,
        mail,
        letters_are_limited,
        feed,
        without_account,
        clock_and_quiet,
        kills,
        shared,
        command,
        passwords_of_files,
    ]
)
