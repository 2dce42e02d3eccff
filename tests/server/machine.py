"""A Debian machine for a test: this one's files under an overlay that is
forgotten, a network of its own, and systemd as its first process. Whatever is
done in it as root is done in earnest (packages' units, /etc, /usr/local), and
nothing of it is left. The test itself stands outside of the machine's files
and processes, but in its network.

`enter` first. It takes root and a kernel that lets it make namespaces, mounts
and a control group (a container often doesn't): without, the test ends with
the exit code 77, which tools/test shows as skipped and doesn't count.

Not as on a real machine: systemd starts the journal and what the test enables,
not the whole of Debian; /proc/sys is read-only; MemoryMax= holds only where
the kernel keeps memory in the second kind of control groups; there is no other
network than loopback."""
import atexit
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import client

SKIPPED = 77
HOME = os.path.expanduser("~root")
INSIDE = "MAXQ_TEST_MACHINE"
UNSHARE = ["unshare", "--mount", "--net", "--uts", "--ipc"]

# What a machine's first process does before it is systemd. $1: the root.
FIRST = r"""
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p run/outside
pivot_root . run/outside
umount -l /run/outside
exec env -i container=test PATH="$PATH" LC_ALL=C.UTF-8 \
    /lib/systemd/systemd --system --unit=multi-user.target \
    --log-target=journal --show-status=no </dev/null
"""


def run(*words, **options):
    """Output of a command that succeeds."""
    done = subprocess.run(
        [str(word) for word in words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, (words, done.stdout[-4000:])
    return done.stdout


def enter():
    """Goes on in namespaces of its own, or ends."""
    if INSIDE in os.environ:
        return
    trial = ["mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    done = subprocess.run(UNSHARE + trial, capture_output=True, text=True)
    if done.returncode != 0:
        print("needs root that may make namespaces:", done.stderr.strip())
        sys.exit(SKIPPED)
    os.environ[INSIDE] = "yes"
    os.execvp("unshare", UNSHARE + [sys.executable, *sys.argv])


class Machine:
    """`source` is a copy of the repository, with all that is built in it;
    where the repository was is an empty folder."""

    name = "games.club.test"
    source = "/srv/source"

    def __init__(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="maxq-machine-"))
        self.root = self.scratch / "root"
        self.folder = HOME  # where the shell stands
        self.process = None
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        atexit.register(self.remove)
        run("mount", "-t", "tmpfs", "tmpfs", self.scratch)
        self.overlay("/", self.root)
        self.overlay(client.ROOT, self.path(self.source))
        here = self.path(client.ROOT)
        here.mkdir(parents=True, exist_ok=True)
        run("mount", "-t", "tmpfs", "tmpfs", here)
        self.group = self.scratch / "groups" / f"maxq-{os.getpid()}"
        self.group.parent.mkdir()
        run("mount", "-t", "cgroup2", "cgroup2", self.group.parent)
        self.group.mkdir()
        self.be_empty()
        run("ip", "link", "set", "lo", "up")
        self.start()

    def path(self, inside):
        """From here, that of the machine's `inside`."""
        return self.root / str(inside).lstrip("/")

    def overlay(self, lower, where):
        where.mkdir(parents=True, exist_ok=True)
        upper = self.scratch / f"upper-{where.name}"
        work = self.scratch / f"work-{where.name}"
        upper.mkdir()
        work.mkdir()
        options = f"lowerdir={lower},upperdir={upper},workdir={work}"
        run("mount", "-t", "overlay", "overlay", "-o", options, where)

    def be_empty(self):
        """Nothing is enabled but the journal; one name."""
        for base in ("/etc/systemd/system", "/lib/systemd/system"):
            for link in self.path(base).glob("*.wants/*"):
                if "journald" not in link.name:
                    link.unlink()
        hosts = f"127.0.0.1 localhost {self.name}\n"
        self.path("/etc/hosts").unlink(missing_ok=True)
        self.path("/etc/hosts").write_text(hosts)
        # The test asks for the name as well.
        run("mount", "--bind", self.path("/etc/hosts"), "/etc/hosts")

    def start(self):
        self.log = open(self.scratch / "log", "ab")
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL"]
            + ["sh", "-euc", 'echo $$ >"$1"; shift; exec "$@"', "sh"]
            + [str(self.group / "cgroup.procs"), "unshare", "--mount"]
            + ["--pid", "--cgroup", "--fork", "--kill-child"]
            + ["sh", "-euc", FIRST, "sh", str(self.root)],
            stdout=self.log,
            stderr=self.log,
        )
        client.eventually(self.is_up)

    def is_up(self):
        said = (self.scratch / "log").read_text(errors="replace")
        assert self.process.poll() is None, said[-4000:]
        status, out = self.try_shell("systemctl is-system-running --wait")
        return status == 0 and out.strip() == "running"

    def first(self):
        """The process id of its systemd, seen from here."""
        pid = self.process.pid
        text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return text.split()[0] if text else None

    def try_shell(self, script):
        """Exit code and output of a script as root in the machine."""
        first = self.first()
        if not first:
            return 1, "not started"
        done = subprocess.run(
            ["nsenter", "--target", first, "--mount", "--pid", "--cgroup"]
            + ["--root", "--wd"]
            + ["env", "-i", f"HOME={HOME}", "LC_ALL=C.UTF-8"]
            + ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"]
            + ["bash", "-euc", script],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=10 * client.PATIENCE,
        )
        return done.returncode, done.stdout

    def shell(self, script):
        """The same, and it succeeds, also where its last line is a list with
        &&; the next one starts in the folder where it ends."""
        code, out = self.try_shell(
            f"cd '{self.folder}'\n{script}\n[ $? = 0 ]\npwd -L >/run/folder"
        )
        assert code == 0, f"{script}\n---\n{out[-4000:]}"
        self.folder = self.shown("/run/folder")
        return out

    def shown(self, path):
        code, out = self.try_shell(f"cat '{path}'")
        assert code == 0, out
        return out.strip()

    def cut(self):
        """The power goes."""
        os.kill(int(self.first()), signal.SIGKILL)
        self.process.wait(client.PATIENCE)
        self.log.close()
        client.eventually(
            lambda: "populated 0" in (self.group / "cgroup.events").read_text()
        )

    def remove(self):
        if self.process and self.process.poll() is None:
            self.cut()
        for folder, _, _ in os.walk(self.group, topdown=False):
            os.rmdir(folder)
        subprocess.run(["umount", "--lazy", self.scratch], check=False)
        self.scratch.rmdir()
