#!/usr/bin/env python3
"""Who may do what: every endpoint and every message with every wrong
credential; links, accounts, cookies, origins."""
import json
import pathlib
import re
import sqlite3

import client

SERVER = client.Server(
    "--requests", "9999", "--requests-burst", "99999", "--log-requests"
)


def session():
    return client.Session(SERVER.port)


def code(answer):
    return answer.get("error", {}).get("code")


# What can be asked of a table, but for trading a link.
TABLE = [
    ("GET", "", None),
    ("PATCH", "", {"listed": True}),
    ("DELETE", "", None),
    ("POST", "sit", {"name": "Eve"}),
    ("POST", "leave", None),
    ("POST", "remove", {"seat": 1}),
    ("POST", "start", None),
    ("POST", "links", {"link": "join"}),
    ("POST", "links", {"link": "seat", "seat": 1}),
    ("POST", "rematch", None),
    ("GET", "log?as=seat", None),
    ("GET", "log?as=spectator", None),
    ("GET", "log?as=all", None),
    ("GET", "match.mqm", None),
    ("GET", "chat", None),
    ("POST", "chat", {"text": "x"}),
    ("POST", "report", {"line": 1}),
    ("GET", "note", None),
    ("POST", "note", {"text": "x"}),
]


def documented():
    """Methods and paths of docs/openapi.yaml."""
    text = (client.ROOT / "docs" / "openapi.yaml").read_text()
    found, path = set(), None
    for line in text.splitlines():
        if match := re.fullmatch(r"  (/\S*):", line):
            path = match.group(1)
        elif match := re.fullmatch(r"    (get|post|patch|delete|put):", line):
            found.add((match.group(1).upper(), path))
    return found


class Cast:
    """A table with everybody who can have to do with it."""

    def __init__(self, start=False, **fields):
        self.ann = session()
        seats = [{"kind": "person", "name": "Ann"}]
        seats += [{"kind": "open"}, {"kind": "open"}]
        self.opened = self.ann.open(seats=seats, **fields)
        self.id = self.opened["table"]["id"]
        links = self.opened["links"]
        self.bob = client.join(SERVER, self.id, links["join"], "Bob")
        self.cat = session()
        self.cat.enter(links["seats"][2])
        self.cat.post(f"/api/tables/{self.id}/sit", {"name": "Cat"})
        self.guest = session()
        self.guest.enter(links["join"])
        self.watcher = session()
        self.watcher.enter(links["watch"])
        self.stranger = session()
        self.forger = session()
        self.forger.cookie = "A" * 22
        self.elsewhere = session()
        self.elsewhere.open()
        if start:
            self.ann.post(f"/api/tables/{self.id}/start")

    def path(self, rest=""):
        return f"/api/tables/{self.id}" + ("/" + rest if rest else "")

    def outsiders(self):
        return {
            "stranger": self.stranger,
            "forger": self.forger,
            "elsewhere": self.elsewhere,
        }


def strangers_see_nothing():
    cast = Cast()
    for state in ("open", "running"):
        for name, who in cast.outsiders().items():
            for method, rest, body in TABLE:
                status, answer = who.request(method, cast.path(rest), body)
                assert status == 404 and code(answer) == "not_found", (
                    state,
                    name,
                    method,
                    rest,
                    answer,
                )
            answer = who.socket().ask("subscribe", table=cast.id)
            assert code(answer) == "not_found", answer
            status, answer = who.request(
                "POST", cast.path("enter"), {"secret": "B" * 22}
            )
            assert status == 403 and code(answer) == "bad_secret"
        if state == "open":
            cast.ann.post(cast.path("start"))


def the_document_is_whole():
    """Every operation is in docs/openapi.yaml, and none that isn't there;
    strangers have tried all of those of a table."""
    top = "/api/tables/{id}"
    tried = {
        (method, "/".join([top, rest.split("?")[0]]).rstrip("/"))
        for method, rest, _ in TABLE + [("POST", "enter", None)]
    }
    assert tried == {o for o in documented() if o[1].startswith(top)}
    cast = Cast()
    person = session()
    person.post("/api/accounts", {"name": "Whole", "password": "correct horse"})
    for path in {path for _, path in documented()}:
        for method in ("GET", "POST", "PATCH", "DELETE", "PUT"):
            who, whole = cast.stranger, path.replace("{id}", cast.id)
            if "{channel}" in path:  # of one's own: it isn't there for others
                channel = person.post("/api/notices", {"kind": "feed"})["channel"]
                who, whole = person, path.replace("{channel}", channel["id"])
            status, _, _ = who.raw(method, whole, {})
            person.request("DELETE", "/api/notices")
            served = status not in (404, 405)
            if path.startswith(top):
                served = status != 405
            assert served == ((method, path) in documented()), (
                method,
                path,
                status,
            )
    known = set()
    for file in (client.ROOT / "src" / "server").glob("routes_*.c"):
        code_of = file.read_text()
        known |= set(re.findall(r'\{?"(/api/[a-z/]+)"', code_of))
        rests = re.findall(r'\{"([a-z.]*)", MQ_[A-Z]+, MQ_ROLE', code_of)
        known |= {f"{top}/{rest}".rstrip("/") for rest in rests}
    assert len(known) > 15, known
    assert known <= {path for _, path in documented()}, known


def others_do_not_open():
    """Guests, watchers and other seats can't do what is the opener's."""
    cast = Cast()
    for who in (cast.bob, cast.cat, cast.guest, cast.watcher):
        for method, rest, body in [
            ("PATCH", "", {"listed": True}),
            ("DELETE", "", None),
            ("POST", "remove", {"seat": 0}),
            ("POST", "start", None),
            ("POST", "links", {"link": "join"}),
            ("POST", "links", {"link": "watch"}),
            ("POST", "links", {"link": "seat", "seat": 0}),
        ]:
            status, answer = who.request(method, cast.path(rest), body)
            assert status == 403 and code(answer) == "forbidden", (rest, answer)
    for who in (cast.watcher,):
        status, answer = who.request("POST", cast.path("sit"), {"name": "W"})
        assert status == 403, answer
    status, answer = cast.guest.request("POST", cast.path("sit"), {"name": "G"})
    assert code(answer) == "seat_taken", answer
    for who in (cast.guest, cast.watcher):
        status, answer = who.request("POST", cast.path("leave"))
        assert status == 403, answer


def seats_are_apart():
    """In a running match nobody sees or acts for another seat."""
    cast = Cast(start=True)
    everyone = [cast.ann, cast.bob, cast.cat]
    for seat, who in enumerate(everyone):
        for other in range(3):
            status, answer = who.request(
                "GET", cast.path(f"log?as={other}")
            )
            assert (status == 200) == (other == seat), (seat, other, answer)
        status, answer = who.request("GET", cast.path("log?as=all"))
        assert status == 403
        status, answer = who.request("GET", cast.path("match.mqm"))
        assert code(answer) == "not_over"
        for other in range(3):
            status, answer = who.request(
                "POST", cast.path("links"), {"link": "seat", "seat": other}
            )
            assert (status == 200) == (other == seat), (seat, other, answer)
        info = who.get(cast.path())["table"]
        assert info["you"]["seat"] == seat
        hello = who.socket()
        answer = hello.ask("subscribe", table=cast.id)
        assert answer["table"]["you"]["seat"] == seat
        answer = hello.ask("subscribe", table=cast.id, **{"as": "spectator"})
        assert answer["ok"] and answer["table"]["you"]["seat"] is None
        assert code(hello.ask("act", last=0, action="x")) == "forbidden"
        for kind, fields in [
            ("concede", {"last": 0}),
            ("undo", {"last": 0}),
            ("redo", {"last": 0}),
            ("take_seat", {}),
            ("hint", {}),
            ("odds", {}),
            ("legal", {}),
            ("hurry", {"seat": 0}),
            ("agree", {"proposal": 1}),
            ("propose", {"what": "end"}),
            ("react", {"reaction": "wow"}),
        ]:
            answer = hello.ask(kind, **fields)
            assert code(answer) == "forbidden", (kind, answer)
    for who in (cast.guest, cast.watcher):
        spectator = client.Player(who, cast.id)
        assert spectator.info["you"]["seat"] is None
        status, answer = who.request("GET", cast.path("log?as=seat"))
        assert status == 400, answer
        status, _ = who.request("GET", cast.path("log?as=0"))
        assert status == 403
        answer = who.socket().ask(
            "subscribe", table=cast.id, **{"as": "seat"}
        )
        assert code(answer) == "forbidden", answer


def assert_out(socket):
    """It is closed, and says why."""
    try:
        while True:
            socket.receive()
    except client.Closed as closed:
        assert closed.code == 4004, closed.code
        assert "a link was renewed" in closed.reason, closed.reason


def spectators_go_with_their_link():
    cast = Cast(start=True)
    watching, visiting, playing = (
        who.socket() for who in (cast.watcher, cast.guest, cast.ann)
    )
    for socket in (watching, visiting, playing):
        assert socket.ask("subscribe", table=cast.id)["ok"]
    link = cast.ann.post(cast.path("links"), {"link": "watch"})["link"]
    assert_out(watching)
    again = cast.watcher.socket()
    assert code(again.ask("subscribe", table=cast.id)) == "not_found"
    cast.watcher.enter(link)
    assert again.ask("subscribe", table=cast.id)["ok"]
    # The other link's people have stayed, until it is theirs.
    assert visiting.ask("view")["ok"] and playing.ask("view")["ok"]
    cast.ann.post(cast.path("links"), {"link": "join"})
    assert_out(visiting)
    assert again.ask("view")["ok"] and playing.ask("view")["ok"]


def links_can_be_renewed():
    cast = Cast()
    old = cast.opened["links"]["join"]
    new = cast.ann.post(cast.path("links"), {"link": "join"})["link"]
    late = session()
    status, answer = late.request(
        "POST", cast.path("enter"), {"secret": old.split("=")[1]}
    )
    assert code(answer) == "bad_secret", answer
    late.enter(new)
    status, _ = cast.guest.request("GET", cast.path())
    assert status == 404, "the old link's right is void"
    # Bob renews his own: his other device is out, at once.
    link = cast.bob.post(cast.path("links"), {"link": "seat", "seat": 1})
    phone = session()
    phone.enter(link["link"])
    tablet = phone.socket()
    assert tablet.ask("subscribe", table=cast.id)["ok"]
    cast.bob.post(cast.path("links"), {"link": "seat", "seat": 1})
    assert_out(tablet)
    status, _ = phone.request("GET", cast.path())
    assert status == 404
    # Removed before the start: the cookie is void.
    cast.ann.post(cast.path("remove"), {"seat": 2})
    status, _ = cast.cat.request("GET", cast.path())
    assert status == 404


def a_get_takes_nothing():
    cast = Cast()
    before = cast.ann.get(cast.path())["table"]["seats"]
    for path in (f"/t/{cast.id}", cast.path(), cast.path("sit")):
        cast.guest.request("GET", path)
    assert cast.ann.get(cast.path())["table"]["seats"] == before


def another_device():
    """The seat's link works on another device, also in the match."""
    cast = Cast(start=True)
    phone = session()
    table = phone.enter(cast.opened["links"]["seats"][0])
    assert table["you"]["seat"] == 0
    desk = client.Player(cast.ann, cast.id)
    mobile = client.Player(phone, cast.id)
    assert desk.view == mobile.view and desk.last == mobile.last


def listed_tables():
    cast = Cast(listed=True)
    listed = cast.stranger.get("/api/tables")["tables"]
    assert cast.id in [table["id"] for table in listed]
    assert cast.stranger.get(cast.path())["table"]["you"]["role"] == "guest"
    text = json.dumps(listed)
    assert "hash" not in text and "epoch" not in text


def origins_and_types():
    cast = Cast()
    for headers, status in [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": f"http://127.0.0.1:{SERVER.port}"}, 200),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ]:
        got, _, _ = cast.ann.raw(
            "POST", cast.path("links"), {"link": "join"}, headers
        )
        assert got == status, (headers, got)
    for origin in ("http://evil.example", "null"):
        try:
            client.Socket(cast.ann, headers={"Origin": origin})
            raise AssertionError("a foreign origin got in")
        except client.Closed as closed:
            assert closed.code == 403, closed.code
    try:
        client.Socket(cast.ann, path="/elsewhere")
        raise AssertionError("a socket at another path")
    except client.Closed as closed:
        assert closed.code == 404, closed.code


def headers_of_answers():
    who = session()
    for path in ("/", "/api/info", "/nowhere"):
        _, _, answer = who.raw("GET", path)
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("X-Frame-Options") == "DENY"
        assert "default-src 'none'" in answer.getheader(
            "Content-Security-Policy"
        )
        assert answer.getheader("Referrer-Policy") == "no-referrer"
        assert answer.getheader("X-Request-Id")
    _, _, answer = who.raw(
        "POST",
        "/api/tables",
        {"game": "mlem", "seats": [{"kind": "open"}] * 2},
    )
    cookie = answer.getheader("Set-Cookie")
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert "Secure" not in cookie


def accounts():
    who = session()
    account = {"name": "Ann", "password": "correct horse"}
    assert who.request("POST", "/api/accounts", account)[0] == 201
    assert who.get("/api/session")["account"]["name"] == "Ann"
    with sqlite3.connect(SERVER.db) as db:
        (stored,) = db.execute("SELECT hash FROM accounts").fetchone()
    assert stored.startswith("$argon2id$"), stored
    other = session()
    status, answer = other.request(
        "POST", "/api/accounts", {"name": "aNN", "password": "12345678"}
    )
    assert code(answer) == "name_taken", answer
    status, answer = other.request(
        "POST", "/api/accounts", {"name": "Bo", "password": "short"}
    )
    assert status == 400, answer
    wrong = {"name": "Ann", "password": "wrong horse"}
    status, answer = other.request("POST", "/api/login", wrong)
    assert code(answer) == "bad_password"
    status, answer = other.request(
        "POST", "/api/login", {"name": "Nobody", "password": "wrong horse"}
    )
    assert code(answer) == "bad_password"
    # A seat taken while signed in is there on the next device.
    table = who.open()["table"]["id"]
    other.post("/api/login", account)
    mine = other.get("/api/my/tables")["tables"]
    assert [t["id"] for t in mine] == [table]
    assert mine[0]["you"]["seat"] == 0
    status, answer = other.request(
        "POST", "/api/account/password", {"old": "nonsense", "new": "12345678"}
    )
    assert code(answer) == "bad_password", answer
    other.post(
        "/api/account/password", {"old": "correct horse", "new": "new secret"}
    )
    assert who.get("/api/session")["account"] is None, "ended elsewhere"
    other.post("/api/logout")
    assert other.get("/api/session")["account"] is None
    status, answer = session().request(
        "POST", "/api/account/reset", {"secret": "C" * 22, "new": "12345678"}
    )
    assert code(answer) == "bad_secret"


def passwords_are_slowed():
    who = session()
    guess = {"name": "Slow", "password": "guessing"}

    def refused():
        return code(who.request("POST", "/api/login", guess)[1])

    assert refused() == "bad_password"
    client.eventually(lambda: refused() == "too_many")


def no_secret_in_the_log():
    """Nor in the store, whose file and journal are looked through."""
    cast = Cast(start=True)
    client.Player(cast.bob, cast.id)
    links = cast.opened["links"]
    links = [links["join"], links["watch"], *links["seats"]]
    secrets = [cast.ann.cookie, cast.bob.cookie]
    for link in links:
        match = re.fullmatch(r"http://[^#]*#\w+=([A-Za-z0-9_-]{22})", link)
        assert match, link
        secrets.append(match.group(1))
    log = SERVER.logged()
    assert "event=request" in log and cast.id in log
    assert not re.search(r"#|secret|password=|maxq=[A-Za-z0-9_-]{22}", log)
    stored = b"".join(
        pathlib.Path(SERVER.db + end).read_bytes() for end in ("", "-wal")
    )
    assert cast.id.encode() in stored
    for secret in secrets:
        assert secret not in log
        assert secret.encode() not in stored


def every_path_refuses_nonsense():
    """Nothing answers 500, whatever is asked."""
    cast = Cast()
    paths = [cast.path(r) for r in ("", "enter", "sit", "links", "log", "x")]
    paths += ["/api/tables", "/api/tables/", "/api/tables/" + "0" * 16]
    paths += ["/api/my/tables", "/api/my/", "/api/login", "/api/accounts"]
    paths += ["/api/" + "a" * 200, "/api/tables/..%2f..%2fetc", "/ws"]
    bodies = [b"", b"{", b"[]", b"null", b'"x"', b'{"name":1}', b"\xff\xfe"]
    bodies += [json.dumps({"secret": "x" * 500}).encode()]
    bodies += [b'{"game":"mlem","seats":[]}', b'{"link":"seat","seat":99}']
    bodies += [b'{"game":"chess","seats":[{"kind":"open"}]}', b'{"a":' * 500]
    for path in paths:
        for method in ("GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"):
            for body in bodies if method in ("POST", "PATCH") else [b""]:
                if method == "DELETE" and path == cast.path():
                    continue
                status, _, _ = cast.ann.raw(method, path, body)
                assert status < 500, (method, path, body, status)


def end():
    SERVER.stop()


client.run(
    [
        strangers_see_nothing,
        the_document_is_whole,
        others_do_not_open,
        seats_are_apart,
        links_can_be_renewed,
        spectators_go_with_their_link,
        a_get_takes_nothing,
        another_device,
        listed_tables,
        origins_and_types,
        headers_of_answers,
        accounts,
        passwords_are_slowed,
        no_secret_in_the_log,
        every_path_refuses_nonsense,
        end,
    ]
)
