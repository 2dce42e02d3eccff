#!/usr/bin/env python3
"""Behind nginx with the configuration of contrib/: forty people of one house
play all evening, addresses and https come through, nothing but WebSocket is
upgraded."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import client

PEOPLE = 40
ACTIONS = 8


class Nginx:
    """nginx on loopback, with contrib/nginx.conf as it is but for ports."""

    def __init__(self, backend):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="maxq-nginx-"))
        self.port = client.free_port()
        text = (client.ROOT / "contrib" / "nginx.conf").read_text()
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{backend}")
        # Stands in for TLS, which ends at the proxy.
        text = text.replace("$scheme", "$http_x_test_scheme")
        temp = "\n".join(
            f"{kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"""daemon off; pid {self.folder}/pid; error_log {self.folder}/error;
            worker_processes 1; events {{ worker_connections 1024; }}
            http {{ access_log off; {temp} {text} }}"""
        )
        self.process = subprocess.Popen(
            ["nginx", "-p", str(self.folder)]
            + ["-e", str(self.folder / "error")]
            + ["-c", str(self.folder / "nginx.conf")],
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + client.PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert self.process.poll() is None, self.process.stderr.read()
                assert time.monotonic() < until
                time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait(client.PATIENCE)
        self.process.stderr.close()
        shutil.rmtree(self.folder)


class Evening(threading.Thread):
    """Two of the forty, at a table of theirs."""

    def __init__(self, port):
        super().__init__()
        self.port = port
        self.error = None

    def run(self):
        try:
            ann = client.Session(self.port)
            opened = ann.open()
            table = opened["table"]["id"]
            assert f":{self.port}/t/" in opened["links"]["join"]
            bob = client.join(self, table, opened["links"]["join"], "Bob")
            ann.post(f"/api/tables/{table}/start")
            players = [client.Player(ann, table), client.Player(bob, table)]
            for _ in range(ACTIONS):
                mover = players[players[0].now["actors"][0]]
                assert mover.act(mover.now["legal"][0])["ok"]
                for player in players:
                    player.wait(lambda p: p.last >= mover.last)
                time.sleep(0.1)
        except Exception as error:  # pylint: disable=broad-except
            self.error = repr(error)


def forty_people():
    server = client.Server("--trusted-proxy", "127.0.0.1")
    nginx = Nginx(server.port)
    evenings = [Evening(nginx.port) for _ in range(PEOPLE // 2)]
    for evening in evenings:
        evening.start()
    for evening in evenings:
        evening.join(60)
    assert not [e.error for e in evenings if e.error], evenings[0].error
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


if os.path.exists("/usr/sbin/nginx"):
    os.environ["PATH"] += ":/usr/sbin"
client.run(
    [
        forty_people,
        addresses_come_through,
        https_is_known,
        only_websocket_is_upgraded,
    ]
)
