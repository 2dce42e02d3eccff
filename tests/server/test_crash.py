#!/usr/bin/env python3
"""kill -9 at random moments under load: after each restart every acknowledged
action is there, every table goes on, nothing is applied twice.

MAXQ_CRASHES sets how often (10); `make test-crash` does it 100 times."""
import os
import socket
import threading
import time

import client
from client import pace

CRASHES = int(os.environ.get("MAXQ_CRASHES", "10"))
TABLES = 6


class Table(threading.Thread):
    """Two people at one table who never give up on an action: what got no
    answer is sent again with the same id."""

    def __init__(self, servers, number, stop):
        super().__init__()
        self.servers = servers  # one for both, or one each
        self.server = servers[0]
        self.rng = client.rng(f"table {number}")
        self.stop = stop
        self.acks = []  # (seat, number, action)
        self.error = None
        self.sent = 0
        self.matches = 0

    def run(self):
        try:
            while not self.stop.is_set():
                self.sit_down()
                self.play()
                self.check()
                self.matches += 1
        except Exception as error:  # pylint: disable=broad-except
            import traceback

            self.error = traceback.format_exc() + repr(error)

    def patiently(self, action):
        """Does it, again and again until the server is there."""
        deadline = pace.Deadline(120)
        while True:
            try:
                return action()
            except (OSError, client.Closed, socket.timeout, EOFError):
                pass
            except Exception as error:  # pylint: disable=broad-except
                if type(error).__module__ != "http.client":
                    raise
            assert not deadline.over(), self.server.logged()[-2000:]
            time.sleep(0.02)

    def sit_down(self):
        def begin():
            ann = client.Session(self.server.port)
            opened = ann.open()
            table = opened["table"]["id"]
            bob = client.join(
                self.servers[-1], table, opened["links"]["join"], "Bob"
            )
            client.start(ann, table)
            while bob.get(f"/api/tables/{table}")["table"]["state"] == "open":
                time.sleep(0.02)
            return table, ann, bob

        self.acks = []
        self.table, *sessions = self.patiently(begin)
        self.players = [
            self.patiently(lambda s=s: client.Player(s, self.table))
            for s in sessions
        ]

    def reconnect(self, player):
        self.patiently(player.connect)

    def play(self):
        while not self.stop.is_set():
            for seat, player in enumerate(self.players):
                self.settle(player)
                if player.now["over"]:
                    return
                if seat in player.now["actors"]:
                    self.act(seat, player)

    def settle(self, player):
        """Takes what has come; comes back where the connection is gone."""
        player.socket.socket.settimeout(0.001)
        try:
            while True:
                player.take(player.socket.receive())
        except socket.timeout:
            pass
        except (OSError, client.Closed):
            self.reconnect(player)
        finally:
            player.socket.socket.settimeout(client.PATIENCE)

    def act(self, seat, player):
        action = self.rng.choice(player.now["legal"])
        last = player.last
        name = f"{self.name}-{self.sent}"
        self.sent += 1
        while True:
            try:
                answer = player.ask("act", id=name, action=action, last=last)
            except (OSError, client.Closed):
                self.reconnect(player)
                continue
            if answer["ok"]:
                self.acks.append((seat, answer["number"], action))
                return
            assert answer["error"]["code"] in ("stale", "not_saved"), answer
            self.settle(player)
            return

    def check(self):
        """Each seat's own actions in its log are exactly those that were
        acknowledged, each at its number."""

        def logs():
            return [
                p.session.get(f"/api/tables/{self.table}/log?as=seat")
                for p in self.players
            ]

        for seat, log in enumerate(self.patiently(logs)):
            texts = {
                item["number"]: item["text"]
                for item in log["items"]
                if item["kind"] == "event" and item["seat"] == seat
            }
            acks = {n: a for s, n, a in self.acks if s == seat}
            assert len(acks) == len([a for a in self.acks if a[0] == seat])
            assert texts == acks, (self.table, seat, texts, acks)
            numbers = [item["number"] for item in log["items"]]
            assert numbers == list(range(1, len(numbers) + 1))


# No limits: all come from one address.
LIMITLESS = ["--requests", "1000", "--requests-burst", "9999"]
LIMITLESS += ["--messages", "9999", "--messages-burst", "9999"]


def wait_for_load(tables, actions):
    """On a busy machine: until so many have been sent."""
    deadline = pace.Deadline(120)
    while sum(table.sent for table in tables) < actions:
        if any(table.error for table in tables) or deadline.over():
            return
        time.sleep(0.01)


def crash(servers, times):
    """Kills one of them, again and again."""
    rng = client.rng("crashes")
    stop = threading.Event()
    tables = [Table(servers, number, stop) for number in range(TABLES)]
    for table in tables:
        table.start()
    for number in range(times):
        time.sleep(rng.uniform(0.05, 0.6))
        wait_for_load(tables, 21 * (number + 1))
        server = rng.choice(servers)
        server.kill()
        server.start()
        failed = [table.error for table in tables if table.error]
        if failed:
            break
    time.sleep(0.5)
    stop.set()
    for table in tables:
        table.join(client.PATIENCE)
        assert not table.is_alive(), f"table {table.table} hangs"
    errors = [table.error for table in tables if table.error]
    assert not errors, errors[0]
    acts = sum(table.sent for table in tables)
    print(f"# {times} crashes, {acts} actions sent")
    assert acts > 20 * times, acts
    for server in servers:
        server.stop()


def crashes():
    crash([client.Server(*LIMITLESS)], CRASHES)


if __name__ == "__main__":
    client.run([crashes])
