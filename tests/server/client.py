"""A client of `maxq serve` for tests: the server as a process, HTTP and a
WebSocket, by the standard library alone. Only loopback addresses."""
import atexit
import base64
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
import pace  # pylint: disable=wrong-import-position

MAXQ = os.environ.get("MAXQ", str(ROOT / "build" / "check" / "maxq"))
PATIENCE = pace.limit(120)  # seconds: whatever takes longer hangs
# All that tests and their servers draw at random comes from this seed.
SEED = os.environ.get("MAXQ_SEED") or str(random.SystemRandom().randrange(10**9))
DRAWS = os.environ.get("MAXQ_DRAWS_LIBRARY")
CLAIMS = []  # sockets that hold the ports of this process


def claimed(port):
    """Claims the port against other tests of this machine, by a name that the
    system gives to one process only and takes back when it ends. False where
    another test has claimed it or somebody listens there."""
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0maxq-test-port-{port}")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
    except OSError:
        claim.close()
        return False
    CLAIMS.append(claim)
    return True


def free_port():
    """A port that the system gives to nobody by itself: a server that was
    stopped finds it free again, however many others connect meanwhile."""
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        lowest = int(file.read().split()[0])
    return next(port for port in range(lowest - 1, 1024, -1) if claimed(port))


def rng(name):
    """Random numbers of this name: the same for the same MAXQ_SEED."""
    return random.Random(f"{SEED} {name}")


def preloaded(env, library, **more):
    """The environment of a program with one more library preloaded."""
    libraries = [library, env.get("LD_PRELOAD", "")]
    options = env.get("ASAN_OPTIONS", "")
    return {
        **env,
        "LD_PRELOAD": ":".join(filter(None, libraries)),
        # The address sanitizer wants to be loaded first otherwise.
        "ASAN_OPTIONS": f"{options}:verify_asan_link_order=0",
        **more,
    }


def eventually(check):
    """Asks again and again until it is so."""
    deadline = pace.Deadline(120)
    while not check():
        assert not deadline.over(), "it doesn't come to be"
        time.sleep(0.02)


class Clock:
    """A wall clock that the test sets: `env` is for the programs that are to
    go by it (jump.c)."""

    def __init__(self):
        library = os.environ.get("MAXQ_JUMP_LIBRARY")
        assert library, "MAXQ_JUMP_LIBRARY is not set"
        self.folder = tempfile.TemporaryDirectory(prefix="maxq-clock-")
        self.file = os.path.join(self.folder.name, "seconds")
        self.env = preloaded({}, library, MAXQ_JUMP=self.file)
        self.set(0)

    def set(self, seconds):
        """So many seconds ahead of the true time."""
        with open(self.file + ".new", "w") as out:
            out.write(str(seconds))
        os.replace(self.file + ".new", self.file)


class Server:
    """`maxq serve` on a free port; `stop` ends it and checks its exit."""

    started = 0  # of this process; each draws other numbers

    def __init__(self, *options, db=None, env=None, program=MAXQ, preexec_fn=None):
        self.folder = tempfile.TemporaryDirectory(prefix="maxq-")
        self.db = db or os.path.join(self.folder.name, "maxq.db")
        self.options = options
        self.env = env
        self.program = program
        self.preexec_fn = preexec_fn
        self.port = free_port()
        self.process = None
        atexit.register(self.abandon)
        self.start()

    def start(self, *more):
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        env = {**os.environ, **(self.env or {})}
        if DRAWS:
            Server.started += 1
            draws = f"{SEED} server {Server.started}"
            env = preloaded(env, DRAWS, MAXQ_DRAWS=draws)
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}"]
            + ["--db", self.db, *self.options, *more],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=env,
            preexec_fn=self.preexec_fn,
        )
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if not found:
            raise AssertionError(f"no address: {line!r} {self.logged()[-800:]}")
        self.port = int(found.group(1))

    def abandon(self):
        """A test that failed leaves no server behind."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def logged(self):
        return pathlib.Path(self.folder.name, "log").read_text("utf-8")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return code

    def stop(self):
        code = self.terminate()
        assert code == 0, f"exit code {code}: {self.logged()[-2000:]}"
        self.folder.cleanup()


class Session:
    """A browser: one cookie. `tls`: over https, a context of ssl."""

    def __init__(self, port, host="127.0.0.1", tls=None):
        self.port = port
        self.host = host
        self.tls = tls
        self.source = None  # another loopback address: another person's house
        self.cookie = None
        self.headers = {}

    def request(self, method, path, body=None, headers=None):
        """Status and decoded answer."""
        status, data, _ = self.raw(method, path, body, headers)
        return status, json.loads(data) if data[:1] == b"{" else data

    def raw(self, method, path, body=None, headers=None):
        kind, more = http.client.HTTPConnection, {}
        if self.tls:
            kind, more = http.client.HTTPSConnection, {"context": self.tls}
        if self.source:
            more["source_address"] = (self.source, 0)
        connection = kind(self.host, self.port, timeout=PATIENCE, **more)
        all_headers = {**self.headers}
        if self.cookie:
            all_headers["Cookie"] = "maxq=" + self.cookie
        if method != "GET":
            all_headers["Content-Type"] = "application/json"
            if not isinstance(body, (bytes, str)):
                body = json.dumps(body if body is not None else {})
        all_headers.update(headers or {})
        connection.request(method, path, body, all_headers)
        answer = connection.getresponse()
        data = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.split(";")[0].split("=", 1)[1] or None
        connection.close()
        return answer.status, data, answer

    def get(self, path):
        return self.ok(*self.request("GET", path))

    def post(self, path, body=None):
        return self.ok(*self.request("POST", path, body))

    def patch(self, path, body=None):
        return self.ok(*self.request("PATCH", path, body))

    @staticmethod
    def ok(status, answer):
        assert status < 300, (status, answer)
        return answer

    def socket(self, **options):
        return Socket(self, **options)

    def open(self, game="mlem", seats=None, **fields):
        """Opens a table and sits on seat 0; the answer."""
        seats = seats or [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        body = {"game": game, "seats": seats, **fields}
        if any(seat["kind"] == "person" for seat in seats):
            body.setdefault("sit", 0)
        return self.post("/api/tables", body)

    def enter(self, link):
        """Trades a link; the table."""
        path, secret = link.split("#", 1)
        table = path.rsplit("/", 1)[1]
        answer = self.post(
            f"/api/tables/{table}/enter", {"secret": secret.split("=")[1]}
        )
        return answer["table"]


class Closed(Exception):
    """The socket was closed, with that code."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed: {code} {reason}")
        self.code = code
        self.reason = reason


class Socket:
    """A WebSocket. `frames` are all texts that came, in order."""

    def __init__(
        self, session, path="/ws", headers=None, hello=True, window=0
    ):
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if window:  # before it connects: later is too late
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        if session.source:
            self.socket.bind((session.source, 0))
        self.socket.connect((session.host, session.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if session.tls:
            self.socket = session.tls.wrap_socket(
                self.socket, server_hostname=session.host
            )
        self.buffer = b""
        self.frames = []
        self.queue = []
        self.number = 0
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {session.host}:{session.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: maxq.v1",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
        ]
        if session.cookie:
            lines.append("Cookie: maxq=" + session.cookie)
        for name, value in {**session.headers, **(headers or {})}.items():
            lines.append(f"{name}: {value}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split(b" ")[1])
        if self.status != 101:
            raise Closed(self.status)
        if hello:
            self.hello = self.receive()
            assert self.hello["type"] == "hello", self.hello

    def fill(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise Closed(None)
        self.buffer += more

    def send_frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + body)

    def need(self, count):
        while len(self.buffer) < count:
            self.fill()

    def receive_frame(self):
        """A whole frame, or nothing is taken (a timeout in the middle)."""
        self.need(2)
        length, at = self.buffer[1] & 127, 2
        if length == 126:
            self.need(4)
            length, at = struct.unpack(">H", self.buffer[2:4])[0], 4
        elif length == 127:
            self.need(10)
            length, at = struct.unpack(">Q", self.buffer[2:10])[0], 10
        self.need(at + length)
        opcode, data = self.buffer[0] & 15, self.buffer[at : at + length]
        self.buffer = self.buffer[at + length :]
        return opcode, data

    def receive(self):
        """The next message."""
        if self.queue:
            return self.queue.pop(0)
        while True:
            opcode, data = self.receive_frame()
            if opcode == 1:
                self.frames.append(data.decode())
                return json.loads(data)
            if opcode == 8:
                code = struct.unpack(">H", data[:2])[0] if data else None
                raise Closed(code, data[2:].decode())
            if opcode == 9:
                self.send_frame(10, data)

    def send(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def until(self, wanted):
        """Messages up to the first that `wanted` accepts."""
        got = []
        while True:
            message = self.receive()
            got.append(message)
            if wanted(message):
                return got

    def ask(self, kind, **fields):
        """Sends and waits for the answer; what came before it goes to
        `seen`."""
        self.number += 1
        name = fields.pop("id", None) or f"q{self.number}-{os.getpid()}"
        self.send(type=kind, id=name, **fields)
        got = self.until(
            lambda m: m["type"] == "answer" and m["id"] == name
        )
        self.seen = got[:-1]
        return got[-1]

    def hint(self):
        """Asks for one and waits for it, where the answer is that it comes;
        whether it does."""
        given = self.ask("hint", id="hint")["ok"]
        if given:
            self.until(lambda m: m["type"] == "hint")
        return given

    def close(self):
        try:
            self.send_frame(8, struct.pack(">H", 1000))
        except OSError:
            pass
        self.socket.close()


def put(view, changes):
    """Applies `changes` of an item to a view, in place."""
    for change in changes:
        steps = re.findall(r"[^.\[\]]+|\[\d+\]", change[0])
        node = view
        for step in steps[:-1]:
            node = node[int(step[1:-1]) if step[0] == "[" else step]
        last = steps[-1]
        key = int(last[1:-1]) if last[0] == "[" else last
        if len(change) == 1:
            del node[key]
        else:
            node[key] = change[1]


class Player:
    """A seat that plays: keeps its view by the changes it gets, and checks
    that numbers have no gap."""

    def __init__(self, session, table, want=None, **fields):
        self.session = session
        self.table = table
        self.want = want or ["changes", "now", "legal", "sentences"]
        self.last = None
        self.view = None
        self.now = None
        self.log = []
        self.fields = fields
        self.connect()

    def connect(self):
        self.socket = self.session.socket()
        fields = dict(self.fields)
        if self.last is not None:
            fields["from"] = self.last
        answer = self.socket.ask(
            "subscribe", table=self.table, want=self.want, **fields
        )
        assert answer["ok"], answer
        self.info = answer["table"]
        for message in self.socket.seen:
            self.take(message)
        return answer

    def take(self, message):
        if message["type"] == "state":
            self.last = message["number"]
            self.view = message["view"]
            self.now = message["now"]
        elif message["type"] == "item":
            assert message["number"] == self.last + 1, (
                message["number"],
                self.last,
            )
            self.last = message["number"]
            self.log.append(message)
            put(self.view, message["changes"])
            if "now" in message:
                self.now = message["now"]
        elif message["type"] == "table":
            self.info = message["table"]

    def ask(self, kind, **fields):
        answer = self.socket.ask(kind, **fields)
        for message in self.socket.seen:
            self.take(message)
        return answer

    def act(self, action, **fields):
        return self.ask("act", action=action, last=self.last, **fields)

    def wait(self, wanted):
        """Takes messages until `wanted(self)`."""
        while not wanted(self):
            self.take(self.socket.receive())

    def reconnect(self):
        self.socket.close()
        self.connect()


def sit(session, table, link, name):
    """Takes a free seat by the table's link."""
    session.enter(link)
    session.post(f"/api/tables/{table}/sit", {"name": name})
    return session


def join(server, table, link, name):
    """A second person who sits down by the table's link."""
    return sit(Session(server.port), table, link, name)


def start(session, table):
    """Starts it; at another server who sat down is known a moment later."""
    deadline = pace.Deadline(120)
    while True:
        status, answer = session.request("POST", f"/api/tables/{table}/start")
        if status == 200:
            return answer
        assert not deadline.over(), (status, answer)
        time.sleep(0.02)


def run(tests, stop=False):
    """Runs functions and says TAP. `stop`: each goes on where the one before
    it ended, so it ends with the first that fails."""
    only = sys.argv[1:]
    tests = [t for t in tests if not only or t.__name__ in only]
    failed = 0
    print(f"1..{len(tests)}\n# MAXQ_SEED={SEED}", flush=True)
    for number, test in enumerate(tests, 1):
        start = time.monotonic()
        try:
            test()
            word = "ok"
        except Exception:  # pylint: disable=broad-except
            import traceback

            print("# " + traceback.format_exc().replace("\n", "\n# "))
            folder = os.path.relpath(os.path.dirname(MAXQ), ROOT)
            name = pathlib.Path(sys.argv[0]).stem
            print(f"# to repeat: MAXQ_SEED={SEED} meson test -C {folder} server-{name}")
            word = "not ok"
            failed += 1
        seconds = time.monotonic() - start
        print(f"{word} {number} - {test.__name__} # {seconds:.1f} s", flush=True)
        if failed and stop:
            break
    sys.exit(1 if failed else 0)
