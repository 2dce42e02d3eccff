#!/usr/bin/env python3
"""docs/hosting.md is true: its `console` blocks are read out of the page and
run in their order, as root, on a machine that is made for it (machine.py). In
between a table is played there, over https and through nginx.

Three things stand in for the internet, which a test doesn't have:
- `apt-get install` only looks whether the packages are here; those of certbot
  needn't be, nor nginx's (a smaller one has nginx too), which is started;
- the repository is cloned from this one, as it stands, and gets what is
  already built of it, so that `make install` has only to find that;
- `certbot` makes a certificate of its own and puts it, and what the real one
  writes into nginx's file, where the real one does.

Needs the release build: make test PARTS=hosting"""
import os
import re
import ssl
import time

import client
import machine

PAGE = (client.ROOT / "docs" / "hosting.md").read_text()
BLOCKS = re.compile(r"^```console\n(.*?)^```$", re.S | re.M)
ADMIN = re.compile(r"`maxq admin ([^`]*)`")
BUILT = ("build", "web/dist", "web/node_modules")
DB = "--db /var/lib/maxq/maxq.db"
ANYBODY = "setpriv --reuid=65534 --regid=65534 --clear-groups bash -euc"

PHONES = "192.168.77.5"
FOLDERS = "/ /etc /opt /run /srv /usr/local/bin /var /var/cache ~root"
FOLDERS = (FOLDERS + " /var/lib /var/lib/nginx /var/log /var/lib/maxq").split()

CERTBOT = r"""#!/bin/bash -eu
[ "$1 $2" = "--nginx -d" ]
folder=/etc/letsencrypt/live/$3
file=/etc/nginx/conf.d/maxq.conf
grep -q "server_name $3;" $file
mkdir -p "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=$3" \
    -addext "subjectAltName=DNS:$3" \
    -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem"
sed -i "s|^    listen 80;|    listen 443 ssl;\n\
    ssl_certificate $folder/fullchain.pem;\n\
    ssl_certificate_key $folder/privkey.pem;|" $file
cat >>$file <<END
server {
    if (\$host = $3) {
        return 301 https://\$host\$request_uri;
    }
    listen 80;
    server_name $3;
    return 404;
}
END
nginx -s reload
"""


class Club:
    """The machine, and what one test knows from those before it."""

    def __init__(self):
        self.machine = machine.Machine()
        self.blocks = [block.splitlines() for block in BLOCKS.findall(PAGE)]
        self.players = []

    def follow(self, *words):
        """Types the page's next block, which is the one with these words."""
        block = self.blocks.pop(0)
        for word in words:
            assert word in "\n".join(block), (word, block)
        for line in block:
            line = line.replace("YOUR.NAME", self.machine.name)
            assert line[:2] in ("# ", "$ "), line
            start = time.monotonic()
            self.type(line[2:] if line[0] == "#" else f"{ANYBODY} '{line[2:]}'")
            print(f"# {time.monotonic() - start:4.1f} s {line}", flush=True)

    def type(self, command):
        """With what stands in for the internet."""
        if command.startswith("apt-get install "):
            self.installed(command.split()[2:])
            return
        if command.startswith("git clone … maxq && "):
            self.clone()
            command = command.partition(" && ")[2]
        self.machine.shell(command)

    def installed(self, wanted):
        """The packages are here, but for those of certbot; with that of nginx
        it runs."""
        query = "dpkg-query -W -f '${Status} ${Package}\\n' " + " ".join(wanted)
        _, out = self.machine.try_shell(query)
        here = re.findall(r"^install ok installed (\S+)$", out, re.M)
        missing = set(wanted) - set(here)
        assert missing <= {"certbot", "python3-certbot-nginx", "nginx"}, missing
        if missing:
            print("# not here:", *sorted(missing), flush=True)
        if "nginx" in wanted:
            self.machine.shell("systemctl enable --now nginx")

    def clone(self):
        """This repository as it stands, to where it stands: what is built
        knows its folder. Times are those of the files here, so that nothing
        looks newer than what was made of it."""
        self.machine.shell(
            "git config --global safe.directory '*'\n"
            "git config --global user.name test\n"
            "git config --global user.email test\n"
            f"cd {self.machine.source}\n"
            "git checkout --quiet -B club\n"  # from whatever is checked out
            "git add -A\n"
            "git commit --quiet --allow-empty -m 'as it stands'\n"
            f"ln -s {client.ROOT} ~/maxq\n"
            "cd\n"
            f"git clone --quiet {self.machine.source} maxq\n"
        )
        top = self.machine.path(client.ROOT)
        for name in BUILT:
            (top / name).mkdir(parents=True)
            self.machine.shell(
                f"mount --bind {self.machine.source}/{name} maxq/{name}"
            )
        for folder, _, files in os.walk(top, topdown=False):
            here = client.ROOT / os.path.relpath(folder, top)
            for name in files + ["."]:
                if (here / name).exists():
                    status = (here / name).stat()
                    times = (status.st_atime_ns, status.st_mtime_ns)
                    os.utime(os.path.join(folder, name), ns=times)

    def session(self):
        return client.Session(443, self.machine.name, self.tls)

    def is_well(self):
        code, _ = self.machine.try_shell(
            "curl -fsS http://127.0.0.1:8080/healthz"
        )
        return code == 0

    def admin(self, words):
        return self.machine.shell(f"maxq admin {DB} {words}")

    def come_back(self):
        """Everybody after a restart: nothing is lost, and it goes on."""
        client.eventually(self.is_well)
        for player in self.players:
            last, view = player.last, player.view
            player.last = None
            player.reconnect()
            assert (player.last, player.view) == (last, view)
        self.move()

    def move(self):
        mover = self.players[self.players[0].now["actors"][0]]
        answer = mover.act(mover.now["legal"][0])
        assert answer["ok"], answer
        for player in self.players:
            player.wait(lambda p: p.last >= mover.last)


def at_home():
    club.machine.shell(
        "mkdir ~/home\n"
        "cd ~/home\n"
        f"ln -s {club.machine.source}/build build\n"
        "chmod 755 ~\n"
        "chown 65534 ."
    )
    (line,) = club.blocks.pop(0)
    assert line.startswith("$ build/maxq serve"), line
    club.machine.shell(
        f"{ANYBODY} '{line[2:]}' >/dev/null 2>&1 & echo $! >/run/home"
    )
    client.eventually(club.is_well)
    club.machine.shell("kill $(cat /run/home); cd")
    client.eventually(lambda: not club.is_well())


def install():
    club.follow("make install", "systemctl enable --now maxq")
    client.eventually(club.is_well)
    assert club.machine.shell("which maxq").strip() == "/usr/local/bin/maxq"
    assert club.machine.shell("systemctl is-enabled maxq") == "enabled\n"


def without_the_libraries_of_tests():
    """A server needn't have them, and can be set up all the same."""
    club.machine.shell(
        "for name in cmocka jansson; do\n"
        "    mount --bind /dev/null $(find /usr/lib -name $name.pc -print -quit)\n"
        "done\n"
        f"git clone --quiet --no-hardlinks {club.machine.source} ~/bare\n"
        "cd ~/bare\n"
        "tools/bootstrap run\n"
        "ninja -n -C $(tools/configure release) install\n"
        "umount $(findmnt -rno TARGET | grep '[.]pc$')\n"
        "cd ~/maxq\n"
        "rm -r ~/bare"
    )


def for_phones():
    """The address that is printed is one that they can open."""
    assert "`make run LAN=1`" in PAGE
    club.machine.shell(
        "ip link add lan type veth peer name phone\n"
        f"ip address add {PHONES}/24 dev lan\n"
        "ip link set lan up\n"
        "make run LAN=1 PORT=8081 >/run/lan 2>&1 &"
    )
    address = f"http://{PHONES}:8081/"
    client.eventually(
        lambda: f": {address}\n" in club.machine.shell("cat /run/lan")
    )
    club.machine.shell(f"curl -fsS {address}healthz")
    club.machine.shell("kill $(pgrep -f '[l]isten 0.0.0.0:8081')")


def a_user_of_its_own():
    """That can write nothing but /var/lib/maxq."""
    pid = club.machine.shell("systemctl show --value -p MainPID maxq").strip()
    status = club.machine.shell(f"cat /proc/{pid}/status")
    found = dict(re.findall(r"^(\w+):\s+(\S+)", status, re.M))
    assert int(found["Uid"]) > 1000, found
    assert (found["CapEff"], found["CapBnd"]) == ("0" * 16, "0" * 16), found
    assert (found["NoNewPrivs"], found["Seccomp"]) == ("1", "2"), found
    user = f"setpriv --reuid={found['Uid']} --regid={found['Gid']}"
    tries = " ".join(f"{folder}/trace" for folder in FOLDERS)
    _, out = club.machine.try_shell(
        f"nsenter --target {pid} --mount {user} --clear-groups"
        f" sh -c 'for f in {tries}; do touch $f && echo wrote $f; done'"
    )
    wrote = re.findall(r"^wrote (\S+)/trace$", out, re.M)
    assert wrote == ["/var/lib/maxq"], out


def behind_nginx():
    certbot = club.machine.path("/usr/local/bin/certbot")
    certbot.write_text(CERTBOT)
    certbot.chmod(0o755)
    club.follow("systemctl reload nginx", "certbot --nginx")
    name = club.machine.name
    chain = f"/etc/letsencrypt/live/{name}/fullchain.pem"
    club.tls = ssl.create_default_context(cafile=club.machine.path(chain))
    client.eventually(lambda: club.session().raw("GET", "/healthz")[0] == 200)
    status, page, _ = club.session().raw("GET", "/")
    assert status == 200 and b"<script" in page, page[:400]
    assert club.session().raw("GET", "/metrics")[0] == 404

    def sent_on():
        _, _, answer = client.Session(80, name).raw("GET", "/")
        return answer.getheader("Location") == f"https://{name}/"

    client.eventually(sent_on)  # nginx's old processes take their time


def a_table():
    ann = club.session()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    body = {"game": "mlem", "seats": seats, "sit": 0}
    _, _, answer = ann.raw("POST", "/api/tables", body)
    assert "; Secure" in answer.getheader("Set-Cookie")
    opened = ann.open()
    table, link = opened["table"]["id"], opened["links"]["join"]
    assert link.startswith(f"https://{club.machine.name}/t/"), link
    bob = client.sit(club.session(), table, link, "Bob")
    ann.post(f"/api/tables/{table}/start")
    club.players = [client.Player(ann, table), client.Player(bob, table)]
    club.table = table
    club.move()


def looking_after():
    club.follow("healthz", "metrics", "journalctl")
    said = club.machine.shell("journalctl -u maxq")
    assert "event=start" in said and "level=error" not in said, said


def newer_version():
    """A commit more, and one man page changes with it."""
    club.machine.shell(
        f"cd {club.machine.source}\n"
        "echo 'Newer than before.' >>docs/man/maxq.1.scd\n"
        "git commit --quiet -am newer\n"
        "cd ~/maxq"
    )
    club.follow("git pull && make install && systemctl restart maxq")
    page = club.machine.shell("cat /usr/local/share/man/man1/maxq.1")
    assert "Newer than before." in page
    club.come_back()


def power_cut():
    """It comes back by itself."""
    club.machine.cut()
    club.machine.start()
    client.eventually(
        lambda: club.session().raw("GET", "/healthz")[0] == 200
    )
    club.come_back()


def administration():
    """As root, while the server runs as somebody else; restoring, while it
    doesn't run."""
    club.session().post(
        "/api/accounts", {"name": "NAME", "password": "a long enough one"}
    )
    club.admin("backup ~/copy.db")
    club.move()
    club.machine.shell("systemctl stop maxq")
    club.admin("restore ~/copy.db")
    club.machine.shell("systemctl start maxq")
    client.eventually(club.is_well)
    for player in club.players:
        player.last = None
        player.reconnect()
    club.move()
    commands = {" ".join(words.split()) for words in ADMIN.findall(PAGE)}
    assert len(commands) > 4, commands
    for words in sorted(commands, key=lambda words: ("end" in words, words)):
        print("# |", words, flush=True)
        club.admin(words.replace("ID", club.table))
    assert not club.blocks, club.blocks


machine.enter()
club = Club()
client.run(
    [
        at_home,
        install,
        without_the_libraries_of_tests,
        for_phones,
        a_user_of_its_own,
        behind_nginx,
        a_table,
        looking_after,
        newer_version,
        power_cut,
        administration,
    ],
    stop=True,
)
