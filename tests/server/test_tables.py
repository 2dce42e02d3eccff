#!/usr/bin/env python3
"""What people do with tables: setting up, clocks, giving up, help, history;
and how a server is told what it is to do."""
import pathlib
import re
import subprocess

import client
from client import pace

FREE = ("--requests", "9999", "--requests-burst", "99999")
FREE += ("--messages", "9999", "--messages-burst", "9999")


def code(answer):
    return answer.get("error", {}).get("code")


def people_at(server, count, **fields):
    """A running table of so many: id and players."""
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}]
    seats += [{"kind": "open"}] * (count - 1)
    opened = ann.open(seats=seats, **fields)
    table, link = opened["table"]["id"], opened["links"]["join"]
    people = [ann]
    for name in ("Bob", "Eve", "Dan")[: count - 1]:
        people.append(client.join(server, table, link, name))
    ann.post(f"/api/tables/{table}/start")
    return table, [client.Player(s, table) for s in people]


def before_the_start():
    """The opener changes options, fills and empties seats; people come and
    go; it starts when nobody is missing."""
    server = client.Server(*FREE)
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}] + [{"kind": "open"}] * 2
    opened = ann.open(seats=seats)
    table, link = opened["table"]["id"], opened["links"]["join"]
    path = f"/api/tables/{table}"
    bob = client.join(server, table, link, "Bob")
    status, answer = ann.request("POST", path + "/start")
    assert status == 409 and code(answer) == "not_ready", answer
    bob.post(path + "/leave")
    assert ann.get(path)["table"]["seats"][1]["kind"] == "open"
    bob.post(path + "/sit", {"name": "Bob", "seat": 2})
    assert ann.get(path)["table"]["seats"][2]["name"] == "Bob"
    ann.post(path + "/remove", {"seat": 2})
    assert ann.get(path)["table"]["seats"][2]["kind"] == "open"
    assert bob.get(path)["table"]["you"]["role"] != "seat"
    changed = ann.patch(
        path,
        {
            "options": {"ufo": True},
            "listed": True,
            "help": "odds",
            "clock": {"kind": "move", "seconds": 60},
            "seats": [
                {"kind": "person", "name": "Ann"},
                {"kind": "bot", "bot": "greedy"},
                {"kind": "bot", "bot": "random"},
            ],
        },
    )["table"]
    assert changed["options"]["ufo"] is True and changed["listed"], changed
    assert changed["help"] == "odds" and changed["clock"]["seconds"] == 60
    assert [s["kind"] for s in changed["seats"]] == ["person", "bot", "bot"]
    assert ann.post(path + "/start")["table"]["state"] == "running"
    status, answer = ann.request("PATCH", path, {"listed": False})
    assert code(answer) == "not_open", answer
    server.stop()


def a_clock_for_the_match():
    """Who moves gets the increment; who is waited for loses time."""
    server = client.Server(*FREE)
    clock = {"kind": "match", "seconds": 3000, "increment": 500}
    _, players = people_at(server, 2, clock=clock)
    seat = players[0].now["actors"][0]
    before = players[seat].now["clock"]
    assert before["running"] == [seat] and len(before["left_ms"]) == 2
    assert players[seat].act(players[seat].now["legal"][0])["ok"]
    after = players[seat].now["clock"]
    assert 3000000 < after["left_ms"][seat] <= 3500000, after
    assert after["left_ms"][1 - seat] <= 3000000, after
    server.stop()


def time_runs_out():
    """With two the match ends, with three a bot plays on and the seat is last;
    or, as the table says, a bot takes it and its person takes it back."""
    server = client.Server("--bot-ms", "10", *FREE)
    seconds = max(5, round(pace.limit(2)))  # time to take the seat back
    forfeit = {"kind": "move", "seconds": 5, "on_timeout": "forfeit"}
    _, two = people_at(server, 2, clock=forfeit)
    _, three = people_at(server, 3, clock=forfeit)
    clock = {"kind": "match", "increment": 0, "on_timeout": "bot"}
    clock["seconds"] = seconds
    _, handed = people_at(server, 2, clock=clock)
    seat = two[0].now["actors"][0]
    two[0].wait(lambda p: p.info["state"] == "over")
    assert two[0].info["result"]["winners"] == [1 - seat]
    assert two[0].info["result"]["reason"] == "conceded"
    assert [i["kind"] for i in two[0].log] == ["clock", "concede", "close"]
    seat = three[0].now["actors"][0]
    three[0].wait(lambda p: p.info["seats"][seat]["timed_out"])
    assert three[0].info["seats"][seat]["conceded"]
    assert three[0].info["seats"][seat]["bot"] == "greedy"
    assert code(three[seat].ask("take_seat")) == "nothing_to_do"
    seat = handed[0].now["actors"][0]
    handed[seat].wait(lambda p: p.info["seats"][seat]["timed_out"])
    assert not handed[seat].info["seats"][seat]["conceded"]
    assert handed[seat].ask("take_seat")["ok"]
    handed[seat].wait(lambda p: p.info["seats"][seat]["bot"] is None)
    server.stop()


def giving_up_with_three():
    """A bot plays on, and the seat is last whatever it gets."""
    server = client.Server("--bot-ms", "5", *FREE)
    ann = client.Session(server.port)
    seats = [{"kind": "person", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "random"}] * 2
    table = ann.open(seats=seats, start=True)["table"]["id"]
    player = client.Player(ann, table)
    assert player.ask("concede", last=player.last)["ok"]
    again = code(player.ask("concede", last=player.last))
    assert again in ("nothing_to_do", "not_running"), again  # bots are quick
    player.wait(lambda p: p.info["state"] == "over")
    result = player.info["result"]
    assert result["reason"] == "played" and len(result["scores"]) == 3
    assert 0 not in result["winners"] and result["winners"], result
    kinds = [item["kind"] for item in player.log]
    assert kinds[kinds.index("concede") :][:2] == ["concede", "bot"], kinds
    server.stop()


def help_is_the_tables():
    """Odds and hints where the table has them; all see that it has."""
    server = client.Server("--bot-ms", "20", *FREE)
    for level, allowed in (("none", ()), ("odds", ("odds",))):
        _, players = people_at(server, 2, help=level)
        mover = players[players[0].now["actors"][0]]
        assert {p.info["help"] for p in players} == {level}
        for kind in ("odds", "hint"):
            answer = mover.ask(kind)
            assert answer["ok"] == (kind in allowed), (level, answer)
            assert answer["ok"] or code(answer) == "no_help", answer
    _, players = people_at(server, 2, help="hints")
    mover = players[players[0].now["actors"][0]]
    assert mover.ask("odds")["ok"] and mover.ask("hint", id="h")["ok"]
    hint = mover.socket.until(lambda m: m["type"] == "hint")[-1]
    texts = [move["text"] for move in hint["moves"]]
    assert hint["for"] == "h" and set(texts) <= set(mover.now["legal"]), hint
    assert all(move["sentence"] for move in hint["moves"])
    assert hint["valued"] and 0 <= hint["moves"][0]["value"] <= 1, hint
    # Another one ends the one before; both come.
    wanted = {"one", "two", "three"}
    for id in sorted(wanted):
        mover.socket.send(type="hint", id=id)
    while wanted:
        hint = mover.socket.until(lambda m: m["type"] == "hint")[-1]
        wanted.remove(hint["for"])
        assert hint["moves"] and hint["valued"], hint
    other = players[1 - mover.now["actors"][0]]
    assert code(other.ask("hint")) == "not_your_turn"
    server.stop()


def history_and_replay():
    """My tables, those over, the replay to anybody, resumed by account."""
    server = client.Server(*FREE)
    table, players = people_at(server, 2)
    ann = players[0].session
    ann.post("/api/accounts", {"name": "Ann", "password": "long enough"})
    players[0].reconnect()  # the session is another
    running = [t["id"] for t in ann.get("/api/my/tables")["tables"]]
    assert running == [table], running
    stranger = client.Session(server.port)
    for path in ("", "/match.mqm", "/log?as=spectator", "/log?as=all"):
        status, answer = stranger.request("GET", f"/api/tables/{table}{path}")
        assert status == 404, (path, answer)
    own = ann.get(f"/api/tables/{table}/log?as=seat")
    assert own["as"] == "0", own["as"]
    for who in ("1", "all"):
        status, _ = ann.request("GET", f"/api/tables/{table}/log?as={who}")
        assert status in (403, 409), (who, status)
    assert players[0].ask("concede", last=players[0].last)["ok"]
    players[0].wait(lambda p: p.info["state"] == "over")
    assert ann.get("/api/my/tables")["tables"] == []
    assert [t["id"] for t in ann.get("/api/my/history")["tables"]] == [table]
    for who in ("0", "1", "spectator", "all"):
        log = stranger.get(f"/api/tables/{table}/log?as={who}")
        assert log["items"][-1]["kind"] == "close" and log["items"][-1]["seed"]
    assert stranger.raw("GET", f"/api/tables/{table}/match.mqm")[0] == 200
    server.stop()


def who_may_make_accounts():
    body = {"name": "Ann", "password": "long enough"}
    server = client.Server("--accounts", "code", "--account-code", "apollo")
    who = client.Session(server.port)
    assert code(who.request("POST", "/api/accounts", body)[1]) == "forbidden"
    wrong = {**body, "code": "gemini"}
    assert code(who.request("POST", "/api/accounts", wrong)[1]) == "forbidden"
    right = {**body, "code": "apollo"}
    assert who.request("POST", "/api/accounts", right)[0] == 201
    assert server.terminate() == 0
    server.options = ("--accounts", "closed")
    server.start()
    status, answer = who.request("POST", "/api/accounts", {**body, "name": "Bo"})
    assert status == 403 and code(answer) == "forbidden", answer
    assert client.Session(server.port).post("/api/login", body)
    server.stop()


def told_by_a_file():
    """--config; the address for phones; log and figures."""
    with client.tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "maxq.conf")
        file.write_text(
            "# a club\nurl = https://club.example\naccounts = closed\n"
            "log-requests = yes\n"
        )
        server = client.Server("--config", str(file))
        who = client.Session(server.port)
        body = {"game": "mlem", "seats": [{"kind": "open"}] * 2}
        _, data, answer = who.raw("POST", "/api/tables", body)
        assert b'"https://club.example/t/' in data
        assert "Secure" in answer.getheader("Set-Cookie")
        request = answer.getheader("X-Request-Id")
        line = rf" id={request} method=POST path=./api/tables. status=201 "
        assert re.search(line, server.logged()), server.logged()
        figure = r"# (HELP|TYPE) maxq_\w+ |maxq_\w+(\{.*\})? [\d.e+]+$"
        for line in who.raw("GET", "/metrics")[1].decode().splitlines():
            assert re.match(figure, line), line
        server.stop()
        file.write_text("no-such-thing = 1\n")
        done = subprocess.run(
            [client.MAXQ, "serve", "--config", str(file)],
            capture_output=True,
            timeout=client.PATIENCE,
        )
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done


client.run(
    [
        before_the_start,
        a_clock_for_the_match,
        time_runs_out,
        giving_up_with_three,
        help_is_the_tables,
        history_and_replay,
        who_may_make_accounts,
        told_by_a_file,
    ]
)
