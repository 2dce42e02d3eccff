"""A PostgreSQL server for tests: its own folder, a loopback port, stopped at
the end. As root it runs as the user `postgres`, since it refuses to be root."""
import atexit
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

from client import PATIENCE, free_port, pace


class Postgres:
    """`url(name)` makes an empty database and says where it is."""

    def __init__(self):
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.folder = tempfile.mkdtemp(prefix="maxq-pg-")
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            entry = pwd.getpwnam(self.user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self.port = free_port()
        self.process = None
        atexit.register(self.abandon)
        data = os.path.join(self.folder, "data")
        self.run("initdb", "-D", data, "-A", "trust", "-U", "maxq", "-N")
        self.start()

    def launch(self):
        data = os.path.join(self.folder, "data")
        return subprocess.Popen(
            [os.path.join(self.bin, "postgres"), "-D", data]
            + ["-c", "listen_addresses=127.0.0.1", "-p", str(self.port)]
            + ["-c", f"unix_socket_directories={self.folder}"]
            + ["-c", "fsync=off"],  # no power is cut here
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start(self):
        self.process = self.launch()
        deadline = pace.Deadline(120)
        while True:
            try:
                self.run(*self.client("pg_isready"))
                return
            except subprocess.CalledProcessError:
                assert not deadline.over(), "PostgreSQL doesn't start"
                time.sleep(0.1)
            if self.process.poll() is not None:
                self.process = self.launch()  # what was before still goes

    def restart(self):
        self.halt()
        self.start()

    def client(self, name):
        return [name, "-h", "127.0.0.1", "-p", str(self.port), "-U", "maxq"]

    def run(self, name, *words):
        subprocess.run(
            [os.path.join(self.bin, name), *words],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, url, text):
        """What a query gives: a line a row, columns divided by |."""
        done = subprocess.run(
            [os.path.join(self.bin, "psql"), "-tA", "-c", text, url],
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
        )
        return done.stdout

    def url(self, name):
        self.run(*self.client("createdb"), name)
        return f"postgres://maxq@127.0.0.1:{self.port}/{name}"

    def halt(self):
        self.process.send_signal(signal.SIGQUIT)  # as in a crash
        self.process.wait(PATIENCE)

    def abandon(self):
        """A test that failed leaves no database behind."""
        if self.process and self.process.poll() is None:
            self.stop()

    def stop(self):
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)
