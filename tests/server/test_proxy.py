#!/usr/bin/env python3
"""Behind nginx and Caddy with the files of contrib/: forty people of one house
play all evening, addresses and https come through, nothing but WebSocket is
upgraded. The systemd unit is one that systemd takes and calls safe."""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from concurrent import futures

import client

PEOPLE = 40
ACTIONS = 8
LONGEST_BODY = 64_000  # as contrib/Caddyfile has it


class Proxy:
    """A proxy on loopback, with its file of contrib/ as it is but for names
    and ports; `write` makes the file and gives the command."""

    def __init__(self, backend):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="maxq-proxy-"))
        self.port = client.free_port()
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            self.write(backend),
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, "HOME": str(self.folder)},
        )
        client.eventually(self.is_up)

    def is_up(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            said = (self.folder / "log").read_text()
            assert self.process.poll() is None, said
            return False

    def put(self, name, text):
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def stop(self):
        self.process.terminate()
        self.process.wait(client.PATIENCE)
        self.log.close()
        shutil.rmtree(self.folder)


class Nginx(Proxy):
    def write(self, backend):
        text = (client.ROOT / "contrib" / "nginx.conf").read_text()
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{backend}")
        # Stands in for TLS, which ends at the proxy.
        text = text.replace("$scheme", "$http_x_test_scheme")
        temp = "\n".join(
            f"{kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file = self.put(
            "nginx.conf",
            f"""daemon off; pid {self.folder}/pid; error_log {self.folder}/error;
            worker_processes 1; events {{ worker_connections 1024; }}
            http {{ access_log off; {temp} {text} }}""",
        )
        errors = str(self.folder / "error")
        return ["nginx", "-p", str(self.folder), "-e", errors, "-c", file]


class Caddy(Proxy):
    """With a certificate of its own making."""

    def write(self, backend):
        text = (client.ROOT / "contrib" / "Caddyfile").read_text()
        site = f"https://127.0.0.1:{self.port} {{\n\ttls internal"
        assert "games.example {" in text
        text = text.replace("games.example {", site)
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{backend}")
        options = "admin off", "skip_install_trust", "auto_https disable_redirects"
        lines = "\n\t".join(options)
        file = self.put("Caddyfile", f"{{\n\t{lines}\n}}\n{text}")
        return ["caddy", "run", "--adapter", "caddyfile", "--config", file]


class Tls:
    """What client.Socket and http.client want of a connection."""

    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE

    @classmethod
    def connect(cls, port):
        """Once the certificate is made."""
        made = []

        def shake():
            raw = socket.create_connection(("127.0.0.1", port))
            raw.settimeout(client.PATIENCE)
            try:
                made.append(cls.context.wrap_socket(raw))
            except ssl.SSLError:
                raw.close()
            return made

        client.eventually(shake)
        return made[0]

    @classmethod
    def request(cls, port, method, path, body=b"", more=()):
        """Head and body of the answer, as text."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
        lines += ["Connection: close", f"Content-Length: {len(body)}", *more]
        with cls.connect(port) as sock:
            sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
            got = b""
            while part := sock.recv(65536):
                got += part
        return got.decode().split("\r\n\r\n", 1)


def evening(nginx):
    """Two of the forty, at a table of theirs."""
    ann = client.Session(nginx.port)
    opened = ann.open()
    table = opened["table"]["id"]
    assert f":{nginx.port}/t/" in opened["links"]["join"]
    bob = client.join(nginx, table, opened["links"]["join"], "Bob")
    ann.post(f"/api/tables/{table}/start")
    players = [client.Player(ann, table), client.Player(bob, table)]
    for _ in range(ACTIONS):
        mover = players[players[0].now["actors"][0]]
        assert mover.act(mover.now["legal"][0])["ok"]
        for player in players:
            player.wait(lambda p: p.last >= mover.last)
        time.sleep(0.1)


def forty_people():
    server = client.Server("--trusted-proxy", "127.0.0.1")
    nginx = Nginx(server.port)
    with futures.ThreadPoolExecutor(PEOPLE // 2) as pool:
        list(pool.map(evening, [nginx] * (PEOPLE // 2)))
    nginx.stop()
    server.stop()


def addresses_come_through():
    """The limit counts the client, not the proxy; a client can't choose."""
    options = ("--requests", "1", "--requests-burst", "5", "--log-requests")
    server = client.Server("--trusted-proxy", "127.0.0.1", *options)
    nginx = Nginx(server.port)
    session = client.Session(nginx.port)
    statuses = []
    for number in range(10):
        session.headers = {"X-Forwarded-For": f"10.0.0.{number}"}
        statuses.append(session.raw("GET", "/api/info")[0])
    # nginx is trusted and adds 127.0.0.1, which is trusted too: what stands
    # before it counts. Straight to the server the header counts for nothing
    # unless the peer is a trusted proxy.
    assert 200 in statuses
    assert session.raw("GET", "/metrics")[0] == 404
    nginx.stop()
    server.stop()
    server = client.Server(*options)
    session = client.Session(server.port)
    addresses = (f"10.0.{n // 250}.{n % 250}" for n in range(9999))

    def refused():
        session.headers = {"X-Forwarded-For": next(addresses)}
        return session.raw("GET", "/api/info")[0] == 429

    client.eventually(refused)
    server.stop()


def https_is_known():
    server = client.Server("--trusted-proxy", "127.0.0.1")
    nginx = Nginx(server.port)
    session = client.Session(nginx.port)
    session.headers = {"X-Test-Scheme": "https"}
    body = {"game": "mlem", "seats": [{"kind": "open"}] * 2}
    _, data, answer = session.raw("POST", "/api/tables", body)
    assert "Secure" in answer.getheader("Set-Cookie")
    assert b"https://" in data
    nginx.stop()
    server.stop()


def only_websocket_is_upgraded():
    server = client.Server("--trusted-proxy", "127.0.0.1")
    nginx = Nginx(server.port)
    for port in (nginx.port, server.port):
        with socket.create_connection(("127.0.0.1", port)) as raw:
            raw.settimeout(client.PATIENCE)
            raw.sendall(
                b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
                b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"
            )
            try:
                head = raw.recv(1000)
            except OSError:
                head = b""
            assert b" 101 " not in head, head
    assert client.Session(server.port).get("/healthz")["ok"]
    nginx.stop()
    server.stop()


def behind_caddy():
    """TLS, addresses, no other upgrade, no figures, no long bodies."""
    server = client.Server("--trusted-proxy", "127.0.0.1", "--log-requests")
    caddy = Caddy(server.port)
    json_body = ("Content-Type: application/json",)
    body = b'{"game":"mlem","seats":[{"kind":"open"},{"kind":"open"}]}'
    head, text = Tls.request(caddy.port, "POST", "/api/tables", body, json_body)
    assert " 201 " in head.splitlines()[0], head
    assert "; Secure" in head and f"https://127.0.0.1:{caddy.port}/t/" in text
    head, _ = Tls.request(caddy.port, "GET", "/metrics")
    assert " 404 " in head.splitlines()[0], head
    forged = ("X-Forwarded-For: 10.9.8.7",)
    Tls.request(caddy.port, "GET", "/api/info", b"", forged)
    assert "10.9.8.7" not in server.logged(), "a client chose its address"
    # One byte too many: Caddy closes where more would come, and a client that
    # is still sending then may not get to read the answer.
    too_long = b"x" * (LONGEST_BODY + 1)
    head, _ = Tls.request(caddy.port, "POST", "/api/tables", too_long, json_body)
    assert head.split()[1] in ("413", "400", "502"), head
    upgrade = ("Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA")
    head, _ = Tls.request(caddy.port, "GET", "/healthz", b"", upgrade)
    assert " 101 " not in head, head
    with Tls.connect(caddy.port) as sock:
        sock.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{caddy.port}\r\n"
            f"Origin: https://127.0.0.1:{caddy.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: maxq.v1\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        got = b""
        while b'"hello"' not in got:
            part = sock.recv(4096)
            assert part, got
            got += part
    assert b" 101 " in got.split(b"\r\n")[0]
    caddy.stop()
    server.stop()


def the_unit():
    unit = (client.ROOT / "contrib" / "maxq.service").read_text()
    assert "ExecStart=/usr/local/bin/maxq serve" in unit
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "maxq.service")
        file.write_text(unit.replace("/usr/local/bin/maxq", client.MAXQ))
        for words in (
            ["verify", "--man=no"],
            ["security", "--offline=yes", "--threshold=15", "--no-pager"],
        ):
            done = subprocess.run(
                ["systemd-analyze", *words, str(file)],
                capture_output=True,
                text=True,
                timeout=client.PATIENCE,
            )
            assert done.returncode == 0, done.stdout + done.stderr


if os.path.exists("/usr/sbin/nginx"):
    os.environ["PATH"] += ":/usr/sbin"
client.run(
    [
        forty_people,
        addresses_come_through,
        https_is_known,
        only_websocket_is_upgraded,
        behind_caddy,
        the_unit,
    ]
)
